"""Postings: which claims of a layer have a term, remembered from one search to the next.

The words that everybody uses are asked for in every turn, and their postings are the long ones.
So they are read once, and then kept up with by what the tail of a ledger says has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from beliefs.ledger import rows as row
from beliefs.ledger.fold import NOTES
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import terms

CAP = 1_000
"""A term in this many claims of a layer is common: they are not all looked at."""

KEPT = 50_000
"""With more postings than this in memory, it begins anew."""

_CHUNK = 32
_VOICE_BYTES = 16


class Postings:
    """The claims under terms, as of the last look at the ledger."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, set[str] | None]] = {}
        self._kept = 0
        self._seen: int | None = None

    def catch_up(self, snapshot: Snapshot) -> None:
        """Enter what was said since the last look, or begin anew if that cannot be told."""
        tail = snapshot.tail
        changed = None if self._seen is None else tail.since(self._seen)
        if changed is None or self._kept > KEPT:
            self._known, self._kept = {}, 0
        elif changed:
            self._enter(snapshot, changed)
        self._seen = tail.arrivals

    def under(self, snapshot: Snapshot, layer: str, term: str) -> Collection[str] | None:
        """The claims of a layer that have a term, in no order; None if it is common."""
        known = self._known.setdefault(layer, {})
        if term not in known:
            claims = first_posted(snapshot, layer, term)
            self._kept += 1 + len(claims) % CAP
            known[term] = set(claims) if len(claims) < CAP else None
        return known[term]

    def _enter(self, snapshot: Snapshot, changed: Sequence[bytes]) -> None:
        """Add claims to the terms that are known; none is ever taken out, but by an erasure."""
        said = [
            (claim, terms(text))
            for claim, (family, text) in snapshot.claims(changed).items()
            if family not in NOTES
        ]
        places = {
            row.subtotals_prefix(claim, layer): (known, claim.hex(), words)
            for claim, words in said
            for layer, known in self._known.items()
        }
        voices = snapshot.load([], places)
        for prefix in {key[:-_VOICE_BYTES] for key, _ in voices}:
            known, name, words = places[prefix]
            for term in words:
                claims = known.get(term)
                if claims is not None and name not in claims:
                    claims.add(name)
                    self._kept += 1
                    if len(claims) == CAP:
                        known[term] = None


def first_posted(snapshot: Snapshot, layer: str, term: str) -> list[str]:
    """The first `CAP` claims under a term; a row may hold one or many, as the first rows show."""
    prefix = row.term_prefix(layer, term)
    claims: list[str] = []
    after, rows, limit = prefix, 0, _CHUNK
    while len(claims) < CAP and (page := snapshot.page(prefix, after, limit)):
        claims += " ".join([value for _, value in page]).split(" ")
        after, rows = page[-1][0], rows + len(page)
        if len(page) < limit:
            break
        limit = (CAP - len(claims)) * rows // len(claims) + 1
    return claims[:CAP]
