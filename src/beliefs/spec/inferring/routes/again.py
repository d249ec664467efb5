"""Rows that are made once for each name: a second request changes the first one's row.

"Who votes again changes their mind: the status is 200 instead of 201", or the answer says which of
the two it was: "changed is true if the voter had voted before".
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.merging import Merged, merged
from beliefs.spec.inferring.rules.once import changed_again
from beliefs.spec.inferring.writing import Scene, Writer

_WHO = (
    *("voter", "user", "username", "user_name", "member", "player", "email", "name", "author"),
    *("reviewer", "rater", "guest", "person", "who", "by", "attendee", "participant", "student"),
    *("customer", "reader", "device", "device_id", "user_id", "member_id", "player_id"),
)
_NEW = {"created", "new", "isnew", "first", "added", "inserted", "isfirst"}
_OLD = {"changed", "updated", "replaced", "moved", "overwritten", "again", "revised", "switched"}


def place(kept: Kept) -> None:
    """Take truths that only say whether a row was there already out of what rows have."""
    for holding in kept.holdings:
        for route in holding.routes:
            flags = {each.name for each in _flags(route)} if _makes(route) else set()
            rest = tuple(each for each in holding.shape.properties if each.name not in flags)
            if flags and holding.made is not None:
                shape = replace(holding.shape, properties=rest)
                holding.shape = shape if rest else replace(holding.made, name="Input")


def _makes(route: Route) -> bool:
    return route.method == "POST" and changed_again(route)


def _flags(route: Route) -> list[Property]:
    """Truths in the answer of which it is known whether they are those of a new row."""
    shape = route.good.shape if route.good else None
    brought = route.body.names if route.body is not None else ()
    return [
        each
        for each in (shape.properties if shape is not None else ())
        if each.shape.type.kind == "boolean" and each.name not in brought and _of_new(each, route)
    ]


def _of_new(part: Property, route: Route) -> str:
    """What a truth is of a new row, in the notation; empty where nothing says so."""
    shown = re.search(
        rf"[\"'`]?\b{re.escape(part.name)}\b[\"'`]?\s*(?::|=|is)\s*`?(true|false)`?\s*\}}?`? "
        r"(?:for|on|at|with|if it (?:is|was)|when it (?:is|was)) (?:an? |the |their |his |her )?"
        r"(?:very )?(first|new|second|later|repeated|further|changed?)\b",
        f"{part.words}. {route.words}",
        re.IGNORECASE,
    )
    if shown:
        first = shown[2].lower() in {"first", "new"}
        return shown[1].lower() if first else {"true": "false", "false": "true"}[shown[1].lower()]
    name = plain(part.name)
    return "true" if name in _NEW else "false" if name in _OLD else ""


def again_lines(
    writer: Writer,
    route: Route,
    holding: Holding,
    lines: list[str],
    scene: Scene,
    parents: list[tuple[str, str]],
) -> list[str]:
    """Lines that make a row, which change the one that somebody has already, where words say so."""
    inserts = [at for at, each in enumerate(lines) if each.startswith(f"insert {holding.name} ")]
    found = merged(writer, route, holding) if len(inserts) == 1 else None
    if found is None and changed_again(route) and len(inserts) == 1:
        found = _replaced(writer, route, holding)
    if found is None:
        return [*lines, _made(writer, route, scene)]
    one = holding.variable
    within = [f".{name} = {value}" for name, value in parents]
    holds = " and ".join([*within, *(each for each in found.tests if each not in within)])
    return [
        *lines[: inserts[0]],
        f"let {one} = first({holding.name}[where {holds}])",
        f"if {one} != null:",
        f"    patch {holding.name} {one} {made(found.values)}",
        f"    {_answer(writer, route, scene, new=False)}",
        *lines[inserts[0] :],
        _answer(writer, route, scene, new=True),
    ]


def _made(writer: Writer, route: Route, scene: Scene) -> str:
    """The answer to a request that always makes a row."""
    fine = {each.status for each in route.replies if each.status < 300}
    replies = tuple(each for each in route.replies if each.status != 200 or 201 not in fine)
    return writer.answer(replace(route, replies=replies), scene, 201)


def _answer(writer: Writer, route: Route, scene: Scene, *, new: bool) -> str:
    """The answer to a request that made a row, or changed one: by its status or a truth."""
    other = {"true": "false", "false": "true"}
    told = {plain(each.name): _of_new(each, route) for each in _flags(route)}
    values = {name: value if new else other[value] for name, value in told.items()}
    scene = replace(scene, values={**scene.values, **values})
    fine = {each.status for each in route.replies if each.status < 300}
    if not {200, 201} <= fine:
        return writer.answer(route, scene, 201)
    status = 201 if new else 200
    replies = tuple(each for each in route.replies if each.status == status)
    return writer.answer(replace(route, replies=replies), scene, status)


def _replaced(writer: Writer, route: Route, holding: Holding) -> Merged | None:
    """The row that somebody has already, with all values that the request brings."""
    brought = {
        each.wire: f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and each.wire in holding.fields
    }
    who = next((each for name in _WHO for each in brought if plain(each) == plain(name)), "")
    tests = [f".{who} = {brought[who]}"] if who else []
    if holding.owner and holding.owner in holding.sets and writer.needs(route):
        tests = [f".{holding.owner} = {holding.sets[holding.owner]}", *tests]
    if not tests:
        return None
    return Merged(tests, {name: value for name, value in brought.items() if name != who})
