"""Beliefs of one agent: at most so many, the strongest, each a few numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from beliefs.errors import InvalidInput, shown
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import (
    CRUMB,
    FULL,
    ONE,
    day_of,
    faded,
    natural,
    text_of,
    whole,
    word_of,
)
from beliefs.formation.retention import Strongest, standing
from beliefs.formation.rules import EvidenceRule, Held, Rule, rule_of


@dataclass(frozen=True, slots=True)
class Belief:
    """What an agent believes of a key, as read on a day: 0 is safe or unknown, 1 is worst.

    `weight` says how much stands behind it. `trouble` and `success` are the counts of the
    `evidence` rule; `v1` has none.
    """

    key: str
    value: float
    weight: float
    last_day: int
    trouble: float | None = None
    success: float | None = None

    @property
    def risk(self) -> float:
        """What a decision should fear: never higher for good news, 0 when nothing is known.

        Under `evidence` the value already shrinks with little evidence; `v1` needs its weight.
        """
        return self.value * self.weight if self.trouble is None else self.value


class BeliefStore:
    """The strongest beliefs of one agent.

    >>> store = BeliefStore(max_items=2)
    >>> for weight, key in ((0.9, "route-risk:a-b"), (0.2, "route-risk:b-c"), (0.5, "x:y")):
    ...     store.upsert(Belief(key, value=weight / 2, weight=weight, last_day=0))
    >>> sorted(store.items), store.get("route-risk:b-c")
    (['route-risk:a-b', 'x:y'], None)
    """

    __slots__ = ("_held", "rule")

    def __init__(self, max_items: int | None = None, config: BeliefConfig | None = None) -> None:
        config = config or BeliefConfig()
        most = config.max_beliefs_per_agent if max_items is None else max_items
        natural(most, name="max_items", least=1, most=1 << 31)
        self.rule: Rule = rule_of(config)
        self._held: Strongest[Held] = Strongest(most)

    @property
    def max_items(self) -> int:
        """How many beliefs there is room for."""
        return self._held.most

    @property
    def last_day(self) -> int:
        """The last day with news, on which beliefs are read unless another is named."""
        return max((held.day for _, held in self._held), default=0)

    @property
    def items(self) -> dict[str, Belief]:
        """Every belief by key, as of the last day."""
        return {belief.key: belief for belief in self}

    def upsert(self, belief: Belief) -> None:
        """Hold a belief, replacing the one of its key; the weakest goes if there are too many."""
        key, day = text_of(belief.key, name="key"), day_of(belief.last_day)
        if belief.trouble is None or belief.success is None or self.rule.keeps_crumbs:
            held = self.rule.hold(belief.value, belief.weight, day)
        else:
            held = Held(_count(belief.trouble), _count(belief.success), day)
        self.hold(key, word_of(key), held)

    def hold(self, key: str, word: int, held: Held) -> None:
        """Hold a belief that is already in quanta."""
        self._held.put(key, standing(self.rule.rank(held), held.day, word), held)

    def held(self, key: str) -> Held | None:
        """A belief in quanta, as of its own last day."""
        return self._held.get(key)

    def all_held(self) -> Iterator[tuple[str, Held]]:
        """Every belief in quanta, by the hash of its key."""
        return iter(self._held)

    def get(self, key: str, day: int | None = None) -> Belief | None:
        """A belief as it reads on a day, or None if there is none."""
        held = self._held.get(key)
        return None if held is None else self._read(key, held, day)

    def signature(self) -> str:
        """A hash of every bit held: equal for equal beliefs, however they came about."""
        lines = (f"{key} {held.a} {held.b} {held.day}\n" for key, held in self._held)
        return sha256("".join(lines).encode()).hexdigest()

    def merge(self, other: BeliefStore, *, day: int, share: float = 1.0) -> None:
        """Add another agent's evidence to one's own, a part of it for a rumour.

        >>> mine, yours = BeliefStore(), BeliefStore()
        >>> yours.upsert(Belief("route-risk:a-b", 0, 0, last_day=4, trouble=2.0, success=0.0))
        >>> mine.merge(yours, day=4, share=0.5)
        >>> mine.get("route-risk:a-b").trouble
        1.0
        """
        if not isinstance(self.rule, EvidenceRule) or not isinstance(other.rule, EvidenceRule):
            raise InvalidInput("Only beliefs of the rule 'evidence' add up: v1 keeps no counts.")
        part = whole(share, ONE, name="share", least=0, most=1)
        day_of(day)
        if day < max(self.last_day, other.last_day):
            raise InvalidInput(f"Day {day} is over: the stores have seen later ones.")
        changed = {}
        for key, theirs in other._held:
            heard = [
                faded(n, day - theirs.day, other.rule.fading) * part // ONE for n in theirs[:2]
            ]
            mine = self._held.get(key)
            kept = [0, 0]
            if mine is not None:
                kept = [faded(n, day - mine.day, self.rule.fading) for n in mine[:2]]
            if any(heard):
                trouble, success = (min(a + b, FULL) for a, b in zip(kept, heard, strict=True))
                changed[key] = Held(trouble, success, day)
        self.change(changed)

    def change(self, changed: dict[str, Held]) -> None:
        """Hold many beliefs at once; what is already held comes first, so order leaves no trace."""
        newcomers = []
        for key, held in changed.items():
            if key in self._held:
                self.hold(key, word_of(key), held)
            else:
                newcomers.append(key)
        for key in newcomers:
            self.hold(key, word_of(key), changed[key])

    def adopt(self, rule: Rule) -> None:
        """Go by a world's rule; a store that holds something cannot change to the other one."""
        config = rule.config
        if self.rule is rule and self.max_items <= config.max_beliefs_per_agent:
            return
        if config.rule != self.rule.config.rule and len(self._held):
            raise InvalidInput(
                f"The store holds beliefs of the rule {self.rule.config.rule!r}, "
                f"and the world runs {config.rule!r}: use one rule, or start with empty stores."
            )
        held = list(self._held)
        self.rule = rule
        self._held = Strongest(min(self.max_items, config.max_beliefs_per_agent))
        for key, belief in held:
            self.hold(key, word_of(key), belief)

    def __len__(self) -> int:
        return len(self._held)

    def __contains__(self, key: object) -> bool:
        return key in self._held

    def __iter__(self) -> Iterator[Belief]:
        """Each belief as of the last day, in an order that nothing else shows in."""
        for key, held in self._held:
            yield self._read(key, held, None)

    def __repr__(self) -> str:
        return f"<BeliefStore of {len(self)}, rule {self.rule.config.rule}>"

    def _read(self, key: str, held: Held, day: int | None) -> Belief:
        day = self.last_day if day is None else day_of(day)
        if day < held.day:
            raise InvalidInput(
                f"{shown(key)} was last heard of on day {held.day}, after day {day}."
            )
        value, weight, trouble, success = self.rule.read(held, day)
        return Belief(key, value, weight, held.day, trouble, success)


def _count(number: float) -> int:
    return whole(number, CRUMB, name="a count", least=0, most=FULL / CRUMB)
