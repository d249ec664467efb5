"""Failures that a document states and no guard is about yet: guards for them, by their words."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Fault, Route
from beliefs.spec.inferring.rules.refusing import WAYS
from beliefs.spec.inferring.told.failing import Refusal, ruled
from beliefs.spec.inferring.told.programs import at_hand
from beliefs.spec.inferring.told.settings import Row, Setting
from beliefs.spec.inferring.writing import Writer

# Failures of inputs and of whoever asks are answered elsewhere.
_ELSEWHERE = {401, 405, 406, 411, 413, 414, 415, 429}
_WRITES = re.compile(r"\s*(?:insert|patch|delete|answer|for|if)\b")
_READ = re.compile(r"let (\w+) = (?:first|any_of)\((\w+)\[")


def completed(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The statements of an effect, with guards for failures that none of them answers with."""
    setting = bound(writer, route, lines)
    for fault in route.faults:
        way = WAYS.get(fault.status, "conflict")
        if fault.status in _ELSEWHERE or _answered(lines, fault, way):
            continue
        rule = ruled(fault.status, fault.words or fault.message, setting)
        if rule is not None and rule.test:
            lines = guarded(lines, setting, rule)
    return lines


def _answered(lines: list[str], fault: Fault, way: str) -> bool:
    """Whether a guard fails in the way of a failure; of what is absent, there may be many."""
    if fault.status in {400, 404, 422}:
        return fault.status == 404 and len([one for one in lines if f" else {way} " in one]) > 0
    return any(f" else {way} " in each for each in lines)


def bound(writer: Writer, route: Route, lines: list[str]) -> Setting:
    """The rows that the statements before the first write read."""
    setting = at_hand(writer, route)
    rows: list[Row] = []
    for line in _before_writes(lines):
        match = _READ.match(line)
        holding = writer.kept.of(match[2]) if match else None
        if match and holding is not None:
            rows.insert(0, Row(holding, match[1]))
    more = [each for each in setting.rows if each.at not in {row.at for row in rows}]
    return replace(setting, rows=(*rows, *(each for each in more if each.read)))


def _before_writes(lines: list[str]) -> list[str]:
    end = next((at for at, line in enumerate(lines) if _WRITES.match(line)), len(lines))
    return lines[:end]


def guarded(lines: list[str], setting: Setting, rule: Refusal) -> list[str]:
    """The statements of an effect, with a guard for a rule before anything is written."""
    start = len(_before_writes(lines))
    if re.fullmatch(r"\w+ != null|not\(\w+ = null\)", rule.test):
        return lines
    reads = [
        row.read
        for row in setting.rows
        if row.read and re.search(rf"\b{row.at}\.", rule.test) and row.read not in lines
    ]
    said = f"{rule.words[:1].upper()}{rule.words[1:]}"
    usual = WAYS.get(rule.status, "conflict")
    way = setting.writer.refuse(setting.route, usual, said, rule.words, (rule.status,))
    guard = f"guard {rule.test} else {way}"
    return [*lines[:start], *reads, *([] if guard in lines else [guard]), *lines[start:]]
