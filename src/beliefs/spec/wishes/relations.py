"""What everybody knows of everyday kinds of rows: what they are of, and what they have."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from beliefs.spec.types import Field
from beliefs.spec.understanding import lexicon


@cache
def _told() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((resources.files(__package__) / "relations.toml").read_text("utf-8"))


@cache
def _known() -> frozenset[str]:
    told = _told()
    kinds = {*told["below"], *told["of"], *told["fields"]}
    return frozenset({*kinds, *(each for found in told["below"].values() for each in found)})


def knows(kind: str) -> bool:
    """Whether services keep such rows.

    >>> knows("podcast"), knows("zeal")
    (True, False)
    """
    return lexicon.knows_thing(kind) or kind in _known()


def usual(kind: str) -> tuple[Field, ...]:
    """What rows of a kind have when nobody says it.

    >>> [each.name for each in usual("episode")]
    ['title', 'description']
    """
    told = _told()["fields"].get(kind)
    if told is None or lexicon.knows_thing(kind):
        return lexicon.usual_fields(kind)
    return tuple(lexicon.usual_field(each) for each in told)


def below(kind: str) -> tuple[str, ...]:
    """What rows of a kind are usually below of.

    >>> below("episode")[0], below("spaceship")
    ('podcast', ())
    """
    return tuple(_told()["below"].get(kind, ()))


def of(kind: str) -> tuple[str, ...]:
    """What rows of a kind usually name the key of.

    >>> "book" in of("loan")
    True
    """
    return tuple(_told()["of"].get(kind, ()))
