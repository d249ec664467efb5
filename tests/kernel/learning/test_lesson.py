from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.kernel.learning.learn import learn
from beliefs.kernel.learning.lesson import Coins, Lesson, Report, Rows, bet, bets
from beliefs.kernel.learning.votes import Sizes, Votes
from tests.kernel.learning.worlds import answered, coin_world, small_votes

ROWS = Rows(
    0.25,
    np.array([0, 0, 1]),
    np.log([0.3, 0.3, 0.4]),
    np.log([[[0.9, 0.1], [0.6, 0.4], [0.2, 0.8]], [[0.5, 0.5], [0.7, 0.3], [0.4, 0.6]]]),
)
COINS = Coins(0.75, np.log([0.9, 0.6]), np.log([0.1, 0.4]))
LESSON = Lesson(2, 2, 0.5, (COINS, ROWS))


def by_hand(lesson: Lesson, reports: list[Report]) -> list[float]:
    """The formula of a bet, written out for one item with plain numbers."""
    mixed = [0.0] * lesson.labels
    for model in lesson.models:
        if isinstance(model, Coins):
            faces, priors = list(range(lesson.labels)), [0.0] * lesson.labels
        else:
            faces, priors = model.faces.tolist(), model.priors.tolist()
        told, total, roots = [0.0] * len(faces), 0.0, 0.0
        for report in reports:
            for label, count in enumerate(report.counts):
                if report.agent >= lesson.agents:
                    continue
                row = [
                    (model.right if face == label else model.wrong)[report.agent]
                    if isinstance(model, Coins)
                    else model.rows[report.agent, at, label]
                    for at, face in enumerate(faces)
                ]
                weight, loud = count * report.weight, max(row) - min(row)
                total, roots = total + weight * loud, roots + weight * math.sqrt(loud)
                told = [sum_ + weight * said for sum_, said in zip(told, row, strict=True)]
        voices = max(1.0, roots**2 / total) if total else 1.0
        odds = [math.exp(p + t / voices**lesson.temper) for p, t in zip(priors, told, strict=True)]
        for face, odd in zip(faces, odds, strict=True):
            mixed[face] += model.weight * odd / sum(odds)
    return [chance / sum(mixed) for chance in mixed]


reports = st.lists(
    st.builds(
        Report,
        st.integers(0, 2),
        st.lists(st.sampled_from([0.0, 1.0, 3.0]), min_size=2, max_size=2),
        st.sampled_from([0.0, 0.3, 1.0]),
    ),
    max_size=6,
)


@given(reports)
def test_a_bet_is_the_formula(said):
    assert bet(LESSON, said) == pytest.approx(by_hand(LESSON, said), abs=1e-12)


@given(small_votes())
def test_all_bets_at_once_are_the_bets_one_by_one(votes):
    lesson = learn(votes)
    at_once = bets(lesson, votes)
    for item in range(votes.sizes.items):
        said = []
        for agent, label, weight in zip(
            *(np.asarray(column)[votes.items == item]
              for column in (votes.agents, votes.labels, votes.weights)), strict=True
        ):  # fmt: skip
            counts = [0.0] * votes.sizes.labels
            counts[label] = 1.0
            said.append(Report(int(agent), counts, float(weight)))
        assert bet(lesson, said) == pytest.approx(at_once[item].tolist(), abs=1e-12)
        assert sum(at_once[item]) == pytest.approx(1)


def test_nobody_heard_means_the_prior():
    assert bet(Lesson(2, 2, 0.5, (COINS,)), []) == [0.5, 0.5]
    assert bet(Lesson(2, 2, 0.5, (ROWS,)), []) == pytest.approx([0.6, 0.4])


def test_a_stranger_and_a_useless_voice_change_nothing():
    useless = Coins(1.0, np.log([0.9, 0.5]), np.log([0.1, 0.5]))
    lesson = Lesson(2, 2, 0.5, (useless,))
    alone = bet(lesson, [Report(0, [1, 0])])
    assert bet(lesson, [Report(0, [1, 0]), Report(1, [0, 5])]) == pytest.approx(alone, abs=1e-12)
    assert bet(lesson, [Report(0, [1, 0]), Report(7, [0, 5])]) == alone


def test_four_equal_voices_have_the_evidence_of_two():
    lesson = Lesson(2, 4, 0.5, (Coins(1.0, np.log([0.8] * 4), np.log([0.2] * 4)),))
    chance = bet(lesson, [Report(agent, [1, 0]) for agent in range(4)])[0]
    assert math.log(chance / (1 - chance)) == pytest.approx(2 * math.log(4))


def test_another_voice_that_agrees_never_lowers_a_bet():
    lesson = Lesson(2, 9, 0.5, (Coins(1.0, np.log([0.7] * 9), np.log([0.3] * 9)),))
    chances = [bet(lesson, [Report(a, [1, 0]) for a in range(n)])[0] for n in range(10)]
    assert all(less < more for less, more in itertools.pairwise(chances))


def test_rows_are_visible_and_are_probabilities():
    assert np.sum(LESSON.row(1), axis=1) == pytest.approx([1, 1])
    assert LESSON.row(0)[1] == pytest.approx([0.75 * 0.1 + 0.25 * 0.2, 0.75 * 0.9 + 0.25 * 0.8])
    with pytest.raises(InvalidInput, match="agents 0 to 1, not 2"):
        LESSON.row(2)


def test_a_lesson_survives_json_bit_for_bit():
    world = coin_world()
    for lesson in (LESSON, learn(world.votes)):
        again = Lesson.from_data(json.loads(json.dumps(lesson.data())))
        assert again.data() == lesson.data()
    votes = world.votes
    assert np.array_equal(bets(again, votes), bets(learn(votes), votes))


def test_what_is_recorded_has_six_digits():
    models = [*learn(coin_world().votes).models, *learn(two_faced()).models]
    assert {type(model) for model in models} == {Coins, Rows}
    for model in models:
        for column in model:
            for value in np.asarray(column).reshape(-1).tolist():
                assert value == float(f"{value:.6g}")


def two_faced() -> Votes:
    """Votes of agents who see what is absent and miss what is there."""
    truth = np.random.default_rng(4).integers(2, size=300)
    rows = np.repeat(np.array([[[0.95, 0.05], [0.6, 0.4]]]), 20, axis=0)
    return answered(4, truth, rows, 9).votes


def test_unknown_models_and_other_labels_are_refused():
    data = LESSON.data()
    data["models"] = [{**data["models"][0], "kind": "dice"}]  # type: ignore[list-item]
    with pytest.raises(InvalidInput, match="no models of kind 'dice'"):
        Lesson.from_data(data)
    with pytest.raises(InvalidInput, match="about 2 labels; the votes have 3"):
        bets(LESSON, Votes([0], [0], [0], Sizes(1, 1, 3)))
