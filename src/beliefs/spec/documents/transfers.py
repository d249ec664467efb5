"""Amounts that go from one row to another: money between accounts, stock between places."""

from __future__ import annotations

import json
import re

from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.values import made
from beliefs.spec.documents.words import plain
from beliefs.spec.documents.writing import Scene, Writer
from beliefs.spec.operations import Input

_AMOUNTS = {"amount", "quantity", "value", "sum", "points", "credits", "coins"}
_HELD = {"balance", "funds", "credits", "points", "coins", "amount"}
_FROM = r"(?:from|source|sender|payer|debit)(?:account|wallet|user|card)?(?:id|number|iban|no)?"
_TO = (
    r"(?:to|target|destination|dest|receiver|recipient|payee|credit)"
    r"(?:account|wallet|user|card)?(?:id|number|iban|no)?"
)


def transfer_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that moves an amount between two rows; None when it is none."""
    if route.method != "POST" or not is_record(route.body):
        return None
    if not re.search(r"(?i)\b(?:transfer|move|send|pay)", f"{route.path} {route.words}"):
        return None
    given = [each for each in writer.inputs(route) if each.place in {"json", "form"}]
    start, end = _like(given, _FROM), _like(given, _TO)
    many = next((each for each in given if plain(each.name) in _AMOUNTS), None)
    held = _held(writer)
    if start is None or end is None or many is None or held is None or len(given) > 4:
        return None
    holding, field = held
    amount = f"input.{many.name}"
    short = writer.refuse(route, "conflict", "Insufficient funds", "insufficient funds enough")
    return [
        *_read(writer, route, holding, "source", start),
        *_read(writer, route, holding, "target", end),
        f"guard source.{field} >= {amount} else {short}",
        f"patch {holding.name} source {{{field}: source.{field} - {amount}}}",
        # Read again: both may be one row.
        _row(holding, "target", end),
        f"patch {holding.name} target {{{field}: target.{field} + {amount}}}",
        *_events(writer, holding, many),
        writer.answer(route, Scene(values={"status": '"completed"'}, message="Transferred")),
    ]


def _events(writer: Writer, holding: Holding, many: Input) -> list[str]:
    """Both ends as events, where the rows keep what was done to them and it is called so."""
    log = writer.kept.of(holding.log) if holding.log else None
    if log is None:
        return []
    link, kind, moment, *more = log.fields
    lines = []
    for row, way in (("source", "out"), ("target", "in")):
        choices = log.fields[kind].type.choices
        event = next((each for each in choices if each.lower().endswith(way)), "")
        values = {link: f"{row}.{holding.key.name}", kind: json.dumps(event), moment: "now()"}
        values |= {each: f"input.{many.name}" for each in more if plain(each) in _AMOUNTS}
        lines += [f"insert {log.name} {made(values)} as {row}_event"] if event else []
    return lines


def _like(given: list[Input], form: str) -> Input | None:
    return next((each for each in given if re.fullmatch(form, plain(each.wire))), None)


def _held(writer: Writer) -> tuple[Holding, str] | None:
    """The rows that hold an amount, where only rows of one kind do."""
    found = [
        (each, field.name)
        for each in writer.kept.holdings
        for field in each.fields.values()
        if plain(field.name) in _HELD and field.type.kind in {"integer", "number"} and each.places
    ]
    return found[0] if len(found) == 1 else None


def _row(holding: Holding, name: str, given: Input) -> str:
    return f"let {name} = first({holding.name}[where .{holding.finder} = input.{given.name}])"


def _read(writer: Writer, route: Route, holding: Holding, name: str, given: Input) -> list[str]:
    there = f"guard {name} != null else {writer.absent(route, holding)}"
    return [_row(holding, name, given), there]
