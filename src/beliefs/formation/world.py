"""What formation asks of a world, and a plain world that has it.

A simulation plugs in by having these attributes on its own objects; nothing needs to be inherited.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, MutableSet
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from beliefs.formation.config import BeliefConfig
from beliefs.formation.memory import CrumbStore, ShortTermMemory
from beliefs.formation.store import BeliefStore
from beliefs.formation.tags import Tags

Id = TypeVar("Id", bound=Hashable)


class Minded(Protocol):
    """An agent with a mind: what it believes, and what it went through since it last slept."""

    beliefs: BeliefStore
    crumbs: CrumbStore
    episodes: ShortTermMemory


class World(Protocol[Id]):
    """Agents by id, who among them has news, and how beliefs form."""

    @property
    def agents(self) -> Mapping[Id, Minded]:
        """Every agent by its id."""

    @property
    def agents_with_new_signals(self) -> MutableSet[Id]:
        """Those that something happened to since they last slept."""

    belief_config: BeliefConfig
    belief_state: BeliefState
    tags: Tags
    phase: int


@dataclass(slots=True)
class BeliefState:
    """How far formation has come, and what it has counted."""

    last_run_day: int = -1
    processed: int = 0
    """Agents that have slept, over all nights."""
    quarantine: dict[str, int] = field(default_factory=dict)
    """Tags that nobody understood, and how often each came."""


@dataclass(slots=True)
class Agent:
    """An agent that is nothing but a mind."""

    beliefs: BeliefStore
    crumbs: CrumbStore
    episodes: ShortTermMemory


def new_agent(config: BeliefConfig) -> Agent:
    """An agent that has seen nothing yet."""
    return Agent(BeliefStore(config=config), CrumbStore(config), ShortTermMemory(config))


class PlainWorld:
    """Agents numbered from 0, and nothing else: the smallest world that beliefs can form in."""

    def __init__(
        self, agents: int, config: BeliefConfig | None = None, tags: Tags | None = None
    ) -> None:
        self.belief_config = config or BeliefConfig()
        self.belief_state = BeliefState()
        self.agents = {number: new_agent(self.belief_config) for number in range(agents)}
        self.agents_with_new_signals: set[int] = set()
        self.tags = tags or Tags()
        self.phase = 0
