"""A world of plain objects to a snapshot and back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from beliefs.errors import InvalidInput
from beliefs.formation.fixed import word_of
from beliefs.formation.memory import Crumb, CrumbStore, ShortTermMemory
from beliefs.formation.routing import EventRouter, Queued, Told
from beliefs.formation.rules import Held
from beliefs.formation.snapshot import MINDS, ROUTES, Minds, Routes, Snapshot, read, write
from beliefs.formation.store import BeliefStore
from beliefs.formation.world import BeliefState, Minded, PlainWorld, World

Row = tuple[int, ...]


def save(world: World[int], router: EventRouter[int], path: str | os.PathLike[str]) -> None:
    """Write a world's minds, its marks and what its router still has to tell to a file."""
    write(snapshot_of(world, router), path)


def load(
    path: str | os.PathLike[str], world: World[int] | None = None
) -> tuple[World[int], EventRouter[int]]:
    """Read a world back: into agents of your own, or into a plain world."""
    return restored(read(path), world)


def snapshot_of(world: World[int], router: EventRouter[int]) -> Snapshot:
    """The state of a world, with agents numbered from 0 without gaps."""
    numbers = sorted(world.agents)
    if numbers != list(range(len(numbers))):
        raise InvalidInput("A snapshot needs agents numbered from 0 without gaps.")
    texts: dict[int, str] = {}

    def word(text: str) -> int:
        found = word_of(text)
        texts[found] = text
        return found

    room = world.belief_config.max_beliefs_per_agent
    for number in numbers:
        if len(world.agents[number].beliefs) > room:
            raise InvalidInput(f"Agent {number} has more than {room} beliefs: let it sleep first.")
    minds = _minds([world.agents[number] for number in numbers], word)
    quarantine = world.belief_state.quarantine
    follows = sorted(
        (word(target), agent) for target, circle in router.followers.items() for agent in circle
    )
    queue = [(e.day, word(e.tag), e.severity, e.amount) for e in router.queue]
    routes = [
        *_columns(follows, 2),
        *_columns(queue, 4),
        *_columns(sorted((word(tag), times) for tag, times in quarantine.items()), 2),
    ]
    return Snapshot(
        config=world.belief_config,
        families=world.tags.families(),
        first=0,
        phase=world.phase,
        last_run_day=world.belief_state.last_run_day,
        processed=world.belief_state.processed,
        told=asdict(router.told),
        texts=texts,
        minds=minds,
        routes=Routes(*(np.array(c, k) for c, k in zip(routes, ROUTES, strict=True))),
    )


def restored(
    snapshot: Snapshot, world: World[int] | None = None
) -> tuple[World[int], EventRouter[int]]:
    """A world and its router as a snapshot has them."""
    from beliefs.formation.tags import Tags

    count = len(snapshot.minds.beliefs)
    tags = Tags(snapshot.families)
    if world is None:
        world = PlainWorld(count, snapshot.config, tags)
    if sorted(world.agents) != list(range(count)):
        raise InvalidInput(
            f"The snapshot is of {count} agents, numbered from 0: this world is not."
        )
    world.belief_config, world.tags, world.phase = snapshot.config, tags, snapshot.phase
    texts = snapshot.texts
    routes = snapshot.routes
    world.belief_state = BeliefState(
        snapshot.last_run_day,
        snapshot.processed,
        {
            texts[w]: n
            for w, n in zip(
                routes.quarantine_word.tolist(), routes.quarantine_times.tolist(), strict=True
            )
        },
    )
    _restore(world, snapshot)
    router: EventRouter[int] = EventRouter(snapshot.config, tags)
    router.told = Told(**snapshot.told)
    for target, agent in zip(
        routes.follow_target.tolist(), routes.follow_agent.tolist(), strict=True
    ):
        router.follow(agent, texts[target])
    router.queue.extend(
        Queued(day, texts[word], severity, amount)
        for day, word, severity, amount in zip(
            *(column.tolist() for column in routes[2:6]), strict=True
        )
    )
    return world, router


def _minds(agents: Iterable[Minded], word: Any) -> Minds:
    counts: tuple[list[int], ...] = ([], [], [])
    rows: tuple[list[Row], ...] = ([], [], [])
    for agent in agents:
        crumbs, episodes = agent.crumbs, agent.episodes
        found: tuple[list[Row], ...] = (
            [(word(key), *held) for key, held in agent.beliefs.all_held()],
            [(word(tag), *crumb) for tag, crumb in crumbs.kept],
            [(word(tag), n, episodes.vivid(tag)) for tag, n in crumbs.fresh.items()],
        )
        for some, count, all_rows in zip(found, counts, rows, strict=True):
            count.append(len(some))
            all_rows.extend(sorted(some))
    columns: list[Any] = []
    for count, some, width in zip(counts, rows, (4, 3, 3), strict=True):
        columns += [count, *_columns(some, width)]
    return Minds(*(np.array(c, k) for c, k in zip(columns, MINDS, strict=True)))


def _restore(world: World[int], snapshot: Snapshot) -> None:
    """Give every agent its mind, and mark those with news."""
    config, texts, minds = snapshot.config, snapshot.texts, snapshot.minds
    beliefs = iter(zip(*(column.tolist() for column in minds[1:5]), strict=True))
    crumbs = iter(zip(*(column.tolist() for column in minds[6:9]), strict=True))
    news = iter(zip(*(column.tolist() for column in minds[10:13]), strict=True))
    world.agents_with_new_signals.clear()
    for number in range(len(minds.beliefs)):
        agent = world.agents[number]
        agent.beliefs, agent.crumbs = BeliefStore(config=config), CrumbStore(config)
        agent.episodes = ShortTermMemory(config)
        for _ in range(minds.beliefs[number]):
            word, a, b, day = next(beliefs)
            agent.beliefs.hold(texts[word], word, Held(a, b, day))
        for _ in range(minds.crumbs[number]):
            word, total, day = next(crumbs)
            agent.crumbs.keep(texts[word], word, Crumb(total, day))
        for _ in range(minds.news[number]):
            word, amount, vivid = next(news)
            agent.crumbs.add(texts[word], amount)
            if vivid:
                agent.episodes.add(texts[word], word, (vivid >> 16) - 1, vivid & 0xFFFF)
            world.agents_with_new_signals.add(number)


def _columns(rows: Sequence[Row], width: int) -> list[list[int]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
