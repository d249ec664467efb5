"""A shard: the minds of a range of agents, in columns, and the news they have not slept on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from beliefs.formation import fixed
from beliefs.formation.config import BeliefConfig
from beliefs.formation.population import kernels, sorting
from beliefs.formation.population.kernels import (
    AGENT,
    AMOUNT,
    KEY,
    TAG,
    VIVID,
    Knobs,
    Slots,
    Tables,
    Words,
)
from beliefs.formation.rules import EvidenceRule, FirstRule, Held, rule_of
from beliefs.formation.snapshot import Column, Minds, blocks

_NO_NEWS = np.zeros((0, 4), np.uint32)


class Slept(NamedTuple):
    """What a shard's night did."""

    agents: int
    beliefs: int


class Rows(NamedTuple):
    """What agents hold, one after another: how many each, then the rows of all."""

    counts: Column
    word: Column
    a: Column
    b: Column
    day: Column


class Shard:
    """Agents `first` to `first + count`, each with K slots for beliefs, and for crumbs if kept."""

    def __init__(self, first: int, count: int, config: BeliefConfig) -> None:
        self.first, self.count, self.config = first, count, config
        self.beliefs = _slots(count, config.max_beliefs_per_agent)
        kept = config.max_crumbs_per_agent if rule_of(config).keeps_crumbs else 0
        self.crumbs = _slots(count if kept else 0, kept, wide=False)
        self._news: list[NDArray[np.uint32]] = []
        self._tables = tables_of(config)

    def take(self, news: NDArray[np.uint32]) -> None:
        """Take in news; each row is (agent, tag, amount, episode)."""
        if len(news):
            self._news.append(news)

    def news(self) -> NDArray[np.uint32]:
        """All news since the last night, as they came."""
        if len(self._news) > 1:
            self._news = [np.concatenate(self._news)]
        return self._news[0] if self._news else _NO_NEWS

    def strange(self, words: Words) -> NDArray[np.uint32]:
        """The tags in news that nobody understands, once for each agent that has one."""
        news = self.news()[:, [AGENT, TAG]]
        return np.unique(news[words.meaning[news[:, 1], KEY] == 0], axis=0)[:, 1]

    def night(self, day: int, words: Words, *, wary: bool) -> Slept:
        """Let every agent with news sleep; what they slept on is gone after."""
        news = self.news()
        if not len(news):
            return Slept(0, 0)
        if not sorting.is_sorted(news):
            news = sorting.by_agent(news, np.empty_like(news), 11)
        agents, beliefs = kernels.night(
            news,
            self.first,
            0,
            len(news),
            sorting.longest_run(news),
            self.beliefs,
            self.crumbs,
            words,
            knobs_of(self.config, day, wary=wary),
            self._tables,
        )
        self._news = []
        return Slept(agents, beliefs)

    def nbytes(self) -> tuple[int, int]:
        """Bytes of the belief columns, and of everything."""
        beliefs = sum(column.nbytes for column in self.beliefs)
        crumbs = sum(column.nbytes for column in self.crumbs)
        return beliefs, beliefs + crumbs + sum(rows.nbytes for rows in self._news)

    def minds(self, words: Words) -> Minds:
        """The shard's state in canonical columns."""
        beliefs = _held(self.beliefs, words.key_hash, self.count)
        kept = _held(self.crumbs, words.tag_hash, self.count)
        news = _gathered(
            self.news(), self.first, self.count, words.tag_hash, self.config.max_episodes_per_agent
        )
        crumbs = (kept.counts, kept.word, kept.a, kept.day)
        return Minds._make((*beliefs, *crumbs, *news))

    def hashes(self, words: Words) -> bytes:
        """The hash of every block of agents, one after another."""
        return blocks(self.minds(words))

    def held(self, agent: int) -> list[tuple[int, Held]]:
        """What an agent believes, by key, the strongest first."""
        row = agent - self.first
        count = int(np.count_nonzero(self.beliefs.rank[row]))
        columns = (column[row, :count].tolist() for column in self.beliefs[:4])
        return [(key, Held(a, b, day)) for key, a, b, day in zip(*columns, strict=True)]

    def restore(self, minds: Minds, words: Words) -> None:
        """Take over minds from a snapshot, all of whose hashes are known."""
        config, logarithms = self.config, self._tables.logarithms
        a, b = minds.belief_a.astype(np.int64), minds.belief_b.astype(np.int64)
        held = Rows(minds.beliefs, _ids(words.key_hash, minds.belief_word), a, b, minds.belief_day)
        strength = b if config.rule == "v1" else a + b
        half_life = config.belief_decay_half_life_days
        _hold(self.beliefs, held, strength, words.key_hash, half_life, logarithms)
        if self.crumbs.word.shape[1]:
            total = minds.crumb_total.astype(np.int64)
            crumbs = _ids(words.tag_hash, minds.crumb_word)
            kept = Rows(minds.crumbs, crumbs, total, total, minds.crumb_day)
            half_life = config.crumb_half_life_days
            _hold(self.crumbs, kept, total, words.tag_hash, half_life, logarithms)
        rows = np.zeros((len(minds.news_word), 4), np.uint32)
        rows[:, AGENT] = self.first + np.repeat(np.arange(self.count), minds.news)
        rows[:, TAG] = _ids(words.tag_hash, minds.news_word)
        rows[:, AMOUNT], rows[:, VIVID] = minds.news_amount, minds.news_vivid
        self._news = [rows] if len(rows) else []


def tables_of(config: BeliefConfig) -> Tables:
    """The tables a config's numbers are moved by, as arrays."""
    coarse, fine = fixed.powers()
    return Tables(
        *(
            np.array(table, np.uint32)
            for table in (
                fixed.fading(config.belief_decay_half_life_days),
                fixed.fading(config.crumb_half_life_days),
                fixed.logarithms(),
                coarse,
                fine,
            )
        )
    )


def knobs_of(config: BeliefConfig, day: int, *, wary: bool) -> Knobs:
    """A config's numbers on a night."""
    rule = rule_of(config)
    assert isinstance(rule, EvidenceRule | FirstRule)
    first = rule if isinstance(rule, FirstRule) else None
    return Knobs(
        v1=first is not None,
        day=day,
        day_rank=(day << fixed.RANK_BITS) // config.belief_decay_half_life_days,
        crumb_day_rank=(day << fixed.RANK_BITS) // config.crumb_half_life_days,
        wary=wary,
        bonus=rule.bonus,
        bias=rule.bias,
        alpha=first.alpha if first else 0,
        least=first.least if first else 0,
        most=first.most if first else 0,
        rate=first.rate if first else 0,
        episodes=config.max_episodes_per_agent,
    )


def _slots(count: int, width: int, *, wide: bool = True) -> Slots:
    shape = (count, width)
    return Slots(
        np.zeros(shape, np.uint32),
        np.zeros(shape, np.uint32),
        np.zeros(shape if wide else (count, 0), np.uint32),
        np.zeros(shape, np.uint16),
        np.zeros(shape, np.uint32),
    )


def _held(slots: Slots, hashes: NDArray[np.uint64], count: int) -> Rows:
    counts = np.zeros(count, np.uint32)
    if len(slots.rank):
        counts[:] = np.count_nonzero(slots.rank, axis=1)
    ends = np.cumsum(counts, dtype=np.int64)
    rows = int(ends[-1]) if count else 0
    columns = tuple(np.zeros(rows, kind) for kind in (np.uint64, np.uint32, np.uint32, np.uint16))
    kernels.held_rows(slots, hashes, ends, *columns)
    return Rows(counts, *columns)


def _hold(
    slots: Slots,
    rows: Rows,
    strength: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    half_life: int,
    logarithms: NDArray[np.uint32],
) -> None:
    for column in slots:
        column[:] = 0
    ends = np.cumsum(rows.counts, dtype=np.int64)
    kernels.hold_rows(slots, hashes, ends, *rows[1:], strength, half_life, logarithms)


def _ids(hashes: NDArray[np.uint64], words: Column) -> NDArray[np.uint32]:
    """The ids of words, each of which is among the hashes of all that are known."""
    order = np.argsort(hashes)
    ids = order[np.searchsorted(hashes, words, sorter=order)]
    assert np.array_equal(hashes[ids], words)
    return ids.astype(np.uint32)


def _gathered(
    news: NDArray[np.uint32], first: int, count: int, tag_hash: NDArray[np.uint64], episodes: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint32]]:
    """News agent by agent and tag by tag, as one night would find them."""
    words = tag_hash[news[:, TAG]]
    order = np.lexsort((words, news[:, AGENT]))
    agent, words = news[order, AGENT], words[order]
    new = np.ones(len(order), bool)
    new[1:] = (agent[1:] != agent[:-1]) | (words[1:] != words[:-1])
    begins = np.flatnonzero(new)
    amount, vivid = np.zeros(0, np.uint32), np.zeros(0, np.uint32)
    if len(begins):
        sums = np.add.reduceat(news[order, AMOUNT].astype(np.uint64), begins)
        amount = np.minimum(sums, fixed.FULL).astype(np.uint32)
        vivid = np.maximum.reduceat(news[order, VIVID], begins)
    agent, words = agent[begins], words[begins]
    counts = np.bincount(agent - np.uint32(first), minlength=count).astype(np.uint32)
    vivid_of = np.bincount(agent[vivid > 0] - np.uint32(first), minlength=count)
    for crowded in np.flatnonzero(vivid_of > episodes):
        rows = np.flatnonzero(agent == crowded + first)
        severest = sorted(rows, key=lambda row: (-int(vivid[row]), int(words[row])))
        vivid[severest[episodes:]] = 0
    return counts, words, amount, vivid
