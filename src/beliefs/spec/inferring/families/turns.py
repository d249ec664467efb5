"""Whose turn it is: rows that wait in an order, the one that is up, and those that are through.

"POST /next: the first in line becomes "served", whoever was "served" becomes "done"" moves rows
that no key names. Who comes first is what the list of those that wait says.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import clauses, sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.filters import narrowed
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

_STATE = r"[`\"“]?([A-Za-z][\w-]*)[`\"”]?"
_UP = re.compile(
    r"(?i)\b(?:the )?(?:top|first|next|oldest|front|head|highest\w*|best)\b[^.;,]*?"
    rf"\b(?:becomes?|turns?|is set to|goes to|is marked(?: as)?) {_STATE}"
)
_THROUGH = re.compile(
    r"(?i)\b(?:what(?:ever)?|who(?:ever)?|the (?:one|\w+)(?: that| which| who)?) (?:was|is) "
    rf"(?:still |currently )?{_STATE},? (?:now )?(?:becomes?|turns?|is set to|goes to) {_STATE}"
)
_NOBODY = re.compile(r"(?i)\b(?:nobody|no one|no-one|none|nothing|no \w+|empty)\b")
_ONE = re.compile(r"(?i)^\W*(?:who(?:ever)?|the (?:one|\w+)|what(?:ever)?|it)\b")


class Turn(NamedTuple):
    """A state, those before it, and those after it, of the rows of one holding."""

    holding: Holding
    field: str
    first: str
    up: str
    through: str


def _turn(kept: Kept, route: Route) -> Turn | None:
    up, through = _UP.search(route.words), _THROUGH.search(route.words)
    if route.method != "POST" or route.body is not None or "{" in route.path or up is None:
        return None
    for holding in kept.holdings:
        for field in holding.fields.values():
            choices = field.type.choices
            if up[1] not in choices or not field.default:
                continue
            after = through[2] if through and through[1] == up[1] and through[2] in choices else ""
            return Turn(holding, field.name, json.loads(field.default), up[1], after)
    return None


def turn_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a request that calls the next; None for any other."""
    turn = _turn(writer.kept, route)
    if turn is None:
        return None
    holding, one = turn.holding, turn.holding.variable
    lists = [
        each
        for each in writer.contract.routes
        if each.method == "GET" and writer.kept.at(writer.chain(each)) is holding
    ]
    order = next((found for each in lists if (found := stated_order(each, holding))), [])
    waits = ", ".join([f'where .{turn.field} = "{turn.first}"', *(f"by {each}" for each in order)])
    find = f"let {one} = first({holding.name}[{waits}])"
    ended = _into(holding, turn.field, turn.through)
    ends = [
        f'for before in {holding.name}[where .{turn.field} = "{turn.up}"]:',
        f"    patch {holding.name} before {ended}",
    ]
    ends = ends if turn.through else []
    empty, kept = empty_answer(route)
    begins = f"patch {holding.name} {one} {_into(holding, turn.field, turn.up)}"
    good = tuple(
        each for each in route.replies if each.status != empty and str(each.status) in route.words
    )
    done = [begins, writer.answer(replace(route, replies=good), Scene(holding, one), 200)]
    if 200 <= empty < 300:
        none = [f"if {one} = null:", *(f"    {each}" for each in (ends if kept else ()))]
        return [find, *none, f"    answer {empty}", *ends, *done]
    among = (empty,) if empty else (409,)
    way = writer.refuse(route, "conflict", "Nobody is waiting", "nobody empty waiting", among)
    return [find, f"guard {one} != null else {way}", *ends, *done]


def _into(holding: Holding, field: str, state: str) -> str:
    """The values of a row that gets into a state."""
    moment = f"{state}_at"
    stamps = {moment: "now()"} if moment in holding.fields else {}
    return made({field: json.dumps(state), **stamps})


def empty_answer(route: Route) -> tuple[int, bool]:
    """What is answered when nobody waits, and whether the one that is up is through then, too."""
    for sentence in sentences(route.words):
        for each in clauses(sentence):
            if _NOBODY.search(each.words) or _NOBODY.search(each.after):
                return each.status, bool(re.search(r"(?i)\b(?:too|also|as well)\b", sentence))
    return 0, False


def current_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a question for the one row in a state: "who is up, 404 if nobody"."""
    shape = route.good.shape if route.good else None
    none = [each for each in clauses(route.words) if each.status == 404]
    if route.method != "GET" or "{" in route.path or shape is not None or not none:
        return None
    if not _ONE.match(route.words) or not any(_NOBODY.search(each.words) for each in none):
        return None
    for holding in writer.kept.holdings:
        holds = narrowed(route, holding)
        if len(holds) == 1:
            one = holding.variable
            way = writer.refuse(route, "absent", "There is none", "nobody none", (404,))
            return [
                f"let {one} = first({holding.name}[where {holds[0]}])",
                f"guard {one} != null else {way}",
                writer.answer(route, Scene(holding, one)),
            ]
    return None


def moments(kept: Kept) -> None:
    """Remember when rows got into a state, where a list has those of it by that."""
    for route in kept.contract.routes:
        if route.method != "GET" or not _LATE.search(route.words):
            continue
        for holding in kept.holdings:
            state = _state_of(route, holding)
            if state and f"{state}_at" not in holding.fields:
                kind = Type("datetime", nullable=True)
                holding.fields[f"{state}_at"] = Field(
                    f"{state}_at", kind, required=False, hidden=True
                )


_LATE = re.compile(r"(?i)\b(?:latest|most recent(?:ly \w+)?|last)(?: \w+)? first\b")


def _state_of(route: Route, holding: Holding) -> str:
    """The one state that a list is of, where rows only get into it later."""
    for hold in narrowed(route, holding):
        match = re.fullmatch(r'\.(\w+) = "([\w-]+)"', hold)
        field = holding.fields.get(match[1]) if match else None
        if match and field is not None and field.default not in {"", json.dumps(match[2])}:
            return match[2] if re.fullmatch(r"\w+", match[2]) else ""
    return ""


def by_moment(route: Route, holding: Holding) -> list[str]:
    """The order of such a list."""
    state = _state_of(route, holding) if _LATE.search(route.words) else ""
    return [f".{state}_at down"] if f"{plain(state)}_at" in holding.fields else []
