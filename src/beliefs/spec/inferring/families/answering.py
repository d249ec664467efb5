"""Answers to questions that belong to what is answered: which fit, and what they come to.

A survey, a quiz or a form has questions of several types. What is handed in is a list of records,
each with the key of a question and a value; the words say what a question of each type takes, and
an example of the results shows what is told of the answers to each.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape
from beliefs.spec.documents.words import plain, singular, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits


class Answers(NamedTuple):
    """Where answers are kept, and what they are answers to."""

    sheet: Holding  # one row for all that is handed in at once
    listed: str  # its field that has the answers
    key: str  # of the question, in each of them
    value: str  # what was answered
    asked: Holding
    link: str  # of a question to what it belongs to


def answers_of(writer: Writer, holding: Holding) -> Answers | None:
    """The answers that rows of a holding have, where it is one that answers questions."""
    for name, field in holding.fields.items():
        parts = field.type.item.fields if field.type.item is not None else ()
        for each in parts:
            last = words(each.name)
            asked = writer.kept.called("_".join(last[:-1])) if last[-1:] == ("id",) else None
            values = [one.name for one in parts if one.type.kind == "json"]
            link = next(
                (
                    one.field
                    for one in (asked.parents if asked is not None else ())
                    if any(one.name == other.name for other in holding.parents)
                ),
                "",
            )
            if asked is not None and link and len(values) == 1:
                return Answers(holding, name, each.name, values[0], asked, link)
    return None


def answered_guards(
    writer: Writer, route: Route, holding: Holding, parents: list[tuple[str, str]]
) -> list[str]:
    """Guards that answers fit their questions: each once, the required ones, of the right type."""
    found = answers_of(writer, holding)
    if found is None or not parents:
        return []
    given, noun = f"input.{writer.name(found.listed)}", found.asked.word.replace("_", " ")
    above, key = parents[0][1], found.asked.key.name
    keys = f"each(one in {given}: one.{found.key})"
    way = writer.refuse(route, "out_of_range", "The answers do not fit", "invalid", (422, 400))
    lines = []
    if re.search(
        rf"(?i)\bno {noun} (?:more than once|twice)|each {noun} (?:only )?once", route.words
    ):
        lines.append(f"guard count(distinct({keys})) = count({given}) else {way}")
    needed = found.asked.fields.get("required")
    if needed is not None and re.search(r"(?i)\b(required|mandatory) \w+\s+must be", route.words):
        open_ = f".{found.link} = {above} and .required and not(.{key} in {keys})"
        lines.append(f"guard count({found.asked.name}[where {open_}]) = 0 else {way}")
    one, value = found.asked.variable, f"each_one.{found.value}"
    fits = [
        f"    guard {one}.{field} != {json.dumps(choice)} or {test} else {way}"
        for field, choice, told in _typed(found.asked, route.words)
        if (test := _taken(told, value, found.asked, one))
    ]
    if fits:
        row = f"first({found.asked.name}[where .{key} = each_one.{found.key}])"
        lines += [f"for each_one in {given}:", f"    let {one} = {row}", *fits]
    return lines


def _typed(asked: Holding, said: str) -> Iterator[tuple[str, str, str]]:
    """Which type of question takes what: a field, one of its choices, and the words about it."""
    noun = re.escape(asked.word.replace("_", " "))
    for field in asked.fields.values():
        for choice in field.type.choices:
            told = re.search(
                rf"(?i)\ba[n]?\s+[`'\"]?{re.escape(choice)}[`'\"]?\s+{noun}\s+"
                rf"(?:takes|wants|accepts|(?:is|must be) answered (?:with|by)|needs)?\s*([^.;]*?)"
                rf"(?=,\s*an?\s+[`'\"]?\w+[`'\"]?\s+{noun}\b|[.;]|$)|"
                rf",\s*an?\s+[`'\"]?{re.escape(choice)}[`'\"]?\s+{noun}\s+([^.;,]*)",
                said,
            )
            if told:
                yield field.name, choice, (told[1] or told[2] or "").strip()


def _taken(told: str, value: str, asked: Holding, one: str) -> str:
    """The condition that a value is what the words say that a question takes; empty for none."""
    numbers = re.findall(r"-?\d+", told)
    if re.search(r"(?i)\bone of\b", told):
        lists = [each for each in asked.fields.values() if each.type.kind == "list"]
        named = [each for each in lists if plain(each.name) in plain(told)] or lists
        return f"{value} in or_else({one}.{named[0].name}, [])" if named else ""
    if re.search(r"(?i)\b(integer|whole number|number|rating)\b", told):
        if len(numbers) > 1:
            tests = [f"{value} >= {numbers[0]}", f"{value} <= {numbers[1]}"]
        else:
            tests = [f"({value} >= 0 or {value} < 0)"]  # of all values only numbers do
        if not re.search(r"(?i)(?<!whole )\bnumber\b", told):
            tests.append(f"floor({value}) = {value}")
        return f"({' and '.join(tests)})"
    if re.search(r"(?i)\b(boolean|true or false|yes or no)\b", told):
        return f"({value} = true or {value} = false)"
    if re.search(r"(?i)\b(string|text)\b", told):
        return f'{value} >= ""'  # of all values only texts compare with a text
    return ""


def least_guards(child: Holding, item: Shape, route: Route, writer: Writer) -> list[str]:
    """What items of a list need by their type: "for choice questions only, there at least two"."""
    lines = []
    noun = re.escape(child.word.replace("_", " "))
    for part in item.properties:
        for field in child.fields.values():
            for choice in field.type.choices:
                told = re.search(
                    rf"(?i)\b{re.escape(choice)}[`'\"]? {noun}s?\b.*\bat least (\w+)", part.words
                )
                least = in_digits(told[1]) if told else ""
                if not least.isdigit() or part.name not in child.fields:
                    continue
                said = f"{part.name} needs at least {least} items"
                way = writer.refuse(route, "out_of_range", said, "invalid", (422, 400))
                test = f"count(or_else(each_one.{part.name}, [])) >= {least}"
                kind = f"each_one.{field.name} != {json.dumps(choice)}"
                lines.append(f"    guard {kind} or {test} else {way}")
    return lines


def results_of(writer: Writer, route: Route, holding: Holding, part: Property) -> str:
    """What was answered to each question, by its type, as an example shows it; over `$`."""
    told = _shown(route, part.name)
    for sheet, link in writer.kept.children(holding):
        found = answers_of(writer, sheet)
        if found is None or not told or plain(singular(part.name)) != plain(found.asked.word):
            continue
        one = found.asked.variable
        sheets = f"{sheet.name}[where .{link} = $.{holding.key.name}]"
        mine = f"one.{found.listed}[where .{found.key} = {one}.{found.asked.key.name}]"
        values = f"flat(each(one in {sheets}: each(each_one in {mine}: each_one.{found.value})))"
        cases: list[tuple[str, str]] = []
        kind = _kind(found.asked, told)
        for record in told:
            shown = {
                name: _figure(route, found, name, value, values) for name, value in record.items()
            }
            if not all(shown.values()):
                return ""
            cases.append((json.dumps(record.get(kind)), made(shown)))
        into = cases[-1][1]
        for choice, record_ in reversed(cases[:-1]):
            into = f"if({one}.{kind} = {choice}, {record_}, {into})"
        rows = f"{found.asked.name}[where .{found.link} = $.{holding.key.name}]"
        return f"each({one} in {rows}: {into})"
    return ""


def _shown(route: Route, name: str) -> list[dict[str, Any]]:
    """The records that an example of the answer has under a name."""
    try:
        told = json.loads(route.good.example) if route.good else None
    except ValueError:
        return []
    listed = told.get(name) if isinstance(told, dict) else None
    good = isinstance(listed, list) and all(isinstance(each, dict) for each in listed)
    return listed if good and isinstance(listed, list) else []


def _kind(asked: Holding, told: list[dict[str, Any]]) -> str:
    """The field by which records of the example differ in what they show."""
    return next(
        (
            name
            for name in told[0]
            if name in asked.fields
            and len({json.dumps(each.get(name)) for each in told}) == len(told)
            and all(each.get(name) in asked.fields[name].type.choices for each in told)
        ),
        "",
    )


def _figure(route: Route, found: Answers, name: str, value: Any, values: str) -> str:
    """One value that is told of the answers to a question."""
    one, bare = found.asked.variable, plain(name)
    if bare in {plain(found.key), "id"}:
        return f"{one}.{found.asked.key.name}"
    if found.asked.named(name):
        return f"{one}.{found.asked.named(name)}"
    if bare in {"average", "mean", "avg", "averagescore"}:
        digits = re.search(r"(?i)\b(one|two|three|\d) (?:decimal|digit|place)", route.words)
        mean = f"average({values})"
        many = in_digits(digits[1]) if digits else ""
        return f"if(count({values}) = 0, null, round({mean}, {many}))" if digits else mean
    if bare in {"answered", "responses", "count", "answers", "total"} and isinstance(value, int):
        return f"count({values})"
    if isinstance(value, dict):
        lists = [each.name for each in found.asked.fields.values() if each.type.kind == "list"]
        if not lists:
            return ""
        many = f"count({values}[where row = option])"
        options = f"or_else({one}.{lists[0]}, [])"
        return f"keyed(each(option in {options}: {{key: option, value: {many}}}))"
    return values if isinstance(value, list) else ""
