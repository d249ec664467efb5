"""Texts that the words about a property describe by the letters that they are of."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.letters import pattern_of
from beliefs.spec.documents.spelling import MONTH, MONTHLY

_PLAIN = r"(?i)\bonly\b|\bmust\b|\bconsists? of\b|\bmade (?:up )?of\b"
# "the day, as YYYY-MM-DD": a date, though its schema says no more than that it is a text.
_DAILY = re.compile(r"\b(?:YYYY-MM-DD|yyyy-mm-dd)\b(?![-/\w])")


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
    if _DAILY.search(shape.words) and kind.max_length is None:
        return replace(shape, type=replace(kind, kind="date", min_length=None))
    return replace(shape, type=replace(kind, pattern=worded_pattern(shape.words)))


def worded_pattern(words: str) -> str:
    r"""The regular expression of a text as words describe it; empty where they do not.

    >>> worded_pattern("4 to 12 characters, A-Z and 0-9 only")
    '^[A-Z0-9]{4,12}$'
    >>> worded_pattern("The month, YYYY-MM")
    '^[0-9]{4}-(0[1-9]|1[0-2])$'
    """
    if MONTHLY.search(words):
        return MONTH
    spelled = pattern_of(words) if re.search(_PLAIN, words) else ""
    return f"^{spelled}$" if spelled else ""
