"""Expenses: added, listed by date, summed by category, and taken out as CSV."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from random import SystemRandom
from secrets import token_hex

from beliefs.judge.command import Command
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Command] = Suite("expense-tracker", "command")

_CHANCE = SystemRandom()
_MONEY = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?")


def _word(kind: str) -> str:
    """A word without digits, so that it cannot be taken for an amount."""
    return kind + "".join(chr(ord("g") + int(each, 16)) for each in token_hex(3))


def _cents() -> int:
    return _CHANCE.randint(101, 99_999)


def _add(command: Command, cents: int, category: str, day: str, note: str = "") -> None:
    noted = ["--note", note] if note else []
    command("add", f"{cents / 100:.2f}", category, "--date", day, *noted).succeeds()


def _lines(command: Command, part: str, *words: str) -> list[str]:
    return [line for line in command(*words).succeeds().lines if part in line]


def _amounts(line: str) -> list[float]:
    return [float(each.replace(",", "")) for each in _MONEY.findall(line)]


def _has(line: str, cents: int) -> bool:
    return any(abs(each - cents / 100) < 0.0049 for each in _amounts(line))


@suite.check("what was added is listed with amount, category, note and date")
def listed(command: Command) -> None:
    cents, category, note = _cents(), _word("food"), _word("it's; --\"")
    _add(command, cents, category, "2024-02-29", note)
    lines = _lines(command, category, "list")
    equal(len(lines), 1, f"how many lines are listed for {category}")
    expect(_has(lines[0], cents), f"{cents / 100:.2f} in {lines[0]!r}")
    expect(note in lines[0] and "2024-02-29" in lines[0], f"note and date in {lines[0]!r}")


@suite.check("without a date it is today")
def today(command: Command) -> None:
    category = _word("now")
    command("add", "12", category).succeeds()
    line = " ".join(_lines(command, category, "list"))
    days = [datetime.now(UTC) + timedelta(days=each) for each in (-1, 0, 1)]
    expect(any(f"{day:%Y-%m-%d}" in line for day in days), f"today's date in {line!r}")
    expect(_has(line, 1200), f"12 in {line!r}")


@suite.check("--from and --to bound the list, and both days belong to it")
def bounded(command: Command) -> None:
    category = _word("trip")
    days = ["2024-01-09", "2024-01-10", "2024-01-20", "2024-01-21"]
    for day in _CHANCE.sample(days, len(days)):
        _add(command, _cents(), category, day)

    def seen(*bounds: str) -> list[str]:
        told = "\n".join(_lines(command, category, "list", *bounds))
        return [day for day in days if day in told]

    equal(seen("--from", "2024-01-10"), days[1:], "the days from the second on")
    equal(seen("--to", "2024-01-20"), days[:3], "the days up to the third")
    equal(seen("--from", "2024-01-10", "--to", "2024-01-20"), days[1:3], "the days between")


@suite.check("the summary has the exact total of each category")
def summed(command: Command) -> None:
    spent = {_word("rent"): [10, 20], _word("books"): [_cents() for _ in range(3)]}
    for category, many in spent.items():
        for cents in many:
            _add(command, cents, category, "2024-03-01")
    told = command("summary").succeeds().lines
    for category, many in spent.items():
        lines = [line for line in told if category in line]
        equal(len(lines), 1, f"how many lines of the summary are for {category}")
        expect(_has(lines[0], sum(many)), f"{sum(many) / 100:.2f} in {lines[0]!r}")


@suite.check("the export is CSV with a row for each expense, whatever its note holds")
def exported(command: Command) -> None:
    category, note = _word("gift"), f'a "good", {_word("old")}; one'
    cents = [_cents(), _cents()]
    _add(command, cents[0], category, "2024-05-06", note)
    _add(command, cents[1], category, "2024-05-07")
    command.write("out.csv", "an older file\n")
    command("export", "out.csv").succeeds()
    rows = list(csv.DictReader(io.StringIO(command.read("out.csv"))))
    mine = sorted(
        (row["date"][:10], round(float(row["amount"]) * 100), row["note"] or "")
        for row in rows
        if row["category"] == category
    )
    equal(mine, [("2024-05-06", cents[0], note), ("2024-05-07", cents[1], "")], "the rows")
    kept = [line for line in command("list").succeeds().lines if re.search(r"\d-\d\d-\d\d", line)]
    equal(len(rows), len(kept), "how many rows there are, one for each expense of the list")


@suite.check("amounts and dates that are none are errors, and not kept")
def malformed(command: Command) -> None:
    category = _word("bad")
    for amount in ("ten", "0", "nan"):
        command("add", amount, category).fails()
    command("add", "--", "-5", category).fails()
    for day in ("2024-02-30", "yesterday-ish"):
        command("add", "5", category, "--date", day).fails()
    command("add", "5").fails()
    equal(_lines(command, category, "list"), [], "what is listed")
