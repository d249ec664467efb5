"""What an agent carries through a day: crumbs of what happened, and episodes that stood out.

A crumb is a count of a tag: how much is new since the last night, and, for rules that ask for it,
what is left of the nights before. An episode is an event severe enough to be remembered as one;
of each tag the most severe is kept, of all tags the few most severe, and a night's sleep ends them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import (
    CRUMB,
    FULL,
    LAST_DAY,
    SEVERE,
    day_of,
    faded,
    fading,
    rank,
    text_of,
    whole,
    word_of,
)
from beliefs.formation.retention import Strongest, standing


class Crumb(NamedTuple):
    """What nights have left of a tag: a count as of a day."""

    total: int
    day: int


class CrumbStore:
    """Counts of tags: `fresh` since the last night, `kept` from the nights before.

    >>> crumbs = CrumbStore()
    >>> crumbs.bump("route-risk:a-b"), crumbs.bump("route-risk:a-b", count=0.5)
    (True, True)
    >>> crumbs.count("route-risk:a-b", day=3)
    1.5
    """

    __slots__ = ("_fading", "_half_life", "fresh", "kept")

    def __init__(self, config: BeliefConfig | None = None) -> None:
        config = config or BeliefConfig()
        self.fresh: dict[str, int] = {}
        self.kept: Strongest[Crumb] = Strongest(config.max_crumbs_per_agent)
        self._half_life = config.crumb_half_life_days
        self._fading = fading(self._half_life)

    def bump(self, tag: str, count: float = 1.0) -> bool:
        """Add to a tag's count; says whether that was anything at all."""
        text_of(tag, name="tag")
        return self.add(tag, whole(count, CRUMB, name="count", least=0, most=FULL // CRUMB))

    def add(self, tag: str, amount: int) -> bool:
        """Add quanta to a tag's count; says whether there were any."""
        if amount:
            self.fresh[tag] = min(self.fresh.get(tag, 0) + amount, FULL)
        return bool(amount)

    def count(self, tag: str, *, day: int) -> float:
        """A tag's count on a day: what is left of earlier nights, and what is new."""
        kept = self.kept.get(tag)
        left = 0 if kept is None else faded(kept.total, day_of(day) - kept.day, self._fading)
        return min(left + self.fresh.get(tag, 0), FULL) / CRUMB

    def totals(self, tags: Iterable[str], *, day: int) -> dict[str, int]:
        """What is new of some tags, with what is left of them from earlier nights."""
        totals = {}
        for tag in tags:
            kept = self.kept.get(tag)
            left = 0 if kept is None else faded(kept.total, day - kept.day, self._fading)
            totals[tag] = min(left + self.fresh[tag], FULL)
        return totals

    def settle(self, words: dict[str, int], totals: dict[str, int], *, day: int) -> None:
        """Keep the totals of tags that were new."""
        # Those already held first: a newcomer must not push out what is about to grow.
        for tag in sorted(words, key=lambda tag: tag not in self.kept):
            self.keep(tag, words[tag], Crumb(totals[tag], day))

    def keep(self, tag: str, word: int, crumb: Crumb) -> None:
        """Keep a total, as long as it is among the largest."""
        strength = rank(crumb.total, crumb.day, self._half_life)
        self.kept.put(tag, standing(strength, crumb.day, word), crumb)


class Episode(NamedTuple):
    """Something that stood out."""

    tag: str
    severity: float
    day: int


class ShortTermMemory:
    """The most severe episodes since the last night, at most one of each tag.

    >>> memory = ShortTermMemory()
    >>> memory.remember(Episode("incident:fire:depot-3", severity=0.9, day=3))
    >>> [episode.tag for episode in memory]
    ['incident:fire:depot-3']
    """

    __slots__ = ("_held",)

    def __init__(self, config: BeliefConfig | None = None) -> None:
        self._held: Strongest[None] = Strongest((config or BeliefConfig()).max_episodes_per_agent)

    def remember(self, episode: Episode) -> None:
        """Keep an episode, as long as it is among the most severe."""
        severity = whole(episode.severity, SEVERE, name="severity", least=0, most=1)
        tag = text_of(episode.tag, name="tag")
        self.add(tag, word_of(tag), severity, day_of(episode.day))

    def add(self, tag: str, word: int, severity: int, day: int) -> None:
        """Keep an episode whose severity is in quanta."""
        place = standing(severity + 1, day, word)
        if place > self._held.standing(tag):
            self._held.put(tag, place, None)

    def vivid(self, tag: str) -> int:
        """The episode of a tag as one number, 0 if there is none: severity, then day."""
        return self._held.standing(tag) >> 64

    def clear(self) -> None:
        """Forget them all."""
        if len(self._held):
            self._held = Strongest(self._held.most)

    def __contains__(self, tag: object) -> bool:
        return tag in self._held

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[Episode]:
        """Each episode, the most severe first."""
        held = [(self._held.standing(tag) >> 64, tag) for tag, _ in self._held]
        for place, tag in sorted(held, reverse=True):
            yield Episode(tag, ((place >> 16) - 1) / SEVERE, place & LAST_DAY)
