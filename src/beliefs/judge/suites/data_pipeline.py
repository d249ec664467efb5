"""Rows of a CSV, checked: the good ones cleaned, the bad ones told by line and reason."""

from __future__ import annotations

import csv
import io
import json
import re
from random import SystemRandom
from secrets import token_hex
from typing import Any

from beliefs.judge.command import Command, Ran
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Command] = Suite("data-pipeline", "command")

_CHANCE = SystemRandom()


def _row(**given: str) -> dict[str, str]:
    name = token_hex(4)
    some = {
        "name": name,
        "email": f"{name}@example.org",
        "age": str(_CHANCE.randint(1, 149)),
        "amount": f"{_CHANCE.randint(1, 99_999) / 100:.2f}",
    }
    return some | given


def _run(command: Command, rows: list[dict[str, str]], errors: str = "bad.jsonl") -> Ran:
    text = io.StringIO()
    writer = csv.DictWriter(text, ["name", "email", "age", "amount"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    command.write("in.csv", text.getvalue())
    return command("in.csv", "out.jsonl", "--errors", errors).succeeds()


def _read(command: Command, name: str) -> list[Any]:
    return [json.loads(line) for line in command.read(name).splitlines() if line.strip()]


def _bad(command: Command, name: str = "bad.jsonl") -> dict[int, str]:
    return {each["line"]: json.dumps(each["reason"]) for each in _read(command, name)}


def _clean(row: dict[str, str]) -> dict[str, Any]:
    name, email = row["name"].strip(), row["email"].lower()
    return {"name": name, "email": email, "age": int(row["age"]), "amount": float(row["amount"])}


def _same(command: Command, rows: list[dict[str, str]]) -> None:
    # An amount may be kept as decimal text: money often is.
    told = [each | {"amount": float(each["amount"])} for each in _read(command, "out.jsonl")]
    equal(told, [_clean(row) for row in rows], "the good rows")
    expect(all(type(each["age"]) is int for each in told), "ages are whole numbers")


@suite.check("good rows become JSON lines in their order, trimmed and in lower case")
def good(command: Command) -> None:
    rows = [_row() for _ in range(_CHANCE.randint(5, 9))]
    rows += [
        _row(name=f"  {token_hex(2)} de  Souza "),
        _row(name='Li, "Bo"', email="Bo.LI@Example.ORG"),
    ]
    rows += [_row(name="Żółw 東京", age="7")]
    _run(command, rows)
    _same(command, rows)


@suite.check("the bounds belong to what is good")
def bounds(command: Command) -> None:
    rows = [_row(age="0"), _row(age="150"), _row(amount="0"), _row(amount="0.00")]
    _run(command, rows)
    _same(command, rows)
    expect(not (command.folder / "bad.jsonl").exists() or not _bad(command), "no row is bad")


@suite.check("bad rows are told by their line and a reason, and the others still pass")
def bad(command: Command) -> None:
    broken = [
        _row(email=f"{token_hex(3)}.example.org"),
        _row(age="-1"),
        _row(age="151"),
        _row(age="young"),
        _row(age=""),
        _row(age="12.5"),
        _row(amount="-0.01"),
        _row(amount="much"),
        _row(amount=""),
        _row(email=""),
    ]
    fine = [_row() for _ in range(_CHANCE.randint(11, 19))]
    rows = _CHANCE.sample(broken + fine, len(broken) + len(fine))
    ran = _run(command, rows)
    _same(command, [row for row in rows if row in fine])
    told = _bad(command)
    lines = {number: row for number, row in enumerate(rows, start=2) if row in broken}
    equal(sorted(told), sorted(lines), "the lines of the bad rows, the header being line 1")
    expect(all(re.search(r"\w\w", each) for each in told.values()), f"reasons in {told}")
    by_row = {id(row): told[number] for number, row in lines.items()}
    kinds = {by_row[id(broken[place])] for place in (0, 1, 6)}
    equal(len(kinds), 3, f"how many different reasons stand for email, age and amount in {kinds}")
    counts = [int(each) for each in re.findall(r"\d+", ran.out)]
    expect({len(fine), len(broken)} <= set(counts), f"{len(fine)} and {len(broken)} in {ran.out!r}")


@suite.check("a second run begins anew, and --errors names the file")
def again(command: Command) -> None:
    rows = [_row(), _row(age="200"), _row()]
    _run(command, rows, errors="logs.jsonl")
    _same(command, [rows[0], rows[2]])
    equal(list(_bad(command, "logs.jsonl")), [3], "the lines of the bad rows")


@suite.check("a missing input is an error; one without rows is not")
def missing(command: Command) -> None:
    command(f"{token_hex(4)}.csv", "none.jsonl", "--errors", "none.txt").fails()
    _run(command, [])
    equal(_read(command, "out.jsonl"), [], "the good rows")
