"""What was read otherwise than it stands in an OpenAPI document, and where it stands."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Mend(NamedTuple):
    """A sentence, and the keys on the way to what it is about, as the document spells them."""

    said: str
    trail: tuple[str, ...]


@dataclass(slots=True)
class Mends:
    """All of them, in the order in which they were made."""

    made: list[Mend] = field(default_factory=list)

    def say(self, said: str, *trail: str) -> None:
        """Note one, once."""
        mend = Mend(said, trail)
        if mend not in self.made:
            self.made.append(mend)


_ALIKE = 0.8


def meant(key: str, known: Iterable[str], others: dict[str, str]) -> str:
    """The name that a key is a slip or another word of; empty for what is like none.

    >>> meant("requestbody", ["requestBody"], {}), meant("body", [], {"body": "requestBody"})
    ('requestBody', 'requestBody')
    >>> meant("reponses", ["responses"], {}), meant("auth", ["responses"], {})
    ('responses', '')
    """
    names = list(known)
    plain = key.lower().replace("_", "").replace("-", "")
    same = next((each for each in names if each.lower() == plain), "")
    if same or plain in others:
        return same or others[plain]
    near = difflib.get_close_matches(plain, [each.lower() for each in names], 1, _ALIKE)
    return next((each for each in names if near and each.lower() == near[0]), "")


def renamed(
    told: dict[str, Any],
    known: Iterable[str],
    others: dict[str, str],
    mends: Mends,
    trail: tuple[str, ...],
) -> dict[str, Any]:
    """A mapping with its keys as they are meant; what is there already is not replaced."""
    names = frozenset(known)
    made: dict[str, Any] = {}
    for key, value in told.items():
        name = str(key)
        right = name in names or name.startswith(("x-", "/", "$"))
        to = "" if right else meant(name, sorted(names), others)
        if to and to not in told and to not in made:
            mends.say(f"`{name}` was read as {to}", *trail, name)
            made[to] = value
        else:
            made[name] = value
    return made
