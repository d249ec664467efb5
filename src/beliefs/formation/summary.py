"""What came of a run, as plain data: for a file, a terminal and a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from beliefs.formation.playing import Day, Play
from beliefs.formation.survey import Risk, survey, worst
from beliefs.formation.watching import RiskMap

_TOP = 10


class Summary(NamedTuple):
    """A run in numbers. Counts are since the beginning of the world, speeds of this run."""

    agents: int
    first_day: int
    """The first day of this run."""
    last_day: int
    seed: int
    rule: str
    shards: int
    events: int
    signals: int
    deferred: int
    waiting: int
    """Events that are still to be told."""
    unheard: int
    quarantined: int
    quarantine: dict[str, int]
    """The tags nobody understood that came most often."""
    nights: int
    """Nights of this run."""
    formed: int
    """Agents that slept on news, over all nights."""
    believers: int
    beliefs: int
    digest: str
    seconds: float
    """Spent on telling events and forming beliefs in this run."""
    events_per_second: float
    agents_per_second: float
    """Agents that slept on news, for each second."""
    top_risks: list[Risk]
    values: list[int]
    """Beliefs by value, in equal steps from 0 to 1."""
    weights: list[int]
    risk_map: RiskMap
    daily: list[Day]
    daily_seconds: list[float]

    def as_document(self) -> dict[str, Any]:
        """Ready for JSON."""
        return self._asdict() | {
            "top_risks": [risk._asdict() for risk in self.top_risks],
            "risk_map": self.risk_map._asdict(),
            "daily": [day._asdict() for day in self.daily],
        }


def summary_of(
    play: Play, days: Sequence[Day], seconds: Sequence[float], risk_map: RiskMap
) -> Summary:
    """What came of a run, given its days, how long each took, and its risk map."""
    population, told = play.population, play.population.router.told
    found = survey(population, play.days[-1])
    spent = max(sum(seconds), 1e-9)
    return Summary(
        agents=population.agents,
        first_day=play.days[0],
        last_day=play.days[-1],
        seed=play.scenario.seed,
        rule=population.config.rule,
        shards=len(population.shards),
        events=told.events,
        signals=told.signals,
        deferred=told.deferred,
        waiting=population.router.waiting,
        unheard=told.unheard,
        quarantined=told.quarantined,
        quarantine=dict(population.router.quarantine.most_common(5)),
        nights=sum(day.night for day in days),
        formed=population.processed,
        believers=found.believers,
        beliefs=found.beliefs,
        digest=population.digest(),
        seconds=spent,
        events_per_second=sum(day.events for day in days) / spent,
        agents_per_second=sum(day.formed for day in days) / spent,
        top_risks=worst(population, found, _TOP),
        values=found.values.tolist(),
        weights=found.weights.tolist(),
        risk_map=risk_map,
        daily=list(days),
        daily_seconds=list(seconds),
    )
