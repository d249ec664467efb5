"""Answers that need no rows: fixed ones, the time, an echo, arithmetic, a conversation."""

from __future__ import annotations

import json
from typing import Any

from beliefs.spec.effects import Answer, Expr, Items, Lit, Make
from beliefs.spec.failures import Way
from beliefs.spec.features.resources import body_inputs, program
from beliefs.spec.operations import Input, Method, Operation, Place
from beliefs.spec.types import Field, Type

RUNS, MOST_RUNS = 5, 1000  # of a cron expression that are listed


def fixed(name: str, method: Method, path: str, body: Any, status: int = 200) -> Operation:
    """The same JSON, always.

    >>> from beliefs.spec.notation import write
    >>> write(fixed("get_health", "GET", "/health", {"status": "ok"}).effect)
    'answer 200 {status: "ok"}'
    """
    summary = f"Answer {json.dumps(body)}."
    return Operation(name, method, path, (Answer(status, literal(body)),), summary=summary)


def literal(value: Any) -> Expr:
    """A JSON value as an expression."""
    if isinstance(value, dict):
        return Make(tuple((name, literal(each)) for name, each in value.items()))
    if isinstance(value, list):
        return Items(tuple(literal(each) for each in value))
    return Lit(value)


def time(name: str, path: str, key: str = "time") -> Operation:
    """The current moment in UTC."""
    return Operation(
        name,
        "GET",
        path,
        program(f"answer 200 {{{key}: now()}}"),
        summary="Tell the current UTC time.",
    )


def time_in(
    name: str,
    path: str,
    zone: str,
    key: str = "time",
    also: str = "",
    unknown: Way = "out_of_range",
) -> Operation:
    """The current moment as clocks of a zone show it; UTC where none is named."""
    more = f", {also}: input.{zone}" if also else ""
    return Operation(
        name,
        "GET",
        path,
        program(
            f"let local = in_zone(now(), input.{zone})",
            f'guard local != null else {unknown} "{zone}: is no time zone"',
            f"answer 200 {{{key}: local{more}}}",
        ),
        inputs=(Input(zone, "query", Type("string"), required=False, default='"UTC"'),),
        summary="Tell the current time in a time zone.",
    )


def convert_time(
    name: str, method: Method, path: str, given: tuple[str, str, str], key: str
) -> Operation:
    """A local time of one zone as clocks of another show it."""
    when, start, end = given
    place: Place = "query" if method == "GET" else "json"
    return Operation(
        name,
        method,
        path,
        program(
            f"let moment = from_zone(input.{when}, input.{start})",
            f'guard moment != null else out_of_range "{when}: is no time in a zone that is known"',
            f"let local = in_zone(moment, input.{end})",
            f'guard local != null else out_of_range "{end}: is no time zone"',
            f"answer 200 {{{key}: local}}",
        ),
        inputs=tuple(Input(each, place, Type("string")) for each in given),
        summary="Convert a time between zones.",
    )


def next_run(
    name: str, method: Method, path: str, given: tuple[str, str], key: str = "next", many: str = ""
) -> Operation:
    """When a cron expression is due next, by the clocks of a zone; UTC where none is named.

    Where `many` says how often, the next times are listed, `RUNS` of them where it does not.
    """
    cron, zone = given
    place: Place = "query" if method == "GET" else "json"
    inputs = [Input(cron, place, Type("string"))]
    known = []
    if zone:
        inputs.append(Input(zone, place, Type("string"), required=False, default='"UTC"'))
        told = f"{zone}: is no time zone"
        known = [f'guard in_zone(now(), input.{zone}) != null else out_of_range "{told}"']
    where = f"input.{zone}" if zone else '"UTC"'
    shown = f"in_zone(due, {where})" if zone else "due"
    answer = [f"answer 200 {{{key}: {shown}}}"]
    if many:
        kind = Type("integer", minimum=1, maximum=MOST_RUNS)
        inputs.append(Input(many, place, kind, required=False, default=str(RUNS)))
        answer = [
            f"let runs = [{shown}]",
            f"for later_one in range(input.{many} - 1):",
            f"    let due = next_run(input.{cron}, due, {where})",
            f"    let runs = append(runs, {shown})",
            "answer 200 runs",
        ]
    return Operation(
        name,
        method,
        path,
        program(
            *known,
            f"let due = next_run(input.{cron}, now(), {where})",
            f'guard due != null else out_of_range "{cron}: is no cron expression"',
            *answer,
        ),
        inputs=tuple(inputs),
        summary="Tell when a cron expression is due next.",
    )


def printed(name: str, path: str, fields: tuple[Field, ...]) -> Operation:
    """What a request brings as a PDF, the first of it as the heading."""
    lines = ", ".join(f'text(or_else(input.{each.name}, ""))' for each in fields)
    return Operation(
        name,
        "POST",
        path,
        program(f'answer 200 content(paper("{name.removeprefix("post_")}.pdf", [{lines}]))'),
        inputs=body_inputs(fields),
        summary="Make a PDF.",
    )


def echo(name: str, path: str) -> Operation:
    """The JSON body, as it came."""
    return Operation(
        name,
        "POST",
        path,
        program("answer 200 input.body"),
        inputs=(Input("body", "body", Type("json")),),
        summary="Answer with the body as it came.",
    )


def arithmetic(
    name: str, method: Method, path: str, sign: str, operands: tuple[str, str], result: str
) -> Operation:
    """One sum of two numbers; dividing by zero is refused."""
    left, right = operands
    place: Place = "query" if method == "GET" else "json"
    zero = [f'guard input.{right} != 0 else refused "Division by zero"'] if sign == "/" else []
    return Operation(
        name,
        method,
        path,
        program(*zero, f"answer 200 {{{result}: input.{left} {sign} input.{right}}}"),
        inputs=tuple(Input(each, place, Type("number")) for each in operands),
        summary=f"Answer {left} {sign} {right}.",
    )


def evaluate(name: str, method: Method, path: str, given: str, result: str) -> Operation:
    """The value of an arithmetic expression; what is none is refused."""
    return Operation(
        name,
        method,
        path,
        program(
            f"let value = calculate(input.{given})",
            'guard value != null else refused "This is no arithmetic expression"',
            f"answer 200 {{{result}: value}}",
        ),
        inputs=(Input(given, "query" if method == "GET" else "json", Type("string")),),
        summary="Calculate an expression.",
    )


def conversation(name: str, path: str, reply: str) -> Operation:
    """A WebSocket that answers each message; `reply` is over `input.message`."""
    return Operation(
        name,
        "WEBSOCKET",
        path,
        program(f"answer 200 {reply}"),
        inputs=(Input("message", "body", Type("string")),),
        summary="Answer each message.",
    )
