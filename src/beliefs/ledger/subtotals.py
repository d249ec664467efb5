"""Subtotals: the exact sum of what one voice said about one claim.

They are keyed by everything that can change a weight later, so a read costs the number of voices
and a change of trust touches no row. They add, and can be rebuilt from the entries at any time.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from beliefs.kernel.evidence import Evidence
from beliefs.kernel.freshness import growth
from beliefs.ledger.entries import canonical, short_hash

_BINARY_WIDTH = 2


class Voice(NamedTuple):
    """Who speaks, in which conditions: contributions of one voice share every later weight."""

    agent: str
    source: str = ""
    origin: str = ""
    half_life: int = 0
    """Microseconds; 0 does not decay."""
    window: int = 0
    premises: tuple[str, ...] = ()
    epoch: str = ""
    generation: str = ""


class Subtotal(NamedTuple):
    """Amounts × 2^exponent, multiplied by the growth of their window where they decay."""

    voice: Voice
    times: int
    """How many contributions are in it."""
    first: int
    """The earliest moment recorded."""
    last: int
    """The latest moment observed."""
    exponent: int
    amounts: tuple[int, ...]
    peak: int
    """The largest single strength, for the share of correlated origins."""
    labels: tuple[str, ...] = ()
    among: tuple[str, ...] = ()

    @property
    def strength(self) -> int:
        """The sum of strengths, at the same exponent."""
        return self.amounts[0] if self.is_numeric else sum(self.amounts)

    @property
    def is_numeric(self) -> bool:
        """Whether the amounts are τ, τx, τx², whose first alone is the strength."""
        return not self.labels and len(self.amounts) > _BINARY_WIDTH


@lru_cache(maxsize=8192)
def _voice_code(voice: Voice) -> tuple[str, bytes]:
    text = canonical(voice)
    return text, short_hash(text)


def voice_key(voice: Voice) -> bytes:
    """Sixteen bytes that name a voice."""
    return _voice_code(voice)[1]


def single(
    voice: Voice, recorded: int, observed: int, evidence: Evidence | None, among: tuple[str, ...]
) -> Subtotal:
    """The subtotal of a single contribution; without evidence it only says that it was said."""
    if evidence is None:
        return Subtotal(voice, 1, recorded, observed, 0, (), 0)
    amounts, strength = evidence.amounts, evidence.strength
    if voice.half_life:
        grown = growth(observed, voice.half_life)
        amounts = tuple(amount * grown for amount in amounts)
        strength *= grown
    return Subtotal(
        voice, 1, recorded, observed, evidence.exponent, amounts, strength, evidence.labels, among
    )


def plus(one: Subtotal, other: Subtotal) -> Subtotal:
    """Add two subtotals of one voice: commutative, associative, exact."""
    voice, times, first, last, exponent, amounts, peak, labels, among = one
    _, more, second, latest, scale, added, top, names, declared = other
    lowest = min(exponent, scale)
    up, over = exponent - lowest, scale - lowest
    if labels or names:
        sums = {label: n << up for label, n in zip(labels, amounts, strict=True)}
        for label, n in zip(names, added, strict=True):
            sums[label] = sums.get(label, 0) + (n << over)
        labels = tuple(sorted(sums, key=str.encode))
        amounts = tuple(sums[label] for label in labels)
    else:
        pairs = zip(amounts, added, strict=True)
        amounts = tuple([(a << up) + (b << over) for a, b in pairs])
    if among != declared:
        among = tuple(sorted({*among, *declared}, key=str.encode))
    return Subtotal(
        voice,
        times + more,
        min(first, second),
        max(last, latest),
        lowest,
        amounts,
        max(peak << up, top << over),
        labels,
        among,
    )


def one_more(
    known: Subtotal, recorded: int, observed: int, evidence: Evidence, among: tuple[str, ...]
) -> Subtotal:
    """Add one contribution of a voice that does not fade, as `plus` would."""
    voice, times, first, last, exponent, amounts, peak, labels, declared = known
    if labels or evidence.labels or exponent != evidence.exponent or among != declared:
        return plus(known, single(voice, recorded, observed, evidence, among))
    return Subtotal(
        voice,
        times + 1,
        min(first, recorded),
        max(last, observed),
        exponent,
        tuple([a + b for a, b in zip(amounts, evidence.amounts, strict=True)]),
        max(peak, evidence.strength),
        labels,
        declared,
    )


def turned(subtotal: Subtotal) -> Subtotal:
    """What was said of a claim, as said of its denial."""
    return subtotal._replace(amounts=subtotal.amounts[::-1])


def encode(subtotal: Subtotal) -> str:
    """Write a subtotal as one line; amounts in hexadecimal, which has no size limit.

    Not JSON: a read decodes one line per voice, and splitting is three times as fast.
    """
    _, times, first, last, exponent, amounts, peak, labels, among = subtotal
    numbers = " ".join([f"{n:x}" for n in (peak, *amounts)])
    names = canonical([labels, among]) if labels else ""
    voice, _ = _voice_code(subtotal.voice)
    return f"{times} {first} {last} {exponent} {numbers}\t{names}\t{voice}"


@lru_cache(maxsize=8192)
def decode(text: str) -> Subtotal:
    """Read what `encode` wrote; busy beliefs are read again and again."""
    numbers, names, voice = text.split("\t")
    times, first, last, exponent, peak, *amounts = numbers.split(" ")
    labels, among = json.loads(names) if names else ((), ())
    return Subtotal(
        _voice(voice),
        int(times),
        int(first),
        int(last),
        int(exponent),
        tuple([int(amount, 16) for amount in amounts]),
        int(peak, 16),
        tuple(labels),
        tuple(among),
    )


@lru_cache(maxsize=8192)
def _voice(text: str) -> Voice:
    agent, source, origin, half_life, window, premises, epoch, generation = json.loads(text)
    return Voice(agent, source, origin, half_life, window, tuple(premises), epoch, generation)
