"""Routes that are brought one record, or a list of such: "a body that is an array stores all"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer

_KEPT = {"stored", "created", "added", "imported", "inserted", "saved", "accepted"}
_LEFT = {"skipped", "ignored", "duplicates", "existing"}


def either_lines(
    writer: Writer, route: Route, holding: Holding, lines: list[str]
) -> list[str] | None:
    """The lines that keep one record, for many of them too; None where words say too little."""
    names = [each for each in route.body.names if each in holding.fields] if route.body else []
    start = next(
        (at for at, each in enumerate(lines) if "input." in each and _is_own(each, names)), 0
    )
    insert = next((each for each in lines if each.startswith(f"insert {holding.name} ")), "")
    counts = _counts(route.many)
    taken = [
        each for each in lines[start:] if each.startswith(f"guard count({holding.name}[where ")
    ]
    if not insert or counts is None or not start or len(taken) > 1:
        return None
    fits = ", ".join(json.dumps(each) for each in (holding.name, *names))
    one = [_of(each, names, "given") for each in lines[start:]]
    again = re.fullmatch(r"guard count\((.*)\) = 0 else .*", taken[0]) if taken else None
    there = f"count({again[1]}) = 0" if again else "true"
    bounds = re.search(r"\((\d+) ?(?:–|-|to|…) ?(\d+)\)|\bat most (\d+)|\bup to (\d+)", route.many)
    low, high = (bounds[1] or "1", next(filter(None, bounds.groups()[1:]))) if bounds else ("1", "")
    size = f"count(many) >= {low}" + (f" and count(many) <= {high}" if high else "")
    way = writer.refuse(route, "out_of_range", "The body does not fit", "invalid", (422, 400))
    return [
        *lines[:start],
        f"let given = fitted(input.body, {fits})",
        "if given != null:",
        *(f"    {each}" for each in one),
        f"let many = each(one in input.body[where true]: fitted(one, {fits}))",
        f"guard {size} and count(many[where row = null]) = 0 else {way}",
        "let stored = 0",
        "for each_one in many:",
        f"    if {_of(there, names, 'each_one')}:",
        f"        {_of(insert, names, 'each_one')}",
        "        let stored = stored + 1",
        f"answer {route.good.status if route.good else 201} {counts}",
    ]


def _is_own(line: str, names: list[str]) -> bool:
    return any(re.search(rf"\binput\.{re.escape(each)}\b", line) for each in names)


def _of(line: str, names: list[str], row: str) -> str:
    """A line about what a body brings, about a record of the same names."""
    own = "|".join(re.escape(each) for each in names)
    return re.sub(rf"\binput\.({own})\b", rf"{row}.\1", line)


def _counts(said: str) -> str | None:
    """The record that tells how many were kept, and how many were not."""
    spans = records(said)
    shown = sample(said[slice(*spans[0])], brought=False) if spans else None
    values: dict[str, str] = {}
    for each in shown.shape.names if shown is not None else ():
        told = "stored" if plain(each) in _KEPT else ""
        values[each] = told or ("count(many) - stored" if plain(each) in _LEFT else "")
    return made(values) if values and all(values.values()) else None
