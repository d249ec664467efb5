from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.kernel.calibration import ece_debiased
from beliefs.kernel.learning.learn import learn
from beliefs.kernel.learning.lesson import Coins, Report, Rows, bet, bets
from beliefs.kernel.learning.votes import Sizes, Votes
from tests.kernel.learning.worlds import World, answered, coin_world, coins, small_votes


def accuracy(world: World) -> float:
    chances = bets(learn(world.votes), world.votes)
    return float((chances.argmax(axis=1) == world.truth).mean())


def majority(world: World) -> float:
    counts = np.zeros((world.sizes.items, world.sizes.labels))
    np.add.at(counts, (world.items, world.labels), 1)
    return float((counts.argmax(axis=1) == world.truth).mean())


# What a lesson is a function of


@given(small_votes(), st.randoms(use_true_random=False))
def test_the_order_of_votes_does_not_matter(votes, chance):
    order = list(range(len(votes.items)))
    chance.shuffle(order)
    items, agents, labels, weights = (
        column[order] for column in (votes.items, votes.agents, votes.labels, votes.weights)
    )
    shuffled = Votes(items, agents, labels, votes.sizes, weights)
    assert learn(shuffled).data() == learn(votes).data()
    assert np.array_equal(bets(learn(votes), shuffled), bets(learn(votes), votes))


@settings(deadline=None)
@given(small_votes(), st.randoms(use_true_random=False))
def test_names_of_items_and_agents_do_not_matter(votes, chance):
    items, agents = list(range(votes.sizes.items)), list(range(votes.sizes.agents))
    chance.shuffle(items)
    chance.shuffle(agents)
    renamed = votes._replace(
        items=np.array(items)[votes.items], agents=np.array(agents)[votes.agents]
    )
    before, after = learn(votes), learn(renamed)
    assert bets(after, renamed)[items] == pytest.approx(bets(before, votes), abs=1e-4)
    for agent, name in enumerate(agents):
        assert np.array(after.row(name)) == pytest.approx(np.array(before.row(agent)), abs=1e-4)


def test_names_do_not_matter_in_a_larger_world():
    world = coin_world()
    draw = np.random.default_rng(5)
    items, agents = draw.permutation(world.sizes.items), draw.permutation(world.sizes.agents)
    renamed = world._replace(items=items[world.items], agents=agents[world.agents])
    chances = bets(learn(renamed.votes), renamed.votes)[items]
    assert chances == pytest.approx(bets(learn(world.votes), world.votes), abs=1e-5)


def test_names_of_labels_do_not_matter():
    world = coin_world()
    names = np.array([2, 0, 1])
    renamed = world._replace(labels=names[world.labels])
    chances = bets(learn(renamed.votes), renamed.votes)[:, names]
    assert chances == pytest.approx(bets(learn(world.votes), world.votes), abs=1e-5)


def test_a_vote_said_twice_weighs_two():
    items, agents, labels = [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [0, 0, 1, 1, 1]
    twice = Votes(items, agents, labels, Sizes(2, 2, 2))
    weighed = Votes(items[:4], agents[:4], labels[:4], Sizes(2, 2, 2), [1, 1, 1, 2])
    assert learn(twice).data() == learn(weighed).data()


# What is learned


def test_reliable_agents_are_told_from_unreliable_ones():
    truth = np.random.default_rng(2).integers(3, size=400)
    right = np.array([0.95] * 5 + [0.4] * 10)
    world = answered(2, truth, coins(right, 3), 7)
    lesson = learn(world.votes)
    learned = [np.diag(lesson.row(agent)).mean() for agent in range(15)]
    assert np.array(learned) == pytest.approx(right, abs=0.1)
    assert accuracy(world) > majority(world) + 0.05


def test_adversaries_count_against_what_they_say():
    truth = np.random.default_rng(3).integers(2, size=400)
    world = answered(3, truth, coins(np.array([0.85] * 12 + [0.15] * 5), 2), 8)
    assert accuracy(world) > 0.95 > majority(world)
    lesson = learn(world.votes)
    assert bet(lesson, [Report(16, [1, 0])])[0] < 0.4


def test_two_coins_need_rows():
    truth = np.random.default_rng(4).integers(2, size=500)
    blind = np.array([[0.95, 0.05], [0.6, 0.4]])  # sees what is absent, misses what is there
    world = answered(4, truth, np.repeat(blind[None], 30, axis=0), 9)
    assert all(isinstance(model, Rows) for model in learn(world.votes).models)
    assert accuracy(world) > majority(world) + 0.1


def test_one_coin_is_enough_for_one_coin():
    models = learn(coin_world().votes).models
    assert all(isinstance(model, Coins) for model in models)


def test_hard_items_show_as_another_face():
    draw = np.random.default_rng(6)
    truth, hard = draw.integers(2, size=800), draw.random(800) < 0.4
    rows = np.stack(
        [coins(np.full(30, right), 2) for right in (0.98, 0.6)]
    )  # everyone is nearly sure on easy items and nearly guesses on hard ones
    worlds = [answered(7, truth, row, 12) for row in rows]
    labels = np.where(hard[worlds[0].items], worlds[1].labels, worlds[0].labels)
    lesson = learn(worlds[0]._replace(labels=labels).votes)
    leading = max(lesson.models, key=lambda model: model.weight)
    assert isinstance(leading, Rows)
    assert len(leading.faces) > 2


def test_many_who_said_little_are_read_as_the_others():
    draw = np.random.default_rng(8)
    truth = (draw.random(1500) < 0.5).astype(np.int64)
    world = answered(8, truth, coins(draw.beta(8, 2, 1500), 2), 3)
    assert accuracy(world) >= majority(world) - 0.01


def test_tempered_bets_are_not_surer_than_they_should_be():
    draw = np.random.default_rng(9)
    truth, who = draw.integers(2, size=1500), 9
    hardness = draw.beta(1.5, 4, 1500)[:, None]  # errors that everybody shares
    right = draw.random((1500, who)) < np.clip(1 - 0.95 * hardness, 0.05, 0.98)
    labels = np.where(right, truth[:, None], 1 - truth[:, None]).reshape(-1)
    votes = Votes(np.repeat(np.arange(1500), who), np.tile(np.arange(who), 1500), labels,
                  Sizes(1500, who, 2))  # fmt: skip
    lesson = learn(votes)

    def error(temper: float) -> float:
        chances = bets(lesson._replace(temper=temper), votes)
        came_true = (chances.argmax(axis=1) == truth).tolist()
        return ece_debiased(chances.max(axis=1).tolist(), came_true)

    assert error(lesson.temper) < error(0.0) / 2


# The corners


@pytest.mark.parametrize("labels", [2, 3, 100])
def test_agents_who_all_say_the_same(labels):
    votes = Votes(np.repeat(np.arange(20), 5), np.tile(np.arange(5), 20),
                  np.repeat(np.arange(20) % labels, 5), Sizes(20, 5, labels))  # fmt: skip
    chances = bets(learn(votes), votes)
    assert np.array_equal(chances.argmax(axis=1), np.arange(20) % labels)
    assert chances.max(axis=1).min() > 0.6


def test_one_agent_is_believed_somewhat():
    votes = Votes(range(10), [0] * 10, [0, 1] * 5, Sizes(10, 1, 2))
    chances = bets(learn(votes), votes)
    assert np.array_equal(chances.argmax(axis=1), [0, 1] * 5)
    assert 0.5 < chances.max() < 0.95


def test_a_single_label_is_certain():
    votes = Votes([0, 1], [0, 1], [0, 0], Sizes(2, 2, 1))
    assert bets(learn(votes), votes).tolist() == [[1.0], [1.0]]


def test_islands_learn_from_each_other_only_in_general():
    two = coin_world(items=150, agents=10)
    items = np.concatenate((two.items, two.items + 150))
    agents = np.concatenate((two.agents, two.agents + 10))
    both = Votes(items, agents, np.tile(two.labels, 2), Sizes(300, 20, 3))
    chances = bets(learn(both), both)
    assert chances[:150] == pytest.approx(chances[150:], abs=1e-6)


def test_who_was_not_heard_says_nothing():
    votes = Votes([0, 0, 2, 2], [0, 1, 0, 1], [1, 1, 0, 0], Sizes(3, 4, 2))
    lesson = learn(votes)
    assert lesson.row(3) == [[0.5, 0.5], [0.5, 0.5]]
    assert bet(lesson, [Report(3, [1, 0])]) == bet(lesson, [])
    assert bets(lesson, votes)[1].tolist() == bet(lesson, [])


@given(small_votes())
def test_nothing_is_ever_certain_or_undefined(votes):
    lesson = learn(votes)
    chances = bets(lesson, votes)
    assert np.isfinite(chances).all()
    if votes.sizes.labels > 1:
        assert chances.max() < 1
        assert chances.min() > 0
    assert 0.99 < sum(model.weight for model in lesson.models) < 1.01


def test_a_hundred_labels():
    world = coin_world(items=600, agents=30, labels=100, each=5)
    assert accuracy(world) >= majority(world)


def test_time_grows_with_the_votes_and_no_faster():
    def seconds(items: int) -> float:
        world = coin_world(items=items, agents=100, labels=2, each=5)
        start = time.process_time()
        learn(world.votes)
        return time.process_time() - start

    seconds(1000)
    assert seconds(40_000) < 3 * 4 * seconds(10_000)
