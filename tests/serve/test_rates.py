"""Nobody gets more than the rate and the burst, and whoever waits as told gets it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import InvalidInput, TooMany
from beliefs.serve.rates import Limiter, Rate, neighbourhood

RATES = st.builds(Rate, st.floats(0.01, 1_000), st.floats(1, 100))
STEPS = st.lists(st.floats(0, 10), min_size=1, max_size=60)


def taken(limiter: Limiter, who: str, now: float) -> bool:
    try:
        limiter.take(who, now)
    except TooMany:
        return False
    return True


@given(RATES, STEPS)
def test_nobody_gets_more_than_the_rate_and_the_burst(rate, steps):
    limiter = Limiter(rate)
    now, times = 1_000.0, []
    for step in steps:
        now += step
        if taken(limiter, "somebody", now):
            times.append(now)
    for first in range(len(times)):
        for last in range(first, len(times)):
            span = times[last] - times[first]
            assert last - first + 1 <= rate.burst + rate.per_second * span + 1e-6


@given(RATES, STEPS)
def test_whoever_waits_as_told_gets_it_and_not_much_earlier(rate, steps):
    limiter = Limiter(rate)
    now = 0.0
    for step in steps:
        now += step
        try:
            limiter.take("somebody", now)
        except TooMany as error:
            wait = error.retry_after
            assert 0 < wait <= 1 / rate.per_second
            assert not taken(limiter, "somebody", now + wait * 0.9)
            now += wait
            limiter.take("somebody", now)


def test_patience_is_not_saved_up():
    limiter = Limiter(Rate(1, 3))
    assert taken(limiter, "a", 0.0)
    assert [taken(limiter, "a", 1_000.0) for _ in range(5)] == [True] * 3 + [False] * 2


def test_one_does_not_use_up_what_is_another_s():
    limiter = Limiter(Rate(1, 2))
    assert [taken(limiter, "a", 0.0) for _ in range(3)] == [True, True, False]
    assert taken(limiter, "b", 0.0)


def test_a_clock_that_goes_back_gives_nothing_away():
    limiter = Limiter(Rate(1, 1))
    assert taken(limiter, "a", 100.0)
    assert not taken(limiter, "a", 0.0)
    assert taken(limiter, "a", 1.0)


def test_memory_is_bounded_and_who_asks_often_is_not_forgotten():
    limiter = Limiter(Rate(0.001, 1), most=100)
    assert taken(limiter, "often", 0.0)
    for number in range(10_000):
        taken(limiter, str(number), 0.0)
        assert not taken(limiter, "often", 0.0)
        assert len(limiter) <= 100


def test_it_says_how_long_to_wait():
    limiter = Limiter(Rate(0.1, 1))
    limiter.take("a", 0.0)
    with pytest.raises(TooMany, match="in 10 seconds") as refused:
        limiter.take("a", 0.0)
    assert refused.value.retry_after == pytest.approx(10)
    assert refused.value.code == "access/too_many"


@pytest.mark.parametrize("rate", [Rate(0, 1), Rate(-1, 1), Rate(1, 0.5), Rate(float("nan"), 1)])
def test_a_rate_that_lets_nobody_through_is_refused(rate):
    with pytest.raises(InvalidInput):
        Limiter(rate)


def test_an_address_is_what_its_owner_cannot_change_at_will():
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1")
    assert neighbourhood("2001:db8::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1")
    assert neighbourhood("fe80::1%eth0") == "fe80::/64"
    assert neighbourhood("192.0.2.1") != neighbourhood("192.0.2.2")
    assert neighbourhood("testclient") == "testclient"
