"""Routes that hand what they are brought to another program, and answer with what it writes."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.features.commands import commands_in
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input
from beliefs.spec.service import Assumption

_SECONDS = 10
_LIMIT = re.compile(
    r"(?i)\b(?:within|after|at most|limit(?:ed)?(?: of| to|:)?|timeout(?: of|:| after)?) "
    r"(\d{1,3}) ?(?:s\b|sec|seconds?)"
)
_COUNTED = re.compile(r"(?i)\b(?:number of|how many|count of|amount of) (?:its |the )?([a-z]+)")
_OUTPUT, _NUMBER = "trim(output)", "number(trim(output))"


def running_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that runs a program; None where it does something else."""
    named = {each.name: each for each in writer.inputs(route) if each.type.kind in _SAFE}
    found = commands_in(route.words, frozenset(named))
    if len(set(found)) != 1 or not found[0] or route.method not in {"POST", "PUT"}:
        return None
    if not any(each.place in {"file", "body", "json", "form"} for each in writer.inputs(route)):
        return None
    flags = {each.name: _flag(route, each.name) for each in writer.inputs(route)}
    told = {each for each in found[0] if each.startswith("{")}
    given = [
        each
        for each in writer.inputs(route)
        if each.place != "path" and not flags[each.name] and f"{{{each.name}}}" not in told
    ]
    answer = _answer(route, given)
    if len(given) != 1 or answer is None:
        return None
    program = found[0][0]
    lines, text = _text(writer, route, given[0])
    if not text:
        return None
    limit = _LIMIT.search(route.words)
    seconds = int(limit[1]) if limit else _SECONDS
    if not limit:
        about = f"how long {program} may take"
        writer.said(Assumption(about, f"{_SECONDS} seconds", route.source))
    called = _called(found[0], {name: flag for name, flag in flags.items() if flag}, text, seconds)
    refuse = writer.refuse(
        route, "refused", f"{program} could not do it", f"{program} fails", (400, 422)
    )
    return [
        *lines,
        f"let output = {called}",
        f"guard output != null else {refuse}",
        answer,
    ]


# Values that cannot be taken for a flag of their own.
_SAFE = {"integer", "number"}


def _flag(route: Route, name: str) -> str:
    """The flag that an input adds to the command: "passes -r"; empty where it adds none."""
    shapes = {each.name: each.shape for each in route.params}
    if route.body is not None:
        shapes |= {each.name: each.shape for each in route.body.properties}
    shape = shapes.get(name)
    if shape is None or shape.type.kind != "boolean":
        return ""
    adds = r"(?:adds?|pass(?:es)?|uses?|sets?|with|means|is|gives?|as|->|→|=)"
    flag = r"(?:the (?:flag|option) )?[`\"']?(--?[a-zA-Z][\w-]*)[`\"']?"
    own = re.search(rf"(?i)(?:^\s*|\b{adds} ){flag}", shape.words)
    said = re.search(rf"(?i)\b{re.escape(name)}\b[`\"']?[^.;,]{{0,20}}?{adds} {flag}", route.words)
    return own[1] if own else said[1] if said else ""


def _called(words: tuple[str, ...], flags: dict[str, str], text: str, seconds: int) -> str:
    """What the program makes of a text, with the flags that are asked for."""
    if flags:
        name, flag = next(iter(flags.items()))
        rest = {each: told for each, told in flags.items() if each != name}
        both = [(words[0], flag, *words[1:]), words]
        then, otherwise = (_called(each, rest, text, seconds) for each in both)
        return f"if(input.{name}, {then}, {otherwise})"
    told = [
        f"text(input.{each[1:-1]})"
        if each.startswith("{")
        else json.dumps(each, ensure_ascii=False)
        for each in words
    ]
    return f"piped({text}, {seconds}, {', '.join(told)})"


def _text(writer: Writer, route: Route, given: Input) -> tuple[list[str], str]:
    """What the program is fed with: a text, or that of a file."""
    if given.place != "file":
        return [], f"input.{given.name}" if given.type.kind == "string" else ""
    if given.type.kind != "file":
        return [], ""
    refuse = writer.refuse(
        route, "refused", "The file is no text", "not text invalid file", (400, 415, 422)
    )
    read = f"let text = decoded(input.{given.name})"
    return [read, f"guard text != null else {refuse}"], "text"


def _answer(route: Route, given: list[Input]) -> str | None:
    """What is answered: a record with it under the name that is told, or the output as it is."""
    good = route.good
    status = good.status if good is not None and not good.usual else 200  # nothing is created
    shape = good.shape if good is not None else None
    if shape is not None and is_record(shape) and shape.properties:
        echoed = {each.name for each in given if each.place != "file"}
        rest = [each for each in shape.properties if each.name not in echoed]
        if len(rest) != 1:
            return None
        values = {each: f"input.{each}" for each in echoed & set(shape.names)}
        values |= {rest[0].name: _valued(rest[0].shape.type.kind, route)}
        return f"answer {status} {made({each: values[each] for each in shape.names})}"
    counted = _COUNTED.search(route.words)
    if counted and (good is None or "text" not in good.media):
        return f"answer {status} {{{counted[1].lower()}: {_NUMBER}}}"
    html = re.search(r"(?i)\b(?:as|the|into|to|answers?|returns?) html\b", route.words)
    media = (good.media if good is not None else "") or ("text/html" if html else "text/plain")
    return f'answer {status} as "{media}" output'


def _valued(kind: str, route: Route) -> str:
    if kind in {"integer", "number"}:
        return _NUMBER
    if kind == "list":
        return "lines(output)"
    return _NUMBER if kind == "json" and _COUNTED.search(route.words) else _OUTPUT
