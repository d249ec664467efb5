"""A population to a snapshot and back: the file a world of objects writes, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from beliefs.formation import snapshot as snapshots
from beliefs.formation.fixed import word_of
from beliefs.formation.population.kernels import KEY
from beliefs.formation.population.population import Home, Population, in_threads
from beliefs.formation.population.telling import COUNT, EVENT_DAY, EVENT_TAG, SEVERITY
from beliefs.formation.population.vocabulary import ids_of
from beliefs.formation.routing import Told
from beliefs.formation.snapshot import MINDS, Column, Minds, Routes, Snapshot

_NO_MINDS = Minds(*(np.zeros(0, kind) for kind in MINDS))


def digest_of(population: Population) -> str:
    """A hash of the whole state; shards hash their own agents."""
    words = population.vocabulary.words()
    hashes = in_threads(population.shards, lambda shard: shard.hashes(words))
    return snapshots.digest_of(_without_minds(population), b"".join(hashes))


def snapshot_of(population: Population) -> Snapshot:
    """The whole state in canonical columns."""
    words = population.vocabulary.words()
    parts = in_threads(population.shards, lambda shard: shard.minds(words))
    return with_minds(population, parts)


def with_minds(population: Population, parts: list[Minds]) -> Snapshot:
    """A population's snapshot, given the minds of its shards."""
    from dataclasses import replace

    minds = Minds(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    rest = _without_minds(population)
    known = {word_of(text): text for text in _texts(population)}
    found = {
        word: known[word]
        for column in (minds.belief_word, minds.crumb_word, minds.news_word)
        for word in np.unique(column).tolist()
    }
    return replace(rest, minds=minds, texts=rest.texts | found)


def restore(population: Population, snapshot: Snapshot) -> None:
    """Let a population be as a snapshot has it."""
    texts, routes, minds = snapshot.texts, snapshot.routes, snapshot.minds
    vocabulary, router = population.vocabulary, population.router
    population.phase, population.last_run_day = snapshot.phase, snapshot.last_run_day
    population.processed, router.told = snapshot.processed, Told(**snapshot.told)
    for word in _distinct(minds.belief_word):
        vocabulary.key(texts[word])
    named = (minds.crumb_word, minds.news_word, routes.queue_word, routes.quarantine_word)
    tags = {word: vocabulary.tag(texts[word]) for column in named for word in _distinct(column)}
    targets = {word: vocabulary.target(texts[word]) for word in _distinct(routes.follow_target)}
    words = vocabulary.words()
    days = np.concatenate((minds.belief_day, minds.crumb_day))
    population.latest = int(days.max(initial=0))
    news = ids_of(minds.news_word, tags)
    population.strange = not words.meaning[news, KEY].all()
    for shard, part in zip(population.shards, cut(minds, population.shards), strict=True):
        shard.restore(part, words)
    router.followers.reach(vocabulary.targets)
    router.followers.add(routes.follow_agent, ids_of(routes.follow_target, targets))
    queue = (
        routes.queue_day,
        ids_of(routes.queue_word, tags),
        routes.queue_severity,
        routes.queue_amount,
    )
    router.take(np.stack([column.astype(np.uint32) for column in queue], axis=1))
    for word, times in zip(
        routes.quarantine_word.tolist(), routes.quarantine_times.tolist(), strict=True
    ):
        router.quarantine[texts[word]] = times


def cut(minds: Minds, shards: Iterable[Home]) -> list[Minds]:
    """The minds of each shard."""
    ends = snapshots.row_ends(minds)
    parts = []
    for shard in shards:
        first, last = shard.first, shard.first + shard.count
        columns: list[Column] = []
        name = ""
        for field, column in zip(Minds._fields, minds, strict=True):
            if field in ends:
                name = field
                columns.append(column[first:last])
            else:
                columns.append(column[ends[name][first] : ends[name][last]])
        parts.append(Minds(*columns))
    return parts


def _without_minds(population: Population) -> Snapshot:
    """Everything but the minds."""
    vocabulary, router = population.vocabulary, population.router
    words, queue = vocabulary.words(), router.queue()
    target_hash = np.array([0, *map(word_of, vocabulary.target_texts[1:])], np.uint64)
    targets, agents = router.followers.pairs()
    follow, tags = target_hash[targets], queue[:, EVENT_TAG]
    order = np.lexsort((agents, follow))
    quarantine = sorted((word_of(tag), times) for tag, times in router.quarantine.items())
    named = [vocabulary.target_texts[target] for target in np.unique(targets)]
    named += [vocabulary.tag_texts[tag] for tag in np.unique(tags)] + list(router.quarantine)
    return Snapshot(
        config=population.config,
        families=vocabulary.tags.families(),
        first=0,
        phase=population.phase,
        last_run_day=population.last_run_day,
        processed=population.processed,
        told=asdict(router.told),
        texts={word_of(text): text for text in named},
        minds=_NO_MINDS,
        routes=Routes(
            follow[order],
            agents[order],
            queue[:, EVENT_DAY].astype(np.uint16),
            words.tag_hash[tags],
            queue[:, SEVERITY].astype(np.uint16),
            queue[:, COUNT].copy(),
            np.array([word for word, _ in quarantine], np.uint64),
            np.array([times for _, times in quarantine], np.uint64),
        ),
    )


def _texts(population: Population) -> Iterable[str]:
    yield from population.vocabulary.key_texts[1:]
    yield from population.vocabulary.tag_texts[1:]


def _distinct(column: NDArray[np.uint64]) -> list[int]:
    found: list[int] = np.unique(column).tolist()
    return found
