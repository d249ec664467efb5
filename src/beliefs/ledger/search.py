"""Search by words: beliefs that share the most and the rarest terms with a query.

Each term brings at most `CAP` beliefs per layer, so that a word in every belief costs no more
than a rare one. A belief with a rare term is found however common its other terms are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from beliefs.ledger import rows as row
from beliefs.ledger.figure import Figure
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import terms
from beliefs.ledger.view import View

CAP = 1_000
_CHUNK = 32


def search(snapshot: Snapshot, view: View, query: str) -> Iterator[Figure]:
    """Return active beliefs, best first: more of the query's terms, then rarer ones."""
    wanted = terms(query)
    frequency: dict[str, int] = {}
    candidates: dict[bytes, None] = {}
    for term in wanted:
        found = 0
        for layer in view.layers:
            prefix = row.term_prefix(layer, term)
            page = snapshot.page(prefix, prefix, CAP)
            posted = (claim for _, value in page for claim in value.split(" "))
            claims = [bytes.fromhex(claim) for claim in islice(posted, CAP)]
            found += len(claims)
            candidates.update(dict.fromkeys(claims))
        frequency[term] = found
    words = snapshot.claims(candidates)

    def rank(claim: bytes) -> tuple[int, float, str, bytes]:
        text = words[claim][1]
        matched = [term for term in wanted if term in frequency and term in terms(text)]
        rarity = sum(1.0 / (1 + frequency[term]) for term in matched)
        return -len(matched), -rarity, text, claim

    ranked = sorted(candidates, key=rank)
    for start in range(0, len(ranked), _CHUNK):
        chunk = ranked[start : start + _CHUNK]
        view.load(chunk)
        figures = view.figures(chunk, words)
        yield from (figures[claim] for claim in chunk if figures[claim].closed is None)
