"""Lists with a line for each value that rows have: spent by category, kilometres by runner."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.entities import Key as Key_
from beliefs.spec.inferring.answers.grouping import ALWAYS
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.valuing.measures import measured, over
from beliefs.spec.inferring.valuing.orders import order_told
from beliefs.spec.inferring.valuing.phrases import Told
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import Scope, Some, amount_of, is_called
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
    "weekday": "weekday({})",
}
_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_BY = {"by", "group", "groupby", "per", "groupedby", "dimension"}
_LABELS = {"name", "group", "key", "label", "value", "title"}
_COUNTS = {"count", "number", "times", "entries", "n", "items", "many"}
_SUMS = {"total", "sum", "amount"}
_SHARES = {"share", "percent", "percentage", "pct"}
Value = Callable[[Property, Scope, Told], str]


class Key(NamedTuple):
    """What lines are told apart by: a value of each row, over `{}`, and what it may be."""

    part: Property
    rows: Some
    name: str
    value: str
    choices: tuple[str, ...] = ()


def grouped(item: Shape, scope: Scope, told: Told, said: str, value: Value) -> str:
    """Such a list; empty where its records are none, or one of their values is not explained."""
    key = _key(item, scope, said)
    if key is None:
        return ""
    holding = key.rows.holding
    group = _groups(key, always=ALWAYS.search(said) is not None)
    inside = Some("part.items", holding, key.rows.rows)
    inner = replace(
        scope,
        values={plain(key.part.name): "part.key"},
        spoken=[],
        groups={**scope.groups, holding.name: inside},
        shared=(*scope.shared, plain(key.part.name), plain(key.name)),
    )
    values: dict[str, str] = {}
    for part in sorted(item.properties, key=lambda each: plain(each.name) in _SHARES | {"rank"}):
        if part is key.part or part.name == rank_in(item):
            values[part.name] = "part.key"
            continue
        found = _figure(part, inside, inner, told, value, values)
        if not found:
            return ""
        values[part.name] = inner.values[plain(part.name)] = found
    ranked = rank_in(item)
    shown = {name: values[name] for name in item.names if name != ranked}
    words_ = f"{said}. {scope.route.good.words if scope.route.good else ''}"
    counts = {plain(name) for name, each in values.items() if each == f"count({inside.rows})"}
    order = line_order(words_, item, key.part, frozenset(counts))
    if order is None:
        return ""
    text = f"each(part in {group}: {made(shown)})"
    scope.told.append(key.part.name)
    text = f"{text}[{', '.join(order)}]" if order else text
    return with_ranks(text, ranked, order, item) if ranked else text


def _groups(key: Key, *, always: bool) -> str:
    """The groups of rows, by a value of theirs; one for each choice where all are wanted."""
    if always and key.choices:
        test = key.value.replace("{}", "")
        lines = [
            f"{{key: {each}, items: {key.rows.rows}[where {test} = {each}]}}"
            for each in map(json.dumps, key.choices)
        ]
        return f"[{', '.join(lines)}]"
    if key.value == f"{{}}.{key.name}":
        return f'group({key.rows.rows}, "{key.name}")'
    one, name = key.value.replace("{}", "one"), key.name
    name = "line" if name in key.rows.holding.fields else name
    return f'group(each(one in {key.rows.rows}: merge(one, {{{name}: {one}}})), "{name}")'


def _key(item: Shape, scope: Scope, said: str) -> Key | None:
    if any(plain(each) == "id" for each in item.names):
        return None
    named = [each for each in item.properties if _is_named(each.name, scope, said)][:1]
    asked = any(plain(each.name) in _BY for each in scope.route.params if each.place == "query")
    if (
        not named
        and not asked
        and not _SAID.search(f"{scope.route.path} {said}".replace("-", " ").replace("/", " "))
    ):
        return None
    for holding in scope.kept.holdings:
        some = rows_told(holding.word, scope) if not holding.shadow and holding.places else None
        mine = {plain(each) for each in item.names}
        if some is None or (not named and mine <= {plain(each) for each in holding.fields}):
            continue
        for part in (*named, *(item.properties if asked or not named else ())):
            found = _of(part, some, scope)
            if found is not None:
                return found
    return None


def _is_named(name: str, scope: Scope, said: str) -> bool:
    """Whether a list is of the values of a name, by its path or its words: `/species`."""
    last = [each.name for each in scope.writer.chain(scope.route) if each.name][-1:]
    many = " ".join(words(plural(name)))
    told = rf"(?i)\b(?:all|the|different|distinct|of) (?:the |different |distinct )*{many}\b"
    return any(same_thing(name, each) for each in last) or re.search(told, said) is not None


def _of(part: Property, some: Some, scope: Scope) -> Key | None:
    name = some.holding.named(part.name)
    field = some.holding.fields.get(name)
    if field is not None and not field.hidden and field.type.kind in _KEYS | {"date"}:
        choices = field.type.choices or part.shape.type.choices
        return Key(part, some, name, f"{{}}.{name}", choices)
    if field is None and (value := _period(part.name, some.holding)):
        choices = part.shape.type.choices or (_WEEK if plain(part.name) == "weekday" else ())
        small = bool(choices) and all(each == each.lower() for each in choices)
        return Key(part, some, part.name, f"lower({value})" if small else value, choices)
    return _as_asked(part, some, scope) if field is None else None


def _period(name: str, holding: Holding) -> str:
    """The period that a moment of a row is in, over `{}`."""
    dated = [e for e in holding.fields.values() if e.type.kind in {"date", "datetime"}]
    return (
        _PERIODS[plain(name)].format(f"{{}}.{dated[0].name}")
        if (plain(name) in _PERIODS and dated)
        else ""
    )


def _as_asked(part: Property, some: Some, scope: Scope) -> Key | None:
    """The value that a query says lines are by: `by=person`, `group=month`."""
    for param in scope.route.params:
        asked = plain(param.name)
        if param.place != "query" or asked not in _BY:
            continue
        if plain(part.name) not in _LABELS | {asked} or not (param.required or param.default):
            continue
        values = []
        for choice in param.shape.type.choices:
            field = some.holding.named(choice)
            value = f"{{}}.{field}" if field in some.holding.fields else ""
            values.append((choice, value or _period(choice, some.holding)))
        if values and all(value for _, value in values):
            given = f"input.{scope.writer.name(param.name)}"
            text = values[-1][1]
            for choice, value in reversed(values[:-1]):
                text = f"if({given} = {json.dumps(choice)}, {value}, {text})"
            return Key(part, some, part.name, text)
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
    if not phrases and (name in _COUNTS or is_called(part.name, inside.holding)):
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


_SORTS = re.compile(
    r"(?i)\b(?:sorted|ordered|ranked|alphabetical(?:ly)?|(?:desc|asc)ending|chronological(?:ly)?)\b|"
    r"\b(?:most|highest|largest|best|biggest|fewest|lowest|smallest|oldest|newest|latest|earliest|"
    r"\w+est)\b[\w ]*\bfirst\b"
)


_BY_MOST = re.compile(  # "members by total minutes, most first"
    r"(?i)\bby (?:the |their )*(?:total |number of )?([\w ]+?),? (most|highest|largest|best|fewest|"
    r"lowest|longest|shortest) first\b"
)


def line_order(
    said: str, item: Shape, key: Property | None = None, counts: frozenset[str] = frozenset(_COUNTS)
) -> list[str] | None:
    """The order of lines that words tell; None where they tell one that is not understood.

    `counts` are the plain names of what says how many rows a line has.
    """
    lines = Holding("", "", set(), [], item, key=Key_(key.name if key else "id", "given"))
    lines.fields |= {each.name: Field(each.name, each.shape.type) for each in item.properties}
    text = said
    if key is not None:
        text = re.sub(r"(?i)\bby (?:the )?name\b", f"by {key.name}", said)
        text = re.sub(r"(?i)\balphabetical(?:ly)?(?: order)?(?! (?:by|of))", f"by {key.name}", text)
        text = re.sub(r"(?i)\b(?:in )?by (\w+) (?:by|of) ", "by ", text)
    many = next((each.name for each in item.properties if plain(each.name) in counts), "")
    if many:
        often = (
            r"(?i)\b(?:busiest|most (?:active|frequent|common|popular|often)\w*)(?= [\w ]*first)"
        )
        text = re.sub(often, f"most {many}", text)
    text = _BY_MOST.sub(lambda each: f"; {each[2]} {each[1]} first", text)
    found: list[str] = []
    for clause in re.split(r"[;:.(),]+(?=\s|$)(?! then)|\s+(?=(?:sorted|ordered|ranked)\b)", text):
        if found and re.fullmatch(
            r"(?i)\s*(?:the )?(?:most|highest|largest|best) first\s*", clause
        ):
            found[-1] = f"{found[-1].removesuffix(' down')} down"
        elif clause.strip():
            found += order_told(clause, lines) or []
    figures = [each.name for each in item.properties if each is not key]
    figures = [each for each in figures if plain(each) != "rank"]
    most = re.search(r"(?i)\b(?:most|best|highest|largest|top|biggest)\b", said)
    if not found and most and len(figures) == 1:
        found = [f".{figures[0]} down"]
    if not found and _SORTS.search(said):
        return None
    if key and found and f".{key.name}" not in {each.split(" ")[0] for each in found}:
        found.append(f".{key.name}")
    return [f"by {each}" for each in dict.fromkeys(found)]


def rank_in(item: Shape) -> str:
    """The name under which a line has its rank; empty where it has none."""
    names = {"rank", "place", "position", "standing"}
    whole = [e for e in item.properties if e.shape.type.kind in {"integer", "json"} and not e.words]
    return next((each.name for each in whole if plain(each.name) in names), "")


def with_ranks(text: str, ranked: str, order: list[str], item: Shape) -> str:
    """Lines with their ranks: one more than how many are better; equal ones share theirs."""
    if not order or not order[0].endswith(" down"):
        return ""
    by = order[0].split(" ")[1]
    rank = f"1 + count(({text})[where {by} > line{by}])"
    parts = {name: rank if name == ranked else f"line.{name}" for name in item.names}
    return f"each(line in {text}: {made(parts)})"
