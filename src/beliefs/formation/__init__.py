"""Belief formation: what happens by day is believed by night, for one mind or for millions.

    event ──router──► followers ──► crumb (and episode, if severe) ──► agent marked
                                                                          │
                          night: each marked agent's new tags ──rule──► beliefs, the strongest kept

Two ways to run the same semantics, bit for bit: plain objects (`PlainWorld`, or a world of your
own with the same attributes) and columns (`Population`; `ClusterPopulation` on many machines). All
write the same snapshot.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from beliefs.formation.config import BeliefConfig
from beliefs.formation.decisions import Route, Site, choose_route, choose_site, score
from beliefs.formation.memory import CrumbStore, Episode, ShortTermMemory
from beliefs.formation.night import Night, run_belief_formation_for_day
from beliefs.formation.routing import Event, EventRouter
from beliefs.formation.store import Belief, BeliefStore
from beliefs.formation.tags import Family, Tags
from beliefs.formation.world import Agent, BeliefState, PlainWorld, World, new_agent

if TYPE_CHECKING:
    from beliefs.formation.lifting import lift as lift
    from beliefs.formation.lifting import lower as lower
    from beliefs.formation.mesa import MesaWorld as MesaWorld
    from beliefs.formation.population.arrays import Coded as Coded
    from beliefs.formation.population.cluster import ClusterPopulation as ClusterPopulation
    from beliefs.formation.population.population import Population as Population
    from beliefs.formation.saving import load as load
    from beliefs.formation.saving import save as save

_LAZY = {
    "ClusterPopulation": "beliefs.formation.population.cluster",
    "Coded": "beliefs.formation.population.arrays",
    "MesaWorld": "beliefs.formation.mesa",
    "Population": "beliefs.formation.population.population",
    "lift": "beliefs.formation.lifting",
    "load": "beliefs.formation.saving",
    "lower": "beliefs.formation.lifting",
    "save": "beliefs.formation.saving",
}


def __getattr__(name: str) -> Any:
    """Import what needs compiled kernels or columns when it is asked for."""
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Agent",
    "Belief",
    "BeliefConfig",
    "BeliefState",
    "BeliefStore",
    "ClusterPopulation",
    "Coded",
    "CrumbStore",
    "Episode",
    "Event",
    "EventRouter",
    "Family",
    "MesaWorld",
    "Night",
    "PlainWorld",
    "Population",
    "Route",
    "ShortTermMemory",
    "Site",
    "Tags",
    "World",
    "choose_route",
    "choose_site",
    "lift",
    "load",
    "lower",
    "new_agent",
    "run_belief_formation_for_day",
    "save",
    "score",
]
