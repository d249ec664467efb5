"""A Spec as JSON: the same Spec, the same bytes; what is as usual is left out."""

from __future__ import annotations

import json
import types
import typing
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

from beliefs.errors import InvalidInput
from beliefs.spec import effects, notation, parsing
from beliefs.spec.service import Spec

_EXPRESSIONS = typing.get_args(effects.Expr)
_STATEMENTS = typing.get_args(effects.Stmt)


def dumps(spec: Spec) -> str:
    """A Spec as text.

    >>> loads(dumps(Spec("a", "A", ""))) == Spec("a", "A", "")
    True
    """
    return f"{json.dumps(_plain(spec), indent=2, ensure_ascii=False)}\n"


def loads(text: str) -> Spec:
    """The Spec of a text that `dumps` wrote."""
    try:
        told = json.loads(text)
    except ValueError as error:
        message = f"This is no Spec: {error}."
        raise InvalidInput(message) from None
    try:
        spec = _made(Spec, told)
    except (KeyError, TypeError, AttributeError) as error:
        message = f"This is no Spec: {error} does not fit."
        raise InvalidInput(message) from None
    assert isinstance(spec, Spec)
    return spec


def _plain(value: Any) -> Any:
    if isinstance(value, _EXPRESSIONS):
        return notation.expression(value)
    if isinstance(value, tuple):
        if value and isinstance(value[0], _STATEMENTS):
            return notation.write(value).split("\n")
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return {
            each.name: _plain(getattr(value, each.name))
            for each in fields(value)
            if each.default is MISSING or getattr(value, each.name) != each.default
        }
    return value


def _made(wanted: Any, told: Any) -> Any:
    """A value of the wanted type from its plain form."""
    if wanted == effects.Effect:
        return parsing.read("\n".join(told))
    if wanted == effects.Expr:
        return parsing.read_expression(told)
    if isinstance(wanted, type) and is_dataclass(wanted):
        hints = _hints(wanted)
        return wanted(**{name: _made(hints[name], each) for name, each in told.items()})
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in {typing.Union, types.UnionType}:
        known = next(each for each in inner if each is not types.NoneType)
        return None if told is None else _made(known, told)
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return tuple(_made(inner[0], each) for each in told)
        return tuple(_made(kind, each) for kind, each in zip(inner, told, strict=True))
    return told


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)
