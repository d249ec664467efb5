from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.kernel.agreement import (
    Estimate,
    NumericVoice,
    conflict,
    numeric_conflict,
    robust_estimate,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

amounts = st.floats(0, 1e6)
numeric_voices = st.builds(
    NumericVoice, st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.floats(1e-3, 1)
)


@st.composite
def panels(draw):
    categories = draw(st.integers(2, 4))
    return draw(st.lists(st.tuples(*[amounts] * categories), min_size=1, max_size=8))


# Conflict between binary and categorical voices


@given(panels())
def test_conflict_is_a_share(voices):
    assert 0 <= conflict(voices) <= 1


@given(panels(), st.randoms(use_true_random=False))
def test_conflict_does_not_depend_on_who_speaks_first(voices, chance):
    shuffled = chance.sample(voices, len(voices))
    assert conflict(shuffled) == conflict(voices)


@given(st.lists(st.tuples(amounts, amounts), min_size=1, max_size=8))
def test_binary_conflict_weighs_the_smaller_side_against_both(voices):
    leaning_for = math.fsum(max(0.0, a - b) for a, b in voices)
    leaning_against = math.fsum(max(0.0, b - a) for a, b in voices)
    if leaning_for + leaning_against == 0:
        assert conflict(voices) == 0
    else:
        smaller = min(leaning_for, leaning_against)
        expected = 2 * smaller / (leaning_for + leaning_against)
        assert conflict(voices) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("voices", "expected"),
    [
        ([], 0),
        ([(7.0, 1.0), (3.0, 0.0)], 0),
        ([(4.0, 0.0), (0.0, 4.0)], 1),
        ([(3.0, 3.0)], 0),  # one voice of two minds leans nowhere
        ([(3.0, 3.0), (1.0, 0.0)], 0),
        ([(3.0, 0.0, 0.0), (0.0, 1.0, 0.0)], 0.5),
        ([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)], 1),
        ([(5.0, 3.0, 0.0), (0.0, 2.0, 2.0)], 0),
    ],
)
def test_conflict_of(voices, expected):
    assert conflict(voices) == expected


@pytest.mark.parametrize("voice", [(1.0,), (1.0, -1.0), (math.nan, 1.0), (math.inf, 1.0)])
def test_evidence_that_is_no_evidence_is_refused(voice):
    with pytest.raises(ValueError, match="A voice needs finite evidence"):
        conflict([voice])


# Conflict between numeric voices


@given(st.lists(numeric_voices, max_size=8), st.randoms(use_true_random=False))
def test_numeric_conflict_is_a_share_in_any_order(voices, chance):
    value = numeric_conflict(voices)
    assert 0 <= value <= 1
    assert numeric_conflict(chance.sample(voices, len(voices))) == value


@given(st.lists(st.tuples(st.floats(-100, 100), st.floats(0.1, 10)), min_size=2, max_size=8))
def test_numeric_conflict_of_full_weights_is_higgins_and_thompsons(claims):
    means, precisions = map(np.array, zip(*claims, strict=True))
    q = float(precisions @ (means - precisions @ means / precisions.sum()) ** 2)
    expected = max(0.0, (q - (len(claims) - 1)) / q) if q else 0.0
    voices = [NumericVoice(*claim) for claim in claims]
    assert numeric_conflict(voices) == pytest.approx(expected, abs=1e-9)


@given(st.floats(-1e6, 1e6), st.lists(st.floats(1e-3, 1e18), min_size=1, max_size=6))
def test_voices_that_say_the_same_have_no_conflict(mean, precisions):
    assert numeric_conflict(NumericVoice(mean, precision) for precision in precisions) == 0


def test_voices_of_no_weight_neither_raise_nor_hide_a_conflict():
    clash = [NumericVoice(0.0, 1.0), NumericVoice(10.0, 1.0)]
    crowd = [NumericVoice(5.0, 1.0, 1e-9)] * 200
    assert numeric_conflict([*clash, *crowd]) == pytest.approx(numeric_conflict(clash), abs=1e-6)
    agreed = [NumericVoice(0.0, 1.0), NumericVoice(0.5, 1.0)]
    assert numeric_conflict([*agreed, NumericVoice(1e3, 1.0, 0.0)]) == 0


# The robust estimate


def estimate_of(voices: Iterable[NumericVoice]) -> Estimate:
    estimate = robust_estimate(voices)
    assert estimate is not None
    return estimate


def panel_of(means: FloatArray, spreads: FloatArray) -> list[NumericVoice]:
    return [
        NumericVoice(mean, spread**-2)
        for mean, spread in zip(means.tolist(), spreads.tolist(), strict=True)
    ]


@given(st.lists(numeric_voices, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_estimate_does_not_depend_on_who_speaks_first(voices, chance):
    assert robust_estimate(chance.sample(voices, len(voices))) == robust_estimate(voices)


def test_every_permutation_of_a_mixed_panel_gives_the_same_bits():
    panel = [
        NumericVoice(1013.1, 4.0, 0.3),
        NumericVoice(1013.3, 0.1),
        NumericVoice(1012.7, 7.0, 0.7),
        NumericVoice(29.92, 1e6, 0.9),
        NumericVoice(1013.3, 2.0),
        NumericVoice(1013.25, 11.0, 0.1),
    ]
    estimates = {robust_estimate(order) for order in itertools.permutations(panel)}
    assert len(estimates) == 1


@given(st.lists(numeric_voices, min_size=1, max_size=8))
def test_the_estimate_lies_among_the_voices_and_mirrors_with_them(voices):
    value, spread = estimate_of(voices)
    means = [voice.mean for voice in voices]
    assert min(means) - 1e-6 <= value <= max(means) + 1e-6
    assert 0 < spread < math.inf
    mirrored = estimate_of([voice._replace(mean=-voice.mean) for voice in voices])
    assert mirrored.value == pytest.approx(-value, abs=1e-6)


def test_nobody_and_one():
    assert robust_estimate([]) is None
    assert robust_estimate([NumericVoice(3.0, 1.0, 0.0), NumericVoice(4.0, 0.0)]) is None
    assert robust_estimate([NumericVoice(130.0, 0.01)]) == Estimate(130.0, 10.0)


@pytest.mark.parametrize(("count", "mistaken"), [(3, 1), (5, 2), (10, 4), (50, 22)])
@pytest.mark.parametrize("claimed", [0.5, 1e-6, 50.0])
def test_a_minority_with_mixed_up_units_has_no_influence(count, mistaken, claimed):
    generator = np.random.default_rng(count)
    errors = []
    for _ in range(200):
        means = generator.normal(1013.2, 0.5, count)
        means[:mistaken] = generator.choice([101.32, 29.92], mistaken)
        spreads = np.full(count, 0.5)
        spreads[:mistaken] = claimed
        value, _ = estimate_of(panel_of(means, spreads))
        errors.append(value - 1013.2)
    clean = 0.5 / math.sqrt(count - mistaken)
    assert np.sqrt(np.mean(np.square(errors))) < 1.3 * clean


def test_spreads_claimed_far_too_wide_do_not_let_mistakes_in():
    means = [1013.0 + 0.02 * i for i in range(20)] + [29.92] * 9
    value, spread = estimate_of([NumericVoice(mean, 500.0**-2) for mean in means])
    assert value == pytest.approx(1013.2, abs=0.2)
    assert spread > 50  # what they claim about themselves still stands


def test_trust_and_not_precision_decides_who_is_the_majority():
    trusted = [NumericVoice(10.0, 1.0, 1.0), NumericVoice(10.4, 1.0, 1.0)]
    crowd = [NumericVoice(500.0, 1e9, 0.1)] * 10
    assert estimate_of([*trusted, *crowd]).value == pytest.approx(10.2, abs=0.1)


def test_a_clash_without_a_majority_shows_in_the_spread_and_in_the_conflict():
    clash = [NumericVoice(0.0, 1.0), NumericVoice(100.0, 1.0)]
    value, spread = estimate_of(clash)
    assert value == pytest.approx(50)
    assert spread > 30
    assert numeric_conflict(clash) > 0.99


@pytest.mark.parametrize(("decades", "limit"), [(0.0, 1.06), (0.5, 1.05), (1.0, 1.06)])
@pytest.mark.parametrize("count", [2, 3, 5, 10, 30])
def test_clean_voices_are_used_nearly_as_well_as_by_the_precision_weighted_mean(
    count, decades, limit
):
    generator = np.random.default_rng([count, int(10 * decades)])
    robust, plain, median, covered = [], [], [], 0
    for _ in range(1500):
        spreads = 10 ** generator.uniform(-decades / 2, decades / 2, count)
        means = generator.normal(0, spreads)
        value, spread = estimate_of(panel_of(means, spreads))
        robust.append(value)
        plain.append(np.average(means, weights=spreads**-2))
        median.append(np.median(means))
        covered += abs(value) < 1.96 * spread
    error, best, simple = (np.sqrt(np.mean(np.square(e))) for e in (robust, plain, median))
    assert error < limit * best
    assert count == 2 or error < simple
    assert covered / 1500 > 0.93


@pytest.mark.parametrize(
    "voice",
    [NumericVoice(math.nan, 1.0), NumericVoice(0.0, -1.0), NumericVoice(0.0, 1.0, math.inf)],
)
def test_a_voice_without_numbers_is_refused(voice):
    for measure in (robust_estimate, numeric_conflict):
        with pytest.raises(ValueError, match="A voice needs a finite mean"):
            measure([voice])
