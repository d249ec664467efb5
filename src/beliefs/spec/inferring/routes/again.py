"""Rows that are made once for each name: a second request changes the first one's row.

"Who votes again changes their mind: the status is 200 instead of 201."
"""

from __future__ import annotations

import re
from dataclasses import replace

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer

_AGAIN = re.compile(
    r"(?i)\b(?:again|a second time|twice|another (?:one|time)|once more)\b[^.]*\b(?:chang|replac|"
    r"overwrit|updat|instead)\w*"
    r"|\b(?:earlier|old|older|previous|existing|first) (?:\w+ )?(?:is|are|will be|gets?|was) "
    r"(?:chang|replac|overwrit|updat)\w*"
    r"|\b(?:chang|replac|overwrit|updat)e?s (?:the|their|his|its) (?:earlier|old|previous|first)\b"
)
_WHO = (
    *("voter", "user", "username", "user_name", "member", "player", "email", "name", "author"),
    *("reviewer", "rater", "guest", "person", "who", "by", "attendee", "participant", "student"),
    *("customer", "reader", "device", "device_id", "user_id", "member_id", "player_id"),
)


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
    said = " ".join([route.words, *(each.words for each in route.replies)])
    fine = {each.status for each in route.replies if each.status < 300}
    if not {200, 201} <= fine or not _AGAIN.search(said) or len(inserts) != 1:
        return [*lines, writer.answer(route, scene, 201)]
    brought = {
        each.wire: f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and each.wire in holding.fields
    }
    who = next((each for name in _WHO for each in brought if plain(each) == plain(name)), "")
    if holding.owner and holding.owner in holding.sets and writer.needs(route):
        parents = [*parents, (holding.owner, holding.sets[holding.owner])]
    elif not who:
        return [*lines, writer.answer(route, scene, 201)]
    one = holding.variable
    keys = [*parents, *([(who, brought[who])] if who else [])]
    holds = " and ".join(f".{name} = {value}" for name, value in keys)
    changed = made({name: value for name, value in brought.items() if name != who})
    new, old = (
        writer.answer(
            replace(route, replies=tuple(each for each in route.replies if each.status == status)),
            scene,
            status,
        )
        for status in (201, 200)
    )
    before = lines[: inserts[0]]
    return [
        *before,
        f"let {one} = first({holding.name}[where {holds}])",
        f"if {one} != null:",
        f"    patch {holding.name} {one} {changed}",
        f"    {old}",
        *lines[inserts[0] :],
        new,
    ]
