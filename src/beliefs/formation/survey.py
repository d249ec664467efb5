"""What a population believes, counted: how values and weights lie, and what is feared where.

Reads every belief as of one day, in columns. Sums are of whole numbers, so they are the same on
however many shards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beliefs.errors import InvalidInput
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import ONE, fading
from beliefs.formation.population.kernels import Slots
from beliefs.formation.population.population import Population
from beliefs.formation.population.shard import Shard

BINS = 20
_QUANTUM = 1 << 20
_AT_ONCE = 1 << 20


class Survey(NamedTuple):
    """How many hold what."""

    agents: int
    """Agents asked."""
    believers: int
    """Agents among them that believe anything."""
    values: NDArray[np.int64]
    """Beliefs by value, in `BINS` equal steps from 0 to 1."""
    weights: NDArray[np.int64]
    knowers: NDArray[np.int64]
    """For each key of the population's vocabulary, who has a belief about it."""
    risks: NDArray[np.float64]
    """The mean risk among them, 0 where nobody knows."""

    @property
    def beliefs(self) -> int:
        """Beliefs held by those asked."""
        return int(self.values.sum())


class Risk(NamedTuple):
    """What is feared: a key, its mean risk among those who know it, and how many these are."""

    key: str
    risk: float
    agents: int


def survey(population: Population, day: int, *, every: int = 1) -> Survey:
    """Read every belief on a day, of all agents or of every so many-th.

    >>> population = Population(agents=100)
    >>> population.tell(agent=[1, 2], tag=["route-risk:a-b"] * 2, count=[1, 3])
    >>> night = population.form(day=0)
    >>> found = survey(population, 0)
    >>> found.believers, found.risks[population.vocabulary.known_key("route-risk:a-b")]
    (2, np.float64(0.375))
    """
    size = len(population.vocabulary.key_texts)
    agents = believers = 0
    values, weights = np.zeros(BINS, np.int64), np.zeros(BINS, np.int64)
    knowers, feared = np.zeros(size, np.int64), np.zeros(size)
    for slots in _pieces(population, every):
        held = slots.rank > 0
        agents += len(held)
        believers += int(np.count_nonzero(held.any(axis=1)))
        value, weight, risk = _read(slots, held, day, population.config)
        values += _binned(value)
        weights += _binned(weight)
        keys = slots.word[held]
        knowers += np.bincount(keys, minlength=size)
        feared += np.bincount(keys, np.rint(risk * _QUANTUM), minlength=size)
    return Survey(
        agents, believers, values, weights, knowers, feared / _QUANTUM / np.maximum(knowers, 1)
    )


def worst(population: Population, found: Survey, most: int) -> list[Risk]:
    """What is feared most, by those who know it."""
    texts = population.vocabulary.key_texts
    least = np.partition(found.risks, -most)[-most] if len(found.risks) > most else 0.0
    # All that tie with the last are looked at: ids come and go with the order of events.
    risks = [
        Risk(texts[key], float(found.risks[key]), int(found.knowers[key]))
        for key in np.flatnonzero((found.knowers > 0) & (found.risks >= least)).tolist()
    ]
    return sorted(risks, key=lambda one: (-one.risk, -one.agents, one.key))[:most]


def _pieces(population: Population, every: int) -> Iterator[Slots]:
    """The slots of those asked, some agents at a time."""
    rows = max(1, _AT_ONCE // population.config.max_beliefs_per_agent) * every
    for shard in population.shards:
        if not isinstance(shard, Shard):
            raise InvalidInput("A survey reads columns at hand: save the population and load it.")
        start = -shard.first % every
        for first in range(start, shard.count, rows):
            some = slice(first, first + rows, every)
            yield Slots._make(column[some] for column in shard.beliefs)


def _binned(column: NDArray[np.float64]) -> NDArray[np.int64]:
    places = np.minimum((column * BINS).astype(np.int64), BINS - 1)
    return np.bincount(places, minlength=BINS)


def _read(
    slots: Slots, held: NDArray[np.bool_], day: int, config: BeliefConfig
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Value, weight and risk of every belief held: `Rule.read` and `Belief.risk`, in columns."""
    table = np.array(fading(config.belief_decay_half_life_days), np.int64)
    days = day - slots.day[held].astype(np.int64)
    left = table[np.minimum(days, len(table) - 1)]
    a, b = slots.a[held].astype(np.int64), slots.b[held].astype(np.int64)
    if config.rule == "v1":
        weight = np.maximum(_faded(b, left), config.quanta("min_weight")) / ONE
        return a / ONE, weight, a / ONE * weight
    trouble, success = _faded(a, left), _faded(b, left)
    amount = trouble + success + config.quanta("prior_strength")
    value = trouble / amount
    return value, (trouble + success) / amount, value


def _faded(numbers: NDArray[np.int64], left: NDArray[np.int64]) -> NDArray[np.int64]:
    return (numbers * left + (1 << 30)) >> 31
