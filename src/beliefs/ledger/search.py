"""Search by words: beliefs that share the most and the rarest terms with a query.

A word in more than `CAP` beliefs of a layer does not find anything by itself, but it ranks what the
query's rarer words have found, some `RANKED` at a time. If all words are that common, `CAP` beliefs
of each are ranked. So a word in every belief costs no more than a rare one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from beliefs.ledger.figure import Figure
from beliefs.ledger.postings import CAP, Postings, first_posted
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import terms
from beliefs.ledger.view import View

RANKED = 128
_CHUNK = 32


def search(snapshot: Snapshot, view: View, postings: Postings, query: str) -> Iterator[Figure]:
    """Return active beliefs, best first: more of the query's terms, then rarer ones."""
    wanted = terms(query)
    postings.catch_up(snapshot)
    posted = [[postings.under(snapshot, layer, term) for layer in view.layers] for term in wanted]
    rare = [_joined([claims for claims in found if claims is not None]) for found in posted]
    common = any(claims is None for found in posted for claims in found)
    rarities = [
        1.0 / (1 + sum([CAP if claims is None else len(claims) for claims in found]))
        for found in posted
    ]

    def rank(place: int, text: str) -> tuple[float, float]:
        if not common:
            return place, 0.0
        said = set(terms(text))  # which of the common words a claim has, only its text says
        matched = [r for term, r in zip(wanted, rarities, strict=True) if term in said]
        return -len(matched), -sum(matched)

    shown: set[bytes] = set()
    portions = (
        _portions(rare, rarities, RANKED if common else _CHUNK)
        if any(rare)
        else [dict.fromkeys(_firsts(snapshot, view, wanted), 0)]
    )
    for places in portions:
        names = {bytes.fromhex(name): place for name, place in places.items()}
        words = snapshot.claims(names)
        ranked = sorted(
            (*rank(place, text := words[claim][1]), text, claim) for claim, place in names.items()
        )
        for start in range(0, len(ranked), _CHUNK):
            chunk = [claim for *_, claim in ranked[start : start + _CHUNK]]
            view.load(chunk)
            figures = view.figures(chunk, words)
            for figure in map(figures.__getitem__, chunk):
                if figure.closed is None and figure.claim not in shown:
                    shown.add(figure.claim)
                    yield figure


def _joined(found: Sequence[Collection[str]]) -> Collection[str]:
    """What was found in any layer, each claim once."""
    return found[0] if len(found) == 1 else set().union(*found)


def _firsts(snapshot: Snapshot, view: View, wanted: Sequence[str]) -> Iterator[str]:
    """The first claims of every term: all that is looked at where each of them is common."""
    for term in wanted:
        for layer in view.layers:
            yield from first_posted(snapshot, layer, term)


def _portions(
    found: Sequence[Collection[str]], rarities: Sequence[float], least: int
) -> Iterator[dict[str, int]]:
    """The claims with their places, those with the most and the rarest terms first.

    Equals are not torn apart, so where every word is rare the order is the same as in one portion.
    """
    matched: Counter[str] = Counter()
    for claims in found:
        matched.update(claims)
    terms_found = [(claims, r) for claims, r in zip(found, rarities, strict=True) if claims]
    portion: dict[str, int] = {}
    for count in sorted({*matched.values()}, reverse=True):
        alike: dict[float, list[str]] = {}
        for claim in [claim for claim, times in matched.items() if times == count]:
            rarity = sum([r for claims, r in terms_found if claim in claims])
            alike.setdefault(rarity, []).append(claim)
        for _, equals in sorted(alike.items(), reverse=True):
            portion |= dict.fromkeys(equals, len(portion))
            if len(portion) >= least:
                yield portion
                portion = {}
    yield portion
