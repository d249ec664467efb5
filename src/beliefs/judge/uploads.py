"""Files that are sent to a service: of the kinds that its effects make something of."""

from __future__ import annotations

from random import Random
from typing import Any, Literal, TypeAlias

from beliefs.judge.archives import packed
from beliefs.judge.papers import written
from beliefs.judge.pictures import Colour, moving, picture
from beliefs.judge.references import parts
from beliefs.spec.effects import Call, Lit
from beliefs.spec.operations import Input
from beliefs.spec.service import Spec

Upload: TypeAlias = Literal["picture", "paper", "video", "archive"]

_WANTED: dict[str, Upload] = {
    **dict.fromkeys(("thumbnail", "pictured", "animated"), "picture"),
    **dict.fromkeys(("combined", "pages"), "paper"),
    **dict.fromkeys(("zip_entries", "zip_entry"), "archive"),
    "processed": "video",
}
_TYPES: dict[str, Upload] = {"image/png": "picture", "application/pdf": "paper"}
_MOSTLY = 0.8  # of files, where some kind is wanted
_SECOND = 100


def wanted(effect: Any) -> tuple[Upload, ...]:
    """The kinds of files that effects look into, sorted."""
    called = {each.function for each in parts(effect) if isinstance(each, Call)}
    named = {
        each.value
        for each in parts(effect)
        if isinstance(each, Lit) and isinstance(each.value, str)
    }
    found = {_WANTED[each] for each in called if each in _WANTED}
    return tuple(sorted(found | {_TYPES[each] for each in _TYPES if each in named}))


def meant(effect: Any, elsewhere: tuple[Upload, ...]) -> tuple[Upload, ...]:
    """The kinds of files that an operation is sent: its own, else those of others, if any."""
    called = {each.function for each in parts(effect) if isinstance(each, Call)}
    return wanted(effect) or (() if "decoded" in called else elsewhere)


def kinds(spec: Spec) -> tuple[Upload, ...]:
    """The same of a whole service: what one operation keeps, another looks into."""
    return wanted(tuple(each.effect for each in spec.operations))


def content(text: Any, among: tuple[Upload, ...], random: Random) -> tuple[str, bytes]:
    """The type and the bytes of a file: mostly of a kind that is wanted, else a text."""
    if not among or random.random() > _MOSTLY:
        return "text/plain", str(text).encode()
    match random.choice(among):
        case "picture":
            width = random.choice((8, 40, 600))
            return "image/png", picture(width, random.choice((width, width // 2)), _colour(random))
        case "paper":
            told = [f"page {random.randrange(10**6)}" for _ in range(random.randint(1, 3))]
            return "application/pdf", written([*told[:-1], f"{told[-1]} of {len(told)}"])
        case "archive":
            return "application/zip", packed(random)
        case "video":
            colours = tuple(_colour(random) for _ in range(4))
            return "image/gif", moving((32, 32), colours, _SECOND)


def several(given: Input, random: Random) -> int:
    """How many files go under a name: one, or some where it takes a list."""
    if given.type.kind != "list":
        return 1
    return max(given.type.min_length or 1, random.randint(1, 3))


def _colour(random: Random) -> Colour:
    return random.randrange(256), random.randrange(256), random.randrange(256)
