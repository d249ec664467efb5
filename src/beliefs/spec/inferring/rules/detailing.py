"""Failures that show values beside their words: `{"error": "not enough stock", "stock": 2}`."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.rules.refusing import WAYS, message_of
from beliefs.spec.inferring.writing import Writer

_GUARD = re.compile(r'(\s*)guard (.+) else (\w+) ("(?:[^"\\]|\\.)*")')


def with_values(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """Lines whose guards answer with the values that the body of a failure shows.

    It is so where every name in the body but that of the message is one of a row that was read
    before, or of an input.
    """
    bodies = {
        (fault.status, message_of(fault)): told
        for fault in route.faults
        if isinstance(told := _read(fault.body), dict) and len(told) > 1
    }
    found: list[str] = []
    for line in lines:
        match = _GUARD.fullmatch(line)
        if match is None or not bodies:
            found.append(line)
            continue
        message = json.loads(match[4])
        status = next((each for each in WAYS if WAYS[each] == match[3]), 0)
        body = bodies.get((status, message))
        shown = _shown(writer, route, found, body, message) if body is not None else None
        if shown is None:
            found.append(line)
        else:
            found += [f"{match[1]}if not({match[2]}):", f"{match[1]}    answer {status} {shown}"]
    return found


def _shown(
    writer: Writer, route: Route, before: list[str], body: dict[str, object], message: str
) -> str | None:
    """The body of a failure in the notation; None where a name in it comes from nowhere."""
    rows = {
        each.variable: each
        for each in writer.kept.holdings
        if any(line.strip().startswith(f"let {each.variable} = ") for line in before)
    }
    values: dict[str, str] = {}
    for name, value in body.items():
        if value == message:
            values[name] = json.dumps(message, ensure_ascii=False)
            continue
        row = next((each for each, one in rows.items() if name in one.fields), "")
        given = next((each.name for each in writer.inputs(route) if each.wire == name), "")
        if not row and not given:
            return None
        values[name] = f"{row}.{name}" if row else f"input.{given}"
    return made(values)


def _read(text: str) -> object:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None
