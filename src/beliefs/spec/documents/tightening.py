"""A field with a fact that was told of it."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import ONE_OF, Property
from beliefs.spec.documents.kinds import guessed
from beliefs.spec.documents.omitting import left_out
from beliefs.spec.documents.pseudo import Told, jotted
from beliefs.spec.types import Kind, Type


def tightened(part: Property, jotting: str) -> Property:
    """A property with what is said of it elsewhere.

    >>> from beliefs.spec.documents.contract import Shape
    >>> tightened(Property("a", Shape(Type("integer"))), "required, at least 1").required
    True
    """
    typed = re.match(
        r"(?i)(?:is |are |must be )?(?:an? )?(?:whole )?"
        r"(number|integer|int|float|date|boolean|list of|array of|timestamp)\b",
        jotting,
    )
    supposed: set[Kind] = {"string"}
    if not part.shape.example:
        supposed.add(guessed(part.name))
    if typed and part.shape.type in {
        Type(each, nullable=part.shape.type.nullable) for each in supposed
    }:
        own = replace(jotted(jotting, part.name).shape.type, nullable=part.shape.type.nullable)
        part = replace(part, shape=replace(part.shape, type=own))
    told = jotted(f"{part.shape.type.kind}, {jotting}", part.name)
    kind, more = part.shape.type, told.shape.type
    changes = {
        name: getattr(more, name)
        for name in (
            *("minimum", "maximum", "above", "below", "min_length", "max_length", "choices"),
            "pattern",
        )
        if getattr(more, name) not in {None, (), ""} and getattr(kind, name) in {None, (), ""}
    }
    if more.kind != kind.kind and more.choices and kind.kind == "string":
        changes["choices"] = more.choices
    elif more.kind != kind.kind:
        changes = {}
    if told.shape.type.nullable:
        changes["nullable"] = True
    some = told.shape.words.partition(f". {ONE_OF} ")[2]  # of which only some may be
    also = f". {ONE_OF} {some}" if some and ONE_OF not in part.shape.words else ""
    words = f"{part.shape.words}, {jotting}{also}".strip(", ")
    shape = replace(part.shape, type=replace(kind, **changes), words=words)
    default = part.default or told.default or left_out(jotting, kind)
    required = told.required if told.required is not None else part.required
    return replace(
        part,
        shape=shape,
        required=required and not default,
        default=default,
        unique=part.unique or told.unique,
        read_only=part.read_only or told.read_only,
    )


def fact_told(told: Told, name: str, jotting: str) -> Told:
    """The same for a field that is only jotted down."""
    part = tightened(told.part(name, otherwise=bool(told.required)), jotting)
    more = jotted(jotting, name)
    required = more.required if more.required is not None else told.required
    return replace(
        told,
        shape=part.shape,
        default=part.default,
        unique=part.unique,
        required=False if part.default else required,
    )
