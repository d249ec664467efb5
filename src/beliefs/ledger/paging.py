"""Paging: the beliefs of a view in stored order, merged from its layers, or the newest."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.ledger import rows as row
from beliefs.ledger.entries import moment_key
from beliefs.ledger.figure import Figure
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.view import View

_CHUNK = 256
_SECOND = 1_000_000  # in microseconds, as moments are


def pages(
    snapshot: Snapshot, view: View, *, notes: bool = False, chunk: int = _CHUNK, after: bytes = b""
) -> Iterator[list[Figure]]:
    """All figures of a view in stored order, or those after a place, a chunk at a time."""
    waiting: list[tuple[bytes, bytes]] = []  # (moment and claim, prefix) of each layer's next rows
    seen: set[bytes] = set()
    cursors = {
        prefix: prefix + after
        for layer in view.layers
        for prefix in [row.places_prefix(layer, notes=notes)]
    }
    while cursors or waiting:
        for prefix in [p for p in cursors if not any(p == q for _, q in waiting)]:
            found = snapshot.page(prefix, cursors[prefix], chunk)
            waiting += [(key[len(prefix) :], prefix) for key, _ in found]
            if found:
                cursors[prefix] = found[-1][0]
            if len(found) < chunk:
                del cursors[prefix]
        waiting.sort()
        # Only what comes before every open layer's last row is in its final place.
        limits = [cursors[prefix][len(prefix) :] for prefix in cursors]
        ready = [item for item in waiting if not limits or item[0] <= min(limits)]
        waiting = waiting[len(ready) :]
        claims = [claim for place, _ in ready if (claim := place[-16:]) not in seen]
        claims = list(dict.fromkeys(claims))
        seen.update(claims)
        view.load(claims)
        figures = view.figures(claims)
        # A belief of several claims, or in several layers, stands where it was said first.
        yield [
            figure
            for claim in claims
            if (figure := figures[claim]).lead == claim and place_of(figure) > after
        ]


def place_of(figure: Figure) -> bytes:
    """Where a belief stands in stored order."""
    return moment_key(figure.created) + figure.lead


def places(snapshot: Snapshot, view: View, *, notes: bool = False) -> list[bytes]:
    """Where the claims of a view stand, in stored order: the moment of each, and the claim."""
    first: dict[bytes, bytes] = {}
    for layer in view.layers:
        prefix = row.places_prefix(layer, notes=notes)
        after = prefix
        while page := snapshot.page(prefix, after, _CHUNK):
            after = page[-1][0]
            for key, _ in page:
                place = key[len(prefix) :]
                claim = row.claim_of(place)
                first[claim] = min(place, first.get(claim, place))
    return sorted(first.values())


def newest(snapshot: Snapshot, view: View, count: int) -> list[Figure]:
    """The figures that were recorded last, in stored order.

    It costs the same however many there are before them.
    """
    places: set[bytes] = set()
    for layer in view.layers:
        prefix = row.places_prefix(layer)
        places.update(key[len(prefix) :] for key, _ in _last(snapshot, prefix, count))
    claims = list(dict.fromkeys(place[-16:] for place in sorted(places)))[-count:]
    view.load(claims)
    figures = view.figures(claims)
    return list({figures[claim].claim: figures[claim] for claim in claims}.values())


def _last(snapshot: Snapshot, prefix: bytes, limit: int) -> list[tuple[bytes, str]]:
    """The last rows under a prefix that moments follow, in order.

    Stores page forwards only, so a moment to begin at is looked for: further and further back
    from the newest while there are too few rows, then between too few and too many.
    """
    if snapshot.head.newest is None:
        return []
    newest = int.from_bytes(moment_key(snapshot.head.newest), "big")
    many, few, start, back = -1, newest + 1, newest, _SECOND
    full: list[tuple[bytes, str]] = []
    after: list[tuple[bytes, str]] = []
    while True:
        found = snapshot.page(prefix, prefix + start.to_bytes(8, "big"), 4 * limit)
        if len(found) == 4 * limit:
            many, full = start, found
        elif len(found) >= limit or not start:
            return found[-limit:]
        else:
            few, after = start, found
        if few - many == 1:  # too many came at one moment: one is as new as the other
            return full[2 * limit : 3 * limit - len(after)] + after
        if full:
            start = (many + few) // 2
        else:
            start, back = max(0, newest - back), back * 16
