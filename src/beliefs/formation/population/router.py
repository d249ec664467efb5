"""From events to rows of news, in columns: what `EventRouter` does, for millions of events."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from beliefs.errors import InvalidInput
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import day_of
from beliefs.formation.population import telling
from beliefs.formation.population.followers import Followers
from beliefs.formation.population.kernels import KEY
from beliefs.formation.population.telling import EVENT_DAY, EVENT_TAG
from beliefs.formation.population.vocabulary import Vocabulary
from beliefs.formation.routing import Told

_NO_EVENTS = np.zeros((0, 4), np.uint32)


class Router:
    """Events that wait, who follows what, and what was told so far."""

    def __init__(self, config: BeliefConfig, vocabulary: Vocabulary) -> None:
        self.config, self.vocabulary = config, vocabulary
        self.followers = Followers()
        self.told = Told()
        self.quarantine: Counter[str] = Counter()
        self._queue: list[NDArray[np.uint32]] = []
        self._threshold = config.quanta("episode_threshold")

    @property
    def waiting(self) -> int:
        """How many events are not told yet."""
        return sum(len(rows) for rows in self._queue)

    @property
    def last_day(self) -> int:
        """The last day that events were taken in for, or told."""
        return int(self._queue[-1][-1, EVENT_DAY]) if self._queue else max(self.told.day, 0)

    def take(self, events: NDArray[np.uint32]) -> None:
        """Take in rows of events, in the order of their days."""
        if len(events):
            self._queue.append(events)

    def queue(self) -> NDArray[np.uint32]:
        """Every event that waits, in order."""
        if len(self._queue) > 1:
            self._queue = [np.concatenate(self._queue)]
        return self._queue[0] if self._queue else _NO_EVENTS

    def forget_after(self, waiting: int) -> None:
        """Drop the events taken in last, down to so many: taking in a file failed half-way."""
        self._queue = [rows] if len(rows := self.queue()[:waiting]) else []

    def route(self, day: int) -> NDArray[np.uint32]:
        """Tell what is due, as far as the day's budget goes; returns the rows of news."""
        told = self.told
        if day_of(day) < told.day:
            raise InvalidInput(f"Day {day} is over: events were last told on day {told.day}.")
        if day > told.day:
            told.day, told.today = day, 0
        queue = self.queue()
        due = int(np.searchsorted(queue[:, EVENT_DAY], day, side="right"))
        due = min(due, self.config.max_events_per_day - told.today)
        news = self._tell(queue[:due])
        told.today += due
        told.events += due
        told.signals += len(news)
        told.deferred += int(np.count_nonzero(queue[:due, EVENT_DAY] < day))
        self._queue = [queue[due:]] if due < len(queue) else []
        return news

    def set_aside(self, tags: NDArray[np.uint32]) -> None:
        """Count tags that nobody understands."""
        distinct, times = np.unique(tags, return_counts=True)
        for tag, number in zip(distinct.tolist(), times.tolist(), strict=True):
            self.quarantine[self.vocabulary.tag_texts[tag]] += number

    def _tell(self, events: NDArray[np.uint32]) -> NDArray[np.uint32]:
        words, targets = self.vocabulary.words(), self.vocabulary.tag_target
        most, circles = self.config.max_stakeholders_per_event, self.followers
        circles.reach(self.vocabulary.targets)
        counts = telling.count_hearers(events, words.meaning, targets, circles.length, most)
        signals, unheard, unknown = map(int, counts)
        news = np.empty((signals, 4), np.uint32)
        telling.tell(
            events,
            words.meaning,
            words.tag_hash,
            targets,
            circles.begin,
            circles.length,
            circles.pool,
            most,
            self._threshold,
            news,
        )
        if unknown:
            tags = events[:, EVENT_TAG]
            self.set_aside(tags[words.meaning[tags, KEY] == 0])
        self.told.unheard += unheard
        self.told.quarantined += unknown
        return news
