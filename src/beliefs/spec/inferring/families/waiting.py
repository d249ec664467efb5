"""Waiting lists: who comes when all places are taken waits, and moves up when somebody leaves.

Rows are confirmed in the order of their coming, as many as there are places. What state a row is in
is worked out of that: whoever is dropped makes everybody behind move up.
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.families.lining import line_of, lined
from beliefs.spec.inferring.keeping.capacity import capacity_of
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept

_FULL = re.compile(
    r"(?i)\bfull\b[^.]*\b(?:accepted|waits?|waiting|waitlist\w*)\b[^.]*|\bwaitlist(?:ed)?\b[^.]*"
)
_WAITS = ("waiting", "waitlisted", "waitlist")
_IN = ("confirmed", "booked", "enrolled", "registered", "going", "accepted")


def waits(route: Route) -> str:
    """The state of those who came when all was full, where words say that they are taken in."""
    if line := line_of(route):
        return line.waiting
    told = _FULL.search(route.words)
    if told is None:
        return ""
    return next((each for each in _WAITS if each in told[0].lower()), "")


def queue(kept: Kept) -> None:
    """Let rows that may wait say whether they do, and the row above how many."""
    for holding in kept.holdings:
        for parent, link in ((kept.of(each.name), each.field) for each in holding.parents):
            makers = [each for each in holding.routes if each.method == "POST" and waits(each)]
            capacity = capacity_of(parent) if parent is not None else ""
            if lined(kept, holding) is not None:
                continue
            if parent is None or not makers or not capacity or holding.key.style != "integer":
                continue
            _queued(holding, parent, link, capacity, makers[0])


def _queued(holding: Holding, parent: Holding, link: str, capacity: str, route: Route) -> None:
    key, waiting = holding.key.name, waits(route)
    status = next((each for each in holding.shape.names if plain(each) in {"status", "state"}), "")
    part = holding.shape.part(status) if status else None
    shown = json.loads(part.shape.example) if part is not None and part.shape.example else ""
    inside = shown if shown and shown != waiting else _IN[0]
    places = f"first({parent.name}[where .{parent.key.name} = $.{link}]).{capacity}"
    rank = f"count({holding.name}[where .{link} = $.{link} and .{key} <= $.{key}])"
    if status:
        holding.fields.pop(status, None)
        holding.computed[status] = (
            f"if({rank} <= {places}, {json.dumps(inside)}, {json.dumps(waiting)})"
        )
    for name in holding.shape.names:
        if plain(name) in {"position", "waitingposition", "place", "queueposition"}:
            holding.fields.pop(name, None)
            holding.computed[name] = f"if({rank} <= {places}, null, {rank} - {places})"
    rows = f"count({holding.name}[where .{link} = $.{parent.key.name}])"
    for name in parent.shape.names:
        if plain(name) in {waiting, "waitlist", f"{waiting}count", "waitlistcount"}:
            parent.fields.pop(name, None)
            parent.computed[name] = f"most([0, {rows} - $.{capacity}])"
        elif plain(name) in {"booked", inside, f"{inside}count", "bookedcount", "taken"}:
            parent.fields.pop(name, None)
            parent.computed[name] = f"least([{rows}, $.{capacity}])"
