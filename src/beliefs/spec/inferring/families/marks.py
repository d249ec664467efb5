"""What somebody who is known marks rows with, once each: likes, follows, bookmarks.

A mark is a row of its own, of who made it and of what; how many there are is counted from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape
from beliefs.spec.documents.places import Step, names, steps
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.belonging import key_reference
from beliefs.spec.inferring.keeping.holdings import Holding, Parent
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.accounts import Accounts
    from beliefs.spec.inferring.keeping.kept import Kept

# The verb of a path, and what those who did it, and what was done to, are counted as.
_MARKS = {
    "like": ("likes", "liked"),
    "heart": ("hearts", "hearted"),
    "star": ("stars", "starred"),
    "favorite": ("favorites", "favorited"),
    "favourite": ("favourites", "favourited"),
    "bookmark": ("bookmarks", "bookmarked"),
    "save": ("saves", "saved"),
    "watch": ("watchers", "watched"),
    "follow": ("followers", "following"),
    "subscribe": ("subscribers", "subscribed"),
    "block": ("blockers", "blocked"),
    "upvote": ("upvotes", "upvoted"),
}
_BY = "user_id"


def place(kept: Kept, accounts: Accounts) -> None:
    """Make marks part of what is kept, where a route sets them and another takes them back."""
    users = accounts.users
    if users is None or not accounts.known:
        return
    for route in kept.contract.routes:
        verb, chain = _verb(route, kept.base)
        marked = kept.at(chain[:-1]) if verb else None
        if marked is None or kept.at(chain) is not None or not _set_once(route, kept):
            continue
        title = f"{marked.name}{verb.capitalize()}"
        if kept.of(title) is not None:
            continue
        word = f"{marked.word}_{verb}"
        made_ = Holding(title, word, {names(chain)}, [], Shape(Type("record")), mark=verb)
        made_.fields[_BY] = Field(_BY, key_reference(users))
        link = _link(marked)
        made_.fields[link] = Field(link, key_reference(marked))
        made_.parents.append(Parent(marked.name, link))
        kept.holdings.append(made_)
        _count(marked, users, made_)


def _verb(route: Route, base: str) -> tuple[str, tuple[Step, ...]]:
    chain = steps(route.path, base)
    if len(chain) < 2 or chain[-1].param or not chain[-2].param or not route.secured:
        return "", chain
    verb = singular(snaked(chain[-1].name))
    asked = route.body is None and route.method in {"POST", "PUT"}
    return (verb if asked and verb in _MARKS else ""), chain


def _set_once(route: Route, kept: Kept) -> bool:
    """Whether a mark can be taken back, or words rule out a second one."""
    back = any(
        each.method == "DELETE"
        and names(steps(each.path, kept.base)) == names(steps(route.path, kept.base))
        for each in kept.contract.routes
    )
    undo = any(
        each.path == re.sub(r"/(\w+)$", r"/un\1", route.path) for each in kept.contract.routes
    )
    return back or undo or bool(re.search(r"(?i)\bonce\b|\balready\b", _said(route)))


def _said(route: Route) -> str:
    return " ".join([route.words, *(each.words for each in route.replies)])


def _link(marked: Holding) -> str:
    return f"{marked.word}_id" if not marked.account else "whom"


def _count(marked: Holding, users: Holding, mark: Holding) -> None:
    """Figures of a row that say how many marks it has, or made."""
    many, done = _MARKS[mark.mark]
    mine = f"count({mark.name}[where .{_link(marked)} = $.{marked.key.name}])"
    figures = {plain(many), *(f"{plain(each)}count" for each in (many, singular(many)))}
    for part in marked.shape.properties:
        if part.shape.type.kind == "integer" and plain(part.name) in figures:
            marked.computed[part.name] = mine
    theirs = f"count({mark.name}[where .{_BY} = $.{users.key.name}])"
    for part in users.shape.properties:
        if part.shape.type.kind == "integer" and plain(part.name) in {done, f"{done}count"}:
            users.computed[part.name] = theirs


def mark_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that sets a mark or takes it back; None when it is none."""
    chain = writer.chain(route)
    undone = Step(chain[-1].name.removeprefix("un")) if chain else Step("")
    mark = next(
        (
            each
            for each in writer.kept.holdings
            if each.mark
            and {names(chain), names((*chain[:-1], undone))} & each.places
            and not chain[-1].param
        ),
        None,
    )
    users = writer.accounts.users
    marked = writer.kept.at(chain[:-1]) if len(chain) > 1 else None
    if mark is None or marked is None or users is None:
        return None
    one, key = marked.variable, f"{marked.variable}.{marked.key.name}"
    me = f"me.{users.key.name}"
    lines = writer.above(route, chain[:-1])
    holds = f".{_BY} = {me} and .{_link(marked)} = {key}"
    there = f"count({mark.name}[where {holds}])"
    scene = Scene(marked, one, message=f"{marked.spoken} {_MARKS[mark.mark][1]}")
    answer = writer.answer(route, scene, 204)
    if route.method == "DELETE" or names(chain) not in mark.places:
        if {409, 400} & route.statuses:
            way = writer.refuse(route, "conflict", "It was not done", f"not {mark.mark}")
            lines.append(f"guard {there} > 0 else {way}")
        return [*lines, f"delete {mark.name} where {holds}", answer]
    if marked.account and (own := _yourself(writer, route)):
        lines.append(f"guard {key} != {me} else {own}")
    if route.reply(409) is not None:
        way = writer.refuse(route, "conflict", "It was done already", "already", (409,))
        lines.append(f"guard {there} = 0 else {way}")
    row = made({_BY: me, _link(marked): key})
    return [*lines, f"if {there} = 0:", f"    insert {mark.name} {row} as mark", answer]


def _yourself(writer: Writer, route: Route) -> str:
    """The end of a guard that nobody marks themselves, where that is ruled out."""
    said = re.search(
        r"(?i)\b(?:yourself|themselves|oneself|him- or herself|own account)\b", _said(route)
    )
    if not said:
        return ""
    among = tuple(each for each in (400, 403, 409, 422) if each in route.statuses)
    return writer.refuse(route, "refused", "Not yourself", "yourself themselves", among or (400,))


def followed(writer: Writer, route: Route, holding: Holding) -> str:
    """The condition that a row is somebody's whom the caller follows; empty where none is said."""
    users = writer.accounts.users
    said = re.search(
        r"(?i)\b(?:you|they|i|caller|user|people|users|accounts|authors) (?:who |that |whom )?"
        r"(?:you |they |i |the caller |the user )?(?:follows?|is following|subscribes? to)\b"
        r"|\bfollowed (?:users|people|accounts|authors)\b",
        route.words,
    )
    mark = next(
        (each for each in writer.kept.holdings if each.mark in {"follow", "subscribe"}), None
    )
    if not said or mark is None or users is None or not holding.owner or not writer.needs(route):
        return ""
    whom = f"each(one in {mark.name}[where .{_BY} = me.{users.key.name}]: one.whom)"
    return f".{holding.owner} in {whom}"
