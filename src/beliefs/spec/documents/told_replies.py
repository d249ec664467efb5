"""Answers that only words tell, by the names in them: "201 with id, title and created_at".

The answer to a request that makes or changes a row is the row. Where a sentence about it lists what
the row has, among it what no request brings, that is what it shows.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.types import Type

_NAME = r"(?:(?:its|the|their|an?) )?([A-Za-z_]\w*)(?: \(([^()]*)\)?)?"
_LIST = re.compile(rf"(?<![\w/-]){_NAME}(?:(?:, and |, | and |; ){_NAME})+(?=\s*(?:[.;:)]|$))")
_ITEM = re.compile(_NAME)
_APART = re.compile(r", and |, | and |; ")
_MADE = re.compile(r"(?:\w+_)+\w+|[a-z]+[A-Z]\w*|id|uuid|slug|code|token")
_ANSWERS = re.compile(
    r"(?i)\b2\d\d\b|\b(?:answer|response|reply|result|return|respond|get|give|receive|show|come)\w*\b"
)


def told_replies(contract: Contract) -> Contract:
    """The contract whose answers have the shapes that only words tell."""
    return replace(contract, routes=tuple(_route(each) for each in contract.routes))


def _route(route: Route) -> Route:
    good, body = route.good, route.body
    if route.method not in {"POST", "PUT", "PATCH"} or good is None or good.shape is not None:
        return route
    if body is None or not is_record(body) or good.status in {204, 304}:
        return route
    said = [each for each in re.split(r"(?<=[.;])\s+", route.words) if _ANSWERS.search(each)]
    found = next((one for each in (good.words, *said) if (one := _listed(each, body))), None)
    if found is None:
        return route
    made = replace(good, shape=found)
    return replace(route, replies=tuple(made if each is good else each for each in route.replies))


def _listed(text: str, body: Shape) -> Shape | None:
    """The record of the names that a text lists; None where these are no such names.

    A word is one where it is brought, or looks like one; any word is, between an id and others.
    """
    lead = _ANSWERS.search(text)
    start = lead.end() if lead and "2" in lead[0] else 0
    inner = text.find("(", start) + 1  # "the note (id, title, created_at)"
    found = [*_LIST.finditer(text, start), *(_LIST.finditer(text, inner) if inner else ())]
    for match in found:
        items = [_ITEM.fullmatch(each) for each in _APART.split(match[0])]
        told = [(each[1], each[2] or "") for each in items if each]
        names = [name for name, _ in told]
        brought = [each for each in names if each in body.names]
        made = [each for each in names if each not in body.names and _MADE.fullmatch(each)]
        keyed = "id" in made
        if not brought or not made or len(brought) + len(made) < (2 if keyed else len(names)):
            continue
        if len(items) > len(told) or set(body.names) - set(names):
            continue  # of only some that were brought, words say something else
        parts = tuple(body.part(name) or _part(name, said) for name, said in told)
        return Shape(Type("record"), properties=parts)
    return None


def _part(name: str, said: str) -> Property:
    return replace(jotted(said, name).part(name), read_only=True)
