"""Worlds of facts that rest on facts, and then change; drawn from a seed, so what holds is known.

A fact says that a topic uses something. It holds while somebody vouches for it and, if it was
derived, while all facts of at least one of its derivations hold. Nothing of the engine is used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal, NamedTuple

Verdict = Literal["holds", "no longer holds", "unknown"]
Kind = Literal["changed_premises", "missing_premises", "deletions"]
KINDS: tuple[Kind, ...] = ("changed_premises", "missing_premises", "deletions")

_PARTS = ("al", "bor", "cam", "dun", "er", "fal", "gor", "hin", "is", "jor", "kel", "lor", "mun",
          "nar", "ost", "pel", "ran", "sul", "tor", "ul", "vin", "wal", "yor", "zem")  # fmt: skip


class Fact(NamedTuple):
    """That a topic uses a value, and the ways it was derived: sets of other facts, by number."""

    topic: str
    value: str
    derivations: tuple[tuple[int, ...], ...] = ((),)

    @property
    def claim(self) -> str:
        """The fact in words."""
        return f"{self.topic} uses {self.value}"


class Event(NamedTuple):
    """Something that happens to a fact; a replacement is stated, a restored fact stated again."""

    what: Literal["state", "replace", "retract", "remove", "erase"]
    fact: int
    by: int = -1


class World(NamedTuple):
    """Facts, what happened to them in order, and what is true of each of them in the end."""

    facts: list[Fact]
    events: list[Event]
    verdicts: list[Verdict]
    struck: frozenset[int]
    """The facts that something happened to after all had been stated, and those it brought."""
    touched: list[bool]
    """Whether a fact was struck, or rests on one that was, so that it could have fallen."""

    def current(self, topic: str) -> set[str]:
        """What a topic uses now."""
        pairs = zip(self.facts, self.verdicts, strict=True)
        return {f.value for f, verdict in pairs if f.topic == topic and verdict == "holds"}


def world(kind: Kind, seed: int, facts: int = 24) -> World:
    """Grow chains and trees of facts, then let something happen to some of them."""
    draw = random.Random(f"{kind} {seed}")
    names = _names(draw)
    grown = [Fact(next(names), next(names), _derived(draw, n)) for n in range(facts)]
    events = [Event("state", number) for number in range(facts)]
    for old in draw.sample(range(facts), k=3):
        events += _happens(draw, kind, old, grown, next(names))
    closed = _closed(events)
    verdicts = [_verdict(grown, closed, number) for number in range(len(grown))]
    struck = frozenset(number for event in events[facts:] for number in event[1:])
    touched = [_rests_on(grown, number, struck) for number in range(len(grown))]
    return World(grown, events, verdicts, struck, touched)


def _names(draw: random.Random) -> Iterator[str]:
    spelled = [a + b + c for a in _PARTS for b in _PARTS for c in _PARTS if a != b != c]
    draw.shuffle(spelled)
    return iter([name.capitalize() for name in spelled])


def _derived(draw: random.Random, number: int) -> tuple[tuple[int, ...], ...]:
    """Nothing for a third of the facts; else one way or, rarely, two, each of one or two facts."""
    if number < 3 or draw.random() < 0.3:
        return ((),)
    ways = []
    for _ in range(2 if draw.random() < 0.2 else 1):
        # Mostly from the facts just before, so that chains grow long.
        near = range(max(0, number - 4), number)
        among = near if draw.random() < 0.7 else range(number)
        ways.append(tuple(sorted(set(draw.choices(among, k=draw.choice((1, 1, 2)))))))
    return tuple(dict.fromkeys(ways))


def _happens(
    draw: random.Random, kind: Kind, old: int, facts: list[Fact], value: str
) -> list[Event]:
    """What happens to one fact; sometimes it comes back in the end."""
    comes_back = draw.random() < 0.2
    if kind == "changed_premises":
        new = len(facts)
        facts.append(Fact(facts[old].topic, value))
        events = [Event("replace", old, new)]
        if comes_back:
            return [*events, Event("replace", new, old)]
        resting = [n for n, fact in enumerate(facts) if (old,) in fact.derivations]
        if resting and draw.random() < 0.5:  # derived anew, to another value
            facts.append(Fact(facts[resting[0]].topic, f"{value}-{resting[0]}", ((new,),)))
            events.append(Event("state", len(facts) - 1))
        return events
    gone = Event("retract", old)
    if kind == "deletions":
        gone = draw.choice((Event("remove", old), Event("erase", old)))
        comes_back &= facts[old].derivations == ((),)  # nothing can rest on what was deleted
    return [gone, Event("state", old)] if comes_back else [gone]


def _closed(events: list[Event]) -> dict[int, Verdict]:
    closed: dict[int, Verdict] = {}
    for what, fact, by in events:
        if what == "state":
            closed.pop(fact, None)
        elif what == "replace":
            closed[fact] = "no longer holds"
            closed.pop(by, None)
        else:
            closed[fact] = "unknown"
    return closed


def _verdict(facts: list[Fact], closed: dict[int, Verdict], number: int) -> Verdict:
    """A fact whose ground was replaced no longer holds; if its ground is gone, nobody knows."""
    if number in closed:
        return closed[number]
    ways = [
        [_verdict(facts, closed, premise) for premise in way] for way in facts[number].derivations
    ]
    if any(all(verdict == "holds" for verdict in way) for way in ways):
        return "holds"
    return "no longer holds" if any("no longer holds" in way for way in ways) else "unknown"


def _rests_on(facts: list[Fact], number: int, struck: frozenset[int]) -> bool:
    return number in struck or any(
        _rests_on(facts, premise, struck) for way in facts[number].derivations for premise in way
    )
