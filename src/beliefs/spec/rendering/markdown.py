"""The document: each fact once, effects as indented blocks under their operations."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.entities import Entity, Key
from beliefs.spec.failures import DEFAULT_BODY, Failure, Failures
from beliefs.spec.operations import Input, Operation
from beliefs.spec.rendering.cells import cell, several, table, word
from beliefs.spec.rendering.types import field_phrase, phrase
from beliefs.spec.service import Example, Spec

INDENT = "    "
FAILURE_HEAD = ("failure", "status", "message", "code", "body")
INPUT_HEAD = ("input", "place", "type", "required", "default", "named")


def render(spec: Spec) -> str:
    """A Spec as Markdown; `read` gives the same Spec again.

    >>> render(Spec("notes", "Notes", "Keeps notes.")).split("\\n")[:4]
    ['# Notes', '', 'Keeps notes.', '']
    """
    blocks = [
        [f"# {cell(spec.title)}"],
        [cell(spec.summary)],
        ["## Service"],
        _settings(spec),
        *_failures(spec.failures.stated),
        *([["Somebody is known by:"], [_indented(_who(spec))]] if spec.identity else []),
    ]
    if spec.entities:
        blocks += [["## Data"], *(block for each in spec.entities for block in _entity(each))]
    if spec.operations:
        blocks += [["## Operations"]]
        blocks += [block for each in spec.operations for block in _operation(each)]
    if spec.examples:
        blocks += [["## Examples"], *(_example(each) for each in spec.examples)]
    if spec.assumptions:
        rows = [
            (cell(each.about), cell(each.chosen), cell(each.source), several(each.instead))
            for each in spec.assumptions
        ]
        blocks += [["## Assumptions"], table(("about", "chosen", "source", "instead"), *rows)]
    if spec.unknowns:
        unknown = [
            (each.rank, cell(each.words), cell(each.source), cell(each.why))
            for each in spec.unknowns
        ]
        blocks += [["## Not understood"], table(("rank", "words", "source", "why"), *unknown)]
    if spec.warnings:
        blocks += [["## Warnings"], [f"- {cell(each)}" for each in spec.warnings]]
    return "\n\n".join("\n".join(each) for each in blocks) + "\n"


def _who(spec: Spec) -> str:
    assert spec.identity is not None
    return notation.expression(spec.identity.who)


def _settings(spec: Spec) -> list[str]:
    lines = [f"- name: {cell(spec.name)}"]
    lines += [f"- framework: {spec.framework}", f"- storage: {spec.storage}"]
    lines += [f"- port: {spec.port}"]
    lines += [f"- python: {cell(spec.python)}"] if spec.python else []
    lines += [f"- base: {cell(spec.base)}"] if spec.base else []
    lines += [f"- secret: {cell(spec.secret)}"] if spec.secret else []
    lines += [f"- origin: {cell(each)}" for each in spec.origins]
    for each in spec.rates:
        of = f" of {each.method}" if each.method else ""
        by = f" by {each.by}" if each.by != "address" else ""
        under = f" under {cell(each.path)}" if each.path else ""
        told = f"{each.requests} requests in {each.seconds} seconds{of}{by}{under}"
        lines.append(f"- rate: {told}")
    lines += [f"- largest body: {spec.largest}"] if spec.largest else []
    if spec.identity is not None:
        lines.append(f"- credential: {spec.identity.place} {cell(spec.identity.name)}")
    if spec.failures.body != DEFAULT_BODY:
        lines.append(f"- error body: {cell(spec.failures.body)}")
    if spec.failures.media != Failures().media:
        lines.append(f"- error type: {cell(spec.failures.media)}")
    return lines


def _failures(stated: tuple[Failure, ...]) -> list[list[str]]:
    if not stated:
        return []
    rows = [
        (each.way, str(each.status), cell(each.message), cell(each.code), cell(each.body))
        for each in stated
    ]
    return [table(FAILURE_HEAD, *rows)]


def _entity(entity: Entity) -> list[list[str]]:
    lines = [f"### {word(entity.name)}: {word(entity.plural)}"]
    blocks = [lines, [_key(entity.key) + (" It keeps unknown fields too." * entity.open)]]
    if entity.fields:
        blocks.append([f"- {field_phrase(each)}" for each in entity.fields])
    return blocks


def _key(key: Key) -> str:
    prefix = f", prefix {word(key.prefix)}" if key.prefix else ""
    length = f", {key.length} long" if key.length != Key().length else ""
    return f"Its key is {word(key.name)}: {key.style}{prefix}{length}."


def _operation(operation: Operation) -> list[list[str]]:
    needs = ", for callers" * (operation.needs == "caller")
    consumes = f", takes {operation.consumes}" if operation.consumes else ""
    closed = ", no other fields" * operation.closed
    head = f"### {operation.name}: {operation.method} {word(operation.path)}"
    blocks = [[f"{head}{needs}{consumes}{closed}"]]
    if operation.summary:
        blocks.append([f"> {cell(operation.summary)}"])
    if operation.source:
        blocks.append([f"Source: {cell(operation.source)}"])
    if operation.inputs:
        blocks.append(table(INPUT_HEAD, *(_input(each) for each in operation.inputs)))
    blocks += _failures(operation.failures)
    if operation.effect:
        blocks.append([_indented(notation.write(operation.effect))])
    return blocks


def _input(told: Input) -> tuple[str, ...]:
    return (
        cell(told.name),
        told.place,
        phrase(told.type),
        "yes" if told.required else "no",
        cell(told.default),
        cell(told.named),
    )


def _example(example: Example) -> list[str]:
    status = f" gives {example.status}" if example.status is not None else ""
    lines = [f"- {word(example.method)} {word(example.path)}{status}"]
    lines.append(f"{INDENT}- source: {cell(example.source)}")
    lines += [f"{INDENT}- header: {word(name)} {cell(value)}" for name, value in example.headers]
    lines += [f"{INDENT}- body: {cell(example.body)}"] if example.body else []
    lines += [f"{INDENT}- answer: {cell(example.answer)}"] if example.answer else []
    return lines


def _indented(text: str) -> str:
    return "\n".join(f"{INDENT}{each}" for each in text.split("\n"))
