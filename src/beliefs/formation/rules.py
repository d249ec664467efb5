"""Two rules for what a night's news does to a belief, behind one interface.

`evidence` keeps decayed counts of trouble t and of success s. Its value is t/(t+s+κ), its weight
(t+s)/(t+s+κ): counts add, in any order and between agents, and unknown reads as 0.

`v1` moves a value and a weight a part α towards a signal. Both follow the same recursion, so its
weight mostly repeats its value: a weak signal, however often it comes, makes a weak belief.

Both start from nothing, so a first piece of bad news is never better than no news. Both are pure:
a state in quanta, news in quanta, the next state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Protocol

from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import (
    CRUMB,
    FULL,
    ONE,
    faded,
    fading,
    rank,
    rate_of,
    saturation,
    whole,
)


class Held(NamedTuple):
    """A belief in quanta: trouble and success for `evidence`, value and weight for `v1`."""

    a: int
    b: int
    day: int


class News(NamedTuple):
    """What one night brings for one key."""

    trouble: int = 0
    """What is new, in counts."""
    success: int = 0
    total: int = 0
    """The largest count of trouble, old and new, among its tags."""
    vivid_trouble: bool = False
    """An episode tells of it."""
    vivid_success: bool = False
    suspicious: bool = False
    """Heard in a phase that makes it sound worse."""


class Reading(NamedTuple):
    """A belief as it is read on a day; the counts are those of `evidence`."""

    value: float
    weight: float
    trouble: float | None
    success: float | None


class Rule(Protocol):
    """What a rule must say."""

    config: BeliefConfig
    keeps_crumbs: bool

    def update(self, held: Held | None, news: News, day: int) -> Held:
        """The belief after a night's news."""

    def rank(self, held: Held) -> int:
        """How strong it is, in an order that time does not change."""

    def read(self, held: Held, day: int) -> Reading:
        """The belief as it is read on a day."""

    def hold(self, value: float, weight: float, day: int) -> Held:
        """The state that reads as a given value and weight on a day."""


class EvidenceRule:
    """Counts of trouble and of success that fade and add."""

    keeps_crumbs = False

    def __init__(self, config: BeliefConfig) -> None:
        self.config = config
        self.half_life = config.belief_decay_half_life_days
        self.fading = fading(self.half_life)
        self.prior = config.quanta("prior_strength")
        self.bonus = round(config.episode_bonus_weight * CRUMB)
        self.bias = config.quanta("phase2_suspicion_bias")

    def update(self, held: Held | None, news: News, day: int) -> Held:
        """Let what is held fade, and add."""
        trouble, success, _, vivid_trouble, vivid_success, suspicious = news
        if vivid_trouble:
            trouble += self.bonus
        if vivid_success:
            success += self.bonus
        if suspicious:
            # A part of good news is taken for bad; the amount of news stays, so nothing drifts.
            moved = (success * self.bias + ONE // 2) // ONE
            trouble, success = trouble + moved, success - moved
        if held is not None:
            days = day - held.day
            trouble += faded(held.a, days, self.fading)
            success += faded(held.b, days, self.fading)
        return Held(min(trouble, FULL), min(success, FULL), day)

    def rank(self, held: Held) -> int:
        """By the amount of evidence."""
        return rank(held.a + held.b, held.day, self.half_life)

    def read(self, held: Held, day: int) -> Reading:
        """Value and weight against the prior strength."""
        days = day - held.day
        trouble, success = (faded(n, days, self.fading) for n in (held.a, held.b))
        amount = trouble + success + self.prior
        return Reading(
            trouble / amount, (trouble + success) / amount, trouble / CRUMB, success / CRUMB
        )

    def hold(self, value: float, weight: float, day: int) -> Held:
        """The counts that read so; a value above its weight reads as its weight."""
        part = whole(weight, ONE, name="weight", least=0, most=1)
        amount = min(self.prior * part // (ONE - part), FULL) if part < ONE else FULL
        share = whole(value, ONE, name="value", least=0, most=1)
        trouble = min((share * (amount + self.prior) + ONE // 2) // ONE, amount)
        return Held(trouble, amount - trouble, day)


class FirstRule:
    """The checklist's update: value and weight move towards a signal."""

    keeps_crumbs = True

    def __init__(self, config: BeliefConfig) -> None:
        self.config = config
        self.half_life = config.belief_decay_half_life_days
        self.fading = fading(self.half_life)
        self.rate = rate_of(config.quanta("crumb_scale"))
        self.alpha = config.quanta("crumb_to_belief_alpha")
        self.bonus = config.quanta("episode_bonus_weight")
        self.bias = config.quanta("phase2_suspicion_bias")
        self.least = config.quanta("min_weight")
        self.most = config.quanta("max_weight")

    def update(self, held: Held | None, news: News, day: int) -> Held:
        """Move both a part towards the signal; news of success alone is a signal of 0."""
        signal = saturation(news.total, self.rate)
        if news.vivid_trouble:
            signal += self.bonus
        if news.suspicious:
            signal += self.bias
        signal = min(signal, ONE)
        value, weight = 0, 0
        if held is not None:
            value, weight = held.a, faded(held.b, day - held.day, self.fading)
        value += ((signal - value) * self.alpha + ONE // 2) >> 30
        weight += ((signal - weight) * self.alpha + ONE // 2) >> 30
        return Held(value, min(max(weight, self.least), self.most), day)

    def rank(self, held: Held) -> int:
        """By weight."""
        return rank(held.b, held.day, self.half_life)

    def read(self, held: Held, day: int) -> Reading:
        """The value as it is; the weight as it has faded, down to the least."""
        weight = max(faded(held.b, day - held.day, self.fading), self.least)
        return Reading(held.a / ONE, weight / ONE, None, None)

    def hold(self, value: float, weight: float, day: int) -> Held:
        """Both, to the nearest quantum."""
        return Held(
            whole(value, ONE, name="value", least=0, most=1),
            whole(weight, ONE, name="weight", least=0, most=1),
            day,
        )


@lru_cache(maxsize=64)
def rule_of(config: BeliefConfig) -> Rule:
    """The rule a config names."""
    return EvidenceRule(config) if config.rule == "evidence" else FirstRule(config)
