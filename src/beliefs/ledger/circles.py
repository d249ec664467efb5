"""Circles of supersessions, which only a merge can bring."""

from __future__ import annotations

from typing import Any

from beliefs.ledger import rows as row
from beliefs.ledger.rows import Rows


def untangle(rows: Rows) -> None:
    """Make supersessions that close a cycle inert: the later ones, by (moment, reference).

    A cycle can only come from a merge. Nodes are generations of claims, so returning to an
    earlier claim is a new node and not a cycle.
    """
    heirs: dict[Any, set[Any]] = {}
    for key, edge in sorted(rows.under(b"u"), key=lambda item: item[1][:2]):
        at, ref, layer, closes, by, heir = edge
        claim = key[1:17]
        end = (by, *heir)
        starts = [(claim.hex(), *closed) for closed in closes]
        inert = any(_reaches(heirs, end, start) for start in starts)
        if not inert:
            for start in starts:
                heirs.setdefault(start, set()).add(end)
        _mark(rows, row.closings_key(claim, layer), (at, ref), inert=inert)


def _mark(rows: Rows, key: bytes, moment: tuple[int, str], *, inert: bool) -> None:
    known = rows.get(key)
    marked = [
        {**closing, "inert": inert} if (closing["at"], closing["ref"]) == moment else closing
        for closing in known
    ]
    if marked != known:
        rows.put(key, marked)


def _reaches(heirs: dict[Any, set[Any]], start: Any, goal: Any) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        if node == goal:
            return True
        fresh = heirs.get(node, set()) - seen
        seen |= fresh
        waiting.extend(fresh)
    return False
