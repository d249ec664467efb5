"""Promise 4 of 13: evidence of age a weighs f = 2^(−a / half-life), and that is all that fades.

A belief is the prior plus the sum of f × (α−1, β−1) over its contributions: equal, after one
rounding, to the same sum in rational numbers with 2^x to a hundred digits (which is far within
1e-12). At age zero f is exactly 1, after n half-lives exactly 2^−n, and it is never clamped, so
no claim keeps a hold that its age does not give it. The condition: the namespace has a half-life
(off until it is set), the evidence is of a type that fades and is not pinned.

Time changes what is read, never what is stored.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from beliefs import Beta, Statement
from tests import strategies as drawn
from tests.contracts import reckoning
from tests.contracts.stores import DAY, SECOND, START, Clock, Stores, entries_of, for_all

CLAIM = "the cache is warm"
half_lives = st.integers(10**9, 10**15).map(lambda us: timedelta(microseconds=us))
ages = st.integers(0, 10**13).map(lambda us: timedelta(microseconds=us)) | st.integers(
    0, 10**7
).map(lambda us: timedelta(microseconds=us))


@for_all(
    half_life=half_lives,
    said=st.sampled_from(drawn.FAMILIES).flatmap(
        lambda family: st.lists(
            st.tuples(drawn.said_about(family, CLAIM), ages), min_size=1, max_size=6
        )
    ),
    first=st.booleans(),
)
def test_a_fading_belief_is_the_exact_sum(
    open_beliefs: Stores,
    half_life: timedelta,
    said: list[tuple[Statement, timedelta]],
    *,
    first: bool,
):
    b = open_beliefs()
    if first:
        b.settings.set(half_life=half_life)
    b.add([one._replace(observed=START - age) for one, age in said])
    if not first:
        b.settings.set(half_life=half_life)
    (belief,) = b.list()
    weighted = [(one, reckoning.freshness(age, half_life)) for one, age in said]
    assert belief.parameters == reckoning.parameters(weighted)


@for_all(half_life=half_lives, said=drawn.binary(CLAIM), age=ages)
def test_one_contribution_adds_f_times_itself(
    open_beliefs: Stores, half_life: timedelta, said: Statement, age: timedelta
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=half_life)
    b.add([said])
    (fresh,) = b.list()
    clock.now += age
    (faded,) = b.list()
    f = reckoning.freshness(age, half_life)
    assert fresh.freshness == 1.0
    assert fresh.parameters == reckoning.beta(reckoning.weigh([said]))
    assert faded.freshness == float(f)
    assert faded.parameters == reckoning.beta([(said, f)])
    for now, then in zip(faded.parameters, fresh.parameters, strict=True):
        assert now - 1 == pytest.approx(float(f) * (then - 1), rel=1e-12, abs=1e-12 * now)


@for_all(lives=st.integers(0, 900), half_life=half_lives, strength=st.integers(1, 2**53))
def test_whole_half_lives_are_powers_of_two_and_nothing_is_clamped(
    open_beliefs: Stores, lives: int, half_life: timedelta, strength: int
):
    clock = Clock(START.replace(year=1990))
    half_life = min(half_life, timedelta(days=365))
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=half_life)
    b.add(CLAIM, strength=strength / 64)
    clock.now += lives * half_life
    (belief,) = b.list()
    assert belief.evidence == strength / 64 * 2.0**-lives > 0
    assert belief.freshness == 2.0**-lives


@for_all(
    age=st.integers(5000, 10**9),
    apart=st.integers(0, 30),
    said=st.tuples(drawn.numeric("p99, ms"), drawn.numeric("p99, ms")),
)
def test_no_age_is_too_great(open_beliefs: Stores, age: int, apart: int, said):
    """Nothing is left that a double could show, and yet one is still older than the other."""
    b = open_beliefs()
    b.settings.set(half_life=SECOND)
    b.add(one._replace(observed=START - (age + n * apart) * SECOND) for n, one in enumerate(said))
    b.add(CLAIM, observed=START - age * SECOND)
    by_claim = {belief.claim: belief for belief in b.list()}
    assert by_claim[CLAIM].parameters == Beta(1.0, 1.0)
    # The weight they have in common cancels out of a mean.
    relative = [(one, Fraction(1, 1 << n * apart)) for n, one in enumerate(said)]
    assert by_claim["p99, ms"].parameters[0] == reckoning.gaussian(relative).mean


@for_all(age=st.integers(100, 10**7))
def test_even_a_trace_can_tip_a_rounding(open_beliefs: Stores, age: int):
    b = open_beliefs()
    b.settings.set(half_life=SECOND)
    b.add(CLAIM, strength=2.0**-53)
    assert b.list()[0].parameters == Beta(1.0, 1.0)  # halfway to the next double, and to even
    b.add(CLAIM, strength=1.0, observed=START - age * SECOND)
    assert b.list()[0].parameters == Beta(1 + 2.0**-52, 1.0)


@for_all(half_life=half_lives, once=ages, again=ages)
def test_fading_twice_is_fading_by_the_product(
    open_beliefs: Stores, half_life: timedelta, once: timedelta, again: timedelta
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=half_life)
    b.add(CLAIM, strength=64)
    clock.now += once + again
    in_two_steps = reckoning.freshness(once, half_life) * reckoning.freshness(again, half_life)
    assert b.list()[0].evidence == float(64 * in_two_steps)


@for_all(half_life=half_lives, age=ages.filter(bool), strength=drawn.strengths)
def test_fresh_evidence_outranks_as_much_that_is_old(
    open_beliefs: Stores, half_life: timedelta, age: timedelta, strength: float
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=half_life)
    b.add(CLAIM, strength=strength, refutes=True)
    clock.now += age
    b.add(CLAIM, strength=strength, agent="scout")
    against, in_favour = sorted(b.list()[0].voices, key=lambda voice: voice.observed)
    assert in_favour.amounts == (strength, 0.0)
    assert against.amounts == (0.0, float(Fraction(strength) * reckoning.freshness(age, half_life)))
    assert against.amounts[1] <= in_favour.amounts[0]


def test_an_old_position_loses_to_a_fresh_one_of_equal_weight(open_beliefs: Stores):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=DAY)
    b.add(CLAIM, strength=1000, refutes=True)
    clock.now += DAY
    delta = b.add(CLAIM, strength=1000)
    assert b.get(delta.changes[0].belief_id).parameters == Beta(1001.0, 501.0)


@for_all(said=st.lists(st.tuples(drawn.binary(CLAIM), ages), min_size=1, max_size=5))
def test_nothing_fades_until_a_half_life_is_set(
    open_beliefs: Stores, said: list[tuple[Statement, timedelta]]
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.add([one._replace(observed=START - age) for one, age in said])
    before = b.list()
    assert before[0].freshness == 1.0
    assert before[0].parameters == reckoning.beta(reckoning.weigh(one for one, _ in said))
    clock.now += 10_000 * DAY
    assert b.list() == before
    b.settings.set(half_life=DAY)
    b.settings.set(half_life=None)
    assert b.list() == before


@for_all(said=drawn.binary(CLAIM), age=ages)
def test_pinned_evidence_and_other_types_keep_their_weight(
    open_beliefs: Stores, said: Statement, age: timedelta
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=DAY, by_type={"citation": 10 * DAY})
    b.add(
        [
            said._replace(claim="pinned", pinned=True),
            said._replace(claim="cited", evidence_type="citation"),
            said._replace(claim="plain"),
        ]
    )
    clock.now += age
    by_claim = {belief.claim: belief for belief in b.list()}
    for claim, f in (
        ("pinned", Fraction(1)),
        ("cited", reckoning.freshness(age, 10 * DAY)),
        ("plain", reckoning.freshness(age, DAY)),
    ):
        assert by_claim[claim].parameters == reckoning.beta([(said, f)])


@for_all(said=st.lists(drawn.anything_said(), min_size=1, max_size=5), age=ages)
def test_reading_later_changes_nothing_that_is_stored(
    open_beliefs: Stores, said: list[Statement], age: timedelta
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.settings.set(half_life=DAY)
    b.add(said)
    stored, now, then = entries_of(b), b.digest(), b.at(START).digest()
    clock.now += age
    b.list(), b.list(stale=True), b.read(), b.search("the"), b.fuse(said)
    assert entries_of(b) == stored
    assert b.digest() == now
    # And the past looks as it did.
    assert b.at(START).digest() == then
    clock.now = START
    assert b.at(START).digest() == then
