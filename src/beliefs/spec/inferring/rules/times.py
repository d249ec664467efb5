"""When rows may be: an end after its start, nothing for too long, no two at the same time."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Fault, Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.families.lasting import ENDS, STARTS, UNITS, span_of, unit_of
from beliefs.spec.inferring.keeping.capacity import active
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import literal, made
from beliefs.spec.inferring.rules.guarding import changed_value, compared_guards
from beliefs.spec.inferring.rules.overlaps import makers, same_things, says_clash, span_in
from beliefs.spec.inferring.rules.refusing import chosen
from beliefs.spec.inferring.writing import Writer

_LONGEST = re.compile(
    r"(?i)(?:no longer than|not (?:be |last |take )?(?:longer|more) than|(?:lasts?|takes?|is|be|"
    r"runs?|for|last|take)? ?at most|longer than|exceed(?:s|ing)?|up to) (?:the |its |their )?"
    r"`?(?:(?P<field>[a-z]\w*?_?[A-Za-z]+)`?|(?P<many>\d+) (?P<unit>second|minute|hour|day|week)s?)"
    r"(?=[\s.,;:)`]|$)"
)


def inclusive(writer: Writer, holding: Holding, start: str) -> bool:
    """Whether a span of days has its last day in it."""
    said = f"{writer.contract.summary} {' '.join(each.words for each in writer.contract.routes)}"
    days = holding.fields[start].type.kind == "date"
    return days and bool(re.search(r"(?i)inclusive|first and (?:its |the )?last day", said))


# "does not end after it starts", "ends before it begins": of a row, not of its fields.
_ENDS_LATE = re.compile(
    r"(?i)\b(?:do(?:es)?|must|has to|have to|should)(?: not|n't)? (?:always )?ends? (?:after|later "
    r"than) (?:it|they|the \w+) (?:start|begin)s?\b"
)
_ENDS_EARLY = re.compile(
    r"(?i)\bend(?:s|ing)? (?P<same>at or |on or )?before (?:it|they|the \w+) (?:start|begin)s?\b"
)


def time_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str = ""
) -> list[str]:
    """An end after its start; no two rows over the same time, where a conflict is about that.

    `one` is the row that is changed: what is not brought stays as it is.
    """
    by = {plain(each): each for each in brought if each in holding.fields}
    start = next((by[each] for each in STARTS if each in by), "")
    if not one and start and not any(each in by for each in ENDS):
        if holding.fields[start].type.kind == "datetime":
            return _lasting(writer, route, holding, brought, start)
        return []
    values = {each: f"{one}.{each}" for each in holding.fields} if one else {}
    values |= {each: changed_value(brought, each, one, route) for each in brought}
    span = span_in(list(values), holding)
    if span is None:
        return []
    timed = bool({*span} & {*brought})
    lines = _ordered(writer, route, holding, values) if timed else []
    if compared_guards(writer, route, holding, brought, one):
        lines = []
    shared = {each.split(" ")[0][1:] for each in same_things(writer, route, holding, values, one)}
    moved = timed or bool(shared & {*brought})
    if moved and any(says_clash(writer, each, holding) for each in _ruling(route, holding, one)):
        lines += _apart(writer, route, holding, values, one)
    return lines


def _ruling(route: Route, holding: Holding, one: str) -> list[Route]:
    """The routes whose words rule a row: its own, and for a change those that make such rows."""
    return [route, *(makers(holding) if one else ())]


def _ordered(writer: Writer, route: Route, holding: Holding, values: dict[str, str]) -> list[str]:
    """A guard that a row ends after it starts, where words say so."""
    start, end = span_in(list(values), holding) or ("", "")
    said = " ".join([route.words, *(each.words + each.example for each in route.replies)])
    strict = _ENDS_LATE.search(said) or re.search(
        r"(?i)(end|check.?out)\w*( \w+)? (must be|has to be|is) (after|later)|"
        r"before (the )?(end|check.?out)|after (the )?(start|check.?in)",
        said,
    )
    early = _ENDS_EARLY.search(said)
    if not strict and not early:
        return []
    sign = "<" if strict or (early and early["same"]) else "<="
    way = writer.refuse(
        route, "out_of_range", f"{end} must be after {start}", "before end after", (422, 400)
    )
    return [f"guard {values[start]} {sign} {values[end]} else {way}"]


def _apart(
    writer: Writer, route: Route, holding: Holding, values: dict[str, str], one: str
) -> list[str]:
    """Lines that refuse a row at the time of another one of the same thing."""
    start, end = span_in(list(values), holding) or ("", "")
    same_day = "=" if inclusive(writer, holding, start) else ""
    key = holding.key.name
    test = " and ".join(
        [
            *same_things(writer, route, holding, values, one),
            *([f".{key} != {one}.{key}"] if one else []),
            f".{start} <{same_day} {values[end]}",
            f".{end} >{same_day} {values[start]}",
        ]
    )
    shown = chosen(writer.contract, route, (409,), "overlap booked taken time")
    if way_in := in_the_way(holding, shown, test):
        return way_in
    about = "overlap booked taken during time"
    way = writer.refuse(route, "conflict", "This time is taken", about, (409,))
    return [f"guard {active(holding, test)} = 0 else {way}"]


_LENGTHS = {"minutes": 60, "seconds": 1, "hours": 3600, "duration": 60}


def _lasting(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], start: str
) -> list[str]:
    """No two rows at one time, where a start and how long it lasts say when that is."""
    long = next(
        (
            (each, seconds)
            for each in brought
            for unit, seconds in _LENGTHS.items()
            if plain(each).endswith(unit) and holding.fields[each].type.kind == "integer"
        ),
        None,
    )
    said = " ".join([route.words, *(each.words for each in route.faults if each.status == 409)])
    same = next((each for each in brought if each in holding.references), "")
    if long is None or not same or not re.search(r"(?i)overlap|same time|double[- ]book", said):
        return []
    name, seconds = long
    test = (
        f".{same} = {brought[same]} and "
        f".{start} < later({brought[start]}, {brought[name]} * {seconds}) and "
        f"later(.{start}, .{name} * {seconds}) > {brought[start]}"
    )
    way = writer.refuse(route, "conflict", "This time is taken", "overlap time", (409,))
    return [f"guard {active(holding, test)} = 0 else {way}"]


def length_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], parent: Holding | None
) -> list[str]:
    """How long a row may last, as a number or a field says: "no longer than `max_hours`"."""
    span = span_of(holding)
    if span is None or span.start not in brought or span.end not in brought:
        return []
    lines: list[str] = []
    for sentence in sentences(route.words):
        for match in _LONGEST.finditer(sentence):
            most = _most(match, parent, holding, brought)
            if not most:
                continue
            lasts = f"seconds({brought[span.start]}, {brought[span.end]})"
            said = f"A {holding.spoken.lower()} may not last so long"
            way = writer.refuse(route, "out_of_range", said, "longer than end", (422, 400, 409))
            line = f"guard {lasts} <= {most} else {way}"
            lines += [line] if line not in lines else []
    return lines


def _most(
    match: re.Match[str], parent: Holding | None, holding: Holding, brought: dict[str, str]
) -> str:
    """The seconds that a row may last, in the notation."""
    if match["many"]:
        return str(int(match["many"]) * UNITS[match["unit"].lower()])
    name = match["field"]
    if not unit_of(name):
        return ""
    if parent is not None and parent.named(name):
        return f"{parent.variable}.{parent.named(name)} * {unit_of(name)}"
    if holding.named(name) in brought:
        return f"{brought[holding.named(name)]} * {unit_of(name)}"
    return ""


def in_the_way(holding: Holding, fault: Fault | None, test: str) -> list[str]:
    """Lines that refuse with the row that is in the way, where the failure is to show its key."""
    body = fault.body or fault.live if fault is not None else ""
    try:
        told = json.loads(body) if body else None
    except ValueError:
        return []
    if fault is None or not isinstance(told, dict):
        return []
    keys = [each for each in told if _names_row(each, told[each], holding)]
    if len(keys) != 1:
        return []
    rest = {name: literal(value) for name, value in told.items()}
    shown = made({**rest, keys[0]: f"other.{holding.key.name}"})
    rows = active(holding, test).removeprefix("count(").removesuffix(")")
    return [
        f"let other = first({rows})",
        "if other != null:",
        f"    answer {fault.status} {shown}",
    ]


def _names_row(name: str, value: object, holding: Holding) -> bool:
    """Whether a value of a failure is the key of the row in the way."""
    if isinstance(value, bool) or not (isinstance(value, int) or re.match(r"<.*>$", str(value))):
        return False
    return plain(name) in {
        plain(f"{before}{holding.word}{after}")
        for before in ("", "conflicting_", "existing_", "other_", "overlapping_")
        for after in ("_id", f"_{holding.key.name}", "")
    } | {"conflictswith", "conflictingid", "with", "existingid", "conflictwith", "blockedby"}
