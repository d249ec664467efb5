"""Lists of the rows that lie ahead or behind: "upcoming events", "whose date is in the past"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.keeping.holdings import Holding

_AHEAD = r"(?:in the future|(?:still )?ahead|(?:still )?to come|not (?:yet )?(?:over|past|passed))"
_BEHIND = r"(?:in the past|over|behind|past|passed)"
_WHOSE = re.compile(
    rf"(?i)\bwhose (?:the )?`?(?P<field>\w+)`? (?:is|are|lies|lie|has|have) "
    rf"(?:(?P<ahead>{_AHEAD})|(?P<behind>{_BEHIND}))\b"
)


def timed(route: Route, holding: Holding) -> list[str]:
    """What the words about a list say of the time of its rows."""
    if route.method != "GET":
        return []
    said = f"{route.words}. {route.good.words if route.good else ''}"
    if match := _WHOSE.search(said):
        field = holding.named(match["field"])
        return [_test(holding, field, ahead=bool(match["ahead"]))] if field else []
    noun = singular(holding.word).replace("_", "[ _-]")
    asked = {plain(each.name) for each in route.params}
    field = _when(holding)
    if not field or asked & {"upcoming", "past", "future", "from", "after", "since"}:
        return []
    if re.search(rf"(?i)\b(?:upcoming|future|coming) {noun}s?\b", said):
        return [_test(holding, field, ahead=True)]
    if re.search(rf"(?i)\b(?:list|all|the|show|get)s? past {noun}s?\b", said):
        return [_test(holding, field, ahead=False)]
    return []


def _when(holding: Holding) -> str:
    """The one moment or day that rows are brought with."""
    found = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in {"date", "datetime"}
        and plain(each.name) not in CREATED | {"updatedat"}
        and (holding.made is None or holding.made.part(each.name) is not None)
    ]
    starts = [each for each in found if re.match(r"(?i)start|begin|from|date|when|at$", each)]
    return found[0] if len(found) == 1 else starts[0] if len(starts) == 1 else ""


def _test(holding: Holding, field: str, *, ahead: bool) -> str:
    """A day that is today is neither over nor missed."""
    kind = holding.fields[field].type.kind if field in holding.fields else "datetime"
    now = "today()" if kind == "date" else "now()"
    return f".{field} {'>=' if ahead and kind == 'date' else '>' if ahead else '<'} {now}"
