from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from beliefs.errors import InvalidInput
from beliefs.kernel.learning.votes import Sizes, Votes, tally
from tests.kernel.learning.worlds import small_votes


@given(small_votes())
def test_a_tally_has_every_vote_once(votes):
    counted = tally(votes)
    said: Counter[tuple[int, ...]] = Counter()
    for *row, weight in zip(votes.items, votes.agents, votes.labels, votes.weights, strict=True):
        said[tuple(row)] += weight
    rows = zip(
        counted.heard_items[counted.items],
        counted.heard_agents[counted.agents],
        counted.labels,
        strict=True,
    )
    assert dict(zip(rows, counted.weights, strict=True)) == said
    assert counted.shares().sum(axis=0) == pytest.approx(np.ones(counted.shape.items))


@given(small_votes())
def test_both_orders_of_a_tally_hold_the_same_votes(votes):
    counted = tally(votes)
    ends = np.append(counted.cell_starts[1:], len(counted.cells))
    cells = np.repeat(np.arange(len(ends)), ends - counted.cell_starts)
    by_cell = sorted(zip(cells, counted.items_by_cell, counted.weights_by_cell, strict=True))
    assert by_cell == sorted(zip(counted.cells, counted.items, counted.weights, strict=True))
    assert np.array_equal(counted.items[counted.item_starts], np.arange(counted.shape.items))


@pytest.mark.parametrize(
    ("votes", "sentence"),
    [
        (Votes([0], [0], [2], Sizes(1, 1, 2)), "A label is a whole number from 0 to 1; 2 is not"),
        (Votes([-1], [0], [0], Sizes(1, 1, 2)), "An item is a whole number from 0 to 0; -1 is not"),
        (Votes([0], [0.5], [0], Sizes(1, 1, 2)), "An agent is named by a whole number"),
        (Votes([0, 0], [0], [0], Sizes(1, 1, 2)), "Each vote needs one item"),
        (Votes([0], [0], [0], Sizes(1, 1, 2), [-1.0]), "finite number not below 0"),
        (Votes([0], [0], [0], Sizes(1, 1, 2), [float("nan")]), "finite number not below 0"),
        (Votes([], [], [], Sizes(1, 1, 2)), "give at least one vote"),
        (Votes([0], [0], [0], Sizes(1, 1, 2), [0.0]), "give at least one vote"),
    ],
)
def test_what_is_not_a_vote_is_refused(votes, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        tally(votes)
