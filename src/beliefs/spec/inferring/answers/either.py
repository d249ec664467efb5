"""Parameters about whichever value of a row is there: "`maxPrice` (offer, or price if none)"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding

_EITHER = re.compile(
    r"(?i)^`?(\w+)`?, or (?:else )?(?:the )?`?(\w+)`?(?: (?:if|when|while|as long)\b|$)"
)


def either(param: Param, holding: Holding) -> str:
    """The value that a parameter is about, over the row that is looked at; or nothing."""
    match = _EITHER.match(param.shape.words)
    names = [_known(each, holding) for each in match.groups()] if match else []
    return f"or_else(.{names[0]}, .{names[1]})" if names and all(names) else ""


def bounded(param: Param, holding: Holding, name: str) -> str:
    """The condition that the value lies within a bound: that is worked out, so it comes late."""
    value = either(param, holding)
    sign = {"min": ">=", "max": "<="}.get(next(iter(words(param.name)), ""), "")
    return f"{value} {sign} {name}" if value and sign else ""


def sorting(choice: str, route: Route, holding: Holding) -> str:
    """What a choice of sorting means where another parameter says what it is: "by that price"."""
    for param in route.params:
        if words(param.name)[-1:] == (plain(choice),) and (value := either(param, holding)):
            return value
    return ""


def _known(name: str, holding: Holding) -> str:
    near = holding.named(name)
    return near or next((each for each in holding.computed if plain(each) == plain(name)), "")
