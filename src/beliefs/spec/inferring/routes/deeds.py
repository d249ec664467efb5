"""What the words about a route say that it does to a row: sets, marks, flips, counts, clears."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Field

_SETS = re.compile(
    r"(?i)\bsets? (?:the |its |their )?[`\"']?(?P<name>[\w ]+?)[`\"']? (?:back )?to (?:the "
    r")?[`\"']?(?:given (?:date|day|time|moment)(?:,? (?:or|else|otherwise))+ )?"
    r"(?P<value>current (?:time|date|moment|timestamp)|now|today|true|false|null|zero"
    r"|-?\d+(?:\.\d+)?|"
    r"[\w-]+)[`\"']?"
)
_FLIPS = re.compile(r"(?i)\b(?:flips?|toggles?|inverts?|switches) (?:the |its )?[`\"']?(\w+)")
_COUNTS = re.compile(
    r"(?i)\b(?:increments?|increases?|raises?|bumps?|counts? up) (?:the |its )?[`\"']?"
    r"(?P<name>\w+)[`\"']?"
    r"(?: (?:count|counter))?(?: by (?P<by>\d+|one))?|[`\"']?(?P<plus>\w+)[`\"']? ?\+ "
    r"?(?P<more>\d+)|"
    r"\bone (?P<noun>\w+) more|\b(?:counts?|adds?) (?:an?|one) (?P<one>\w+)"
)
_CLEARS = re.compile(
    r"(?i)\b(?:clears?|resets?|empties|removes?) (?:the |its )?[`\"']?(\w+)[`\"']?"
)


class Change(NamedTuple):
    """New values for a row, and what must hold before."""

    values: dict[str, str]
    guards: list[str]


def worded(writer: Writer, route: Route, holding: Holding) -> Change | None:
    """The change that the words spell out; None where they do not."""
    one = holding.variable
    values: dict[str, str] = {}
    answered = route.good.words if route.good is not None else ""
    for sentence in (*sentences(route.words), *sentences(answered)):
        if _of_one_state(writer, route, holding, sentence):
            continue
        for match in _SETS.finditer(sentence):
            field = _field(holding, match["name"])
            value = _value(field, match["value"]) if field else ""
            if field and value:
                values[field.name] = value
        for match in _FLIPS.finditer(sentence):
            field = _field(holding, match[1])
            if field and field.type.kind == "boolean":
                values[field.name] = f"not({one}.{field.name})"
        for match in _COUNTS.finditer(sentence):
            said = match["name"] or match["plus"] or match["noun"] or match["one"]
            field = _field(holding, said) or _field(holding, f"{said}s")
            if field and field.type.kind in {"integer", "number"}:
                by = (match["by"] or match["more"] or "1").replace("one", "1")
                values[field.name] = f"{one}.{field.name} + {by}"
        for field_name, value in re.findall(
            r"(?i)[`(]?(\w+)`? (null|true|false)(?=[,;).]|$| and)", sentence
        ):
            field = _field(holding, field_name)
            if field and _value(field, value):
                values.setdefault(field.name, _value(field, value))
        for name, value in _then(holding, sentence).items():
            values.setdefault(name, value)
        for match in _CLEARS.finditer(sentence):
            field = _field(holding, match[1])
            if field and field.name not in values and not field.required:
                values[field.name] = field.default or (
                    "[]" if field.type.kind == "list" else "null"
                )
    if not values:
        return None
    for each in writer.inputs(route):
        name = holding.named(each.wire)
        if each.place in {"json", "form"} and name and name not in values:
            values[name] = f"input.{each.name}"
    return Change(values, [])


# How a row is shown once it is done: "the locker with `open: true`", "now `open` is true".
_SHOWN = re.compile(
    r"(?i)(?:\bwith|\bnow|\bthen|\band|\bbut|,|\()(?: (?:its|the|now|then))* [`\"']?(?P<name>\w+)"
    r"[`\"']?(?: ?[:=] ?|(?: is| are)?(?: now| then| again)? set to | is(?: now| then| again)? )"
    r"[`\"']?(?P<value>true|false|null|-?\d+(?:\.\d+)?|[\w-]+)[`\"']?(?=$|[,;.)\s])"
)
_NOW = re.compile(
    r"(?i)\bnow (?P<no>not |no longer )?[`\"']?(?P<name>\w+)[`\"']?(?=$|[,;.)]| and\b)"
)
_NOT_THEN = re.compile(
    r"(?i)\b4\d\d\b|\b(?:if|when|unless|while|only|until|as long as|provided|must|cannot|may|"
    r"can|already|default\w*|otherwise|else)\b"
)


def _then(holding: Holding, sentence: str) -> dict[str, str]:
    """The values that a row has once it is done, as words about the answer tell."""
    found: dict[str, str] = {}
    for part in re.split(r";\s+|(?:,|\band|\bor)\s+(?=4\d\d\b)", sentence):
        if _NOT_THEN.search(part):
            continue
        for match in _SHOWN.finditer(part):
            field = _field(holding, match["name"])
            if field and (value := _value(field, match["value"])):
                found[field.name] = value
        for match in _NOW.finditer(part):
            field = _field(holding, match["name"])
            if field and field.type.kind == "boolean":
                found[field.name] = "false" if match["no"] else "true"
    return found


def _of_one_state(writer: Writer, route: Route, holding: Holding, sentence: str) -> bool:
    """Whether a sentence is about rows in one of several states that a request may name."""
    names = [holding.named(each.wire) for each in writer.inputs(route) if each.place == "json"]
    states = [
        one for each in names if each in holding.fields for one in holding.fields[each].type.choices
    ]
    told = "|".join(re.escape(each) for each in states)
    return bool(states) and bool(
        re.match(rf"(?i)(?:when |if )?(?:an?|the|every|it is)? ?[`\"']?(?:{told})\b", sentence)
    )


def brought_day(
    writer: Writer, route: Route, holding: Holding, values: dict[str, str]
) -> dict[str, str]:
    """The day that a request brings for when something was done, in the place of the present."""
    given = [
        each
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and each.type.kind in {"date", "datetime"}
    ]
    if len(given) != 1 or holding.named(given[0].wire):
        return {}
    kind = given[0].type.kind
    when = f"input.{given[0].name}"
    if not given[0].required:
        when = f"or_else({when}, {'today()' if kind == 'date' else 'now()'})"
    return {
        name: when
        for name, value in values.items()
        if value in {"today()", "now()"} and holding.fields[name].type.kind == kind
    }


def _field(holding: Holding, name: str) -> Field | None:
    found = holding.named(name.strip().replace(" ", "_"))
    return holding.fields.get(found) if found else None


def _value(field: Field, raw: str) -> str:
    """A value in words, as one of the field."""
    small, kind = raw.lower(), field.type.kind
    if kind in {"date", "datetime"}:
        moment = "today()" if kind == "date" else "now()"
        return (
            moment if re.match(r"current|now|today", small) else "null" if small == "null" else ""
        )
    if small == "null":
        return "null"
    if kind == "boolean":
        return small if small in {"true", "false"} else ""
    if kind in {"integer", "number"}:
        return "0" if small == "zero" else raw if re.fullmatch(r"-?\d+(?:\.\d+)?", raw) else ""
    if field.type.choices:
        chosen = next((each for each in field.type.choices if snaked(each) == snaked(raw)), "")
        return json.dumps(chosen) if chosen else ""
    return json.dumps(raw) if plain(field.name) in {"status", "state"} else ""
