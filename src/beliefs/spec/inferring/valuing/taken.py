"""Rows that something is booked on, or nothing: "rooms that are not booked on that day"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param
from beliefs.spec.documents.words import gives, plain
from beliefs.spec.inferring.keeping.capacity import active
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.scope import Scope, is_called

_FREE = {"free", "available", "vacant", "unbooked", "bookable", "unreserved", "unoccupied"}
_TAKEN = {"booked", "reserved", "taken", "occupied", "rented", "lent", "hired", "busy", "used"}
_SAID = re.compile(
    r"(?i)(?:(?:that|which|who) )?(?:(?:is|are|was|were|have been|has been|do|does) )?"
    r"(?P<no>not (?:yet |already )?|no |nobody has |without )?(?P<deed>[\w-]+)"
    r"(?P<when> (?:(?:on|for|at|during) )?(?:an?|that|the|this|the given|a given|the named|the "
    r"requested|the asked)? ?(?:day|date|night|time|evening|morning|slot|moment)| then)?"
)


def taken(text: str, holding: Holding, scope: Scope) -> str | None:
    """The condition that something belongs to rows on the day that a query names, or does not."""
    match = _SAID.fullmatch(text)
    if match is None:
        return None
    deed = match["deed"].lower()
    children = scope.kept.children(holding)
    named = [each for each in children if gives(deed, each[0].word) or is_called(deed, each[0])]
    if not named and deed in _FREE | _TAKEN and len(children) == 1:
        named = children
    free = (deed in _FREE) != bool(match["no"])
    for child, link in named[:1]:
        holds = _on_the_day(child, scope) if match["when"] else []
        if holds is None:
            continue
        rows = active(child, " and ".join(holds) or "true").removeprefix("count(").removesuffix(")")
        test = f".{holding.key.name} in each(one in {rows}: one.{link})"
        return f"not({test})" if free else test
    return None


_DAY = re.compile(
    r"(?i)(?:(?:that|which) (?:is|are|was|were) )?(?:on|for|of|at) (?:an?|that|the|this|the given|"
    r"a given|the named|the requested|the asked) (?:day|date)"
)


def on_the_day(text: str, holding: Holding, scope: Scope) -> str | None:
    """The condition that rows are of the day which a query names: "on that day"."""
    found = _on_the_day(holding, scope) if _DAY.fullmatch(text) else None
    return found[0] if found else None


def _on_the_day(child: Holding, scope: Scope) -> list[str] | None:
    """That rows are of the day that the query names; None where it names none."""
    asked = [each for each in scope.route.params if each.place == "query" and _is_day(each)]
    days = [each for each in child.fields.values() if each.type.kind in {"date", "datetime"}]
    same = [each for each in days if asked and plain(each.name) == plain(asked[0].name)]
    brought = [each for each in days if child.made is None or child.made.part(each.name)]
    found = (same or brought or days)[:1]
    if len(asked) != 1 or not found or not (asked[0].required or asked[0].default):
        return None
    given = f"input.{scope.writer.name(asked[0].name)}"
    field = found[0]
    if field.type.kind == "datetime" and asked[0].shape.type.kind == "date":
        return [f"date(.{field.name}) = {given}"]
    return [f".{field.name} = {given}"]


def _is_day(param: Param) -> bool:
    return param.shape.type.kind in {"date", "datetime"}
