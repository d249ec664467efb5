"""Rows of news in the order of their agents, without a look at any agent; compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from beliefs.formation.population.kernels import AGENT

_compiled = njit(nogil=True, cache=True)


@_compiled
def longest_run(news):
    """The most news any one agent has, given that they are sorted by agent."""
    longest = run = 0
    for i in range(news.shape[0]):
        run = run + 1 if i and news[i, AGENT] == news[i - 1, AGENT] else 1
        longest = max(longest, run)
    return longest


@_compiled
def is_sorted(news):
    """Whether news are sorted by agent already."""
    for i in range(1, news.shape[0]):
        if news[i, AGENT] < news[i - 1, AGENT]:
            return False
    return True


@_compiled
def by_agent(news, spare, bits):
    """Sort news by agent, `bits` of its number at a time: a radix sort that touches no agent."""
    size = 1 << bits
    for shift in range(0, 32, bits):
        counts = np.zeros(size, np.int64)
        for i in range(news.shape[0]):
            counts[(news[i, AGENT] >> shift) & (size - 1)] += 1
        if counts.max() == news.shape[0]:
            continue  # one digit for all
        at = np.int64(0)
        for digit in range(size):
            counts[digit], at = at, at + counts[digit]
        for i in range(news.shape[0]):
            digit = (news[i, AGENT] >> shift) & (size - 1)
            place = counts[digit]
            counts[digit] = place + 1
            for column in range(4):
                spare[place, column] = news[i, column]
        news, spare = spare, news
    return news
