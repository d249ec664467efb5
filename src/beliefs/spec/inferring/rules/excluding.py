"""Single values that an input must not have: "not 0", "must not be zero"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.writing import Writer

_ZERO = re.compile(
    r"(?i)\bnon-?zero\b|\b(?:not|never|except|other than|cannot be|can't be) (?:be )?(?:0|zero)\b"
    r"(?! ?(?:to|-|–|\.\.|or|and) ?\d)"
)


def excluded_guards(writer: Writer, route: Route) -> list[str]:
    """Guards that numbers are not the one that the words about them exclude."""
    names = {each.wire: each for each in writer.inputs(route)}
    lines = []
    for name, words in _told(route):
        given = names.get(name)
        if given is None or given.type.kind not in {"integer", "number"} or not _ZERO.search(words):
            continue
        said = f"{name} must not be 0"
        way = writer.refuse(route, "out_of_range", said, f"{name} invalid zero", (422, 400))
        lines.append(f'guard input.{given.name} != 0 else {way.split(" ")[0]} "{said}"')
    return lines


def _told(route: Route) -> Iterator[tuple[str, str]]:
    """Inputs, each with what is said about it."""
    yield from ((each.name, each.words) for each in (route.body.properties if route.body else ()))
    yield from ((each.name, each.shape.words) for each in route.params)
