"""Texts that the words about a property describe by the letters that they are of."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.letters import pattern_of

_PLAIN = r"(?i)\bonly\b|\bmust\b|\bconsists? of\b|\bmade (?:up )?of\b"


def described(contract: Contract) -> Contract:
    """A contract whose bodies and parameters hold to what is said of their texts."""
    return replace(contract, routes=tuple(_route(each) for each in contract.routes))


def _route(route: Route) -> Route:
    params = tuple(replace(each, shape=_shape(each.shape)) for each in route.params)
    body = route.body
    if body is not None and is_record(body):
        body = replace(body, properties=tuple(_part(each) for each in body.properties))
    return replace(route, params=params, body=body)


def _part(part: Property) -> Property:
    return replace(part, shape=_shape(part.shape))


def _shape(shape: Shape) -> Shape:
    kind = shape.type
    if kind.kind != "string" or kind.pattern or kind.choices:
        return shape
    return replace(shape, type=replace(kind, pattern=worded_pattern(shape.words)))


def worded_pattern(words: str) -> str:
    r"""The regular expression of a text as words describe it; empty where they do not.

    >>> worded_pattern("4 to 12 characters, A-Z and 0-9 only")
    '^[A-Z0-9]{4,12}$'
    """
    spelled = pattern_of(words) if re.search(_PLAIN, words) else ""
    return f"^{spelled}$" if spelled else ""
