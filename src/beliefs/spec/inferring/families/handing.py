"""Work that is handed out: rows that wait, are taken by one, and are done, go back or give up.

"POST /jobs/take answers with the job that waits longest" moves a row that no key names. What
becomes of it then, other routes tell: "it is gone for good", "it goes back to the end".
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.families.turns import empty_answer
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.numbers import MANY, in_digits
from beliefs.spec.types import Field, Type

_LONGEST = re.compile(
    r"(?i)\b(?:the|its) (?P<noun>\w+) (?:that|which) (?:waits|waited|has waited|is waiting|"
    r"has been waiting)(?: for)? (?:the )?longest\b|"
    r"\b(?:the|its) (?:oldest|longest|first) waiting (?P<word>\w+)"
)
_COUNTS_UP = re.compile(
    r"(?i)\b(?P<name>\w+) (?:counts? up|goes? up|is (?:increased|incremented|raised)|increases|"
    r"grows)(?: by (?:one|1))?\b"
)
_ENDS = re.compile(r"(?i)\b(?:gone(?: for good)?|removed|deleted|finished for good)\b")
_BACK = re.compile(r"(?i)\b(?:goes|is put|put|comes|moves|returns) (?:back )?to (?P<end>the end)?")
_ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "twice": 2}
_OFTEN = rf"(?P<often>{MANY}|{'|'.join(_ORDINALS)})"
_DEAD = r"\b(?:dead|buried|given up)\b"
_GIVES_UP = re.compile(
    rf"(?i)\bfail(?:ed|s|ures?)? (?:for )?(?:the |a )?{_OFTEN}(?:st|nd|rd|th)?(?: times?)?\b"
    rf"[^.;]*{_DEAD}"
)
_STATES = {
    "waiting": {"waiting", "queued", "pending", "ready", "available"},
    "taken": {"taken", "running", "inprogress", "processing", "claimed", "leased", "inflight"},
    "dead": {"dead", "buried", "givenup", "deadletters"},
    "done": {"done", "finished", "completed", "processed"},
}


class Work(NamedTuple):
    """Rows that are handed out, the route that does it, and whether done ones are remembered."""

    holding: Holding
    take: Route
    remembers: bool


def _work(kept: Kept) -> Work | None:
    for route in kept.contract.routes:
        found = _LONGEST.search(route.words)
        if route.method != "POST" or route.body is not None or found is None:
            continue
        holding = kept.called(found["noun"] or found["word"])
        if holding is not None and not any(plain(each) in _SHOWN for each in holding.shape.names):
            said = " ".join(each.words for each in kept.contract.routes)
            listed = any(each.method == "GET" for each in holding.routes)
            remembers = not listed and bool(re.search(r"(?i)\bnever (?:had|existed|was)\b", said))
            return Work(holding, route, remembers)
    return None


_SHOWN = {"status", "state"}


def hand_out(kept: Kept) -> None:
    """Let rows that are handed out remember whether they wait, and since when."""
    work = _work(kept)
    if work is None:
        return
    fields = work.holding.fields
    states = Type("string", choices=tuple(_STATES))
    fields["handed"] = Field("handed", states, required=False, default='"waiting"', hidden=True)
    for name in ("turn", "failures"):
        fields[name] = Field(name, Type("integer"), required=False, default="0", hidden=True)
    work.holding.sets["turn"] = _last(work.holding)


def _last(holding: Holding) -> str:
    """The turn behind all others."""
    return f"or_else(most(each(one in {holding.name}[where true]: one.turn)), 0) + 1"


def handed_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that hands work out, hears what became of it, or counts it."""
    work = _work(writer.kept)
    if work is None or "handed" not in work.holding.fields:
        return None
    if route == work.take:
        return _taken(writer, work)
    chain = writer.chain(route)
    if route.method == "GET":
        return _counted(writer, route, work)
    if route.method != "POST" or len(chain) < 2 or not chain[-2].param:
        return None
    if writer.kept.at(chain[:-1]) is not work.holding:
        return None
    return _ended(writer, route, work)


def _taken(writer: Writer, work: Work) -> list[str]:
    holding, route = work.holding, work.take
    one, chain = holding.variable, writer.chain(route)
    waits = " and ".join(['.handed = "waiting"', *writer.within(holding, chain)])
    changes = {"handed": '"taken"'}
    up = _COUNTS_UP.search(route.words)
    counter = holding.named(up["name"]) if up else ""
    if counter:
        changes[counter] = f"{one}.{counter} + 1"
    empty, _ = empty_answer(route)
    find = [
        *writer.above(route, chain[:-1]),
        f"let {one} = first({holding.name}[where {waits}, by .turn])",
    ]
    if 200 <= empty < 300:
        find += [f"if {one} = null:", f"    answer {empty}"]
    else:
        way = writer.refuse(route, "absent", "Nothing waits", "nothing empty", (empty or 404,))
        find.append(f"guard {one} != null else {way}")
    good = tuple(each for each in route.replies if each.status != empty and each.status < 300)
    answer = writer.answer(replace(route, replies=good), Scene(holding, one), 200)
    return [*find, f"patch {holding.name} {one} {made(changes)}", answer]


def _ended(writer: Writer, route: Route, work: Work) -> list[str] | None:
    """What becomes of a row that was taken."""
    holding, one = work.holding, work.holding.variable
    back = _BACK.search(route.words)
    if back is None and not _ENDS.search(route.words):
        return None
    said = f"The {holding.word.replace('_', ' ')} is not taken"
    way = writer.refuse(route, "conflict", said, "not taken", (409, 400, 422))
    reads = writer.above(route, writer.chain(route)[:-1])
    lines = [*reads, f'guard {one}.handed = "taken" else {way}']
    answer = writer.answer(route, Scene(holding, one), 204)
    if back is None:
        key = holding.key.name
        gone = f"delete {holding.name} where .{key} = {one}.{key}"
        if work.remembers:
            gone = f'patch {holding.name} {one} {{handed: "done"}}'
        return [*lines, gone, answer]
    failures = f"{one}.failures + 1"
    changes = {"handed": '"waiting"', "failures": failures}
    ends = _GIVES_UP.search(route.words)
    if ends is None and re.search(_DEAD, route.words):
        return None  # nothing says when
    if ends:
        often = ends["often"].lower()
        changes["handed"] = (
            f'if({failures} >= {_ORDINALS.get(often, in_digits(often))}, "dead", "waiting")'
        )
    if back["end"]:
        changes["turn"] = _last(holding)
    return [*lines, f"patch {holding.name} {one} {made(changes)}", answer]


def _counted(writer: Writer, route: Route, work: Work) -> list[str] | None:
    """How many rows wait, are taken, and gave up."""
    shape = route.good.shape if route.good else None
    if not is_record(shape) or shape is None or not shape.names:
        return None
    chain, holding = writer.chain(route), work.holding
    within = writer.within(holding, chain)
    values: dict[str, str] = {}
    for name in shape.names:
        state = next((each for each, said in _STATES.items() if plain(name) in said), "")
        if not state or (state == "done" and not work.remembers):
            return None
        holds = " and ".join([f'.handed = "{state}"', *within])
        values[name] = f"count({holding.name}[where {holds}])"
    return [
        *writer.above(route, chain),
        f"answer {route.good.status if route.good else 200} {made(values)}",
    ]
