"""Rows that their owner shares with others by name, who may then see them.

The names are a list of the row; nobody else is told that it is there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list
from beliefs.spec.documents.places import Step, steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.accounts import Accounts
    from beliefs.spec.inferring.keeping.kept import Kept

_WORDS = {"share", "shares", "sharing", "readers", "viewers", "collaborators", "sharedwith"}
_LISTS = {"sharedwith", "shares", "readers", "viewers", "collaborators", "sharedto"}
_MINE = {"shared", "sharedwithme", "sharedtome"}


def place(kept: Kept, accounts: Accounts) -> None:
    """Make the names that rows are shared with part of the rows, where a route adds one."""
    if accounts.users is None or not accounts.known:
        return
    for route in kept.contract.routes:
        chain = steps(route.path, kept.base)
        if route.method not in {"POST", "PUT"} or not _shares(chain) or not _whom(route, chain):
            continue
        holding = kept.at(chain[:-1])
        if holding is None or not route.secured or holding.readers:
            continue
        lists = [each for each in holding.shape.properties if is_list(each.shape)]
        named = [each.name for each in lists if plain(each.name) in _LISTS]
        holding.readers = named[0] if named else "shared_with"
        kind = Type("list", item=Type("string"))
        holding.fields[holding.readers] = Field(
            holding.readers, kind, required=False, default="[]", hidden=not named
        )
        if may_edit(route):
            holding.editors = "editors"
            holding.fields["editors"] = Field(
                "editors", kind, required=False, default="[]", hidden=True
            )
        for each in kept.holdings:  # what is below it is all theirs who see it
            each.crowding = each.crowding or any(
                len(one) > len(two) and one[: len(two)] == two
                for one in each.places
                for two in holding.places
            )
        for each in [one for one in kept.holdings if one is not holding and one.routes]:
            chains = [steps(one.path, kept.base) for one in each.routes]
            if all(_shares(one) and kept.at(one[:-1]) is holding for one in chains):
                kept.holdings.remove(each)


def _shares(chain: tuple[Step, ...]) -> bool:
    """Whether a path ends in sharing a row, with whom or not."""
    word = chain[-1].name if chain else ""
    return len(chain) > 1 and plain(word) in _WORDS and bool(chain[-2].param)


def may_edit(route: Route) -> str:
    """The condition that somebody may also change what is shared with them; else nothing.

    >>> from beliefs.spec.documents.contract import Property, Shape
    >>> told = Shape(Type("record"), properties=(Property("can_edit", Shape(Type("boolean"))),))
    >>> may_edit(Route("POST", "/lists/{id}/share", body=told))
    'input.can_edit'
    """
    for part in route.body.properties if route.body is not None else ():
        if part.shape.type.kind == "boolean" and re.search(r"(?i)edit|write|chang", part.name):
            return f"input.{part.name}"
        edits = [each for each in part.shape.type.choices if re.search(r"(?i)edit|writ", each)]
        if len(edits) == 1 and re.search(r"(?i)permission|access|role|right|level", part.name):
            return f'input.{part.name} = "{edits[0]}"'
    return ""


def _edited(holding: Holding, whom: str, test: str) -> dict[str, str]:
    """The names of those who may change a row, with somebody or without them."""
    if not holding.editors:
        return {}
    names = f"{holding.variable}.{holding.editors}"
    out = f"without({names}, {whom})"
    return {holding.editors: f"if({test}, with({out}, {whom}), {out})" if test else out}


def _whom(route: Route, chain: tuple[Step, ...]) -> str:
    """The input that says with whom: a name of the body, else the last one of the path."""
    if chain[-1].param:
        return chain[-1].param
    parts = route.body.properties if route.body is not None else ()
    texts = [each.name for each in parts if each.shape.type.kind in {"string", "email"}]
    return texts[0] if len(texts) == 1 else ""


def sharing_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that shares a row, takes it back or lists what is shared."""
    chain = writer.chain(route)
    if len(chain) < 2:
        return None
    if route.method == "GET" and not chain[-1].param and plain(chain[-1].name) in _MINE:
        holding = writer.kept.at(chain[:-1])
        if holding is not None and holding.readers:
            rows = f"{holding.name}[where {writer.my_name()} in .{holding.readers}]"
            return [writer.answer(route, Scene(holding, rows=rows))]
        return None
    holding = writer.kept.at(chain[:-1]) if _shares(chain) else None
    if holding is None or not holding.readers:
        return None
    one, names = holding.variable, f"{holding.variable}.{holding.readers}"
    lines = writer.above(route, chain[:-1])
    if route.method == "GET":
        return [*lines, f"answer {route.good.status if route.good else 200} {names}"]
    whom = f"input.{writer.name(_whom(route, chain))}"
    scene = Scene(holding, one, message=f"{holding.spoken} shared")
    if route.method == "DELETE":
        gone = writer.refuse(route, "absent", "It is not shared with them", "share user", (404,))
        taken = f"without({names}, {whom})"
        lines.append(f"guard {whom} in {names} else {gone}")
        values = {holding.readers: taken, **_edited(holding, whom, "")}
        change = f"patch {holding.name} {one} {made(values)}"
        return [*lines, change, writer.answer(route, scene, 204)]
    users = writer.accounts.users
    assert users is not None
    if not writer.accounts.caller:
        there = f"count({users.name}[where .{writer.accounts.name} = {whom}]) > 0"
        lines.append(f"guard {there} else {writer.absent(route, users)}")
    if re.search(
        r"(?i)\bwith (?:yourself|oneself|themselves|the owner)\b[^.]*\b4\d\d\b", route.words
    ):
        among = (400, 409, 422)
        own = writer.refuse(route, "refused", "It is yours already", "yourself owner", among)
        lines.append(f"guard {whom} != {writer.my_name()} else {own}")
    if 409 in route.statuses:
        twice = json.dumps("It is shared with them already")
        lines.append(f"guard not({whom} in {names}) else conflict {twice}")
    values = {holding.readers: f"with({names}, {whom})"}
    values |= _edited(holding, whom, may_edit(route))
    change = f"patch {holding.name} {one} {made(values)}"
    return [*lines, change, writer.answer(route, scene, 200)]
