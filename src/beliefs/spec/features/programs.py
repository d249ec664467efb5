"""Answers that another program makes: a command line of the goal, fed with a text."""

from __future__ import annotations

import json

from beliefs.spec.features.resources import program
from beliefs.spec.operations import Input, Method, Operation
from beliefs.spec.types import Type


def piped(
    name: str,
    place: tuple[Method, str],
    arguments: tuple[str, ...],
    seconds: int,
    given: str = "",
    answer: str = "",
) -> Operation:
    """What a program makes of a text: of the body, or of its field `given`.

    The output is sent as plain text, or as JSON under the name `answer`.

    >>> from beliefs.spec.notation import write
    >>> print(write(piped("post_sorted", ("POST", "/sorted"), ("sort", "-u"), 10).effect))
    let output = piped(input.text, 10, "sort", "-u")
    guard output != null else refused "sort could not do it"
    answer 200 as "text/plain" output
    """
    method, path = place
    told = ", ".join(json.dumps(each, ensure_ascii=False) for each in arguments)
    sent = f"answer 200 {{{answer}: output}}" if answer else 'answer 200 as "text/plain" output'
    text = Type("string")
    return Operation(
        name,
        method,
        path,
        program(
            f"let output = piped(input.{given or 'text'}, {seconds}, {told})",
            f'guard output != null else refused "{arguments[0]} could not do it"',
            sent,
        ),
        inputs=(Input(given, "json", text) if given else Input("text", "body", text),),
        summary=f"What {arguments[0]} makes of a text.",
        consumes="" if given else "text/plain",
    )
