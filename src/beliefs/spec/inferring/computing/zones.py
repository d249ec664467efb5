"""Times by the clocks of zones: what time it is there, and a time of one zone in another.

Nothing is kept. What each name of the answer is, its example, its name or its words tell; where
one of them is told by none, nothing is made of the route.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input

_ZONES = {"tz", "zone", "timezone", "tzname", "zonename", "iana"}
_STARTS = {"from", "fromtz", "fromzone", "fromtimezone", "source", "sourcetz", "sourcezone"}
_ENDS = {"to", "totz", "tozone", "totimezone", "target", "targettz", "targetzone"}
_TIMES = {"when", "time", "datetime", "at", "moment", "localtime", "local", "timestamp", "start"}
_NOW = {"now", "time", "datetime", "current", "currenttime", "localtime", "local", "iso"}
_NOW |= {"timestamp", "servertime", "utc", "converted", "result", "when", "at"}
_AREA = re.compile(r"(?:[A-Z][A-Za-z]+/[A-Z]\w+(?:/\w+)?|UTC)$")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_TOLD = re.compile(r"(?i)\b(?:time ?-?zones?|iana|zones?)\b")
_WHOLE = re.compile(r"(?i)\b(?:without|no) (?:fractions?|fractional|microseconds|milliseconds)\b")
_DAYS = re.compile(r"(?i)\bday before\b.*\bnext day\b|\bnext day\b.*\bday before\b|\bday change\b")


class _Asked(NamedTuple):
    """What a request asks for: the zone that it wants, where from, and which time."""

    end: Input | None = None
    start: Input | None = None
    when: Input | None = None


def zoned_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that tells times; None when it is none of these."""
    shape = route.good.shape if route.good else None
    if shape is None or not is_record(shape) or not shape.properties:
        return None
    inputs = writer.inputs(route)
    asked = _asked(route, inputs)
    if asked is None or (asked.when is None and not _is_now(writer, route)):
        return None
    lines = _read(writer, route, asked)
    values = {each.name: _value(each, route, asked) for each in shape.properties}
    if not all(values.values()):
        return None
    return [*lines, f"answer {route.good.status if route.good else 200} {made(values)}"]


def _is_now(writer: Writer, route: Route) -> bool:
    word = plain(next((each.name for each in reversed(writer.chain(route)) if each.name), ""))
    return route.method == "GET" and word in {"time", "now", "clock", "datetime", "currenttime"}


def _asked(route: Route, inputs: tuple[Input, ...]) -> _Asked | None:
    """Which input is what; None where one of them is something else."""
    zones = [each for each in inputs if _is_zone(route, each)]
    times = [each for each in inputs if each not in zones and plain(each.wire) in _TIMES]
    if len(zones) + len(times) != len(inputs) or len(times) > 1 or len(zones) > 2:
        return None
    if not times:
        return _Asked(zones[0] if zones else None) if len(zones) < 2 else None
    ends = [each for each in zones if plain(each.wire) in _ENDS]
    starts = [each for each in zones if plain(each.wire) in _STARTS]
    if len(zones) == 2 and (len(ends) != 1 or len(starts) != 1):
        return None
    return _Asked(ends[0], starts[0], times[0]) if ends and starts else None


def _is_zone(route: Route, given: Input) -> bool:
    """Whether an input names a zone: by its name, or by its example or words if that says less."""
    name = plain(given.wire)
    if name in _ZONES:
        return True
    param = next((each for each in route.params if each.name == given.wire), None)
    part = route.body.part(given.wire) if route.body is not None else None
    shape = param.shape if param is not None else part.shape if part is not None else None
    shown = _loaded(shape.example) if shape is not None else None
    if name not in _STARTS | _ENDS:
        return False
    if isinstance(shown, str) and _AREA.match(shown):
        return True
    return bool(_TOLD.search(f"{shape.words if shape is not None else ''} {route.words}"))


def _read(writer: Writer, route: Route, asked: _Asked) -> list[str]:
    """The lines that find the moment, and what clocks show then."""
    if asked.when is not None and asked.start is not None and asked.end is not None:
        when, start = f"input.{asked.when.name}", f"input.{asked.start.name}"
        end = f"input.{asked.end.name}"
        return [
            f"let moment = from_zone({when}, {start})",
            f"guard moment != null else {_way(writer, route, asked.when, 'no such time')}",
            f"let local = in_zone(moment, {end})",
            f"guard local != null else {_way(writer, route, asked.end, 'no such time zone')}",
        ]
    moment = 'cut_out(now(), 0, 19) + "Z"' if _whole(route) else "now()"
    if asked.end is None:
        return [f"let local = {moment}"]
    return [
        f"let local = in_zone({moment}, {_zone(asked.end)})",
        f"guard local != null else {_way(writer, route, asked.end, 'no such time zone')}",
    ]


def _whole(route: Route) -> bool:
    """Whether times are told to the second: by words, or by what an example shows."""
    shown = route.good.example if route.good else ""
    return bool(_WHOLE.search(route.words) or re.search(r"T\d\d:\d\d:\d\d(?:Z|[+-])", shown))


def _way(writer: Writer, route: Route, given: Input, said: str) -> str:
    told = f"{given.wire}: {said}"
    return writer.refuse(route, "out_of_range", told, f"{said} invalid unknown", (400, 422, 404))


def _zone(given: Input) -> str:
    return f"input.{given.name}" if given.required else f'or_else(input.{given.name}, "UTC")'


def _value(part: Property, route: Route, asked: _Asked) -> str:
    """What stands under one name of the answer; empty where nothing tells it."""
    name, kind = plain(part.name), part.shape.type.kind
    shown = _shown(part, route)
    if isinstance(shown, str) and _MOMENT.match(shown):
        return "local"
    if name in _ZONES | _ENDS or (isinstance(shown, str) and _AREA.match(shown)):
        if name in _STARTS and asked.start is not None:
            return _zone(asked.start)
        return _zone(asked.end) if asked.end is not None else '"UTC"'
    told = f"{part.words} {_about(part.name, route)}"
    if kind in {"integer", "number"} and asked.when is not None and _DAYS.search(told):
        return f"days_between(cut_out(input.{asked.when.name}, 0, 10), cut_out(local, 0, 10))"
    if kind in {"integer", "number"} and name in {"unix", "epoch", "unixtime", "timestamp"}:
        return 'floor(seconds("1970-01-01T00:00:00Z", now()))' if asked.when is None else ""
    if name == "date" or (isinstance(shown, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", shown)):
        return "cut_out(local, 0, 10)"
    if name in {"weekday", "day", "dayofweek"} and kind == "string":
        return "weekday(local)"
    if isinstance(shown, str) and re.fullmatch(r"\d\d:\d\d:\d\d", shown):
        return "time_of_day(local)"
    if shown is None and kind in {"string", "datetime"} and name in _NOW:
        return "local"
    return ""


def _about(name: str, route: Route) -> str:
    """The sentence about a route that is of one name."""
    found = re.search(rf"(?i)(?:^|[.;]\s+)`?{re.escape(name)}`?\s[^.;]*", route.words)
    return found[0] if found else ""


def _shown(part: Property, route: Route) -> Any:
    shown = _loaded(route.good.example) if route.good else None
    if isinstance(shown, dict) and part.name in shown:
        return shown[part.name]
    return _loaded(part.shape.example)


def _loaded(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None
