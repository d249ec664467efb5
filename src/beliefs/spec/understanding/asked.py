"""A field as a sentence asks for it, and what words about it change."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from beliefs.spec.types import Field, Kind, Type
from beliefs.spec.understanding import lexicon

# Words for kinds that no field is called by.
HARD: dict[str, Kind] = {
    **dict.fromkeys(("string", "str", "varchar", "strings"), "string"),
    **dict.fromkeys(("integer", "int", "integers", "whole"), "integer"),
    **dict.fromkeys(("float", "decimal", "numeric", "double", "floats"), "number"),
    **dict.fromkeys(("boolean", "bool", "flag", "booleans"), "boolean"),
    "datetime": "datetime",
    "uuid": "uuid",
}
# Words for kinds; some of them are names of fields too.
TYPES: dict[str, Kind] = {
    **HARD,
    **dict.fromkeys(("text", "texts"), "string"),
    **dict.fromkeys(("number", "numbers"), "number"),
    "date": "date",
    "timestamp": "datetime",
    "email": "email",
    **dict.fromkeys(("url", "uri"), "url"),
    **dict.fromkeys(("object", "json", "dict"), "json"),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A field as a sentence names it."""

    field: Field
    known: bool  # its name has a meaning of its own
    status: int | None = None  # what a broken rule about it answers
    only_for: tuple[str, ...] = ()  # choices of another field that need it
    inner: tuple[Asked, ...] = ()  # of the records in a list
    typed: bool = False  # the goal says its type
    moves: bool = False  # its choices are states with arrows between them
    spare: tuple[tuple[int, int], ...] = ()  # tokens in its brackets that say nothing known

    @property
    def guessed(self) -> bool:
        """Whether nothing but its name says that it is a text, or several."""
        told = lexicon.unheard(self.field.name)
        plain = (told.type, Type("list", item=told.type), replace(told.type, nullable=True))
        return (
            not self.typed and not lexicon.knows_field(self.field.name) and self.field.type in plain
        )


def optional(field: Field) -> Field:
    """The field, if it may be left out."""
    if field.default:
        return replace(field, required=False)
    return replace(field, required=False, type=replace(field.type, nullable=True))


def required(field: Field, *, empty: bool = True) -> Field:
    """The field, if it may not be left out."""
    type_ = replace(field.type, nullable=False)
    if not empty and type_.kind == "string":
        type_ = replace(type_, min_length=1)
    return replace(field, required=True, default="", type=type_)


def chosen(field: Field, values: tuple[str, ...]) -> Field:
    """The field with these choices; a default that is none of them goes."""
    if field.default and json.loads(field.default) not in values:
        field = replace(field, default="", required=True)
    return replace(field, type=Type("string", choices=values, nullable=field.type.nullable))


def typed(field: Field, word: str) -> Field:
    """The field, of the kind that a word names."""
    kind = TYPES[word]
    if field.type.kind == "list" and lexicon.knows_field(field.name):
        return replace(field, type=replace(field.type, item=Type(kind)))
    if kind == field.type.kind:
        return field
    if word == "flag" and not field.default:
        return Field(field.name, Type("boolean"), required=False, default="false")
    if field.default and not _fits(kind, json.loads(field.default)):
        field = replace(field, default="", required=True)
    return replace(field, type=Type(kind, nullable=field.type.nullable))


def _fits(kind: Kind, value: object) -> bool:
    kinds = {"boolean": bool, "integer": int, "number": (int, float), "string": str}
    return isinstance(value, kinds.get(kind, object))  # type: ignore[arg-type]


def listed(field: Field, item: Type | None = None) -> Field:
    """The field, if it is several of what it was."""
    if field.type.kind == "list":
        kept = field.type.item or Type("string")
        return replace(field, type=replace(field.type, item=item or kept))
    return replace(field, type=Type("list", item=item or field.type))


def of_records(asked: Asked, inner: tuple[Asked, ...]) -> Asked:
    """The field as a list of records with these fields."""
    fields = tuple(each.field for each in inner)
    type_ = replace(asked.field.type, kind="list", item=Type("record", fields=fields))
    return replace(asked, field=replace(asked.field, type=type_), inner=inner, known=True)


def counted(asked: Asked, *, whole: bool = True) -> Asked:
    """The field as a number, where its name alone made a text of it."""
    if not asked.guessed:
        return asked
    kind: Kind = "integer" if whole else "number"
    type_ = Type(kind, nullable=asked.field.type.nullable)
    return replace(asked, field=replace(asked.field, type=type_), typed=True)


def defaulted(asked: Asked, said: str) -> Asked:
    """The field with a default as it is said."""
    try:
        value = json.loads(said.lower() if said.lower() in {"true", "false", "null"} else said)
    except ValueError:
        value = said.strip("'\"")
    if asked.guessed and isinstance(value, bool):
        asked = replace(asked, field=typed(asked.field, "boolean"), typed=True)
    elif asked.guessed and isinstance(value, int | float):
        asked = counted(asked, whole=isinstance(value, int))
    field = asked.field
    if value is None:
        return replace(asked, field=optional(field))
    if value == "empty":
        value = [] if field.type.kind == "list" else ""
    if field.type.kind == "string" and not isinstance(value, str):
        value = said
    return replace(asked, field=replace(field, required=False, default=json.dumps(value)))
