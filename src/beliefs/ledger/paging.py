"""Paging: the beliefs of a view in stored order, merged from its layers."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.ledger import rows as row
from beliefs.ledger.figure import Figure
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.view import View

_CHUNK = 256


def pages(
    snapshot: Snapshot, view: View, *, notes: bool = False, chunk: int = _CHUNK
) -> Iterator[list[Figure]]:
    """All figures of a view in stored order, a chunk at a time."""
    waiting: list[tuple[bytes, bytes]] = []  # (moment and claim, prefix) of each layer's next rows
    seen: set[bytes] = set()
    cursors = {
        prefix: prefix
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
        # A belief of several claims stands where the first of them does.
        yield [figure for claim in claims if (figure := figures[claim]).lead == claim]
