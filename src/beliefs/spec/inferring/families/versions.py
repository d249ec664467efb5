"""Rows that remember: every state under its number, edits that must be based on the last one."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route, is_list
from beliefs.spec.documents.names import CREATED, UPDATED
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.supposing import shown_with
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.families.trails import (
    ADDED,
    BACK,
    ENDS,
    NUMBERS,
    TO,
    asked_state,
    base_of,
    is_diff,
    is_history,
    is_state,
    names_of,
    number_of,
)
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import literal, made
from beliefs.spec.inferring.rules.guarding import state_guards
from beliefs.spec.inferring.rules.refusing import chosen, message_of
from beliefs.spec.inferring.writing import Scene, Writer


def _is_revert(route: Route, holding: Holding) -> bool:
    """Whether a route makes a row what it was."""
    last = steps(route.path)[-1]
    return bool(
        holding.trail
        and route.method in {"POST", "PUT"}
        and plain(last.name) in BACK
        and (last.param or any(plain(each) in NUMBERS for each in names_of(route.body)))
    )


def kept_lines(writer: Writer, holding: Holding) -> list[str]:
    """Statements that keep the state that a row is in now."""
    trail = writer.kept.of(holding.trail) if holding.trail else None
    if trail is None:
        return []
    one, (link, number, *rest) = holding.variable, trail.fields
    counted = f"{one}.{number}" if number in holding.fields else _next(trail, holding)
    values = {link: f"{one}.{holding.key.name}", number: counted}
    values |= {name: f"{one}.{name}" if name in holding.fields else "now()" for name in rest}
    return [f"insert {trail.name} {made(values)} as kept_version"]


def _next(trail: Holding, holding: Holding) -> str:
    link = trail.parents[0].field
    return f"count({trail.name}[where .{link} = {holding.variable}.{holding.key.name}]) + 1"


def counted_values(holding: Holding) -> dict[str, str]:
    """The number of the state that a change makes."""
    number = number_of(holding)
    return {number: f"{holding.variable}.{number} + 1"} if number else {}


def counts_up(route: Route, holding: Holding) -> bool:
    """Whether words say that changes are counted: "the version goes up by one"."""
    number = number_of(holding)
    told = (
        rf"(?i)\b{re.escape(number)}\b[^.;]*\b(?:goes up|counts? up|increas\w+|increment\w+|"
        r"is raised|"
        rf"\+ ?1|one up|by (?:one|1))|\bincrement\w*\b[^.;]*\b{re.escape(number)}\b|"
        r"\beach change counts one up\b"
    )
    return bool(number) and re.search(told, route.words) is not None


def based_lines(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """Statements that an edit is based on the present state; None where words ask for none."""
    number = number_of(holding)
    named = base_of(route.body, holding.shape) or number
    asked = route.body.part(named) if route.body is not None and number else None
    fault = chosen(writer.contract, route, (409, 412), f"{number} conflict stale current edit")
    if asked is None or fault is None or fault.status not in route.statuses:
        return None
    one, given = holding.variable, f"input.{writer.name(named)}"
    sure = asked.required and (route.method != "PATCH" or named in route.demanded)
    free = "" if sure or _must_say(route, named) else f"{given} = null or "
    beside = _live(fault.body, one, number)
    if beside:
        test = f"not({free}{given} = {one}.{number})" if free else f"{given} != {one}.{number}"
        return [f"if {test}:", f"    answer {fault.status} {beside}"]
    said = message_of(fault) or "Somebody else was faster"
    way = writer.refuse(route, "conflict", said, f"{number} conflict stale", (409, 412))
    return [f"guard {free}{given} = {one}.{number} else {way}"]


def _must_say(route: Route, name: str) -> bool:
    """Whether words say that an edit must tell the state it began with, or is refused without."""
    told = rf"(?i)\b{re.escape(name)}\b|\b(?:left out|missing|omitted|without (?:it|one))\b"
    must = (
        r"(?i)\b(?:must|has to|have to|needs? to)\b|\b(?:left out|missing|omitted)\b[^.]*\b4\d\d\b"
    )
    said = [each for each in sentences(route.words) if re.search(told, each)]
    return any(re.search(must, each) for each in said)


def _live(body: str, one: str, number: str) -> str:
    """The body of a conflict that says which state is the present one; empty where none does."""
    try:
        told = json.loads(body) if body else None
    except ValueError:
        return ""
    if not isinstance(told, dict):
        return ""
    current = [
        each for each in told if isinstance(told[each], int) and plain(each).endswith(plain(number))
    ]
    if not current:
        return ""
    return made(
        {each: f"{one}.{number}" if each in current else literal(told[each]) for each in told}
    )


def version_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route about earlier states; None where it is about something else."""
    chain = writer.chain(route)
    if len(chain) < 2 or not chain[-2].param:
        return None
    holding = writer.kept.at(chain[:-1])
    trail = writer.kept.of(holding.trail) if holding is not None and holding.trail else None
    if holding is None or trail is None or writer.kept.at(chain) is not None:
        return None
    reads = writer.above(route, chain[:-1])
    mine = f".{trail.parents[0].field} = {holding.variable}.{holding.key.name}"
    number = list(trail.fields)[1]
    status = route.good.status if route.good else 200
    if is_history(route):
        newest = re.search(r"(?i)\b(?:newest|latest|most recent|last)\b[^.]*\bfirst\b", route.words)
        order = f"by .{number}{' down' if newest else ''}"
        rows = f"{trail.name}[where {mine}, {order}]"
        shape, wrap = unwrapped(route.good.shape if route.good else None)
        item = shape.item if is_list(shape) and shape is not None else None
        shown = f"each(version in {rows}: {_shown(trail, names_of(item), 'version')})"
        return [*reads, f"answer {status} {made({wrap: shown}) if wrap else shown}"]
    if is_state(route):
        told = tuple(shown_with(route.words, {*trail.fields}))
        shape = route.good.shape if route.good else None
        lines = _state(writer, route, trail, mine, f"input.{chain[-1].param}")
        names = names_of(shape) or told or names_of(holding.shape)
        own = {each: f"{holding.variable}.{each}" for each in names if each == holding.key.name}
        return [*reads, *lines, f"answer {status} {_shown(trail, names, 'version', own)}"]
    if is_diff(route):
        return [*reads, *_differing(writer, route, trail, mine)]
    if _is_revert(route, holding):
        return [*reads, *_reverted(writer, route, holding, trail, mine)]
    return None


def _shown(
    trail: Holding, names: tuple[str, ...], row: str, own: dict[str, str] | None = None
) -> str:
    """A state with the names that an answer shows, else with all it has; `own`: of its row."""
    known = {each: told for each in names if (told := _told(trail, each, row))}
    shown = known or {each: f"{row}.{each}" for each in list(trail.fields)[1:]}
    return made({**(own or {}), **shown})


_MOMENTS = CREATED | UPDATED | {"savedat", "editedat", "at", "date", "when", "timestamp", "saved"}
_SIZES = {"size", "length", "characters", "chars", "bytes"}


def _told(trail: Holding, name: str, row: str) -> str:
    """What a name says of a state: a value of it, when it was made, or how long its text is."""
    if name == trail.key.name:
        return ""
    if trail.named(name):
        return f"{row}.{trail.named(name)}"
    last, moment = list(trail.fields)[-1], plain(name) in _MOMENTS
    if moment and trail.fields[last].type.kind == "datetime":
        return f"{row}.{last}"
    texts = [each.name for each in trail.fields.values() if each.type.kind == "string"]
    long = [each for each in texts if plain(each) in {"body", "content", "text", "markdown"}]
    if plain(name) in _SIZES and (long or len(texts) == 1):
        measure = "byte_count" if plain(name) == "bytes" else "length"
        return f"{measure}({row}.{(long or texts)[0]})"
    return ""


def _differing(writer: Writer, route: Route, trail: Holding, mine: str) -> list[str]:
    """Statements that read two states, and the lines of a text that only one of them has."""
    ends = [each.name for each in route.params if plain(each.name) in ENDS]
    texts = [
        each.name
        for each in trail.fields.values()
        if each.type.kind == "string" and not each.hidden and plain(each.name) != "author"
    ]
    named = [
        each for each in texts if re.search(rf"(?i)\blines of (?:the |its )?{each}\b", route.words)
    ]
    usual = [each for each in texts if plain(each) in {"body", "content", "text"}]
    text = (named or usual or texts[-1:])[0]
    way = writer.refuse(route, "absent", "Version not found", "version", (404,))
    number = list(trail.fields)[1]
    lines, given = [], {}
    for row, name in zip(
        ("older", "newer"), sorted(ends, key=lambda each: plain(each) in TO), strict=True
    ):
        given[plain(name)] = f"input.{writer.name(name)}"
        found = f"{mine} and .{number} = {given[plain(name)]}"
        lines.append(f"let {row} = first({trail.name}[where {found}])")
        lines.append(f"guard {row} != null else {way}")
    status = route.good.status if route.good else 200
    unified = f"diff(older.{text}, newer.{text})"
    parts = route.good.shape.properties if route.good and route.good.shape else ()
    if not parts:
        return [*lines, f'answer {status} as "text/plain" {unified}']
    only = "lines({0}.{2})[where not(row in lines({1}.{2}))]"
    values = {}
    for part in parts:
        new = plain(part.name) in ADDED
        both = ("newer", "older") if new else ("older", "newer")
        gone = given.get(plain(part.name)) or only.format(*both, text)
        values[part.name] = unified if part.shape.type.kind == "string" else gone
    return [*lines, f"answer {status} {made(values)}"]


def asked_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Statements that answer with a row as it was, where its number is asked for."""
    trail = writer.kept.of(holding.trail) if holding.trail else None
    asked = asked_state(route)
    if trail is None or not asked:
        return []
    mine = f".{trail.parents[0].field} = {holding.variable}.{holding.key.name}"
    given = f"input.{writer.name(asked)}"
    answer = writer.answer(route, Scene(holding, holding.variable))
    own = [each for each in list(trail.fields)[1:] if each in holding.fields]
    was = f"merge({holding.variable}, only(version, {', '.join(map(json.dumps, own))}))"
    return [
        f"if {given} != null:",
        *(f"    {each}" for each in _state(writer, route, trail, mine, given)),
        f"    let {holding.variable} = {was}",
        f"    {answer}",
    ]


def _state(writer: Writer, route: Route, trail: Holding, mine: str, number: str) -> list[str]:
    way = writer.refuse(route, "absent", "Version not found", "version", (404,))
    name = list(trail.fields)[1]
    return [
        f"let version = first({trail.name}[where {mine} and .{name} = {number}])",
        f"guard version != null else {way}",
    ]


def _reverted(
    writer: Writer, route: Route, holding: Holding, trail: Holding, mine: str
) -> list[str]:
    """Statements that make a new state of an old one, and the answer."""
    inputs = [each for each in writer.inputs(route) if each.place in {"json", "form"}]
    number = next((each for each in inputs if plain(each.wire) in NUMBERS), None)
    param = writer.chain(route)[-1].param
    which = f"input.{number.name if number is not None else param}"
    brought = {
        each.wire: f"input.{each.name}"
        for each in inputs
        if each is not number and each.wire in holding.fields
    }
    old = [
        each
        for each in list(trail.fields)[2:]
        if each in holding.fields and plain(each) not in UPDATED and each not in brought
    ]
    values = {each: f"version.{each}" for each in old} | brought
    values |= counted_values(holding) | holding.touches
    scene = Scene(holding, holding.variable, message=f"{holding.spoken} reverted")
    return [
        *state_guards(writer, route, holding),
        *_state(writer, route, trail, mine, which),
        f"patch {holding.name} {holding.variable} {made(values)}",
        *kept_lines(writer, holding),
        writer.answer(route, scene),
    ]
