"""Cron expressions: rows that are due by one, and routes that only say when that is."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input

_CRONS = {"cron", "cronexpression", "cronexpr", "crontab", "cronschedule", "cronline"}
_SPOKEN = {"expression", "expr", "schedule", "rule", "recurrence"}
_NAMED_ZONE = re.compile(r"(?i)\bIANA\b|\btime ?zone (?:name|id)|\btz database\b")
_ZONES = {"timezone", "tz", "zone"}
_NEXT = re.compile(
    r"next(run|runs|at|time|times|execution|executions|fire|due|date)?(at|time|date)?"
)
_AFTER = {"after", "from", "since", "start"}
_MANY = {"count", "n", "limit", "runs", "number", "times"}


def _cron(names: list[str], said: str) -> str:
    """The name that brings a cron expression."""
    spoken = _CRONS | (_SPOKEN if re.search(r"(?i)\bcron", said) else set())
    return next((each for each in names if plain(each) in spoken), "")


def _zone(names: list[str]) -> str:
    return next((each for each in names if plain(each) in _ZONES), "")


def due(holding: Holding, part: Property, kept: Kept) -> str:
    """When a row is due next, by the cron expression and the zone that it has."""
    said = " ".join(each.words for each in kept.contract.routes)
    names = [each.name for each in holding.fields.values() if each.type.kind == "string"]
    cron = _cron(names, f"{said} {part.words} {kept.contract.summary}")
    if not cron or not _NEXT.fullmatch(plain(part.name)):
        return ""
    return f"next_run($.{cron}, now(), {_in(f'$.{_zone(names)}' if _zone(names) else '')})"


def _in(zone: str) -> str:
    return f'or_else({zone}, "UTC")' if zone else '"UTC"'


def cron_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str = ""
) -> list[str]:
    """Guards that what is brought is a cron expression, in a time zone that there is."""
    names = [each for each in brought if each in holding.fields]
    cron = _cron(names, f"{route.words} {writer.contract.summary}")
    zone = _zone(names)
    if not cron:
        return zone_guards(writer, route, holding, brought)
    given, place = brought[cron], brought.get(zone, "")
    if zone and one and route.method == "PATCH":
        place = f"or_else({place}, {one}.{zone})"
    silent = f"{given} = null or " if one or not holding.fields[cron].required else ""
    lines = _known(writer, route, zone, brought.get(zone, ""))
    way = writer.refuse(
        route, "out_of_range", f"{cron}: is no cron expression", f"cron invalid {cron}", (422, 400)
    )
    return [*lines, f"guard {silent}next_run({given}, now(), {_in(place)}) != null else {way}"]


def _known(writer: Writer, route: Route, zone: str, given: str) -> list[str]:
    if not zone:
        return []
    said = f"{zone}: is no time zone"
    way = writer.refuse(route, "out_of_range", said, f"zone invalid {zone}", (422, 400))
    return [f"guard {given} = null or in_zone(now(), {given}) != null else {way}"]


def is_zone(holding: Holding, name: str) -> bool:
    """Whether a field names a time zone, by its name or by what is said of it."""
    part = holding.shape.part(name)
    said = part.words if part is not None else ""
    kind = holding.fields[name].type.kind
    named = {"tz", "timezone", "zone"} & {plain(name), *words(name)[-1:]}
    told = re.search(r"(?i)\btime ?zones?\b|\bIANA\b", said)
    return kind == "string" and bool(told or (named and plain(name) != "zone"))


def zone_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """Guards that a time zone is one, where a document says what it is."""
    lines = []
    for name, given in brought.items():
        part = holding.shape.part(name) if name in holding.fields else None
        said = f"{part.words if part is not None else ''}"
        if part is not None and is_zone(holding, name) and _NAMED_ZONE.search(said):
            lines += _known(writer, route, name, given)
    return lines


def cron_lines(
    writer: Writer, route: Route, inputs: tuple[Input, ...], status: int
) -> list[str] | None:
    """The effect of a route that says when a cron expression is due; None where it is no such."""
    by = {each.name: each for each in inputs if each.place in {"query", "json", "path"}}
    cron = _cron(list(by), f"{route.path} {route.words} {writer.contract.summary}")
    shape = route.good.shape if route.good else None
    if not cron or by[cron].type.kind != "string":
        return None
    zone = _zone(list(by))
    after = next((each for each in by if plain(each) in _AFTER), "")
    many = next((each for each in by if plain(each) in _MANY), "")
    place = _in(f"input.{zone}" if zone else "")
    start = f"or_else(input.{after}, now())" if after else "now()"
    way = writer.refuse(
        route, "out_of_range", f"{cron}: is no cron expression", f"cron invalid {cron}", (422, 400)
    )
    lines = [
        *_known(writer, route, zone, f"input.{zone}"),
        f"let due = next_run(input.{cron}, {start}, {place})",
        f"guard due != null else {way}",
    ]
    local = bool(zone) and re.search(
        r"(?i)\blocal|\bin (?:that|the|this) (?:time ?)?zone", route.words
    )
    runs = "runs"
    if many or is_list(shape) or (is_record(shape) and shape and _lists(shape.properties)):
        number = f"or_else(input.{many}, 5)" if many else "5"
        shown = f"in_zone(due, {place})" if local else "due"
        lines += [
            f"let {runs} = [{shown}]",
            f"for each_of in range({number} - 1):",
            f"    let due = next_run(input.{cron}, due, {place})",
            f"    let {runs} = append({runs}, {shown})",
        ]
        if shape is None or is_list(shape):
            return [*lines, f"answer {status} {runs}"]
    value = f"in_zone(due, {place})" if local else "due"
    if shape is None or not is_record(shape) or not shape.properties:
        return [*lines, f"answer {status} {made({'next': value})}"]
    values = {}
    for part in shape.properties:
        own = next((each for each in by if plain(each) == plain(part.name)), "")
        if is_list(part.shape):
            values[part.name] = runs
        elif own:
            values[part.name] = place if own == zone else f"input.{own}"
        elif _NEXT.fullmatch(plain(part.name)):
            values[part.name] = value
        else:
            return None
    return [*lines, f"answer {status} {made(values)}"]


def _lists(parts: tuple[Property, ...]) -> bool:
    return any(is_list(each.shape) for each in parts)
