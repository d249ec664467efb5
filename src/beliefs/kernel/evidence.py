"""One contribution as an evidence vector: exact, non-negative, and independent of any state.

A report from an observer who is right with probability r becomes fixed pseudo-counts that match
the posterior mean which one such report would give on the uniform prior. They depend on the
report alone, never on what is already believed: that would make the order of reports matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from beliefs.errors import InvalidEvidence, shown
from beliefs.kernel.exact import dyadic
from beliefs.kernel.families import Family

STRENGTHS: dict[str, float] = {
    "measurement": 10.0,
    "citation": 5.0,
    "assertion": 4.0,
    "judgment": 3.0,
    "inference": 1.0,
    "assumption": 0.5,
}
"""How many observations one statement counts for, by the type of its evidence."""

MOST_STRENGTH = 2.0**64
LEAST_STRENGTH = 2.0**-64
MOST_VALUE = 2.0**256


class Evidence(NamedTuple):
    """The amounts × 2^exponent that one contribution adds.

    Binary amounts are (for, against); categorical ones go with `labels`; numeric ones are the
    precision τ, τ·x and τ·x². `strength` is the size of the vector, at the same exponent.
    """

    family: Family
    exponent: int
    amounts: tuple[int, ...]
    strength: int
    labels: tuple[str, ...] = ()


def checked(name: str, number: object, low: float, high: float) -> float:
    """Return a finite number within bounds as a double, or say in one sentence what is wrong."""
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise InvalidEvidence(f"{name} must be a number, not {shown(number)}.")
    try:
        value = float(number)
    except OverflowError:
        value = math.inf
    if not low <= value <= high:
        raise InvalidEvidence(f"{name} must be between {low:.6g} and {high:.6g}, not {value!r}.")
    return value + 0.0  # no negative zero: it would be other bytes for the same number


def checked_strength(number: object) -> float:
    """Return a strength within 2^±64."""
    return checked("strength", number, LEAST_STRENGTH, MOST_STRENGTH)


def default_strength(evidence_type: str) -> float:
    """How many observations a statement of this type counts for when nothing else is said."""
    try:
        return STRENGTHS[evidence_type]
    except (KeyError, TypeError):
        known = ", ".join(STRENGTHS)
        raise InvalidEvidence(
            f"unknown evidence type {shown(evidence_type)}; use one of {known}."
        ) from None


def noisy_counts(likelihoods: Sequence[Fraction]) -> tuple[float, ...]:
    """Pseudo-counts of one report, given how likely each truth makes that report.

    They match the posterior mean on the uniform prior with the smallest count set to zero, so a
    channel that says nothing adds nothing and a perfect one adds exactly one observation.

    >>> noisy_counts([Fraction(1), Fraction(0)]), noisy_counts([Fraction(1, 2), Fraction(1, 2)])
    ((1.0, 0.0), (0.0, 0.0))
    """
    total = sum(likelihoods)
    if total == 0:
        return (0.0,) * len(likelihoods)
    shares = [likelihood / total for likelihood in likelihoods]
    least = min(shares)
    return tuple(float((share - least) / (1 + least)) for share in shares)


@lru_cache(maxsize=1024)
def _coin_counts(reliability: float, categories: int) -> tuple[float, float]:
    """Counts for the reported category and for each other one, from a one-coin observer."""
    right = Fraction(reliability)
    wrong = (1 - right) / (categories - 1)
    counts = noisy_counts([right] + [wrong] * (categories - 1))
    return counts[0], counts[1]


@lru_cache(maxsize=4096, typed=True)  # the same few statements come again and again
def binary(
    confidence: object = 1.0,
    strength: object = 1.0,
    *,
    refutes: bool = False,
    reliability: object = None,
) -> Evidence:
    """Evidence for and against a claim: (c·s, s − c·s), swapped if it refutes.

    >>> binary(0.75, 4.0).amounts, binary(0.75, 4.0).exponent
    ((3, 1), 0)
    """
    c_mantissa, c_exponent = dyadic(checked("confidence", confidence, 0.0, 1.0))
    s_mantissa, s_exponent = dyadic(checked_strength(strength))
    exponent = c_exponent + s_exponent
    in_favour = c_mantissa * s_mantissa
    against = (s_mantissa << -c_exponent) - in_favour
    if refutes:
        in_favour, against = against, in_favour
    if reliability is not None:
        same, other = _coin_counts(checked("reliability", reliability, 0.0, 1.0), 2)
        kept, swapped = dyadic(same), dyadic(other)
        # One of the two is zero: an observer either helps or misleads.
        mantissa, shift = kept if kept.mantissa else swapped
        exponent += shift
        in_favour, against = in_favour * mantissa, against * mantissa
        if not kept.mantissa:
            in_favour, against = against, in_favour
    if in_favour and against:
        zeros = ((in_favour | against) & -(in_favour | against)).bit_length() - 1
        if zeros:  # drop common powers of two so that stored numbers stay short
            in_favour, against, exponent = in_favour >> zeros, against >> zeros, exponent + zeros
    return Evidence("binary", exponent, (in_favour, against), in_favour + against)


def categorical(
    choice: str,
    strength: object = 1.0,
    *,
    among: Sequence[str] = (),
    reliability: object = None,
) -> Evidence:
    """Evidence for one category; with a reliability, spread over the declared ones."""
    s_mantissa, s_exponent = dyadic(checked_strength(strength))
    if among and choice not in among:
        raise InvalidEvidence(f"choice {shown(choice)} must be one of {shown(list(among))}.")
    if reliability is None:
        return Evidence("categorical", s_exponent, (s_mantissa,), s_mantissa, (choice,))
    if len(among) < 2:
        raise InvalidEvidence("the reliability of a choice needs among=[...] with 2 or more names.")
    right = checked("reliability", reliability, 0.0, 1.0)
    same, other = map(dyadic, _coin_counts(right, len(among)))
    exponent = min(same.exponent, other.exponent)
    hit = (same.mantissa << (same.exponent - exponent)) * s_mantissa
    miss = (other.mantissa << (other.exponent - exponent)) * s_mantissa
    labels = tuple(among) if miss else (choice,)
    amounts = tuple(hit if label == choice else miss for label in labels)
    return Evidence("categorical", exponent + s_exponent, amounts, sum(amounts), labels)


def numeric(value: object, stdev: object) -> Evidence:
    """Evidence that a number is `value`, give or take `stdev`: (τ, τx, τx²) with τ = 1/stdev².

    >>> numeric(3.0, 0.5).amounts
    (4, 12, 36)
    """
    x = checked("value", value, -MOST_VALUE, MOST_VALUE)
    if abs(x) == MOST_VALUE:
        raise InvalidEvidence("value must be smaller than 2^256 in magnitude.")
    spread = checked("stdev", stdev, 2.0**-32, 2.0**32)
    t_mantissa, t_exponent = dyadic(float(1 / Fraction(spread) ** 2))
    x_mantissa, x_exponent = dyadic(x)
    first = t_mantissa << -2 * x_exponent
    second = t_mantissa * x_mantissa << -x_exponent
    third = t_mantissa * x_mantissa * x_mantissa
    return Evidence("numeric", t_exponent + 2 * x_exponent, (first, second, third), first)
