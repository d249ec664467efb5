"""What changed between the first and the last row of a period, and what that is by the day."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.lists import every, read_query
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import counted, in_digits
from beliefs.spec.service import Unknown

_BOTH_ENDS = re.compile(
    r"(?i)\b(?:first|earliest|oldest) and (?:the )?(?:last|latest|newest) (?P<noun>\w+)|"
    r"\bbetween the (?:first|earliest) (?P<one>\w+) and the (?:last|latest)\b|"
    r"\b(?:last|latest) (?P<two>\w+) minus (?:the )?(?:first|earliest)\b"
)
_UNITS = {"days": 86400, "hours": 3600, "minutes": 60, "seconds": 1, "weeks": 604800}


def period_lines(
    writer: Writer, route: Route, holding: Holding, shape: Shape, reads: list[str]
) -> list[str] | None:
    """A record about the rows below one, where it is told by both ends of a period."""
    cue = _BOTH_ENDS.search(route.words)
    noun = next((each for each in (cue.groups() if cue else ()) if each), "")
    child, link = next(
        (each for each in writer.kept.children(holding) if same_thing(each[0].word, noun)),
        (None, ""),
    )
    moments = [
        each.name
        for each in (child.fields.values() if child else ())
        if each.type.kind in {"date", "datetime"}
    ]
    if child is None or not moments:
        return None
    heard: list[Unknown] = []
    query = read_query(_quiet(writer, heard), route, child)
    one, when = holding.variable, moments[0]
    holds = [f".{link} = {one}.{holding.key.name}", *query.holds]
    lines = [*reads, f"let found = {child.name}[where {every(holds)}, by .{when}]"]
    lines += _enough(writer, route, child)
    values: dict[str, str] = {}
    for part in shape.properties:
        value = _known(writer, route, holding, part) or _worked(route, child, part, when, values)
        if not value:
            return None
        values[part.name] = f"({value})" if " / " in value and "(" not in value else value
    for each in heard:
        writer.unknown(each)
    return [*lines, f"answer {route.good.status if route.good else 200} {made(values)}"]


def _quiet(writer: Writer, heard: list[Unknown]) -> Writer:
    return replace(writer, unknown=heard.append)


def _enough(writer: Writer, route: Route, child: Holding) -> list[str]:
    """A guard that there are rows enough, where words say how many: "fewer than two readings"."""
    match = re.search(r"(?i)\b(?:fewer|less) than (\w+) (\w+)|\bat least (\w+) (\w+)", route.words)
    noun = (match[2] or match[4]) if match else ""
    least = counted(match[1] or match[3], 0) if match else 0
    if not least or not same_thing(noun, child.word):
        return []
    said = f"There are not enough {child.entity.plural.replace('_', ' ')}"
    way = writer.refuse(route, "conflict", said, f"fewer enough {noun}")
    return [f"guard count(found) >= {least} else {way}"]


def _known(writer: Writer, route: Route, holding: Holding, part: Property) -> str:
    """A value that the query or the row above says."""
    asked = {plain(each.name): each.name for each in route.params if each.place == "query"}
    if plain(part.name) in asked:
        return f"input.{writer.name(asked[plain(part.name)])}"
    if part.name in holding.computed:
        return holding.computed[part.name].replace("$", holding.variable)
    near = holding.named(part.name)
    return f"{holding.variable}.{near}" if near else ""


def _worked(route: Route, child: Holding, part: Property, when: str, values: dict[str, str]) -> str:
    """A value that both ends give: a difference, a length of time, or one by the other."""
    name = plain(part.name)
    if name in {plain(child.entity.plural), "count", plain(f"{child.word}_count")}:
        return "count(found)"
    unit = next((each for each in _UNITS if name in {each, f"number of {each}"}), "")
    if unit:
        return f"floor(seconds(first(found).{when}, last(found).{when}) / {_UNITS[unit]})"
    told = re.search(
        rf"(?i)\b{re.escape(part.name)}\b (?:=|is|:) (?:the )?`?(\w+)`? (?:/|divided by|by) "
        r"(?:the )?(?:number of )?`?(\w+)`?(?:,? rounded to (\w+))?",
        route.words,
    )
    if told and told[1] in values and told[2] in values:
        share = f"{values[told[1]]} / {values[told[2]]}"
        return f"round({share}, {in_digits(told[3])})" if told[3] else share
    numbers = [
        each.name
        for each in child.fields.values()
        if each.type.kind in {"integer", "number"} and not each.hidden
    ]
    if part.shape.type.kind in {"integer", "number"} and len(numbers) == 1:
        rest = [each for each in values.values() if each.startswith("round(last(found)")]
        change = f"last(found).{numbers[0]} - first(found).{numbers[0]}"
        return f"round({change}, 9)" if not rest else ""
    return ""
