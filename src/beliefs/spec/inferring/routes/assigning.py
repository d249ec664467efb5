"""What a new row is given of what is free: the kennel, the locker, the spot that it gets."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.families.slots import slot_lines
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.told.programs import at_hand, links_set, picked_lines
from beliefs.spec.inferring.told.reading import Story, story
from beliefs.spec.inferring.told.settings import Row
from beliefs.spec.inferring.told.states import into, state
from beliefs.spec.inferring.writing import Writer


class Assigned(NamedTuple):
    """Statements that find what is free, what the new row gets of it, what becomes of it."""

    lines: list[str]
    values: dict[str, str]
    then: list[str]


_NONE = Assigned([], {}, [])


def assigned(writer: Writer, route: Route, holding: Holding, brought: dict[str, str]) -> Assigned:
    """What a new row is given; nothing where words speak of nothing that is free."""
    numbered = slot_lines(writer, route, holding)
    if numbered[0]:
        return Assigned(*numbered, [])
    links = links_set(writer, holding)
    return _told(writer, route, holding, links) or _any_free(writer, route, holding, brought, links)


_Links = list[tuple[str, Holding, str]]


def _told(writer: Writer, route: Route, holding: Holding, links: _Links) -> Assigned | None:
    """The row that words pick, all of them understood, with what they say becomes of it."""
    if not links or not route.words:
        return None
    told = story(replace(at_hand(writer, route), made=holding))
    ways = [(pick, link) for pick in told.picks for link in links if link[1] is pick.holding]
    if len(ways) != 1 or len(told.picks) != 1:
        return None
    pick, (name, other, key) = ways[0]
    if any(re.search(rf"(?i)\b{re.escape(other.word)}s?\b", each) for each in told.left):
        return None  # something is said of it that nobody understood
    row = Row(other, other.variable)
    found = f"{row.at}.{key}"
    return Assigned(picked_lines(told, 409, 503, 404), {name: found}, _then(told, row, pick.tests))


def _then(told: Story, row: Row, tests: tuple[str, ...]) -> list[str]:
    """What becomes of the row: what words say, and that it is free no more."""
    values = {
        name: given
        for each in told.deeds
        if each.row is not None and each.row.at == row.at
        for name, given in each.values
    }
    for word in ("free", "available"):
        if state(Row(row.holding, ""), word) in tests:
            for name, given in into(row.holding, word, no=True).items():
                values.setdefault(name, given)
    return [f"patch {row.holding.name} {row.at} {made(values)}"] if values else []


def _any_free(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], links: _Links
) -> Assigned:
    """Any row that no other names, where nothing keeps which are free."""
    said = " ".join([route.words, *(f"{each.words} {each.message}" for each in route.faults)])
    for name, other, key in links:
        noun = re.escape(other.word.replace("_", " "))
        told = re.search(rf"(?i)\bno (?:free |suitable |other )*{noun}\b[^.;]*", said) or re.search(
            rf"(?i)\b(?:a|the (?:first|next)) free {noun}\b[^.;]*", said
        )
        if told is None or state(Row(other, ""), "free"):
            continue
        alike = [
            f".{each} = {value}"
            for each, value in brought.items()
            if each in other.fields and plain(each) in plain(told[0])
        ]
        taken = f"each(one in {holding.name}[where .{name} != null]: one.{name})"
        test = " and ".join([*alike, f"not(.{key} in {taken})"])
        way = writer.refuse(
            route, "conflict", f"No {other.spoken.lower()} is free", f"no {noun} free"
        )
        one = f"free_{other.word}"
        lines = [
            f"let {one} = first({other.name}[where {test}])",
            f"guard {one} != null else {way}",
        ]
        return Assigned(lines, {name: f"{one}.{key}"}, [])
    return _NONE
