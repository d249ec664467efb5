"""Fixed-point numbers against arithmetic of fifty digits."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.formation.fixed import (
    CRUMB,
    FADE_BITS,
    FULL,
    LAST_DAY,
    LOG_BITS,
    LONGEST,
    ONE,
    RANK_BITS,
    SEVERE,
    WORD,
    day_of,
    faded,
    fading,
    log2,
    logarithms,
    mix,
    natural,
    powers,
    rank,
    rate_of,
    saturation,
    text_of,
    whole,
    word_of,
)
from tests.formation import real

NEAREST = Decimal("0.5") + Decimal(10) ** -30
"""How far rounding to the nearest moves a number, as far as forty digits can tell."""

half_lives = st.sampled_from([1, 2, 3, 7, 30, 120, 365, 1985, 1986, 4000])
numbers = st.integers(0, FULL) | st.sampled_from([0, 1, 2, CRUMB, ONE, FULL])
days = st.integers(0, LAST_DAY) | st.integers(0, 400)


# Fading


@given(number=numbers, elapsed=days, half_life=half_lives)
def test_what_fades_is_within_a_quantum_of_the_real_number(
    number: int, elapsed: int, half_life: int
):
    exact = number * real.power_of_two(-elapsed, half_life)
    assert abs(faded(number, elapsed, fading(half_life)) - exact) <= 1


@pytest.mark.parametrize("half_life", [1, 2, 3, 30, 120])
def test_a_table_of_fading_is_rounded_to_the_nearest_and_ends_in_nothing(half_life: int):
    table = fading(half_life)
    for elapsed, left in enumerate(table):
        exact = real.power_of_two(-elapsed, half_life) * 2**FADE_BITS
        assert abs(left - exact) <= NEAREST
    assert table[-1] == 0
    assert 0 not in table[:-1]
    assert all(later <= earlier for earlier, later in pairwise(table))


def test_a_half_life_longer_than_all_days_still_has_an_entry_for_each():
    table = fading(4000)
    assert len(table) == LAST_DAY + 1
    assert table[-1] > 0


@pytest.mark.parametrize("half_life", [1, 2, 30])
def test_everything_is_gone_after_thirty_four_half_lives(half_life: int):
    table = fading(half_life)
    for number in (1, CRUMB, ONE, FULL):
        assert faded(number, 34 * half_life, table) == 0
        assert faded(number, LAST_DAY, table) == 0


@given(number=numbers, elapsed=st.integers(0, 5000), half_life=half_lives)
def test_fading_never_grows(number: int, elapsed: int, half_life: int):
    table = fading(half_life)
    assert faded(number, elapsed + 1, table) <= faded(number, elapsed, table) <= number
    if number:
        assert faded(number - 1, elapsed, table) <= faded(number, elapsed, table)


def test_what_is_of_a_later_day_does_not_fade():
    with pytest.raises(InvalidInput):
        faded(CRUMB, -1, fading(120))


@given(number=numbers, half_life=st.sampled_from([2, 7, 30]), stretch=st.integers(1, 60))
def test_reading_every_day_is_reading_on_the_last(number: int, half_life: int, stretch: int):
    # Decay is a function of the first state, so there is nothing for daily reads to add up.
    table = fading(half_life)
    for elapsed in range(stretch):
        exact = number * real.power_of_two(-elapsed, half_life)
        assert abs(faded(number, elapsed, table) - exact) <= 1


# Logarithms and ranks


def test_the_table_of_logarithms_is_rounded_to_the_nearest():
    for step in range(0, 4097, 13):
        exact = real.log2(4096 + step) - 12
        assert abs(logarithms()[step] - exact * 2**LOG_BITS) <= Decimal("0.51")
    assert all(a < b for a, b in pairwise(logarithms()))


@given(number=st.integers(1, 2 * FULL))
def test_log2_is_near_and_never_falls(number: int):
    assert log2(number) <= log2(number + 1)
    error = log2(number) - real.log2(number) * 2**LOG_BITS
    assert abs(error) <= 2  # a step of the table, between two of which a line is drawn


@pytest.mark.parametrize("power", range(33))
def test_log2_of_a_power_of_two_is_exact_and_does_not_fall_beside_it(power: int):
    assert log2(1 << power) == power << LOG_BITS
    assert log2((1 << power) - 1) <= log2(1 << power) <= log2((1 << power) + 1)


@settings(max_examples=300)
@given(
    one=st.tuples(st.integers(1, 2 * FULL), st.integers(0, LAST_DAY)),
    other=st.tuples(st.integers(1, 2 * FULL), st.integers(0, LAST_DAY)),
    half_life=half_lives,
)
def test_ranks_order_by_what_is_left(one: tuple[int, int], other: tuple[int, int], half_life: int):
    (a, on_a), (b, on_b) = one, other
    apart = (real.log2(a) - real.log2(b)) + Decimal(on_a - on_b) / half_life
    # Both parts of a rank are rounded down, so two units are the most they can be wrong by.
    if abs(apart) * 2**RANK_BITS > Decimal("2.01"):
        assert (rank(a, on_a, half_life) > rank(b, on_b, half_life)) == (apart > 0)
    assert abs(rank(a, on_a, half_life) - rank(b, on_b, half_life) - apart * 2**RANK_BITS) < 3


@given(number=numbers, day=days, half_life=half_lives)
def test_a_rank_fits_its_column_and_is_never_that_of_nothing(number: int, day: int, half_life: int):
    assert 1 <= rank(number, day, half_life) < 1 << 32
    assert rank(number, day, half_life) <= rank(number + 1, day, half_life)


# Saturation


@given(
    count=numbers | st.integers(0, 20 * CRUMB),
    scale=st.sampled_from([CRUMB // 16, CRUMB, 3 * CRUMB, 1000 * CRUMB, CRUMB << 14]),
)
def test_saturation_is_as_near_as_its_exponent(count: int, scale: int):
    rate = rate_of(scale)
    exact = 1 - real.exp(real.ratio(-count, scale))
    # The exponent has 24 bits after the point and a rate rounded to a 2^-40th of a quantum.
    exponent = Decimal(2) ** -24 + Decimal(count) / 2**41
    error = (1 - exact) * real.LN2 * exponent * Decimal("1.01") + Decimal(5) / 2**31
    assert abs(Decimal(saturation(count, rate)) / ONE - exact) <= error
    assert saturation(count, rate) <= saturation(count + 1, rate) <= ONE
    assert saturation(0, rate) == 0


def test_powers_are_rounded_to_the_nearest():
    coarse, fine = powers()
    for step in range(0, 4096, 37):
        for table, whole_ in ((coarse, 1 << 12), (fine, 1 << 24)):
            exact = real.power_of_two(-step, whole_) * 2**FADE_BITS
            assert abs(table[step] - exact) <= NEAREST


# What is let in


@given(number=st.floats(0, 1) | st.integers(0, 1))
def test_a_number_is_its_nearest_multiple(number: float):
    assert abs(Decimal(whole(number, ONE, name="n", least=0, most=1)) - Decimal(number) * ONE) <= (
        Decimal("0.5")
    )


NOT_NUMBERS: list[object] = [
    None,
    True,
    "1",
    float("nan"),
    float("inf"),
    -float("inf"),
    1j,
    [],
    10**400,
    -1,
    2,
]


@pytest.mark.parametrize("number", NOT_NUMBERS, ids=repr)
def test_what_is_no_number_in_bounds_is_refused(number: object):
    with pytest.raises(InvalidInput):
        whole(number, ONE, name="n", least=0, most=1)


@pytest.mark.parametrize("number", [None, True, "1", 1.0, float("nan"), -1, 65_536, 10**400, []])
def test_what_is_no_day_is_refused(number: object):
    with pytest.raises(InvalidInput):
        day_of(number)
    with pytest.raises(InvalidInput):
        natural(number, name="day", least=0, most=LAST_DAY)


NOT_TEXTS: list[object] = [
    None,
    5,
    b"x",
    "",
    "x" * (LONGEST + 1),
    "x" * 10_240,
    "ü" * 129,
    "\ud800",
    "a:\udfff",
]


@pytest.mark.parametrize("text", NOT_TEXTS, ids=ascii)
def test_what_has_no_bytes_or_too_many_is_refused(text: object):
    with pytest.raises(InvalidInput) as refused:
        text_of(text, name="tag")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ["x", "x" * LONGEST, "ü" * 128, "a\nb", "😀"])
def test_a_text_is_itself(text: str):
    assert text_of(text, name="tag") is text
    assert 0 <= word_of(text) <= WORD


def test_mixing_is_splitmix64():
    # The first numbers of the published generator, seeded with 0 and with 1234567.
    assert mix(0) == 0xE220A8397B1DCDAF
    assert mix(1_234_567) == 6_457_827_717_110_365_317
    assert mix(WORD) <= WORD
    assert SEVERE < 1 << 16
