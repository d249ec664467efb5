"""A table of what the numbers of a CSV file are like."""

from __future__ import annotations

import re
from random import SystemRandom
from secrets import token_hex

from beliefs.judge.command import Command, Ran
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import Unmet, equal, expect

suite: Suite[Command] = Suite("csv-stats", "command")

_CHANCE = SystemRandom()
# What tables are drawn with; a table without lines has two spaces or more between its cells.
_BORDERS = re.compile(r"\s*[│┃|║]\s*|\s{2,}")
_RULE = re.compile(r"[-=:+|─━\s]+")
_TITLES = {"min": "min", "max": "max", "mean": "mean", "average": "mean", "avg": "mean"}


def _cells(line: str) -> list[str]:
    return [cell for cell in _BORDERS.split(line.strip(" │┃|║")) if cell]


def _title(cell: str) -> str:
    words = [_TITLES[start] for start in _TITLES if cell.casefold().startswith(start)]
    return words[0] if words else ""


def _table(ran: Ran) -> dict[str, dict[str, float]]:
    """The rows of the table by their first cell, each with its minimum, maximum and mean."""
    printed = [line for line in ran.succeeds().lines if not _RULE.fullmatch(line)]
    lines = [cells for cells in map(_cells, printed) if cells]
    heads = [
        place
        for place, cells in enumerate(lines)
        if {"min", "max", "mean"} <= set(map(_title, cells))
    ]
    if not heads:
        ran.unmet("wanted a table headed with minimum, maximum and mean")
    titles = [_title(cell) for cell in lines[heads[0]]]
    rows = [cells for cells in lines[heads[0] + 1 :] if len(cells) == len(titles)]
    return {
        cells[0]: {
            title: float(cell.replace(",", ""))
            for title, cell in zip(titles, cells, strict=True)
            if title
        }
        for cells in rows
    }


def _close(got: dict[str, float], values: list[float], name: str) -> None:
    wanted = {"min": min(values), "max": max(values), "mean": sum(values) / len(values)}
    # A table may round to two decimals.
    if any(abs(got[each] - wanted[each]) > 0.0051 for each in wanted):
        message = f"{name}: wanted {wanted}, got {got}"
        raise Unmet(message)


def _numbers(count: int) -> list[float]:
    return [_CHANCE.randint(-90_000, 90_000) / 100 for _ in range(count)]


@suite.check("each numeric column has a row with its minimum, maximum and mean")
def numeric(command: Command) -> None:
    columns = {f"n{token_hex(2)}": _numbers(25) for _ in range(3)}
    rows = [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]
    command.write("data.csv", "\n".join([",".join(columns), *rows]) + "\n")
    told = _table(command("data.csv"))
    equal(sorted(told), sorted(columns), "the rows")
    for name, values in columns.items():
        _close(told[name], values, name)


@suite.check("numbers are compared as numbers, whole ones and negative ones too")
def whole(command: Command) -> None:
    values = [9.0, 10.0, 100.0, -7.0, -20.0, float(_CHANCE.randint(200, 400))]
    _CHANCE.shuffle(values)
    command.write("whole.csv", "count\n" + "".join(f"{each:.0f}\n" for each in values))
    _close(_table(command("whole.csv"))["count"], values, "count")


@suite.check("columns of words have no row, and quoted commas are no separators")
def words(command: Command) -> None:
    values = _numbers(4)
    places = ['"Lyon, FR"', "Oslo", '"say ""hi"", 3"', "Rome"]
    rows = [f"{place},{each},x" for place, each in zip(places, values, strict=True)]
    command.write("in/some places.csv", "\n".join(["place,level,mark", *rows]) + "\n")
    told = _table(command("in/some places.csv"))
    equal(list(told), ["level"], "the rows")
    _close(told["level"], values, "level")


@suite.check("empty cells are left out of the reckoning")
def gaps(command: Command) -> None:
    values = [each + 1000 for each in _numbers(6)]
    rows = [f"{each},{place}" for place, each in enumerate(values)]
    command.write("gaps.csv", "\n".join(["level,place", rows[0], ",100", *rows[1:], ",200"]) + "\n")
    told = _table(command("gaps.csv"))
    _close(told["level"], values, "level")
    _close(told["place"], [*map(float, range(6)), 100.0, 200.0], "place")


@suite.check("a missing file is an error; one without rows is no surprise")
def missing(command: Command) -> None:
    command(f"{token_hex(4)}.csv").fails()
    command().fails()
    command.write("bare.csv", "one,two\n")
    ran = command("bare.csv").calm()
    expect("nan" not in ran.out.casefold(), "no statistics of nothing")
