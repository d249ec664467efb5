"""Promise 5 of 8: a label is a claim about how often things come true, and it is checked.

"High" must come true about as often as "high" says. Until there is a record to check it against,
no label and no betting probability is given at all: `None`, not a guess. With a record, a map is
fitted per kind of source on past outcomes and judged on others; what it then calls high, medium or
low comes true at the rate that was stated, to within what so many outcomes can show.
"""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Beliefs, Statement
from beliefs.kernel.calibration import LIMIT, ece, gate
from beliefs.kernel.maps import FEWEST_OUTCOMES, fit, from_data
from beliefs.ledger.answers import MIN_OUTCOMES
from beliefs.mind.calibration import LABELS
from tests import strategies as drawn
from tests.contracts.calibrated_worlds import answer, bets_on, spoken_world
from tests.contracts.stores import Stores, for_all

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=5)
TIERS = ((0.0, 0.4), (0.4, 0.7), (0.7, 1.0))
SIZE = 16_000


def overconfident_kind(seed: int, by: float) -> tuple[list[float], list[bool]]:
    """A kind of source that overstates its odds by a power."""
    chance = random.Random(seed)
    stated, came_true = [], []
    for _ in range(SIZE):
        true = chance.betavariate(1.5, 1.5)
        odds = (true / (1 - true)) ** by
        stated.append(odds / (1 + odds))
        came_true.append(chance.random() < true)
    return stated, came_true


@for_all(said=st.lists(drawn.anything_said(), min_size=1, max_size=5))
def test_no_label_without_a_record(open_beliefs: Stores, said: list[Statement]):
    b = open_beliefs()
    b.add(said)
    for belief in b.list():
        assert belief.label is None
        assert belief.probability is None


@few
@given(seed=seeds, by=st.floats(2, 5), kind=st.sampled_from(["beta", "isotonic"]))
def test_each_tier_comes_true_at_its_rate(seed: int, by: float, kind):
    stated, came_true = overconfident_kind(seed, by)
    half = SIZE // 2
    fitted = fit(stated[:half], came_true[:half], kind=kind)
    assert fitted is not None
    calibrated = [fitted.apply(p) for p in stated[half:]]
    outcomes = came_true[half:]
    assert gate(calibrated, outcomes, trials=50).passed
    for low, high in TIERS:
        inside = [n for n, p in enumerate(calibrated) if low <= p < high or p == high == 1]
        if len(inside) < 100:
            continue
        said = math.fsum(calibrated[n] for n in inside) / len(inside)
        happened = sum(outcomes[n] for n in inside) / len(inside)
        # Four standard errors of the held-out rate, and as much again for the fitted map.
        assert abs(said - happened) < 8 * math.sqrt(0.25 / len(inside))


@few
@given(seed=seeds)
def test_one_map_over_different_kinds_would_fail(seed: int):
    """Why a map belongs to a kind of source: two kinds that err in opposite directions."""
    bold, timid = (
        ([p * odds / (1 - p + p * odds) for p in stated], came_true)
        for odds in (4.0, 0.25)
        for stated, came_true in [overconfident_kind(seed, 1.0)]
    )
    half = SIZE // 2
    joint = fit(bold[0][:half] + timid[0][:half], bold[1][:half] + timid[1][:half])
    assert joint is not None
    for stated, came_true in (bold, timid):
        own = fit(stated[:half], came_true[:half])
        assert own is not None
        held_out = came_true[half:]
        assert ece([own.apply(p) for p in stated[half:]], held_out) <= LIMIT
        assert ece([joint.apply(p) for p in stated[half:]], held_out) > LIMIT


@few
@given(seed=seeds, by=st.floats(1, 5), kind=st.sampled_from(["beta", "isotonic"]))
def test_a_map_never_turns_the_order_around(seed: int, by: float, kind):
    fitted = fit(*overconfident_kind(seed, by), kind=kind)
    assert fitted is not None
    marks = [n / 100 for n in range(101)]
    mapped = [fitted.apply(p) for p in marks]
    assert mapped == sorted(mapped)
    assert all(0 < p < 1 for p in mapped)
    # Kept as data and read again, it is the same map.
    assert [from_data(fitted.data()).apply(p) for p in marks] == mapped


@pytest.mark.parametrize("outcomes", [0, 1, FEWEST_OUTCOMES - 1])
def test_too_small_a_record_gives_none(outcomes: int):
    stated = [(n + 1) / (outcomes + 2) for n in range(outcomes)]
    came_true = [n % 2 == 0 for n in range(outcomes)]
    if outcomes:
        assert fit(stated, came_true) is None
    longer = [(n + 1) / (FEWEST_OUTCOMES + 2) for n in range(FEWEST_OUTCOMES)]
    assert fit(longer, [n % 2 == 0 for n in range(FEWEST_OUTCOMES)]) is not None
    assert fit(longer, [True] * FEWEST_OUTCOMES) is None


# The engine's own labels


@pytest.mark.parametrize("seed", [3, 4])
def test_what_is_called_high_comes_true_that_often(seed: int):
    b = Beliefs(":memory:")
    asked = spoken_world(b, seed, size=3000)
    answer(b, asked[:1000])
    bets = bets_on(b, asked[1000:])
    assert set(bets.labels) == {*LABELS}
    rates = {}
    for label in LABELS:
        inside = [n for n, given in enumerate(bets.labels) if given == label]
        said = math.fsum(bets.stated[n] for n in inside) / len(inside)
        rates[label] = sum(bets.came_true[n] for n in inside) / len(inside)
        # Four standard errors of the held-out rate, and as much again for the fitted map.
        assert abs(said - rates[label]) < 8 * math.sqrt(0.25 / len(inside))
    assert rates["high"] >= LABELS["high"]
    assert rates["low"] < LABELS["medium"]


def test_a_label_waits_for_outcomes_on_every_store(open_beliefs: Stores):
    b = open_beliefs()
    asked = spoken_world(b, seed=5, size=3 * MIN_OUTCOMES)
    from_lab = [one for n, one in enumerate(asked) if n % 5 > 1]
    answer(b, from_lab[: MIN_OUTCOMES - 1])
    last = from_lab[-1].belief
    assert b.get(last).probability is not None
    assert b.get(last).label is None
    answer(b, from_lab[MIN_OUTCOMES - 1 : MIN_OUTCOMES])
    assert b.get(last).label in LABELS
    # Few outcomes of one kind of source teach nothing about another.
    assert b.get(asked[1].belief).label is None
    assert b.verify().ok
