"""Postings: which claims of a layer have a term, remembered from one search to the next.

The words that everybody uses are asked for in every turn, and their postings are the long ones.
So they are read once, and then kept up with by what the tail of a ledger says has changed. Claims
are numbered as they are met, and a set of them is an integer with those bits: what two thousand
claims have in common is found in one step, and takes no more room than eight of their ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from beliefs.ledger import rows as row
from beliefs.ledger.fold import NOTES
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import terms

CAP = 1_000
"""A term in this many claims of a layer is common: they are not all looked at."""

KEPT = 1 << 24
"""With more bytes than this in memory, about, it begins anew."""

_OF_A_CLAIM, _OF_A_TERM = 200, 200
"""Bytes that a claim and a term take, beside the bits."""
_CHUNK = 32
_VOICE_BYTES = 16


class Postings:
    """The claims under terms, as of the last look at the ledger."""

    def __init__(self) -> None:
        self._seen: int | None = None
        self._begin()

    def _begin(self) -> None:
        self._claims: list[bytes] = []
        self._numbers: dict[bytes, int] = {}
        self._known: dict[str, dict[str, int | None]] = {}
        self._size = 0

    def catch_up(self, snapshot: Snapshot) -> Sequence[bytes]:
        """Enter what was said since the last look, or begin anew if that cannot be told.

        Returns the claims in the order of their bits; more may come to its end.
        """
        tail = snapshot.tail
        changed = None if self._seen is None else tail.since(self._seen)
        if changed is None or self._size > KEPT:
            self._begin()
        elif changed:
            self._enter(snapshot, changed)
        self._seen = tail.arrivals
        return self._claims

    def under(self, snapshot: Snapshot, layer: str, term: str) -> int | None:
        """The claims of a layer that have a term, as bits; None if it is common."""
        known = self._known.setdefault(layer, {})
        if term not in known:
            claims = first_posted(snapshot, layer, term)
            known[term] = self._bits(claims) if len(claims) < CAP else None
        return known[term]

    def _bits(self, claims: Iterable[bytes]) -> int:
        numbers = list(map(self._number, claims))
        octets = bytearray(len(self._claims) // 8 + 1)
        for number in numbers:
            octets[number // 8] |= 1 << number % 8
        self._size += _OF_A_TERM + len(octets)
        return int.from_bytes(octets, "little")

    def _number(self, claim: bytes) -> int:
        number = self._numbers.get(claim)
        if number is None:
            number = self._numbers[claim] = len(self._claims)
            self._claims.append(claim)
            self._size += _OF_A_CLAIM
        return number

    def _enter(self, snapshot: Snapshot, changed: Sequence[bytes]) -> None:
        """Add claims to the terms that are known; none is ever taken out, but by an erasure."""
        said = [
            (claim, terms(text))
            for claim, (family, text) in snapshot.claims(changed).items()
            if family not in NOTES
        ]
        places = {
            row.subtotals_prefix(claim, layer): (known, claim, words)
            for claim, words in said
            for layer, known in self._known.items()
        }
        voices = snapshot.load([], places)
        for prefix in {key[:-_VOICE_BYTES] for key, _ in voices}:
            known, claim, words = places[prefix]
            bit = 1 << self._number(claim)
            for term in words:
                claims = known.get(term)
                if claims is not None:
                    claims |= bit
                    known[term] = claims if claims.bit_count() < CAP else None


def claims_of(bits: int, claims: Sequence[bytes]) -> list[bytes]:
    """The claims that bits stand for.

    >>> claims_of(0b101, [b"a", b"b", b"c"])
    [b'a', b'c']
    """
    digits = f"{bits:b}"[::-1]
    found, number = [], digits.find("1")
    while number >= 0:
        found.append(claims[number])
        number = digits.find("1", number + 1)
    return found


def first_posted(snapshot: Snapshot, layer: str, term: str) -> list[bytes]:
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
    return list(map(bytes.fromhex, claims[:CAP]))
