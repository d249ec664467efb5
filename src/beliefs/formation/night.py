"""The night: what agents went through becomes what they believe.

Only agents with news are visited, and of each only the tags that are new. An agent's mark is
taken away after its beliefs stand, so a failure leaves it to be visited again.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.errors import InvalidInput
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import FULL, day_of
from beliefs.formation.rules import News, Rule, rule_of
from beliefs.formation.tags import Meaning, Tags
from beliefs.formation.world import Id, Minded, World

PHASE2 = 2


class Night(NamedTuple):
    """What a night did."""

    agents: int = 0
    beliefs: int = 0
    quarantined: int = 0


def run_belief_formation_for_day(world: World[Id], *, day: int) -> Night:
    """Let every agent with news sleep on it; at most once per sleep interval.

    >>> from beliefs.formation import PlainWorld
    >>> world = PlainWorld(agents=1000)
    >>> world.agents_with_new_signals.add(7)
    >>> world.agents[7].crumbs.bump("delivery-fail:d-1")
    True
    >>> run_belief_formation_for_day(world, day=0)
    Night(agents=1, beliefs=1, quarantined=0)
    >>> world.agents[7].beliefs.get("delivery-risk:d-1").value
    0.25
    """
    config, state = world.belief_config, world.belief_state
    if not is_night(config, state.last_run_day, day):
        return Night()
    rule, suspicious = rule_of(config), suspects(config, world.phase)
    touched = quarantined = 0
    marked = sorted(world.agents_with_new_signals, key=str)
    for agent_id in marked:
        agent = world.agents[agent_id]
        changed, unknown = sleep(agent, rule, world.tags, day=day, suspicious=suspicious)
        for tag, times in unknown.items():
            state.quarantine[tag] = state.quarantine.get(tag, 0) + times
        touched += changed
        quarantined += len(unknown)
        state.processed += 1
        world.agents_with_new_signals.discard(agent_id)
    state.last_run_day = day
    return Night(len(marked), touched, quarantined)


def is_night(config: BeliefConfig, last_run_day: int, day: int) -> bool:
    """Whether agents sleep on a day; refuses days that are over."""
    if day_of(day) < last_run_day:
        raise InvalidInput(f"Day {day} is over: beliefs were last formed on day {last_run_day}.")
    rested = last_run_day < 0 or day - last_run_day >= config.sleep_interval_days
    return config.enabled and rested


def suspects(config: BeliefConfig, phase: int) -> frozenset[str]:
    """The families that sound worse in a phase."""
    return frozenset(config.suspicious_families) if phase == PHASE2 else frozenset()


def sleep(
    agent: Minded, rule: Rule, tags: Tags, *, day: int, suspicious: frozenset[str]
) -> tuple[int, dict[str, int]]:
    """One agent's night; returns how many beliefs changed, and the tags it did not understand."""
    agent.beliefs.adopt(rule)
    meanings: list[Meaning] = []
    unknown: dict[str, int] = {}
    for tag in agent.crumbs.fresh:
        meaning = tags.read(tag)
        if meaning is None:
            unknown[tag] = 1
        else:
            meanings.append(meaning)
    totals: dict[str, int] = {}
    if rule.keeps_crumbs:
        totals = agent.crumbs.totals([meaning.tag for meaning in meanings], day=day)
    news = _gather(agent, meanings, totals, suspicious)
    changed = {key: rule.update(agent.beliefs.held(key), n, day) for key, n in news.items()}
    # From here on nothing is refused, so a night that was can be slept again.
    if rule.keeps_crumbs:
        agent.crumbs.settle({m.tag: m.tag_word for m in meanings}, totals, day=day)
    agent.beliefs.change(changed)
    agent.crumbs.fresh.clear()
    agent.episodes.clear()
    return len(news), unknown


def _gather(
    agent: Minded, meanings: list[Meaning], totals: dict[str, int], suspicious: frozenset[str]
) -> dict[str, News]:
    """What is new, key by key: several tags may bear on one."""
    fresh = agent.crumbs.fresh
    vivid_tags = {episode.tag for episode in agent.episodes}
    gathered: dict[str, News] = {}
    for tag, key, family, _, good, _, _ in meanings:
        amount, vivid = fresh[tag], tag in vivid_tags
        trouble, success = (0, amount) if good else (amount, 0)
        total = 0 if good else totals.get(tag, 0)
        wary = family in suspicious
        news = News(trouble, success, total, vivid and not good, vivid and good, wary)
        before = gathered.get(key)
        gathered[key] = news if before is None else _together(before, news)
    return gathered


def _together(one: News, other: News) -> News:
    """News of one key from two tags."""
    return News(
        min(one.trouble + other.trouble, FULL),
        min(one.success + other.success, FULL),
        max(one.total, other.total),
        one.vivid_trouble or other.vivid_trouble,
        one.vivid_success or other.vivid_success,
        one.suspicious,
    )
