"""Amounts in one unit that are wanted in another, by units that the goal tells of."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Fault, Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.computing.arguments import Given
from beliefs.spec.inferring.computing.catalogue import Function
from beliefs.spec.inferring.computing.units import Measure, Told, known, units_of
from beliefs.spec.inferring.keeping.values import made

_FROM = {"from", "fromunit", "source", "sourceunit", "unit", "fromcurrency", "base", "in", "have"}
_TO = {"to", "tounit", "target", "targetunit", "tocurrency", "into", "want", "quote", "as"}
_BELOW = re.compile(r"(?i)\bbelow (?:zero|0)\b|\bnegative\b|\bless than (?:zero|0)\b|< ?0")
_COLD = re.compile(r"(?i)\babsolute zero\b")
_FREE = re.compile(r"(?i)\b(\w+?)s? (?:may|can|might)\b[^.;]*\bnegative\b")


class Line(NamedTuple):
    """A statement, what must hold behind it, what is wrong else, and what its words may name."""

    statement: str = ""
    holds: str = ""
    fails: str = ""
    named: tuple[tuple[str, str], ...] = ()


class Conversion(NamedTuple):
    """Statements, the value, and what each input is taken for."""

    lines: tuple[Line, ...]
    value: str
    inputs: tuple[Given, Given, Given]
    told: Told


def converted(given: tuple[Given, ...], route: Route, text: str) -> Conversion | None:
    """An amount in another unit; None where nothing is converted, or units are not told."""
    start = next((each for each in given if plain(each.wire) in _FROM and "T" in each.fits), None)
    end = next((each for each in given if plain(each.wire) in _TO and "T" in each.fits), None)
    amounts = [each for each in given if each not in (start, end) and "N" in each.fits]
    if start is None or end is None or len(amounts) != 1:
        return None
    shown = tuple(str(each.sample) for each in (start, end) if each.shown)
    told = units_of(text, shown)
    if told is None:
        return None
    amount = f"input.{amounts[0].name}"
    lines, value = (_plainly if told.plain else _by_kind)(told, amount, start, end)
    lines = [*lines, *_not_below(told, amount, route)]
    return Conversion(tuple(lines), value, (amounts[0], start, end), told)


def _plainly(told: Told, amount: str, start: Given, end: Given) -> tuple[list[Line], str]:
    """By a table of numbers: how much of the common unit each is, or how many make one."""
    per = {name: 1 / each.by for name, each in told.units.items()}
    money = all(each.kind in {"currency", "amount"} for each in told.units.values())
    sizes = per if money else {name: each.by for name, each in told.units.items()}
    table = made({name: _number(each) for name, each in sizes.items()})
    one, other = f"at(units, input.{start.name})", f"at(units, input.{end.name})"
    lines = [Line(f"let units = {table}"), *_there(start, end)]
    return lines, f"{amount} / {one} * {other}" if money else f"{amount} * {one} / {other}"


def _by_kind(told: Told, amount: str, start: Given, end: Given) -> tuple[list[Line], str]:
    """By a table of what each unit is of, where it begins and how large it is."""
    table = made({name: _measure(each) for name, each in told.units.items()})
    kinds = {each.kind for each in told.units.values()}
    lines = [Line(f"let units = {table}"), *_there(start, end)]
    lines.append(Line(f"let start = at(units, input.{start.name})"))
    apart = "units do not belong together, cannot convert, different kinds, incompatible"
    named = ((start.wire, f"input.{start.name}"), (end.wire, f"input.{end.name}"))
    holds = "start.kind = end.kind" if len(kinds) > 1 else ""
    lines.append(Line(f"let end = at(units, input.{end.name})", holds, apart, named))
    return lines, f"({amount} - start.less) * start.by / end.by + end.less"


def _there(start: Given, end: Given) -> list[Line]:
    return [
        Line(
            "",
            f"at(units, input.{each.name}) != null",
            "unknown unit, not known, unsupported currency",
            ((each.wire, f"input.{each.name}"),),
        )
        for each in (start, end)
    ]


def _measure(measure: Measure) -> str:
    by, less = _number(measure.by), _number(measure.less)
    return f'{{kind: "{measure.kind}", by: {by}, less: {less}}}'


def _number(value: float) -> str:
    told = float(f"{value:.15g}")
    return str(int(told)) if told.is_integer() else repr(told)


def _not_below(told: Told, amount: str, route: Route) -> list[Line]:
    """Amounts that cannot be: below zero, but for kinds that may be, or below absolute zero."""
    fault = next((each for each in route.faults if _BELOW.search(each.words)), None)
    if fault is None:
        return []
    free = [each.lower() for each in _FREE.findall(fault.words + " " + route.words)]
    kinds = {each.kind for each in told.units.values()}
    spoken = {each for each in kinds if re.search(rf"(?i)\b{each}s?\b", fault.words)} - {*free}
    colder = _COLD.search(fault.words)
    spoken -= {"temperature"} if colder else set()
    lines = []
    if colder and "temperature" in kinds:
        least = f"round(({amount} - start.less) * start.by, 6) >= -273.15"
        lines.append(Line("", f'start.kind != "temperature" or {least}', fault.words))
    may_be = kinds - spoken if spoken else kinds & {*free, *(("temperature",) if colder else ())}
    tests = [f"{amount} >= 0", *(f'start.kind = "{each}"' for each in sorted(may_be))]
    if told.plain:
        tests = tests[:1]
    return [Line("", " or ".join(tests), fault.words or "negative amount, below zero"), *lines]


def placed(fault: Fault, names: dict[str, str], units: set[str]) -> Fault:
    """A failure with names of inputs in its words, where an example has values of them."""
    message = fault.message
    asked = list(names)
    hits = [each for each in re.finditer(r"[\w°]+", message) if each[0] in units]
    tail = re.search(r"(?<=: )['\"]?(\w+)['\"]?$|['\"](\w+)['\"]$", message)
    if len(hits) == len(asked) == 2:
        first, second = hits
        told = f"{message[: first.start()]}{{{asked[0]}}}{message[first.end() : second.start()]}"
        told += f"{{{asked[1]}}}{message[second.end() :]}"
    elif tail:
        told = message[: tail.start(tail.lastindex or 0)] + f"{{{asked[0]}}}"
        told += message[tail.end(tail.lastindex or 0) :]
    else:
        return fault
    return replace(fault, message=told, body=fault.body.replace(message, told))


def pair_of(phrase: str) -> Function | None:
    """What a path such as /celsius-to-fahrenheit works out.

    >>> pair_of("km to miles").gives
    '$0 * 1000 / 1609.344'
    """
    found = re.fullmatch(r"(?:convert )?([a-z]+) (?:to|in|2|into) ([a-z]+)", phrase)
    return between(found[1], found[2]) if found else None


def between(one: str, other: str) -> Function | None:
    """One unit in another."""
    start, end = known(one), known(other)
    if start is None or end is None or start.kind != end.kind or one == other:
        return None
    if start.kind == "temperature":
        value = "$0"
        if start.less:
            value = f"({value} - {_number(start.less)})"
        if start.by != 1:
            value = f"{value} * 5 / 9"
        if end.by != 1:
            value = f"{value} * 9 / 5"
        value = f"{value} + {_number(end.less)}" if end.less else value
    else:
        value = f"$0 * {_number(start.by)} / {_number(end.by)}"
        value = value.replace("$0 * 1 /", "$0 /").removesuffix(" / 1")
    return Function("", "N", value, "number")
