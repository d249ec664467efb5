"""What tests of formation draw from: configs, events, and whole days of a small world.

The pools are small on purpose: stores of a few slots, a few targets and a few severities, so that
news meet, tie and push each other out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from beliefs.formation import BeliefConfig, Event

AGENTS = 520
"""Nine blocks of agents, the last one not full: enough for eight shards."""
SOME_AGENTS = (0, 1, 5, 63, 64, 130, 300, 511, 519)
TARGETS = ("a", "b", "c", "depot:3")
FAMILIES = (
    *("delivery-fail", "delivery-ok", "facility-down", "facility-up", "route-risk", "route-safe"),
    *("incident:fire", "incident:flood", "incident-over:fire"),
)
KNOWN = tuple(f"{family}:{target}" for family in FAMILIES for target in TARGETS)
STRANGE = (
    "weather:rain",
    "incident:fire",
    "route-risk:",
    "route-risk",
    "route-risk:a\n",
    "depot:a",
)
"""Tags of no family, or without their parts."""

rules = st.sampled_from(["evidence", "v1"])
agents = st.sampled_from(SOME_AGENTS)
targets = st.sampled_from(TARGETS)
known_tags = st.sampled_from(KNOWN)
tags = st.sampled_from(KNOWN * 3 + STRANGE)
severities = st.sampled_from([0.0, 0.1, 0.65, 0.7, 0.7, 0.9, 1.0]) | st.floats(0, 1)
counts = st.sampled_from([1.0, 1.0, 1.0, 1, 0.25, 3, 2**-16, 20_000, 32_767]) | st.floats(0.01, 9)


@st.composite
def configs(draw: st.DrawFn, /, rule: str | None = None, **fixed: Any) -> BeliefConfig:
    """Draw a config in which little fits."""
    low, high = sorted(draw(st.tuples(*[st.sampled_from([0.0, 0.05, 0.3, 0.95, 1.0])] * 2)))
    drawn = {
        "rule": rule or draw(rules),
        "sleep_interval_days": draw(st.sampled_from([1, 1, 2, 3])),
        "max_beliefs_per_agent": draw(st.integers(1, 5)),
        "belief_decay_half_life_days": draw(st.sampled_from([1, 2, 7, 120])),
        "prior_strength": draw(st.sampled_from([1 / 16, 1.0, 3.0])),
        "crumb_to_belief_alpha": draw(st.sampled_from([0.0, 0.1, 0.5, 1.0])),
        "crumb_scale": draw(st.sampled_from([1 / 16, 3.0, 1000.0])),
        "crumb_half_life_days": draw(st.sampled_from([1, 30])),
        "max_crumbs_per_agent": draw(st.integers(1, 5)),
        "min_weight": low,
        "max_weight": high,
        "episode_threshold": draw(st.sampled_from([0.0, 0.65, 1.0])),
        "max_episodes_per_agent": draw(st.integers(1, 3)),
        "episode_bonus_weight": draw(st.sampled_from([0.0, 0.15, 1.0])),
        "phase2_suspicion_bias": draw(st.sampled_from([0.0, 0.05, 1.0])),
        "max_events_per_day": draw(st.sampled_from([1, 4, 1_000_000])),
        "max_stakeholders_per_event": draw(st.sampled_from([1, 2, 20])),
    }
    return BeliefConfig(**(drawn | fixed))


def events(day: int) -> st.SearchStrategy[Event]:
    """Draw an event of a day."""
    return st.builds(Event, st.just(day), tags, severities, counts)


class Told(NamedTuple):
    """What an agent meets by itself, past any router."""

    agent: int
    tag: str
    severity: float
    times: float


told = st.builds(Told, agents, tags, severities, counts)
follows = st.tuples(agents, targets)


class Day(NamedTuple):
    """A day of a world: what changes in it, what happens, and how it ends."""

    day: int
    phase: int
    follow: list[tuple[int, str]]
    unfollow: list[tuple[int, str]]
    events: list[Event]
    met: list[Told]
    sleeps: bool
    saved: bool


@st.composite
def days(draw: st.DrawFn, *, most: int = 8) -> list[Day]:
    """Draw the days of a world, in order, some of them far apart."""
    day, drawn = 0, []
    for _ in range(draw(st.integers(1, most))):
        drawn.append(
            Day(
                day,
                draw(st.sampled_from([0, 2])),
                draw(st.lists(follows, max_size=12)),
                draw(st.lists(follows, max_size=2)),
                draw(st.lists(events(day), max_size=12)),
                draw(st.lists(told, max_size=4)),
                draw(st.sampled_from([True, True, True, False])),
                draw(st.sampled_from([False, False, True])),
            )
        )
        day += draw(st.sampled_from([0, 1, 1, 1, 2, 50]))
    return drawn
