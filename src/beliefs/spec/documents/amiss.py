"""Values of schema keywords that cannot be meant: bounds that are no numbers, or exchanged.

Each is read as what it comes nearest to, else left out, and said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beliefs.spec import patterns as re

_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties")
_NUMBERS = ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")
_PAIRS = (("minLength", "maxLength"), ("minItems", "maxItems"), ("minimum", "maximum"))


def fitted(schema: dict[str, Any], said: Callable[[str], None]) -> dict[str, Any]:
    """A schema whose bounds, choices and default can hold.

    >>> heard = []
    >>> fitted({"type": "string", "maxLength": "80", "minLength": 90}, heard.append)["minLength"]
    80
    >>> heard[1]
    'minLength 90 is more than maxLength 80: they were exchanged'
    """
    made = dict(schema)
    for key in (*_COUNTS, *_NUMBERS):
        if key in made and not (isinstance(made[key], bool) and key.startswith("excl")):
            made |= _number(key, made.pop(key), said)
    for low, high in _PAIRS:
        least, most = made.get(low), made.get(high)
        if least is not None and most is not None and least > most:
            said(f"{low} {least} is more than {high} {most}: they were exchanged")
            made |= {low: most, high: least}
    if isinstance(made.get("enum"), list):
        made |= _choices(made.pop("enum"), said)
    return _default(made, said) if made.get("default") is not None else made


def _number(key: str, value: Any, said: Callable[[str], None]) -> dict[str, Any]:
    if value is None:
        return {}
    number = value
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d+(?:\.\d+)?\s*", value):
        number = float(value) if "." in value else int(value)
        said(f"`{key}: '{value}'` is a text: it was read as {number}")
    fits = isinstance(number, int | float) and not isinstance(number, bool)
    if fits and key in _COUNTS:
        fits = number >= 0 and number == int(number)
    if fits:
        return {key: number}
    said(f"`{key}: {value}` cannot be: it was left out")
    return {}


def _choices(values: list[Any], said: Callable[[str], None]) -> dict[str, Any]:
    if not values:
        said("an enum without values was left out")
        return {}
    once: list[Any] = []
    for each in values:
        if isinstance(each, dict | list):
            said(f"the value {each} of an enum was left out")
        elif any(each == one and type(each) is type(one) for one in once):
            said(f"the enum has {each} twice: once was taken")
        else:
            once.append(each)
    return {"enum": once} if once else {}


_TRUTHS = {"true": True, "false": False}


def _default(schema: dict[str, Any], said: Callable[[str], None]) -> dict[str, Any]:
    """A schema whose default is of its type and one of its choices."""
    value, kind = schema["default"], schema.get("type")
    meant = value
    if kind in {"integer", "number"} if isinstance(kind, str) else False:
        held = _number("default", value, lambda _: None) if not isinstance(value, bool) else {}
        meant = held.get("default")
    elif kind == "boolean" and not isinstance(value, bool):
        meant = _TRUTHS.get(str(value).lower())
    elif kind == "string" and isinstance(value, int | float):
        meant = str(value).lower() if isinstance(value, bool) else str(value)
    if meant is not None and isinstance(schema.get("enum"), list) and meant not in schema["enum"]:
        meant = None
    if meant is None:
        said(f"`default: {value}` is none of its values: it was left out")
        return {key: each for key, each in schema.items() if key != "default"}
    if meant is not value and meant != value:
        said(f"`default: {value!r}` was read as {meant!r}")
    return {**schema, "default": meant}
