"""Numbers between its bounds that an input must not be: "not 0", "one of 30, 60, 90"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beliefs.spec.documents.contract import ONE_OF, STEPS, Route
from beliefs.spec.inferring.writing import Writer

_ZERO = re.compile(
    r"(?i)\bnon-?zero\b|\b(?:not|never|except|other than|cannot be|can't be) (?:be )?(?:0|zero)\b"
    r"(?! ?(?:to|-|–|\.\.|or|and) ?\d)"
)


def excluded_guards(writer: Writer, route: Route) -> list[str]:
    """Guards that numbers are none of those that the words about them exclude."""
    names = {each.wire: each for each in writer.inputs(route)}
    lines = []
    for name, words in _told(route):
        given = names.get(name)
        if given is None or given.type.kind not in {"integer", "number"}:
            continue
        silent = "" if given.required else f"input.{given.name} = null or "
        for holds, said in _allowed(f"input.{given.name}", words):
            way = writer.refuse(
                route, "out_of_range", f"{name} {said}", f"{name} invalid zero", (422, 400)
            )
            lines.append(f'guard {silent}{holds} else {way.split(" ")[0]} "{name} {said}"')
    return lines


def _allowed(value: str, words: str) -> Iterator[tuple[str, str]]:
    """What must hold of a number by the words about it, and how that is said.

    >>> list(_allowed("input.minutes", "One of the numbers 30, 60"))
    [('input.minutes in [30, 60]', 'must be one of 30, 60')]
    """
    if _ZERO.search(words):
        yield f"{value} != 0", "must not be 0"
    if told := re.search(rf"{ONE_OF} (-?\d+(?:, -?\d+)*)", words):
        yield f"{value} in [{told[1]}]", f"must be one of {told[1]}"
    if told := re.search(rf"{STEPS} (\d+(?:\.\d+)?)", words):
        steps = f"round({value} / {told[1]}, 6)"
        yield f"{steps} = floor({steps})", f"must be a multiple of {told[1]}"


def _told(route: Route) -> Iterator[tuple[str, str]]:
    """Inputs, each with what is said about it."""
    yield from ((each.name, each.words) for each in (route.body.properties if route.body else ()))
    yield from ((each.name, each.shape.words) for each in route.params)
