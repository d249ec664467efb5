"""The bet is Bayes' rule: the same in any order, and silent where nothing is known."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.kernel.betting import Report, bet, coin

records = st.integers(0, 40).flatmap(
    lambda graded: st.tuples(st.integers(0, graded), st.just(graded))
)
labels = st.integers(2, 6)


@st.composite
def reports(draw, truths: int) -> list[Report]:
    found = []
    for right, graded in draw(st.lists(records, max_size=6)):
        counts = draw(st.lists(st.integers(0, 3), min_size=truths, max_size=truths))
        weight = draw(st.sampled_from([0.0, 0.25, 0.5, 1.0]))
        found.append(Report(tuple(map(float, counts)), weight, coin(right, graded, truths)))
    return found


@given(record=records, truths=labels)
def test_a_coin_is_a_row_of_probabilities(record: tuple[int, int], truths: int):
    row = coin(*record, truths)
    for t, chances in enumerate(row):
        assert math.isclose(math.fsum(chances), 1.0)
        assert all(0 < chance < 1 for chance in chances)
        assert chances[t] == (1 + record[0]) / (truths + record[1])
        assert len({chance for y, chance in enumerate(chances) if y != t}) == 1


@given(truths=labels)
def test_without_outcomes_a_coin_says_nothing(truths: int):
    said = [Report((1.0,) + (0.0,) * (truths - 1), 1.0, coin(0, 0, truths))] * 5
    assert bet(said, truths) == pytest.approx([1 / truths] * truths)


@given(data=st.data(), truths=labels)
def test_the_order_of_reports_does_not_matter(data: st.DataObject, truths: int):
    said = data.draw(reports(truths))
    assert bet(data.draw(st.permutations(said)), truths) == bet(said, truths)


@given(data=st.data(), truths=labels)
def test_it_is_bayes_rule(data: st.DataObject, truths: int):
    """With whole counts and weight one, the same as multiplying exact likelihoods."""
    said = [report._replace(weight=1.0) for report in data.draw(reports(truths))]
    likelihoods = []
    for t in range(truths):
        product = Fraction(1)
        for counts, _, row in said:
            for count, chance in zip(counts, row[t], strict=True):
                product *= Fraction(chance) ** int(count)
        likelihoods.append(product)
    exact = [float(one / sum(likelihoods)) for one in likelihoods]
    assert bet(said, truths) == pytest.approx(exact, rel=1e-9, abs=1e-12)


@given(data=st.data(), truths=labels)
def test_probabilities_add_up(data: st.DataObject, truths: int):
    assert math.isclose(math.fsum(bet(data.draw(reports(truths)), truths)), 1.0)


@given(record=records, truths=labels, weight=st.floats(0, 1))
def test_weights_scale_the_log_odds(record: tuple[int, int], truths: int, weight: float):
    row = coin(*record, truths)
    counts = (1.0,) + (0.0,) * (truths - 1)
    whole, part = (bet([Report(counts, w, row)], truths) for w in (1.0, weight))
    odds = math.log(whole[0] / whole[1])
    assert math.log(part[0] / part[1]) == pytest.approx(weight * odds, abs=1e-9)


def test_agreement_makes_sure_faster_than_a_pool():
    five = [Report((1.0, 0.0), 1.0, coin(8, 8, 2))] * 5
    assert bet(five, 2)[0] == pytest.approx(0.9**5 / (0.9**5 + 0.1**5))


def test_a_liar_is_read_backwards():
    assert bet([Report((1.0, 0.0), 1.0, coin(0, 8, 2))], 2)[0] == pytest.approx(0.1)


def test_strengths_beyond_all_measure_stay_probabilities():
    loud = [Report((2.0**64, 0.0), 1.0, coin(8, 8, 2))]
    assert bet(loud, 2) == [1.0, 0.0]


def test_something_else_is_a_truth_that_nobody_reports():
    row = coin(8, 8, 3, 2)
    assert [len(chances) for chances in row] == [2, 2, 2]
    first, second, rest = bet([Report((1.0, 0.0), 1.0, row)], 3)
    assert first > second == rest
