"""From what happened to what is believed: tags, the keys they bear on, and on which side.

A tag says what happened to what (`delivery-fail:d-7`), a key names a belief (`delivery-risk:d-7`).
The mapping is a table of families that a world may add to; a tag of no family, or without the
parts its family needs, has no meaning and goes to quarantine, counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.formation.fixed import LONGEST, natural, text_of, word_of


class Family(NamedTuple):
    """One kind of news, the beliefs it bears on, and whether it is good."""

    tag: str
    belief: str
    good: bool = False
    parts: int = 1


class Meaning(NamedTuple):
    """What a tag says: the key it bears on, whose followers hear of it, and whether it is good."""

    tag: str
    key: str
    family: str
    target: str
    good: bool
    tag_word: int
    key_word: int


FAMILIES = (
    Family("delivery-fail", "delivery-risk"),
    Family("delivery-ok", "delivery-risk", good=True),
    Family("facility-down", "facility-reliability"),
    Family("facility-up", "facility-reliability", good=True),
    Family("route-risk", "route-risk"),
    Family("route-safe", "route-risk", good=True),
    Family("incident", "incident-risk", parts=2),
    Family("incident-over", "incident-risk", good=True, parts=2),
)
"""What every world understands. A higher value is worse, in every family."""


class Tags:
    """The families a world knows, and what each tag means in them.

    >>> tags = Tags()
    >>> tags.read("incident:fire:depot-3").key
    'incident-risk:fire:depot-3'
    >>> tags.register("depot-short", "depot-risk")
    >>> tags.read("depot-short:depot-3").key, tags.read("weather:rain")
    ('depot-risk:depot-3', None)
    """

    def __init__(self, families: Iterable[Family] = FAMILIES) -> None:
        self._families: dict[str, Family] = {}
        self._meanings: dict[str, Meaning | None] = {}
        self._words: dict[int, str] = {}
        for family in families:
            self.register(family.tag, family.belief, good=family.good, parts=family.parts)

    def register(self, tag: str, belief: str, *, good: bool = False, parts: int = 1) -> None:
        """Teach that tags `tag:…` bear on beliefs `belief:…`, for better or for worse."""
        for name in (tag, belief):
            if ":" in text_of(name, name="family") or not name.isprintable():
                raise InvalidInput(f"A family is a word without a colon, not {shown(name)}.")
        natural(parts, name="parts", least=1, most=8)
        family = Family(tag, belief, bool(good), parts)
        if self._families.get(tag, family) != family:
            raise InvalidInput(f"Tags {tag!r} already have a meaning: give this one another name.")
        self._families[tag] = family
        self._meanings = {tag: meaning for tag, meaning in self._meanings.items() if meaning}

    def read(self, tag: str) -> Meaning | None:
        """What a tag means, or None if it is not understood."""
        try:
            return self._meanings[tag]
        except (KeyError, TypeError):
            meaning = self._meanings[tag] = self._parse(text_of(tag, name="tag"))
            return meaning

    def families(self) -> tuple[Family, ...]:
        """Every family known, by name."""
        return tuple(self._families[name] for name in sorted(self._families))

    def _parse(self, tag: str) -> Meaning | None:
        name, _, rest = tag.partition(":")
        family = self._families.get(name)
        if family is None or not tag.isprintable():
            return None
        pieces = rest.split(":", family.parts - 1)
        if len(pieces) < family.parts or not all(piece.strip() for piece in pieces):
            return None
        key = f"{family.belief}:{rest}"
        if len(key.encode()) > LONGEST:
            return None
        return Meaning(
            tag, key, family.belief, pieces[-1], family.good, self._word(tag), self._word(key)
        )

    def _word(self, text: str) -> int:
        """A text's hash, refused if another text already has it."""
        word = word_of(text)
        if self._words.setdefault(word, text) != text:
            raise InvalidInput(
                f"{shown(text)} and {shown(self._words[word])} have one hash: rename one of them."
            )
        return word

    def as_document(self) -> list[list[Any]]:
        """The families, ready for JSON."""
        return [list(family) for family in self.families()]
