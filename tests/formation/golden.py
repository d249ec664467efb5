"""A fixed stream of events, run by either engine: `python golden.py v1 objects`.

It draws from nothing but integer arithmetic, and asks for nothing but the standard library when it
runs objects, so that any Python on any machine can say what it makes of it.
"""

from __future__ import annotations

import sys
from hashlib import sha256

from beliefs.formation import (
    BeliefConfig,
    Event,
    EventRouter,
    PlainWorld,
    run_belief_formation_for_day,
)

AGENTS, DAYS = 130, 40
FAMILIES = (
    *("delivery-fail", "delivery-ok", "facility-down", "route-risk", "route-risk", "route-safe"),
    *("incident:fire", "incident-over:fire", "weather"),
)


class Chance:
    """Numbers that look drawn: a linear congruential generator of 64 bits."""

    def __init__(self) -> None:
        self._state = 20_261_116

    def below(self, limit: int) -> int:
        self._state = (self._state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
        return (self._state >> 33) % limit


def config_of(rule: str) -> BeliefConfig:
    return BeliefConfig(
        rule=rule,  # type: ignore[arg-type]
        max_beliefs_per_agent=6,
        max_crumbs_per_agent=5,
        max_episodes_per_agent=2,
        belief_decay_half_life_days=9,
        crumb_half_life_days=4,
        max_events_per_day=90,
        max_stakeholders_per_event=4,
    )


def events_of(day: int, chance: Chance) -> list[Event]:
    return [
        Event(
            day,
            f"{FAMILIES[chance.below(len(FAMILIES))]}:t{chance.below(25)}",
            chance.below(101) / 100,
            (1, 1, 1, 0.3, 7, 12_345.678)[chance.below(6)],
        )
        for _ in range(chance.below(160))
    ]


def lived(rule: str) -> tuple[PlainWorld, EventRouter[int]]:
    """A world of plain objects that has been through it."""
    chance, config = Chance(), config_of(rule)
    world = PlainWorld(AGENTS, config)
    router: EventRouter[int] = EventRouter(config, world.tags)
    for _ in range(400):
        router.follow(chance.below(AGENTS), f"t{chance.below(25)}")
    for day in range(DAYS):
        world.phase = 2 if day % 3 == 0 else 0
        router.publish(events_of(day, chance))
        router.route(world, day=day)
        run_belief_formation_for_day(world, day=day)
    return world, router


def objects(rule: str) -> str:
    """What plain objects make of it: a hash of every agent's signature."""
    world, router = lived(rule)
    told = router.told
    signatures = [world.agents[number].beliefs.signature() for number in range(AGENTS)]
    counts = f"{told.events} {told.signals} {told.deferred} {told.unheard} {told.quarantined}"
    return sha256(" ".join([*signatures, counts]).encode()).hexdigest()


def columns(rule: str, shards: int = 2) -> str:
    """What a population makes of it: the digest of its state."""
    from beliefs.formation import Population

    chance = Chance()
    population = Population(AGENTS, config_of(rule), shards=shards)
    for _ in range(400):
        population.follow([chance.below(AGENTS)], [f"t{chance.below(25)}"])
    for day in range(DAYS):
        population.phase = 2 if day % 3 == 0 else 0
        population.publish(events_of(day, chance))
        population.route(day=day)
        population.form(day=day)
    return population.digest()


def digest(rule: str) -> str:
    """The digest of plain objects, which is that of columns."""
    from beliefs.formation.saving import snapshot_of

    return snapshot_of(*lived(rule)).digest()


if __name__ == "__main__":
    _, chosen, engine = sys.argv
    print({"objects": objects, "columns": columns, "digest": digest}[engine](chosen))  # noqa: T201
