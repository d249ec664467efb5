"""Lists with a line for each value that rows have: spent by category, kilometres by runner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.words import plain, singular, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.valuing.measures import amount_of, measured, over
from beliefs.spec.inferring.valuing.phrases import Told
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import Scope, Some
from beliefs.spec.types import Field

_SAID = re.compile(
    r"(?i)\b(?:per|by|each|every|for all|grouped?|ranking|ranked|leaderboard|top|totals?|"
    r"most|best)\b"
)
_KEYS = {"string", "email", "url", "uuid", "boolean"}
_PERIODS = {
    "month": "month({})",
    "day": "date({})",
    "date": "date({})",
    "year": "cut_out({}, 0, 3)",
}
_COUNTS = {"count", "number", "times", "entries", "n", "items", "many"}
_SUMS = {"total", "sum", "amount"}
_SHARES = {"share", "percent", "percentage", "pct"}
Value = Callable[[Property, Scope, Told], str]


class Key(NamedTuple):
    """What lines are told apart by: a field of rows, or the month or day of one."""

    part: Property
    rows: Some
    field: Field
    period: str = ""


def grouped(item: Shape, scope: Scope, told: Told, said: str, value: Value) -> str:
    """Such a list; empty where its records are none, or one of their values is not explained."""
    key = _key(item, scope, said)
    if key is None:
        return ""
    holding = key.rows.holding
    group = _groups(key)
    inside = Some("part.items", holding, key.rows.rows)
    inner = replace(
        scope,
        values={plain(key.part.name): "part.key"},
        spoken=[],
        groups={**scope.groups, holding.name: inside},
    )
    values: dict[str, str] = {}
    for part in sorted(item.properties, key=lambda each: plain(each.name) in _SHARES | {"rank"}):
        if part is key.part or plain(part.name) == "rank":
            values[part.name] = "part.key"
            continue
        found = _figure(part, inside, inner, told, value, values)
        if not found:
            return ""
        values[part.name] = inner.values[plain(part.name)] = found
    ranked = next((each.name for each in item.properties if plain(each.name) == "rank"), "")
    shown = {name: values[name] for name in item.names if name != ranked}
    order = _order(said, item, key.part)
    text = f"each(part in {group}: {made(shown)})"
    scope.told.append(key.part.name)
    text = f"{text}[{', '.join(order)}]" if order else text
    return _ranked(text, ranked, order, item) if ranked else text


def _groups(key: Key) -> str:
    """The groups of rows, by a field or by the period that a moment of theirs is in."""
    if not key.period:
        return f'group({key.rows.rows}, "{key.field.name}")'
    one = _PERIODS[key.period].format(f"one.{key.field.name}")
    dated = f"each(one in {key.rows.rows}: merge(one, {{{key.period}: {one}}}))"
    return f'group({dated}, "{key.period}")'


def _key(item: Shape, scope: Scope, said: str) -> Key | None:
    if not _SAID.search(f"{scope.route.path} {said}".replace("-", " ").replace("/", " ")):
        return None
    if any(plain(each) == "id" for each in item.names):
        return None
    for holding in scope.kept.holdings:
        some = rows_told(holding.word, scope) if not holding.shadow and holding.places else None
        mine = {plain(each) for each in item.names}
        if some is None or mine <= {plain(each) for each in holding.fields}:
            continue
        for part in item.properties:
            found = _of(part, some)
            if found is not None:
                return found
    return None


def _of(part: Property, some: Some) -> Key | None:
    name = some.holding.named(part.name)
    field = some.holding.fields.get(name)
    if field is not None and not field.hidden and field.type.kind in _KEYS:
        return Key(part, some, field)
    if field is not None and field.type.kind == "date":
        return Key(part, some, field)
    dated = [e for e in some.holding.fields.values() if e.type.kind in {"date", "datetime"}]
    if field is None and plain(part.name) in _PERIODS and dated:
        return Key(part, some, dated[0], plain(part.name))
    return None


def _figure(
    part: Property,
    inside: Some,
    scope: Scope,
    told: Told,
    value: Value,
    known: dict[str, str],
) -> str:
    """One value of a line: as words tell it, else by its name."""
    name, phrases = plain(part.name), told.phrases.get(part.name, [])
    for phrase in [*phrases, *told.elsewhere.get(part.name, [])]:
        if worked := measured(phrase, inside.holding, scope):
            return over("sum", inside, worked, scope)
    amount = amount_of(inside.holding)
    if not phrases and name in _COUNTS:
        return f"count({inside.rows})"
    if name in _SHARES:
        return _share(inside, known)
    if not phrases and name in _SUMS and amount:
        return over("sum", inside, f"{inside.holding.variable}.{amount}", scope)
    field = _number(part.name, inside.holding) if not phrases else ""
    if field:
        return over("sum", inside, f"{inside.holding.variable}.{field}", scope)
    return value(part, scope, told)


def _number(name: str, holding: Holding) -> str:
    """The number of rows that a name means: `total_rain` of `rain_mm`, `km` of `km`."""
    bare = [each for each in words(name) if each not in {"total", "sum", "all"}]
    found = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in {"integer", "number"}
        and each.name not in holding.references
        and bare
        and [singular(one) for one in words(each.name)[: len(bare)]]
        == [singular(one) for one in bare]
    ]
    return found[0] if len(found) == 1 else ""


def _share(inside: Some, known: dict[str, str]) -> str:
    """What part of the whole a line is, by the first figure beside it that adds up."""
    sums = [each for each in known.values() if each.startswith("sum(")]
    counts = [each for each in known.values() if each == f"count({inside.rows})"]
    figure = (sums or counts or [""])[0]
    return f"percent({figure}, {figure.replace(inside.rows, inside.base)})" if figure else ""


def _order(said: str, item: Shape, key: Property) -> list[str]:
    """The order that words tell, by figures or by what lines are told apart by."""
    for part in item.properties:
        name = " ".join(words(part.name))
        named = rf"(?:{re.escape(name)}|{re.escape(part.name)}|{re.escape(name.split(' ')[-1])})"
        down = rf"(?i)\b(?:most|highest|largest|best|biggest|top)\b[\w ]*\b{named}\b[\w ]*\bfirst\b"
        down += (
            rf"|\bby (?:the |their )?(?:total )?{named},? (?:in )?(?:\w+ )?(?:desc|most|highest|"
        )
        down += r"largest|best|biggest)"
        up = rf"(?i)\b(?:fewest|lowest|smallest|least) {named} first\b|\bby (?:the )?{named}\b"
        if part is not key and re.search(down, said):
            return [f"by .{part.name} down", f"by .{key.name}"]
        if re.search(up, said):
            return [f"by .{part.name}"] if part is key else [f"by .{part.name}", f"by .{key.name}"]
    figures = [each.name for each in item.properties if each is not key]
    figures = [each for each in figures if plain(each) != "rank"]
    most = re.search(r"(?i)\b(?:most|best|highest|largest|top|biggest)\b(?:[\w ]*first\b)?", said)
    if most and len(figures) == 1:
        return [f"by .{figures[0]} down", f"by .{key.name}"]
    if re.search(r"(?i)alphabet|a to z|oldest first|earliest first|chronolog", said):
        return [f"by .{key.name}"]
    return []


def _ranked(text: str, ranked: str, order: list[str], item: Shape) -> str:
    """Lines with their ranks: one more than how many are better; equal ones share theirs."""
    if not order or not order[0].endswith(" down"):
        return ""
    by = order[0].split(" ")[1]
    rank = f"1 + count(({text})[where {by} > line{by}])"
    parts = {name: rank if name == ranked else f"line.{name}" for name in item.names}
    return f"each(line in {text}: {made(parts)})"
