"""The rows that keep what others were, where routes show earlier states."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape, is_list
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.collecting import STATES
from beliefs.spec.inferring.keeping.holdings import Holding, Parent
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field, Type

BACK = {"revert", "rollback", "restore", "rollbackto", "revertto"}
NUMBERS = {"version", "revision", "rev", "versionnumber"}


_SAVED = {"savedat", "saved", "savedon", "lastsavedat", "lastsaved", "committedat"}


def remember(kept: Kept) -> None:
    """Give every holding of which routes show earlier states the rows that keep them."""
    for holding in list(kept.holdings):
        below = [
            (each, chain)
            for each in kept.contract.routes
            if len(chain := steps(each.path, kept.base)) > 1
            and chain[-2].param
            and kept.at(chain[:-1]) is holding
        ]
        asked = any(asked_state(each) for each in holding.routes)
        if asked or any(is_history(each) or is_state(each) or is_diff(each) for each, _ in below):
            number = number_of(holding)
            if number and not holding.fields[number].default:
                counted = replace(holding.fields[number], type=Type("integer"), default="1")
                holding.fields[number] = counted
            for name in holding.fields:
                # Of rows that remember their states it is told when the present one was saved.
                if plain(name) in _SAVED and name in holding.sets:
                    holding.touches.setdefault(name, holding.sets[name])
            kept.holdings.append(_trail(holding))


def is_history(route: Route) -> bool:
    """Whether a route lists earlier states of the row above."""
    chain = steps(route.path)
    said = f"{route.words} {route.good.shape if route.good else ''}"
    return (
        route.method == "GET"
        and len(chain) > 1
        and not chain[-1].param
        and plain(chain[-1].name) in STATES
        and bool(re.search(r"(?i)\b(?:version|revision)s?\b", said))
    )


def is_state(route: Route) -> bool:
    """Whether a route shows one earlier state by its number."""
    chain = steps(route.path)
    named = bool(chain) and bool(chain[-1].param) and plain(chain[-1].name) in STATES
    return route.method == "GET" and len(chain) > 1 and named


def asked_state(route: Route) -> str:
    """The parameter by which a row is asked for as it was: `GET /pages/{slug}?version=2`."""
    chain = steps(route.path)
    if route.method != "GET" or not chain or not chain[-1].param:
        return ""
    asked = [each.name for each in route.params if each.place == "query"]
    return next((each for each in asked if plain(each) in NUMBERS), "")


TO = {"to", "right", "b", "newer", "until", "new"}
ENDS = {"from", "left", "a", "older", "base", "old", *TO}
ADDED = {"added", "additions", "inserted", "new", "plus", "addedlines"}
GONE = {"removed", "deleted", "deletions", "removals", "old", "minus", "removedlines"}


def is_diff(route: Route) -> bool:
    """Whether a route compares two states by their lines: what is new and what is gone, or both."""
    shape = route.good.shape if route.good else None
    told = [each for each in map(plain, names_of(shape)) if each not in ENDS]
    two = len([each for each in route.params if plain(each.name) in ENDS]) == 2
    if route.method != "GET" or not two:
        return False
    both = len(told) == 2 and {*told} & ADDED and {*told} & GONE
    if both:
        return _of_lines(shape) or bool(re.search(r"(?i)\blines?\b", route.words))
    media = route.good.media if route.good else ""
    plainly = told in (["diff"], ["unified"], ["patch"]) or (not told and "text/" in media)
    return plainly and bool(re.search(r"(?i)\bunified\b|\bdiff\b", route.words))


def _of_lines(shape: Shape | None) -> bool:
    """Whether what is new and what is gone are lists of texts: those of a text are its lines."""
    listed = [each.shape for each in (shape.properties if shape else ()) if is_list(each.shape)]
    return len(listed) == 2 and all(
        each.item and each.item.type.kind == "string" for each in listed
    )


def names_of(shape: Shape | None) -> tuple[str, ...]:
    """The names of a record; none where there is none."""
    return shape.names if shape is not None else ()


def number_of(holding: Holding) -> str:
    """The field that counts the states of a row; empty where rows do not show it."""
    made = names_of(holding.made)
    return next(
        (
            each.name
            for each in holding.fields.values()
            if plain(each.name) in NUMBERS
            and each.type.kind in {"integer", "json", "string"}
            and each.name not in made
        ),
        "",
    )


# What a number is called that says which state an edit began with: `base_revision`.
_BEFORE = {"base", "basedon", "expected", "previous", "prev", "parent", "known", "last", "seen"} | {
    *("original", "from", "read", "if", "current", "my", "your", "client", "starting"),
}


def is_base(name: str) -> bool:
    """Whether a name says which state of a row an edit began with.

    >>> is_base("base_revision"), is_base("expectedVersion"), is_base("revision")
    (True, True, False)
    """
    bare = plain(name)
    return any(bare.endswith(each) and bare[: -len(each)] in _BEFORE for each in NUMBERS)


def base_of(body: Shape | None, shown: Shape) -> str:
    """The name in a body that says which state an edit began with; no part of the row itself."""
    counted = any(plain(each) in NUMBERS for each in shown.names)
    named = [each for each in names_of(body) if is_base(each) and each not in shown.names]
    return named[0] if counted and len(named) == 1 else ""


def _trail(holding: Holding) -> Holding:
    """The rows that keep what a row was."""
    link = f"{snaked(holding.word)}_{snaked(holding.key.name)}"
    kinds = {"integer": "integer", "uuid": "uuid"}
    kind = kinds.get(holding.key.style) or kinds.get(holding.key_type.kind, "string")
    moment = [each for each in holding.touches if each in holding.fields][:1]
    brought = [each for each in names_of(holding.made) if each in holding.fields]
    number = number_of(holding) or "version"
    trail = Holding(
        f"{holding.name}Version", f"{holding.word}_version", set(), [], Shape(Type("record"))
    )
    trail.key, trail.shadow = Key("id", "integer"), True
    trail.parents = [Parent(holding.name, link)]
    trail.fields[link] = Field(
        link, Type("integer" if kind == "integer" else "string"), hidden=True
    )
    trail.fields[number] = Field(number, Type("integer"))
    for name in [*brought, *moment]:
        if name not in {number, link}:
            trail.fields[name] = holding.fields[name]
    if not moment:
        trail.fields["created_at"] = Field("created_at", Type("datetime"))
    holding.trail = trail.name
    return trail


def number_type(kept: Kept, name: str, path: str) -> Type | None:
    """The type of a number of a state in a path."""
    chain = steps(path, kept.base)
    for end in range(2, len(chain) + 1):
        above = kept.at(chain[: end - 1])
        step = chain[end - 1]
        named = step.param == name and plain(step.name) in STATES | BACK
        if named and above is not None and above.trail:
            return Type("integer")
    return None
