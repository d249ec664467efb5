"""Numbered places of which a new row gets the lowest free one: hooks, lockers, tables, tickets.

"A cloakroom with 20 hooks … hook is the lowest free one; a pickup frees the hook" keeps no rows for
the places themselves: those that are taken are those of the rows that hold one.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.statements import becomes
from beliefs.spec.inferring.writing import Writer

_FREE = {"free", "available", "left", "remaining", "open", "empty", "vacant"}
_TAKEN = {"taken", "used", "occupied", "full", "inuse", "busy"}
_ALL = {"total", "capacity", "all", "size"}


class Slots(NamedTuple):
    """So many places, the field that names one, and the rows that hold one."""

    field: str
    many: int
    held: str


def is_slot(holding: Holding, part: Property) -> bool:
    """Whether words say that a value is the lowest of some places that is free."""
    said = " ".join(each.words for each in holding.siblings)
    brought = holding.made is not None and holding.made.part(part.name) is not None
    noun = re.escape(part.name.replace("_", " "))
    lowest = r"(?:lowest|smallest|first|next)(?: \w+)? (?:free|available|unused|vacant)"
    told = rf"(?i)\b{noun}\b`? is (?:always )?the {lowest}\b|\b{lowest} {noun}\b"
    return part.shape.type.kind == "integer" and not brought and bool(re.search(told, said))


def slots(kept: Kept, holding: Holding) -> Slots | None:
    """The places that rows of a holding get one of; None where words speak of none."""
    for part in holding.shape.properties:
        noun = re.escape(part.name.replace("_", " "))
        if part.name not in holding.fields or not is_slot(holding, part):
            continue
        if many := _many(kept, noun):
            return Slots(part.name, many, _held(holding, noun))
    return None


def _many(kept: Kept, noun: str) -> int:
    """How many there are, wherever a document says it."""
    told = [kept.contract.title, kept.contract.summary, *(text for _, text in kept.contract.prose)]
    text = ". ".join([*told, *(each.words for each in kept.contract.routes)])
    match = re.search(
        rf"(?i)\b(\d+) (?:\w+ )?{plural(noun)}\b|\b{plural(noun)} (?:are |is )?(?:numbered )?"
        r"(?:from )?1 ?(?:to|-|–|\.\.) ?(\d+)\b",
        text,
    )
    return int(match[1] or match[2]) if match else 0


def _held(holding: Holding, noun: str) -> str:
    """The rows that hold a place: all but those that a deed which frees it has put elsewhere."""
    freed = [
        (field, state)
        for route in holding.siblings
        if re.search(
            r"(?i)\b(?:frees?|releases?|vacates?|empties|gives? back) (?:up )?(?:the |its )?"
            rf"{noun}\b",
            route.words,
        )
        for field in ("status", "state")
        if field in holding.fields
        for state in becomes(route.words, field)
    ]
    holds = " and ".join(f".{field} != {json.dumps(state)}" for field, state in freed)
    return f"{holding.name}[where {holds}]" if holds else holding.name


def slot_lines(writer: Writer, route: Route, holding: Holding) -> tuple[list[str], dict[str, str]]:
    """Statements that find the lowest free place, or refuse, and the value of the new row."""
    found = slots(writer.kept, holding)
    if found is None:
        return [], {}
    noun = found.field.replace("_", " ")
    among = (503, 409, 423, 400, 422)
    way = writer.refuse(route, "conflict", f"No {noun} is free", f"no {noun} free full", among)
    one = f"free_{found.field}"
    numbers = f"each(number in range({found.many}): number + 1)"
    taken = f"each(one in {found.held}: one.{found.field})"
    return [
        f"let taken = {taken}",
        f"let {one} = first({numbers}[where not(row in taken)])",
        f"guard {one} != null else {way}",
    ], {found.field: one}


def slot_figure(kept: Kept, part: Property, holding: Holding) -> str:
    """How many places there are, are taken, or are free, by the name of a figure."""
    found = slots(kept, holding)
    if found is None or part.shape.type.kind != "integer":
        return ""
    nouns = {plain(found.field), plain(plural(found.field))}
    name = plain(part.name)
    bare = next((name.replace(each, "") for each in nouns if each in name), name)
    bare = singular(bare.removesuffix("count"))
    if bare in _FREE:
        return f"{found.many} - count({found.held})"
    if bare in _TAKEN:
        return f"count({found.held})"
    return str(found.many) if bare in _ALL or name == plain(plural(found.field)) else ""
