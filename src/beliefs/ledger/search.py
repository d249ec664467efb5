"""Search by words: beliefs that share the most and the rarest terms with a query.

A word in more than `CAP` beliefs of a layer does not find anything by itself, but it ranks what the
query's rarer words have found. If all words are that common, `CAP` beliefs of each are ranked. So a
word in every belief costs no more than a rare one.
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


def _posted(snapshot: Snapshot, prefix: bytes) -> Iterator[bytes]:
    """The claims under a term; a row may hold many, so rows are fetched a few at a time."""
    after = prefix
    while page := snapshot.page(prefix, after, _CHUNK):
        for _, value in page:
            yield from map(bytes.fromhex, value.split(" "))
        after = page[-1][0]


def search(snapshot: Snapshot, view: View, query: str) -> Iterator[Figure]:
    """Return active beliefs, best first: more of the query's terms, then rarer ones."""
    wanted = terms(query)
    frequency: dict[str, int] = {}
    rare: dict[bytes, None] = {}
    common: dict[bytes, None] = {}
    for term in wanted:
        frequency[term] = 0
        for layer in view.layers:
            claims = list(islice(_posted(snapshot, row.term_prefix(layer, term)), CAP))
            frequency[term] += len(claims)
            (rare if len(claims) < CAP else common).update(dict.fromkeys(claims))
    candidates = rare or common
    words = snapshot.claims(candidates)

    def rank(claim: bytes) -> tuple[int, float, str, bytes]:
        text = words[claim][1]
        said = set(terms(text))
        matched = [term for term in wanted if term in said]
        rarity = sum(1.0 / (1 + frequency[term]) for term in matched)
        return -len(matched), -rarity, text, claim

    ranked = sorted(candidates, key=rank)
    shown: set[bytes] = set()
    for start in range(0, len(ranked), _CHUNK):
        chunk = ranked[start : start + _CHUNK]
        view.load(chunk)
        figures = view.figures(chunk, words)
        for figure in map(figures.__getitem__, chunk):
            if figure.closed is None and figure.claim not in shown:
                shown.add(figure.claim)
                yield figure
