"""From events to memories: who hears of what, and what of it stays with them.

An event is told to the followers of its target. Each gets a crumb, and an episode if it was severe,
and is marked as having news. A day has a budget; events above it wait for the next day, in the
order they came, and are counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import CRUMB, FULL, SEVERE, day_of, mix, text_of, whole, word_of
from beliefs.formation.tags import Meaning, Tags
from beliefs.formation.world import Id, World


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: when, what to what, how severe, how many times."""

    day: int
    tag: str
    severity: float = 0.5
    count: float = 1.0


class Queued(NamedTuple):
    """An event in quanta, waiting to be told."""

    day: int
    tag: str
    severity: int
    amount: int


@dataclass(slots=True)
class Told:
    """What a router has done so far, counted."""

    day: int = -1
    today: int = 0
    """Events told on that day: its budget is `max_events_per_day`."""
    events: int = 0
    signals: int = 0
    """Crumbs that events became, one per follower who heard."""
    deferred: int = 0
    """Events told on a later day than their own, because of the budget."""
    unheard: int = 0
    """Events that nobody follows."""
    quarantined: int = 0


class EventRouter(Generic[Id]):
    """Tells events to whoever follows their target.

    >>> from beliefs.formation import PlainWorld
    >>> world = PlainWorld(agents=3)
    >>> router = EventRouter(world.belief_config, world.tags)
    >>> router.follow(1, "edge:a-b")
    >>> router.publish([Event(day=0, tag="route-risk:edge:a-b", severity=0.8)])
    >>> router.route(world, day=0).signals, world.agents_with_new_signals
    (1, {1})
    """

    def __init__(self, config: BeliefConfig | None = None, tags: Tags | None = None) -> None:
        self.config = config or BeliefConfig()
        self.tags = tags or Tags()
        self.told = Told()
        self.queue: deque[Queued] = deque()
        self.followers: dict[str, list[Id]] = {}
        """Who hears of each target, in the order of a hash."""
        self._threshold = self.config.quanta("episode_threshold")

    def follow(self, agent: Id, target: str) -> None:
        """From now on an agent hears what happens to a target."""
        circle = self.followers.setdefault(text_of(target, name="target"), [])
        place = bisect_left(circle, _seat(agent), key=_seat)
        if place == len(circle) or circle[place] != agent:
            circle.insert(place, agent)

    def unfollow(self, agent: Id, target: str) -> None:
        """From now on it does not."""
        circle = self.followers.get(target, [])
        if agent in circle:
            circle.remove(agent)
        if not circle:
            self.followers.pop(target, None)

    @property
    def waiting(self) -> int:
        """Events that are not told yet."""
        return len(self.queue)

    def publish(self, events: Iterable[Event]) -> None:
        """Take in events in the order of their days: all of them, or none."""
        last = self.queue[-1].day if self.queue else max(self.told.day, 0)
        checked = []
        for event in events:
            self.tags.read(event.tag)
            checked.append(queued(event))
            if event.day < last:
                raise InvalidInput(
                    f"An event of day {event.day} came after day {last}: sort events by day."
                )
            last = event.day
        self.queue.extend(checked)

    def route(self, world: World[Id], *, day: int) -> Told:
        """Tell what is due, as far as the day's budget goes; returns the counts so far."""
        told = self.told
        if day_of(day) < told.day:
            raise InvalidInput(f"Day {day} is over: events were last told on day {told.day}.")
        if day > told.day:
            told.day, told.today = day, 0
        while self.queue and self.queue[0].day <= day:
            if told.today == self.config.max_events_per_day:
                break
            event = self.queue[0]
            self._tell(world, event)
            self.queue.popleft()
            told.today += 1
            told.events += 1
            told.deferred += event.day < day
        return told

    def _tell(self, world: World[Id], event: Queued) -> None:
        meaning = self.tags.read(event.tag)
        if meaning is None:
            self.told.quarantined += 1
            quarantine = world.belief_state.quarantine
            quarantine[event.tag] = quarantine.get(event.tag, 0) + 1
            return
        hearers = self._hearers(meaning, event.day)
        for agent_id in hearers:
            if agent_id not in world.agents:
                raise InvalidInput(f"Agent {shown(agent_id)} is not in the world: unfollow it.")
        self.told.unheard += not hearers
        for agent_id in hearers:
            agent = world.agents[agent_id]
            agent.crumbs.add(event.tag, event.amount)
            if event.severity >= self._threshold:
                agent.episodes.add(event.tag, meaning.tag_word, event.severity, event.day)
            world.agents_with_new_signals.add(agent_id)
            self.told.signals += 1

    def _hearers(self, meaning: Meaning, day: int) -> list[Id]:
        """Who hears of it; of too many, those who sit together where tag and day point to."""
        circle = self.followers.get(meaning.target, [])
        most = self.config.max_stakeholders_per_event
        if len(circle) <= most:
            return circle
        begin = mix(meaning.tag_word ^ day) % len(circle)
        sitting = circle[begin : begin + most]
        return sitting + circle[: most - len(sitting)]


def queued(event: Event) -> Queued:
    """An event in quanta, if all of its numbers are in bounds."""
    return Queued(
        day_of(event.day),
        event.tag,
        whole(event.severity, SEVERE, name="severity", least=0, most=1),
        whole(event.count, CRUMB, name="count", least=1 / CRUMB, most=FULL // CRUMB),
    )


def number_of(agent: object) -> int:
    """The number that stands for an agent: itself, or the hash of its name."""
    if isinstance(agent, int):
        return agent
    if isinstance(agent, str):
        return word_of(agent)
    raise InvalidInput(f"An agent's id is a whole number or a text, not {shown(agent)}.")


def _seat(agent: object) -> tuple[int, int]:
    """Where an agent sits among the followers of a target."""
    number = number_of(agent)
    return mix(number), number
