from __future__ import annotations

import numpy as np

from beliefs.kernel.learning.faces import fit_faces
from beliefs.kernel.learning.votes import Votes, tally
from tests.kernel.learning.worlds import answered, coins

TRUTH = np.random.default_rng(1).integers(2, size=600)


def test_an_agent_heard_once_is_read_as_the_others():
    world = answered(1, TRUTH, coins(np.full(30, 0.8), 2), 6)
    item = int(np.flatnonzero(TRUTH == 0)[0])
    said = (np.append(world.items, item), np.append(world.agents, 30), np.append(world.labels, 1))
    votes = Votes(*said, world.sizes._replace(agents=31))
    rows = np.exp(fit_faces(tally(votes), 1).rows)
    assert 0.6 < rows[30, 0, 0] < rows[:30, 0, 0].mean()


def test_agents_who_differ_keep_their_own_rows():
    right = np.array([0.97] * 15 + [0.55] * 15)
    world = answered(2, TRUTH, coins(right, 2), 6)
    rows = np.exp(fit_faces(tally(world.votes), 1).rows)
    learned = rows[:, [0, 1], [0, 1]].mean(axis=1)
    assert learned[:15].mean() - learned[15:].mean() > 0.35


def test_a_label_that_nobody_says_is_still_said_of_itself():
    world = answered(3, TRUTH, coins(np.full(10, 0.8), 2), 5)
    votes = world.votes._replace(sizes=world.sizes._replace(labels=3))
    rows = fit_faces(tally(votes), 1).rows
    assert (rows[:, 2].argmax(axis=1) == 2).all()
