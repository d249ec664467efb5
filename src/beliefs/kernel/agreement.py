"""Whether voices agree, and what number they agree on when some of them are badly wrong.

A voice speaks for its whole share of a belief at once. Every sum is `math.fsum` over products of
one voice's own numbers and every order is a sort, so the same voices give the same bits however
they are listed.
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Tukey's biweight ignores what lies further than this many scales from the centre. Six keeps about
# 98 % of the efficiency of the mean on clean Gaussian data (the more usual 4.685 keeps 95 %), and
# the mistakes that matter here, as of units, are hundreds of scales away.
_CUTOFF = 6.0

# The median absolute deviation of Gaussian data, in units that make it their standard deviation.
_DEVIATION = 1.4826

# A spread claimed smaller than this part of the typical one is taken as this part: no voice weighs
# more than sixteen typical ones on its own word.
_FINEST = 0.25

# The claimed spreads are worth the scatter of this many voices: beyond, the scatter is believed.
_CLAIM_WORTH = 4.0

# The iteration settles within some twenty steps; the bound is there so that it always ends.
_STEPS = 100
_SETTLED = 1e-12


class NumericVoice(NamedTuple):
    """What one voice says about a number: its mean, its precision (1 / stdev²), its weight."""

    mean: float
    precision: float
    weight: float = 1.0


class Estimate(NamedTuple):
    """A number and its standard error."""

    value: float
    spread: float


def conflict(voices: Iterable[Sequence[float]]) -> float:
    """How evenly the voices of a binary or categorical belief are split: 0 united, 1 in halves.

    A voice is its weighted evidence per category. It leans to its strongest category by the
    margin over the next; a tie leans nowhere. The conflict is twice the share of all leaning that
    goes elsewhere than the leading category, which for two categories is
    2 min(for, against) / (for + against).

    >>> conflict([(3.0, 0.0), (0.0, 1.0)])
    0.5
    >>> conflict([(2.0, 2.0), (5.0, 0.0)])
    0.0
    """
    margins: dict[int, list[float]] = {}
    for voice in voices:
        leading, margin = _lean(voice)
        if margin > 0:
            margins.setdefault(leading, []).append(margin)
    if not margins:
        return 0.0
    # Sorted, so that between equals the choice does not depend on who spoke first.
    leading = max(sorted(margins), key=lambda category: math.fsum(margins[category]))
    total = math.fsum(margin for leaning in margins.values() for margin in leaning)
    del margins[leading]
    elsewhere = math.fsum(margin for leaning in margins.values() for margin in leaning)
    return min(1.0, 2 * elsewhere / total)


def numeric_conflict(voices: Iterable[NumericVoice]) -> float:
    """The part of the scatter between voices that their claimed spreads do not explain.

    This is I² of Higgins and Thompson (2002): (Q - expected Q) / Q, at least 0. A voice's weight
    acts in Q and in its expectation alike (DerSimonian and Kacker 2007), so at weights of 1 the
    expectation is n - 1, and voices of no weight neither raise nor hide a conflict.

    >>> numeric_conflict([NumericVoice(10.0, 1.0), NumericVoice(11.0, 1.0)])
    0.0
    >>> round(numeric_conflict([NumericVoice(10.0, 1.0), NumericVoice(30.0, 1.0)]), 3)
    0.995
    """
    heard = _heard(voices)
    if len(heard) < 2:
        return 0.0
    pulls = [voice.weight * voice.precision for voice in heard]
    pull = math.fsum(pulls)
    # Measured from the median, so that voices that all say the same give exactly 0.
    origin = _weighted_median([(voice.mean, voice.weight) for voice in heard])
    offsets = [voice.mean - origin for voice in heard]
    centre = math.fsum(p * offset for p, offset in zip(pulls, offsets, strict=True)) / pull
    q = math.fsum(p * (offset - centre) ** 2 for p, offset in zip(pulls, offsets, strict=True))
    if q == 0:
        return 0.0
    expected = math.fsum(
        (
            *(voice.weight for voice in heard),
            *(-voice.weight * (p / pull) for voice, p in zip(heard, pulls, strict=True)),
        )
    )
    return min(1.0, max(0.0, (q - expected) / q))


def robust_estimate(voices: Iterable[NumericVoice]) -> Estimate | None:
    """The number most of the trust agrees on, or None if nobody speaks.

    A voice that is grossly off, as from a mix-up of units, has no influence at all while less than
    half of the trust is off, however small a spread it claims. Among clean voices the estimate is
    nearly as good as the precision-weighted mean.

    It is Tukey's biweight around the trust-weighted median. The spread is the larger of what the
    voices claim and what their scatter shows.

    >>> hectopascal = [NumericVoice(mean, 4.0) for mean in (1013.1, 1013.2, 1013.4, 29.92)]
    >>> round(robust_estimate(hectopascal).value, 1)
    1013.2
    """
    heard = _heard(voices)
    if not heard:
        return None
    if len(heard) == 1:
        only = heard[0]
        return Estimate(only.mean, 1 / math.sqrt(only.weight * only.precision))

    value = _weighted_median([(voice.mean, voice.weight) for voice in heard])
    typical = _weighted_median([(_spread(voice), voice.weight) for voice in heard])
    scale = _scale(heard, value, typical)
    unit = max(scale, typical)
    # In units of the typical voice, so that no square over- or underflows.
    precisions = [(unit / max(_spread(voice), _FINEST * unit)) ** 2 for voice in heard]
    reaches = [_CUTOFF * scale * max(1.0, _spread(voice) / typical) for voice in heard]

    for _ in range(_STEPS):
        pulls = [
            voice.weight * precision * _biweight((voice.mean - value) / reach)
            for voice, precision, reach in zip(heard, precisions, reaches, strict=True)
        ]
        pull = math.fsum(pulls)
        offsets = [voice.mean - value for voice in heard]
        moments = [p * offset for p, offset in zip(pulls, offsets, strict=True)]
        step = math.fsum(moments) / pull
        if abs(step) <= _SETTLED * scale:
            break
        value += step
    claimed = unit / math.sqrt(pull)
    shown = math.hypot(*moments) / pull
    return Estimate(value, max(claimed, shown))


def _lean(voice: Sequence[float]) -> tuple[int, float]:
    """The category a voice leans to, and by how much."""
    if len(voice) < 2 or not all(0 <= amount < math.inf for amount in voice):
        raise InvalidInput(
            "A voice needs finite evidence, not negative, for two or more categories, "
            f"got {tuple(voice)}."
        )
    runner_up, top = sorted(voice)[-2:]
    return voice.index(top), top - runner_up


def _heard(voices: Iterable[NumericVoice]) -> list[NumericVoice]:
    """The voices that weigh anything, in one order whatever order they came in."""
    voices = sorted(voices)
    for voice in voices:
        if not (math.isfinite(voice.mean) and _is_amount(voice.precision, voice.weight)):
            raise InvalidInput(
                "A voice needs a finite mean, and a finite precision and weight not below 0, "
                f"got {voice}."
            )
    return [voice for voice in voices if voice.weight * voice.precision > 0]


def _is_amount(*numbers: float) -> bool:
    return all(0 <= number < math.inf for number in numbers)


def _spread(voice: NumericVoice) -> float:
    return 1 / math.sqrt(voice.precision)


def _scale(voices: Sequence[NumericVoice], centre: float, typical: float) -> float:
    """How far apart voices lie that mean the same number.

    The scatter around the centre says so, if there are enough voices. Of few, some may coincide
    by chance, so the claimed spread sets a lower bound that fades as voices join: when thirty
    claim to be off by 100 but agree within 1, it is the 1 that is believed.
    """
    deviations = [(abs(voice.mean - centre), voice.weight) for voice in voices]
    total = math.fsum(voice.weight for voice in voices)
    # Kish's effective number of voices: many of little weight do not count as many.
    count = 1 / math.fsum((voice.weight / total) ** 2 for voice in voices)
    floor = typical * _CLAIM_WORTH / (_CLAIM_WORTH + count - 1)
    return max(_DEVIATION * _weighted_median(deviations), floor)


def _biweight(distance: float) -> float:
    """Tukey's weight: 1 at the centre, falling smoothly to 0 at distance 1 and beyond."""
    return (1 - distance * distance) ** 2 if abs(distance) < 1 else 0.0


def _weighted_median(pairs: Iterable[tuple[float, float]]) -> float:
    """The value with half of the weight on either side, given (value, weight) pairs.

    It is walked to from both ends and met in the middle, so that it is the same mirrored.
    """
    ordered = sorted(pairs)
    half = math.fsum(weight for _, weight in ordered) / 2
    low, high = _value_at(half, ordered), _value_at(half, ordered[::-1])
    return low if low == high else low + (high - low) / 2


def _value_at(weight: float, pairs: Sequence[tuple[float, float]]) -> float:
    """The first value at which the weights so far reach the given one."""
    sums = accumulate(weight for _, weight in pairs)
    reached = (value for (value, _), so_far in zip(pairs, sums, strict=True) if so_far >= weight)
    return next(reached, pairs[-1][0])
