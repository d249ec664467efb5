"""Rows that wait for others of their kind: a list of keys, and what words say of those rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_list
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Type

_LISTS = {"dependson", "dependencies", "dependencyids", "dependsonids", "blockedby", "blockedbyids"}
_LISTS |= {"prerequisites", "prerequisiteids", "requires", "needs", "waitsfor", "after"}
_DEPENDS = r"(?:depends? on|is blocked by|waits? (?:for|on)|needs|requires|builds on)"
_NOUN = r"(?:dependenc(?:y|ies)|prerequisites?|blockers?)"
_SPEAKS = re.compile(rf"(?i)\b(?:{_NOUN}|depends? on|blocked by|waits? for)\b")
_IS = r"(?:is|are|was|were|has been|have been)"
_STATE = r"(?P<state>[\w-]+)(?: yet)?"
# Some of them are not in a state.
_ONES = rf"(?:{_NOUN}|\w+ (?:that |which )?(?:it|they|this(?: \w+)?|the \w+) {_DEPENDS})"
_SOME = r"(?:(?:an?|any|one|some|at least one|another)(?: of)? )?(?:(?:the|its|their|those) )?"
_SOME_NOT = (
    rf"{_SOME}(?:\w+ )?{_ONES} {_IS} (?:not|still not) (?:all |yet |all yet )?{_STATE}",
    rf"not (?:all|every)(?: of)? (?:(?:the|its) )?{_ONES} {_IS} {_STATE}",
    rf"it {_DEPENDS} (?:\w+ ){{1,2}}(?:that|which) {_IS} not (?:yet )?{_STATE}",
)
# All of them are.
_ALL = (
    rf"(?:all|every|each)(?: of)? (?:(?:the|its|their|whose) )?{_ONES} {_IS} {_STATE}",
    rf"(?:whose|with|its|the)? ?{_NOUN} (?:that )?(?:{_IS} )?all (?:{_IS} )?{_STATE}",
)


def waits(holding: Holding, part: Property) -> bool:
    """Whether a value is a list of the keys of rows of the same kind."""
    item = part.shape.item if is_list(part.shape) else None
    kind = item.type.kind if item is not None else ""
    return plain(part.name) in _LISTS and kind == holding.key_type.kind


def keyed(contract: Contract) -> Contract:
    """The contract whose lists of what a row waits for are of keys, where only words tell them."""
    texts = any(
        part.name == "id" and part.shape.type.kind == "string"
        for each in contract.routes
        for part in (each.good.shape.properties if each.good and each.good.shape else ())
    )
    if texts:
        return contract
    return replace(contract, routes=tuple(map(_keyed, contract.routes)))


def _keyed(route: Route) -> Route:
    body = route.body
    if body is None or not any(_untold(each) for each in body.properties):
        return route
    parts = tuple(
        replace(each, shape=replace(each.shape, item=Shape(Type("integer"))))
        if _untold(each)
        else each
        for each in body.properties
    )
    return replace(route, body=replace(body, properties=parts))


def _untold(part: Property) -> bool:
    """Whether nothing but its name says what is in a list of what a row waits for."""
    item = part.shape.item
    bare = item is not None and item.type == Type("string") and not item.example
    return is_list(part.shape) and plain(part.name) in _LISTS and bare and not part.shape.example


def speaks_of_others(text: str) -> bool:
    """Whether words are about the rows that one waits for, and not about itself.

    >>> speaks_of_others("a task it depends on is not done"), speaks_of_others("it is done")
    (True, False)
    """
    return bool(_SPEAKS.search(text))


def depending(
    text: str, holding: Holding, row: str, state: Callable[[str, Holding], str | None]
) -> str:
    """The condition on a row that its dependencies, or some of them, are in a state; else empty."""
    name = next(
        (
            each
            for each, to in holding.references.items()
            if to == holding.name and plain(each) in _LISTS
        ),
        "",
    )
    if not name or not speaks_of_others(text):
        return ""
    told = re.sub(r"(?i)^(?:if|when|while|as long as|unless|that|which) ", "", text.strip(" .,"))
    for patterns, sign in ((_SOME_NOT, "> 0"), (_ALL, "= 0")):
        for pattern in patterns:
            match = re.fullmatch(rf"(?i){pattern}", told)
            holds = state(match["state"], holding) if match else None
            if holds:
                ready = f"each(one in {holding.name}[where {holds}]: one.{holding.key.name})"
                return f"count({row}.{name}[where not(row in {ready})]) {sign}"
    return ""
