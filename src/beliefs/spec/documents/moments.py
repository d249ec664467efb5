"""How a document writes moments: with or without a fraction of a second, always with an offset."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route, Shape
from beliefs.spec.types import OFFSET

_TIMES = r"(?:times?|timestamps?|moments?|date-?times?|instants?)"
_ANSWERED = re.compile(
    rf"(?i)\b(?:answers?|returns?|shows?|sends?|responds?|gives?|come back|comes back)\b[^.]*"
    rf"\b{_TIMES}\b[^.]*\bUTC\b|\b{_TIMES}\b[^.]*\b(?:are|is|come|comes)\b[^.]*"
    rf"\b(?:returned|answered|shown|sent|back)\b[^.]*\bUTC\b"
)
_ZONED = re.compile(
    rf"(?i)\b{_TIMES}\b[^.]*\b(?:without|missing|lacking|with no)\b[^.]*\b(?:offset|zone)\b[^.]*"
    r"\b(?:errors?|invalid|rejected|refused|not (?:allowed|accepted)|4\d\d)\b|"
    rf"\b{_TIMES}\b[^.]*\b(?:must|have to|has to|need)\b[^.]*\b(?:offset|time ?zone)\b"
)
_SHORT = re.compile(r"T\d\d:\d\d:\d\dZ\b")
_LONG = re.compile(r"T\d\d:\d\d:\d\d\.\d+")


def brief_moments(shown: str) -> bool:
    """Whether moments are shown without a fraction of a second, and none with one.

    >>> brief_moments("at: 2026-05-01T10:00:00Z"), brief_moments("at: 2026-05-01T10:00:00.25Z")
    (True, False)
    """
    return bool(_SHORT.search(shown)) and not _LONG.search(shown)


def timed(contract: Contract) -> Contract:
    """The contract, with what it says of moments as such: offsets that are needed, their form."""
    zoned = [text for _, text in contract.prose if _ZONED.search(text)]
    stated = [text for _, text in contract.prose if _ANSWERED.search(text)]
    shown = " ".join(
        [
            *(each.example for route in contract.routes for each in route.replies),
            *(each.example for each in contract.routes),
            *stated,
        ]
    )
    brief = brief_moments(shown)
    held = {*zoned, *(text for text in stated if brief or not re.search(r"T\d\d:", text))}
    routes = contract.routes
    if zoned:
        routes = tuple(_zoned(each) for each in routes)
    prose = tuple(each for each in contract.prose if each[1] not in held)
    return replace(contract, routes=routes, prose=prose, brief=brief)


def _zoned(route: Route) -> Route:
    """A route whose body brings moments with an offset alone."""
    return replace(route, body=_offsets(route.body) if route.body is not None else None)


def _offsets(shape: Shape) -> Shape:
    if shape.type.kind == "datetime":
        return replace(shape, type=replace(shape.type, pattern=OFFSET))
    parts = tuple(replace(each, shape=_offsets(each.shape)) for each in shape.properties)
    item = _offsets(shape.item) if shape.item is not None else None
    return replace(shape, properties=parts, item=item)
