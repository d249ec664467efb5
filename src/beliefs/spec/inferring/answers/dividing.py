"""Figures for each choice of a field, each under its name: how many of each kind there are."""

from __future__ import annotations

import json

from beliefs.spec.documents.contract import Property, Shape, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.figures import figure, subject
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer


def divided(writer: Writer, shape: Shape, rows: str, holding: Holding) -> str | None:
    """A record of records of figures, where its names are the choices of a field."""
    if not shape.properties or not all(is_record(each.shape) for each in shape.properties):
        return None
    field = next(
        (
            each
            for each in holding.fields.values()
            if each.type.choices and set(shape.names) <= set(each.type.choices)
        ),
        None,
    )
    if field is None:
        return None
    values: dict[str, str] = {}
    for each in shape.properties:
        some = f"{rows}[where .{field.name} = {json.dumps(each.name)}]"
        found = _figures(writer, each.shape, some, holding)
        if found is None:
            return None
        values[each.name] = found
    return made(values)


def _figures(writer: Writer, shape: Shape, rows: str, holding: Holding) -> str | None:
    values: dict[str, str] = {}
    for part in shape.properties:
        found = _below(writer, part, rows, holding) or figure(writer, part, rows, holding, {})
        if found is None:
            return None
        values[part.name] = found
    return made(values)


def _below(writer: Writer, part: Property, rows: str, holding: Holding) -> str:
    """How many rows belong to these."""
    other = subject(writer, plain(part.name), holding)
    for child, link in writer.kept.children(holding):
        if child is other:
            keys = f"each(one in {rows}: one.{holding.key.name})"
            return f"count({child.name}[where .{link} in {keys}])"
    return ""
