"""How long texts of a body may be, as the words about a request say it in passing.

"409 if the name is taken; password shorter than 8 characters: 400", "(password min 8 chars)".
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, is_record

_MARKS = r"(?:characters?|chars?|letters?|signs|symbols)\b"
_TOO_SHORT = (
    rf"(?:shorter than|with (?:fewer|less) than|(?:fewer|less) than|under|below) (\d+) ?{_MARKS}"
)
_TOO_LONG = rf"(?:longer than|with more than|(?:of )?more than|over|above) (\d+) ?{_MARKS}"
_LEAST = rf"(?:at least|min(?:imum|\.)?(?: of| length)?:?|>=|≥) ?(\d+) ?{_MARKS}"
_MOST = rf"(?:at most|max(?:imum|\.)?(?: of| length)?:?|up to|<=|≤) ?(\d+) ?{_MARKS}"
_LINK = r"[`\"']?[\s(,:]*(?:(?:is|are|has|have|must|be|have|of|with|that|which|a|an|string|text) )*"


def measured(contract: Contract) -> Contract:
    """The contract whose bodies are held to the lengths that words tell of their texts."""
    return replace(contract, routes=tuple(_measured(each) for each in contract.routes))


def _measured(route: Route) -> Route:
    body = route.body
    if body is None or not is_record(body) or route.method not in {"POST", "PUT", "PATCH"}:
        return route
    said = " ; ".join([route.words, *(each.words for each in route.faults)])
    parts = tuple(_bounded(each, said) for each in body.properties)
    return (
        replace(route, body=replace(body, properties=parts)) if parts != body.properties else route
    )


def _bounded(part: Property, said: str) -> Property:
    kind = part.shape.type
    free = kind.kind == "string" and not (kind.choices or kind.pattern)
    if not free or kind.min_length or kind.max_length:
        return part
    name = rf"\b{re.escape(part.name).replace('_', '[ _-]')}"
    low = re.search(rf"(?i){name}{_LINK}(?:{_TOO_SHORT}|{_LEAST})", said)
    high = re.search(rf"(?i){name}{_LINK}(?:{_TOO_LONG}|{_MOST})", said)
    if low:
        kind = replace(kind, min_length=int(low[1] or low[2]))
    if high:
        kind = replace(kind, max_length=int(high[1] or high[2]))
    return replace(part, shape=replace(part.shape, type=kind))
