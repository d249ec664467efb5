"""Rows that are thrown away and can be had again: deleting marks them, restoring clears the mark.

Told in words ("soft delete", "only hides it"), by a route that restores, or by a field that says
when. Such rows are not there for anybody but a restore, unless a query asks for them.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route
from beliefs.spec.documents.places import restores, steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field, Type

_SOFTLY = re.compile(
    r"(?i)\bsoft[- ]delet|\b(?:only|just|merely) (?:marks?|flags?|hides?|(?:is |are )?hidden)\b|"
    r"\bmark(?:s|ed)? (?:\w+ ){0,3}as (?:deleted|removed|trashed)\b|"
    r"\b(?:in(?:to)?|to) the (?:trash|(?:recycle |waste ?)?bin|waste basket)\b|"
    r"\b(?:can|may|could) (?:later |still )?be (?:restored|recovered|undeleted|brought back)\b"
)
_TOO = {"includedeleted", "withdeleted", "showdeleted", "alldeleted", "includeremoved"}
_ALONE = {"deleted", "trashed", "removed", "onlydeleted", "trash", "bin"}


def throw_away(holding: Holding, kept: Kept) -> None:
    """A moment of deletion, where deleted rows are only marked."""
    drops = [
        each
        for each in holding.routes
        if each.method == "DELETE" and kept.at(steps(each.path, kept.base)) is holding
    ]
    soft = any(_SOFTLY.search(each.words) for each in drops)
    soft = soft or any(_brings_back(each, holding, kept) for each in kept.contract.routes)
    name = holding.gone or ("deleted_at" if soft and drops else "")
    if name and drops:
        hidden = name not in holding.shape.names
        moment = Type("datetime", nullable=True)
        holding.fields[name] = Field(name, moment, required=False, hidden=hidden)


def _brings_back(route: Route, holding: Holding, kept: Kept) -> bool:
    """Whether a route restores a row; one that is brought a version restores that, and no row."""
    chain = steps(route.path, kept.base)
    if route.method == "GET" or len(chain) < 2 or not restores(chain):
        return False
    return kept.at(chain[:-1]) is holding and (route.body is None or not route.body.names)


def asks_deleted(param: Param) -> bool:
    """Whether a parameter asks for rows that are thrown away."""
    return plain(param.name) in _TOO | _ALONE


def present(holding: Holding, route: Route, given: dict[str, str]) -> list[str]:
    """The condition that a row is there, unless a query asks for others, alone or as well."""
    if not holding.gone:
        return []
    there = f".{holding.gone} = null"
    asked = next((each for each in route.params if asks_deleted(each)), None)
    if asked is None:
        return [there]
    value = given[asked.name]
    if plain(asked.name) in _TOO or _says_too(route, asked):
        return [f"{value} or {there}"]
    alone = f"(.{holding.gone} != null) = {value}"
    return [alone if asked.default or asked.required else f"if({value} = null, {there}, {alone})"]


def _says_too(route: Route, asked: Param) -> bool:
    said = f"{asked.shape.words} {route.words}"
    return bool(re.search(r"(?i)\b(?:too|also|as well|include[sd]?|including|even)\b", said))
