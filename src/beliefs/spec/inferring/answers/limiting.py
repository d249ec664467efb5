"""Lists of the rows on one side of a number: "the parts with a stock under 5", `?under=5`."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding

_SIDES = {
    **dict.fromkeys(("below", "under", "lessthan", "fewerthan", "lowerthan"), "<"),
    **dict.fromkeys(("above", "over", "morethan", "greaterthan", "exceeding"), ">"),
    **dict.fromkeys(("atmost", "upto", "max", "maximum", "threshold", "limit"), "<="),
    **dict.fromkeys(("atleast", "min", "minimum"), ">="),
}
_STATED = re.compile(
    r"(?i)\b(?:with|having|whose|of which|where)(?: the| an?| their| its)? `?(\w+)`? "
    r"(?:is |are |of )?(below|under|less than|fewer than|lower than|above|over|more than|"
    r"greater than|exceeding|at most|up to|at least) `?(-?\d+(?:\.\d+)?|\w+)"
)


class Limit(NamedTuple):
    """A field, how it is compared, and the number or the word that it is compared with."""

    field: str
    sign: str
    to: str


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _stated(route: Route, holding: Holding) -> Limit | None:
    return _limit_in(route.words, holding)


def _limit_in(said: str, holding: Holding) -> Limit | None:
    match = _STATED.search(said)
    field = holding.fields.get(holding.named(match[1])) if match else None
    if match is None or field is None or field.type.kind not in {"integer", "number"}:
        return None
    return Limit(field.name, _SIDES[plain(match[2])], match[3])


def flagged(param: Param, said: str, holding: Holding, name: str) -> str:
    """The condition of a truth that words tell by a number: "only those with a stock above 0".

    Whoever asks for false asks for the others.
    """
    limit = _limit_in(said, holding) if param.shape.type.kind == "boolean" else None
    number = limit is not None and _NUMBER.fullmatch(limit.to)
    return f"{name} = (.{limit.field} {limit.sign} {limit.to})" if limit and number else ""


def _asks(param: Param, limit: Limit) -> bool:
    """Whether a parameter is what a field is compared with: by its name, or by its side."""
    same_side = _SIDES.get(plain(param.name), "")[:1] == limit.sign[0]
    return param.shape.type.kind in {"integer", "number"} and (
        plain(param.name) == plain(limit.to) or same_side
    )


def asked_limit(param: Param, route: Route, holding: Holding, name: str) -> str:
    """The condition that a parameter sets where the words about a list show what it bounds."""
    limit = _stated(route, holding)
    return f".{limit.field} {limit.sign} {name}" if limit and _asks(param, limit) else ""


def limits(route: Route, holding: Holding) -> list[str] | None:
    """What the words about a list demand of a number beside its parameters; None for nothing."""
    limit = _stated(route, holding)
    if limit is None:
        return None
    if any(_asks(each, limit) for each in route.params):
        return []
    number = _NUMBER.fullmatch(limit.to)
    return [f".{limit.field} {limit.sign} {limit.to}"] if number else None
