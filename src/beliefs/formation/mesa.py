"""A Mesa model as a world that beliefs form in: its agents, as they come and go, get minds.

    class Town(mesa.Model):
        def __init__(self):
            super().__init__()
            self.minds = MesaWorld(self)

        def step(self):
            self.agents.do("step")
            self.minds.sleep(day=self.steps)

An agent reads `self.beliefs`; what happens is published to the world, and whoever follows hears it.
Written for Mesa 3; this module alone needs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from beliefs.errors import InvalidInput, shown
from beliefs.formation.config import BeliefConfig
from beliefs.formation.night import Night, run_belief_formation_for_day
from beliefs.formation.routing import Event, EventRouter, Told
from beliefs.formation.tags import Tags
from beliefs.formation.world import BeliefState, Minded, new_agent

if TYPE_CHECKING:
    import mesa


class MesaWorld:
    """The agents of a Mesa model by `unique_id`, each with `beliefs`, `crumbs` and `episodes`.

    >>> import mesa
    >>> model = mesa.Model()
    >>> world = MesaWorld(model)
    >>> walker = mesa.Agent(model)
    >>> world.follow(walker, "bridge")
    >>> world.publish([Event(day=0, tag="route-risk:bridge")])
    >>> world.sleep(day=0).beliefs, walker.beliefs.get("route-risk:bridge").value
    (1, 0.25)
    """

    def __init__(
        self, model: mesa.Model, config: BeliefConfig | None = None, tags: Tags | None = None
    ) -> None:
        try:
            import mesa
        except ImportError:
            raise InvalidInput("A MesaWorld needs Mesa: pip install 'mesa>=3.2'.") from None
        if not isinstance(model, mesa.Model):
            raise InvalidInput(f"A MesaWorld needs a mesa.Model, not {shown(model)}.")
        if "register_agent" in vars(model):
            raise InvalidInput("This model already has a MesaWorld: use that one.")
        self.model = model
        self.belief_config = config or BeliefConfig()
        self.belief_state = BeliefState()
        self.tags = tags or Tags()
        self.phase = 0
        self.agents: dict[int, Minded] = {}
        self.agents_with_new_signals: set[int] = set()
        self._router: EventRouter[int] = EventRouter(self.belief_config, self.tags)
        self._targets: dict[int, set[str]] = {}
        for agent in model.agents:
            self._welcome(agent)
        # As Mesa does with `step`: the model's own methods, with something around them.
        model.register_agent, model.deregister_agent = self._registered, self._deregistered

    def follow(self, agent: mesa.Agent, *targets: str) -> None:
        """From now on an agent hears what happens to these targets."""
        number = self._number(agent)
        for target in targets:
            self._router.follow(number, target)
            self._targets[number].add(target)

    def unfollow(self, agent: mesa.Agent, *targets: str) -> None:
        """From now on it does not."""
        number = self._number(agent)
        for target in targets:
            self._router.unfollow(number, target)
            self._targets[number].discard(target)

    def publish(self, events: Iterable[Event]) -> None:
        """Let things happen: those who follow hear of them before they next sleep."""
        self._router.publish(events)

    @property
    def told(self) -> Told:
        """What was told so far, counted."""
        return self._router.told

    def sleep(self, day: int) -> Night:
        """Tell what is due by a day, and let all who heard something sleep on it."""
        self._router.route(self, day=day)
        return run_belief_formation_for_day(self, day=day)

    def _registered(self, agent: Any) -> None:
        """What Mesa calls for each agent that comes: nobody looks at those that stay."""
        type(self.model).register_agent(self.model, agent)
        self._welcome(agent)

    def _deregistered(self, agent: Any) -> None:
        """What Mesa calls for each agent that goes."""
        type(self.model).deregister_agent(self.model, agent)
        self._part(agent)

    def _welcome(self, agent: Any) -> None:
        if agent.unique_id in self.agents:
            raise InvalidInput(f"Two agents have the id {agent.unique_id}: give one another.")
        mind = new_agent(self.belief_config)
        agent.beliefs, agent.crumbs, agent.episodes = mind.beliefs, mind.crumbs, mind.episodes
        self.agents[agent.unique_id] = agent
        self._targets[agent.unique_id] = set()

    def _part(self, agent: Any) -> None:
        """An agent that is gone hears nothing more; what it believed stays with it."""
        number = agent.unique_id
        for target in self._targets.pop(number):
            self._router.unfollow(number, target)
        self.agents_with_new_signals.discard(number)
        del self.agents[number]

    def _number(self, agent: Any) -> int:
        number: int = agent.unique_id
        if self.agents.get(number) is not agent:
            raise InvalidInput(
                f"Agent {number} is not in this model: only those who are hear of things."
            )
        return number
