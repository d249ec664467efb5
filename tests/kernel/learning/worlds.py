"""Small worlds of agents who answer questions, drawn from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from hypothesis import strategies as st

from beliefs.kernel.learning.votes import Sizes, Votes

if TYPE_CHECKING:
    from numpy.typing import NDArray


class World(NamedTuple):
    items: NDArray[np.int64]
    agents: NDArray[np.int64]
    labels: NDArray[np.int64]
    sizes: Sizes
    truth: NDArray[np.int64]

    @property
    def votes(self) -> Votes:
        return Votes(self.items, self.agents, self.labels, self.sizes)


def answered(seed: int, truth: NDArray[np.int64], rows: NDArray[np.float64], each: int) -> World:
    """Each item is put to `each` agents, who answer by their rows [agent, truth, report]."""
    draw = np.random.default_rng(seed)
    who = np.argsort(draw.random((len(truth), len(rows))), axis=1)[:, :each]
    items, agents = np.repeat(np.arange(len(truth)), each), who.reshape(-1)
    steps = rows[agents, truth[items]].cumsum(axis=1)
    labels = (draw.random(len(items))[:, None] > steps).sum(axis=1).clip(0, rows.shape[2] - 1)
    return World(items, agents, labels, Sizes(len(truth), *rows.shape[:2]), truth)


def coins(right: NDArray[np.float64], labels: int) -> NDArray[np.float64]:
    """Rows of agents who are right with one probability each."""
    rows = np.repeat((1 - right) / (labels - 1), labels * labels).reshape(-1, labels, labels)
    rows[:, range(labels), range(labels)] = np.asarray(right)[:, None]
    return rows


def coin_world(
    seed: int = 1, items: int = 300, agents: int = 20, labels: int = 3, each: int = 5
) -> World:
    draw = np.random.default_rng(seed)
    truth = draw.integers(labels, size=items)
    return answered(seed, truth, coins(draw.beta(6, 3, agents), labels), each)


@st.composite
def small_votes(draw, most_labels=4):
    """A handful of votes with no structure at all: gaps, repetitions, ties."""
    sizes = Sizes(
        draw(st.integers(1, 6)), draw(st.integers(1, 5)), draw(st.integers(1, most_labels))
    )
    row = st.tuples(*(st.integers(0, size - 1) for size in sizes), st.sampled_from([0.5, 1.0, 2.0]))
    rows = draw(st.lists(row, min_size=1, max_size=30))
    items, agents, labels, weights = (np.array(column) for column in zip(*rows, strict=True))
    return Votes(items, agents, labels, sizes, weights)
