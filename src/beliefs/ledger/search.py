"""Search by words: beliefs that share the most and the rarest terms with a query.

A word in more than `CAP` beliefs of a layer does not find anything by itself, but it ranks what the
query's rarer words have found, some `RANKED` at a time. If all words are that common, `CAP` beliefs
of each are ranked. So a word in every belief costs no more than a rare one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from operator import or_

from beliefs.ledger.figure import Figure
from beliefs.ledger.postings import CAP, Postings, claims_of, first_posted
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import terms
from beliefs.ledger.view import View

RANKED = 128
_CHUNK = 32


def search(snapshot: Snapshot, view: View, postings: Postings, query: str) -> Iterator[Figure]:
    """Return active beliefs, best first: more of the query's terms, then rarer ones."""
    wanted = terms(query)
    numbered = postings.catch_up(snapshot)
    posted = [[postings.under(snapshot, layer, term) for layer in view.layers] for term in wanted]
    rare = [reduce(or_, [claims or 0 for claims in found], 0) for found in posted]
    common = any(claims is None for found in posted for claims in found)
    rarities = [
        1.0 / (1 + sum([CAP if claims is None else claims.bit_count() for claims in found]))
        for found in posted
    ]

    def rank(place: int, text: str) -> tuple[float, float]:
        if not common:
            return place, 0.0
        said = set(terms(text))  # which of the common words a claim has, only its text says
        matched = [r for term, r in zip(wanted, rarities, strict=True) if term in said]
        return -len(matched), -sum(matched)

    portions: Iterable[list[list[bytes]]] = (
        [claims_of(equals, numbered) for equals in portion]
        for portion in _portions(rare, rarities, RANKED if common else _CHUNK)
    )
    if common and not any(rare):
        portions = [[_first_claims(snapshot, view, wanted)]]
    shown: set[bytes] = set()
    for portion in portions:
        words = snapshot.claims([claim for equals in portion for claim in equals])
        ranked = sorted(
            (*rank(place, text := words[claim][1]), text, claim)
            for place, equals in enumerate(portion)
            for claim in equals
        )
        for start in range(0, len(ranked), _CHUNK):
            chunk = [claim for *_, claim in ranked[start : start + _CHUNK]]
            view.load(chunk)
            figures = view.figures(chunk, words)
            for figure in map(figures.__getitem__, chunk):
                if figure.closed is None and figure.claim not in shown:
                    shown.add(figure.claim)
                    yield figure


def _first_claims(snapshot: Snapshot, view: View, wanted: Sequence[str]) -> list[bytes]:
    """Some claims of every term: all that is looked at where each of them is common."""
    found = (first_posted(snapshot, layer, term) for term in wanted for layer in view.layers)
    return list(dict.fromkeys(claim for claims in found for claim in claims))


def _portions(found: Sequence[int], rarities: Sequence[float], least: int) -> Iterator[list[int]]:
    """The claims that terms found, those with the most and the rarest terms first.

    Each portion is a list of equals, which are not torn apart: so where every word is rare, the
    order is the same as in one portion.
    """
    at_least: list[int] = []  # the claims with so many terms and one more
    for claims in found:
        more = claims
        for number, known in enumerate(at_least):
            at_least[number], more = known | more, known & more
        if more:
            at_least.append(more)
    portion: list[int] = []
    size = 0
    for these, with_more in reversed(list(pairwise([*at_least, 0]))):
        for equals in _by_rarity(these & ~with_more, found, rarities):
            portion.append(equals)
            size += equals.bit_count()
            if size >= least:
                yield portion
                portion, size = [], 0
    if portion:
        yield portion


def _by_rarity(claims: int, found: Sequence[int], rarities: Sequence[float]) -> list[int]:
    """Claims with equally many terms, parted by how rare these are, the rarest first."""
    parts: list[tuple[tuple[float, ...], int]] = [((), claims)]
    for has_term, rarity in zip(found, rarities, strict=True):
        if has_term & claims:
            parts = [
                part
                for matched, some in parts
                for part in (((*matched, rarity), some & has_term), (matched, some & ~has_term))
                if part[1]
            ]
    alike: dict[float, int] = {}
    for matched, some in parts:
        alike[sum(matched)] = alike.get(sum(matched), 0) | some
    return [alike[rarity] for rarity in sorted(alike, reverse=True)]
