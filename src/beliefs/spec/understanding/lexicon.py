"""What field names and things mean when nobody says more."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.types import Field, Kind, Type
from beliefs.spec.understanding.words import is_plural

_ENDINGS: tuple[tuple[str, Type], ...] = (
    (r".*_ids", Type("list", item=Type("integer"))),
    (r"(.*_)?id", Type("integer")),
    (r"(.*_)?(percentage|percent)", Type("number", minimum=0, maximum=100)),
    (r".*_at", Type("datetime")),
    (r".*_(on|date)|date_.*", Type("date")),
    (r".*_time", Type("datetime")),
    (r"(is|has|can)_.*", Type("boolean")),
    (r".*_(url|link|uri)", Type("url")),
    (r".*_email", Type("email")),
    (
        r".*_(count|level|limit|days|minutes|seconds|quantity|year|ml|ms|bytes|uses)",
        Type("integer"),
    ),
    (r"(number|count)_of_.*|max_.*|min_.*", Type("integer")),
    (
        r".*_(price|amount|cost|total|rate|score|fee|weight|balance|percent|km|kg|hours)",
        Type("number"),
    ),
    (r"(price|cost|rate|amount)_per_.*|(.*_)?(bid|salary|budget)", Type("number")),
)


@cache
def _told() -> dict[str, dict[str, Any]]:
    text = (resources.files(__package__) / "lexicon.toml").read_text("utf-8")
    return tomllib.loads(text)


def knows_field(name: str) -> bool:
    """Whether a field of this name has a meaning of its own."""
    return name in _told()["fields"]


def knows_thing(noun: str) -> bool:
    """Whether services keep such things."""
    return noun in _told()["things"]


def things() -> tuple[str, ...]:
    """Every thing that services keep."""
    return tuple(_told()["things"])


def names() -> tuple[str, ...]:
    """Every field name with a meaning."""
    return tuple(_told()["fields"])


def usual_fields(noun: str) -> tuple[Field, ...]:
    """What a thing has when the goal names no fields.

    >>> [each.name for each in usual_fields("note")]
    ['title', 'content']
    """
    return tuple(usual_field(each) for each in _told()["things"].get(noun, ("name",)))


def usual_field(told: str) -> Field:
    """A field of a thing: by its name, or with a kind of its own behind a colon."""
    name, _, kind = told.partition(":")
    return _field(name, kind) if kind else field(name)


def unheard(name: str) -> Field:
    """A field whose name says nothing: a text."""
    return Field(name, Type("string"))


@cache
def field(name: str) -> Field:
    """A field by its name.

    >>> field("price").type.minimum, field("paid_at").type.kind, field("done").default
    (0, 'datetime', 'false')
    """
    told = _told()["fields"].get(name)
    if told is not None:
        return _field(name, told)
    for ending, type_ in _ENDINGS:
        if re.fullmatch(ending, name):
            return Field(name, type_)
    if is_plural(name) and not name.endswith("ss"):
        return Field(name, Type("list", item=Type("string")))
    return unheard(name)


def _field(name: str, told: str) -> Field:
    kind, *bounds = told.split()
    type_ = _kind(kind)
    required, default = True, ""
    for each in bounds:
        key, _, value = each.partition("=")
        match key:
            case "?":
                required, type_ = False, replace(type_, nullable=True)
            case "":
                required, default = False, value
            case "nonempty":
                type_ = replace(type_, min_length=1)
            case "min":
                type_ = replace(type_, minimum=_number(value))
            case "max":
                type_ = replace(type_, maximum=_number(value))
            case _:
                type_ = replace(type_, above=_number(value))
    return Field(name, type_, required, default and json.dumps(json.loads(default)))


def _number(told: str) -> float:
    return int(told) if re.fullmatch(r"-?\d+", told) else float(told)


def _kind(told: str) -> Type:
    kinds: dict[str, Kind] = {
        "string": "string",
        "integer": "integer",
        "number": "number",
        "boolean": "boolean",
        "date": "date",
        "datetime": "datetime",
        "email": "email",
        "url": "url",
        "json": "json",
    }
    return Type("list", item=Type("string")) if told == "list" else Type(kinds[told])
