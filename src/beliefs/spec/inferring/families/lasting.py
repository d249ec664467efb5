"""Rows that last from a start to an end: which overlap a period, and what they come to."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Property, Route, is_list, is_record
from beliefs.spec.documents.places import Step, same_thing
from beliefs.spec.documents.words import plain, singular, words
from beliefs.spec.inferring.families.scheduling import is_zone
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import listed, made
from beliefs.spec.inferring.writing import Writer

STARTS = ("start", "starttime", "startsat", "startdate", "startat", "from", "begin", "checkin")
ENDS = ("end", "endtime", "endsat", "enddate", "endat", "to", "until", "checkout")
_STARTS = (*STARTS, "startedat", "begins", "beginsat", "opensat", "fromtime")
_ENDS = (*ENDS, "stoppedat", "endedat", "ends", "closesat", "totime", "stopsat")
UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}


class Span(NamedTuple):
    """The fields that say from when to when a row lasts."""

    start: str
    end: str


def span_of(holding: Holding) -> Span | None:
    """The span of the rows of a holding, where they have one."""
    moments = {
        plain(each.name): each.name
        for each in holding.fields.values()
        if each.type.kind == "datetime"
    }
    start = next((moments[each] for each in _STARTS if each in moments), "")
    end = next((moments[each] for each in _ENDS if each in moments), "")
    return Span(start, end) if start and end else None


def unit_of(name: str) -> int:
    """The seconds of the unit that a name ends with; 0 where it ends with none.

    >>> unit_of("max_hours"), unit_of("minutes"), unit_of("target")
    (3600, 60, 0)
    """
    return UNITS.get(singular(words(name)[-1]), 0) if words(name) else 0


def overlapping(param: Param, route: Route, holding: Holding, name: str) -> str:
    """The condition that a row overlaps a period, one end of which a parameter is."""
    span = span_of(holding)
    if span is None or not re.search(r"(?i)\boverlap", route.words):
        return ""
    if plain(param.name) in {"from", "start", "after", "since", "begin"}:
        return f".{span.end} > {name}"
    if plain(param.name) in {"to", "end", "before", "until"}:
        return f".{span.start} < {name}"
    return ""


def spent(part: Property, rows: str, holding: Holding) -> str:
    """How long rows last together, in the unit that a name ends with: `booked_hours`, `minutes`."""
    span, unit = span_of(holding), unit_of(part.name)
    kept = any(unit_of(each) for each in holding.fields)
    if span is None or not unit or kept or part.shape.type.kind not in {"integer", "number"}:
        return ""
    return f"sum(each(one in {rows}: seconds(one.{span.start}, one.{span.end}))) / {unit}"


def lasting_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """The effect of a route about rows that last; None where it is about something else."""
    return _of_value(writer, route, chain) or _of_day(writer, route, chain)


def _of_value(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """Figures over the rows with a value: `GET /drivers/{name}/hours` of trips with a `driver`."""
    shape = route.good.shape if route.good else None
    if route.method != "GET" or len(chain) != 2 or not chain[0].param or chain[1].param:
        return None
    if writer.kept.at(chain[:1]) is not None or shape is None or not is_record(shape):
        return None
    for holding in writer.kept.holdings:
        field = next((each for each in holding.fields if same_thing(each, chain[0].name)), "")
        if not field or holding.fields[field].type.kind != "string":
            continue
        from beliefs.spec.inferring.answers.figures import figures
        from beliefs.spec.inferring.answers.filters import narrowed

        holds = [f".{field} = input.{writer.name(chain[0].param)}", *narrowed(route, holding)]
        given = f"input.{writer.name(chain[0].param)}"
        known = dict.fromkeys((plain(field), plain(chain[0].param)), given)
        body = figures(writer, shape, "found", holding, known)
        if body is not None:
            status = route.good.status if route.good else 200
            rows = f"{holding.name}[where {' and '.join(holds)}]"
            return [f"let found = {rows}", f"answer {status} {body}"]
    return None


_CLOCK = r"(\d{1,2}):(\d\d)"
_BEGINS = {"begins", "begin", "start", "starts", "from", "startsat", "beginsat"}
_ENDING = {"ends", "end", "to", "until", "endsat"}


def _of_day(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """The rows below another that start on a day, by the clocks of a zone, and their length."""
    shape = route.good.shape if route.good else None
    if route.method != "GET" or len(chain) != 2 or not (chain[0].param and chain[1].param):
        return None
    parent = writer.kept.at(chain[:1])
    if parent is None or shape is None or not is_record(shape):
        return None
    if plain(chain[1].param) not in {"date", "day"}:
        return None
    found = [each for each in writer.kept.children(parent) if span_of(each[0]) is not None]
    if len(found) != 1:
        return None
    child, link = found[0]
    span = span_of(child)
    assert span is not None
    day = f"input.{writer.name(chain[1].param)}"
    lines = [*writer.above(route, chain[:1]), *_window(route, parent, day)]
    from beliefs.spec.inferring.answers.filters import narrowed
    from beliefs.spec.inferring.answers.ordering import stated_order

    holds = [
        f".{link} = {parent.variable}.{parent.key.name}",
        f".{span.start} >= begins and .{span.start} < ends",
        *narrowed(route, child),
    ]
    order = stated_order(route, child) or [f".{span.start}"]
    ordered = ", ".join(f"by {each}" for each in order)
    lines.append(f"let found = {child.name}[where {' and '.join(holds)}, {ordered}]")
    values: dict[str, str] = {}
    for part in shape.properties:
        value = _day_part(writer, part, child, parent, day)
        if not value:
            return None
        values[part.name] = value
    return [*lines, f"answer {route.good.status if route.good else 200} {made(values)}"]


def _window(route: Route, parent: Holding, day: str) -> list[str]:
    """Statements that say when a day begins and ends, by the words about a route."""
    hours = re.search(
        rf"(?i)\bfrom {_CLOCK}[^.]*?\bto {_CLOCK}[^.]*?\bnext (?:day|morning)", route.words
    )
    first = f"{int(hours[1]):02}:{hours[2]}" if hours else "00:00"
    last = f"{int(hours[3]):02}:{hours[4]}" if hours else "00:00"
    zone = next((each for each in parent.fields if is_zone(parent, each)), "")
    local = bool(zone) and re.search(r"(?i)\blocal|\bzone|\btz\b|" + zone, route.words)
    place = f"{parent.variable}.{zone}" if local else '"UTC"'
    return [
        f'let begins = from_zone({day} + "T{first}:00", {place})',
        f'let ends = from_zone(date(later({day} + "T00:00:00Z", 86400)) + "T{last}:00", {place})',
    ]


def _day_part(writer: Writer, part: Property, child: Holding, parent: Holding, day: str) -> str:
    """One value of the answer about a day; empty where nothing explains it."""
    from beliefs.spec.inferring.answers.figures import figure
    from beliefs.spec.inferring.keeping.values import brief

    name = plain(part.name)
    if name in {"date", "day"}:
        return day
    if name in _BEGINS | _ENDING:
        return brief("begins" if name in _BEGINS else "ends", part)
    if is_list(part.shape) and same_thing(part.name, child.word):
        return listed("found", child, part.shape.item, writer.kept)
    if parent.named(part.name):
        return f"{parent.variable}.{parent.named(part.name)}"
    return figure(writer, part, "found", child, {}) or ""
