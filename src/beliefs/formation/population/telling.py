"""Events to rows of news, one for each who hears; compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from beliefs.formation.population.kernels import AGENT, AMOUNT, KEY, TAG, VIVID

_compiled = njit(nogil=True, cache=True)

# Columns of an event in the queue.
EVENT_DAY, EVENT_TAG, SEVERITY, COUNT = range(4)


@_compiled
def count_hearers(events, meaning, target, length, most):
    """How many signals events become; (signals, events nobody follows, events not understood)."""
    signals = unheard = unknown = 0
    for i in range(events.shape[0]):
        tag = events[i, EVENT_TAG]
        if meaning[tag, KEY] == 0:
            unknown += 1
        else:
            hearers = min(length[target[tag]], most)
            signals += hearers
            unheard += hearers == 0
    return signals, unheard, unknown


@_compiled
def _mix(word):
    """`fixed.mix`."""
    word = word + np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@_compiled
def tell(events, meaning, tag_hash, target, begin, length, circle, most, threshold, news):
    """Write a row of news for everyone who hears of an event."""
    at = 0
    for i in range(events.shape[0]):
        tag = events[i, EVENT_TAG]
        if meaning[tag, KEY] == 0:
            continue
        size = length[target[tag]]
        base = begin[target[tag]]
        hearers = min(size, most)
        seat = np.int64(0)
        if size > most:
            seat = np.int64(_mix(tag_hash[tag] ^ np.uint64(events[i, EVENT_DAY])) % np.uint64(size))
        vivid = np.uint32(0)
        if events[i, SEVERITY] >= threshold:
            vivid = np.uint32(((events[i, SEVERITY] + 1) << 16) | events[i, EVENT_DAY])
        for _ in range(hearers):
            news[at, AGENT] = circle[base + seat]
            news[at, TAG] = tag
            news[at, AMOUNT] = events[i, COUNT]
            news[at, VIVID] = vivid
            at += 1
            seat = seat + 1 if seat + 1 < size else 0
