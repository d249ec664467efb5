"""Search by words: beliefs that share the most and the rarest terms with a query.

A word in more than `CAP` beliefs of a layer does not find anything by itself, but it ranks what the
query's rarer words have found, some `RANKED` at a time. If all words are that common, `CAP` beliefs
of each are ranked. So a word in every belief costs no more than a rare one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beliefs.ledger import rows as row
from beliefs.ledger.figure import Figure
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import terms
from beliefs.ledger.view import View

CAP = 1_000
RANKED = 128
_CHUNK = 32


def _posted(snapshot: Snapshot, prefix: bytes) -> list[str]:
    """The first `CAP` claims under a term; a row may hold one or many, as the first rows show."""
    claims: list[str] = []
    after, rows, limit = prefix, 0, _CHUNK
    while len(claims) < CAP and (page := snapshot.page(prefix, after, limit)):
        for _, value in page:
            claims += value.split(" ")
        after, rows = page[-1][0], rows + len(page)
        if len(page) < limit:
            break
        limit = (CAP - len(claims)) * rows // len(claims) + 1
    return claims[:CAP]


def _batches(found: dict[str, int], rarities: Sequence[float]) -> Iterator[list[str]]:
    """The claims in portions of `RANKED` or more, those with the most and the rarest terms first.

    Equals are not torn apart, so where every word is rare the order is the same as in one portion.
    """
    alike: dict[int, list[str]] = {}
    for claim, matched in found.items():
        alike.setdefault(matched, []).append(claim)
    ranks: dict[tuple[int, float], list[str]] = {}
    for matched, claims in alike.items():
        rarity = sum(r for number, r in enumerate(rarities) if matched >> number & 1)
        ranks.setdefault((-matched.bit_count(), -rarity), []).extend(claims)
    batch: list[str] = []
    for _, claims in sorted(ranks.items()):
        batch += claims
        if len(batch) >= RANKED:
            yield batch
            batch = []
    yield batch


def search(snapshot: Snapshot, view: View, query: str) -> Iterator[Figure]:
    """Return active beliefs, best first: more of the query's terms, then rarer ones."""
    wanted = terms(query)
    frequency: dict[str, int] = {}
    # For each claim, the terms that found it, as bits in their order.
    rare: dict[str, int] = {}
    common: dict[str, int] = {}
    for number, term in enumerate(wanted):
        frequency[term] = 0
        for layer in view.layers:
            claims = _posted(snapshot, row.term_prefix(layer, term))
            frequency[term] += len(claims)
            found = rare if len(claims) < CAP else common
            for claim in claims:
                found[claim] = found.get(claim, 0) | 1 << number
    rarities = [1.0 / (1 + frequency[term]) for term in wanted]

    def rank(claim: bytes, text: str) -> tuple[int, float, str, bytes]:
        if common:  # which of the common words a claim has, only its text says
            said = set(terms(text))
            matched = [r for term, r in zip(wanted, rarities, strict=True) if term in said]
        else:
            found = rare[claim.hex()]
            matched = [r for number, r in enumerate(rarities) if found >> number & 1]
        return -len(matched), -sum(matched), text, claim

    shown: set[bytes] = set()
    for names in _batches(rare, rarities) if rare else [list(common)]:
        batch = list(map(bytes.fromhex, names))
        words = snapshot.claims(batch)
        ranked = sorted(batch, key=lambda claim: rank(claim, words[claim][1]))
        for start in range(0, len(ranked), _CHUNK):
            chunk = ranked[start : start + _CHUNK]
            view.load(chunk)
            figures = view.figures(chunk, words)
            for figure in map(figures.__getitem__, chunk):
                if figure.closed is None and figure.claim not in shown:
                    shown.add(figure.claim)
                    yield figure
