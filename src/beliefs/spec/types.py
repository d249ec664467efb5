"""What a value may be, and how far it may go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "string",
    "integer",
    "number",
    "boolean",
    "date",
    "datetime",
    "email",
    "url",
    "uuid",
    "json",  # any JSON value, kept as it came
    "list",
    "record",  # with fields of its own; without any, an object of whatever names
    "file",
]

TEXTS: tuple[Kind, ...] = ("string", "date", "datetime", "email", "url", "uuid")
NUMBERS: tuple[Kind, ...] = ("integer", "number")


# The pattern of a moment that has to say where it is: it holds for the text that comes in.
OFFSET = r"(?:[zZ]|[+-]\d\d:?\d\d)$"


@dataclass(frozen=True, slots=True)
class Type:
    """A kind of value with its bounds; both ends of a bound are allowed values.

    >>> Type("integer", minimum=1, maximum=5).choices
    ()
    """

    kind: Kind
    nullable: bool = False
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None  # greater than, itself not allowed
    below: float | None = None
    min_length: int | None = None  # of a text, or of a list
    max_length: int | None = None
    pattern: str = ""
    item: Type | None = None  # of a list
    fields: tuple[Field, ...] = ()  # of a record


@dataclass(frozen=True, slots=True)
class Field:
    """A named value of a record. `default` is JSON text; empty means there is none."""

    name: str
    type: Type
    required: bool = True
    default: str = ""
    unique: bool = False  # among the rows of its entity
    hidden: bool = False  # kept, and never shown
