"""Live: whoever follows a ledger keeps the picture that a fresh look gives, across processes.

Writers are real processes, killed at random; the server is restarted and killed as well. What a
follower was told by name, or told to be stale, is all that it ever looks at again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import statistics
import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import Beliefs
from beliefs.errors import BeliefsError, StoreUnavailable
from beliefs.mind.events import Event, events
from tests.simulation.histories import SEATS, Author, Clock, Seat, perform, seated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres_server import PostgresServer

PATIENCE_SECONDS = 60.0
# Not forked: a fork of a process with threads and open databases is nobody's good example.
spawns = multiprocessing.get_context("spawn")


@pytest.fixture(params=["sqlite", "postgres"])
def kept_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that several processes can open."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'beliefs.db'}"
    url: str = request.getfixturevalue("fresh_postgres")
    return url


def follow(client: Beliefs, **options: Any) -> Iterator[Event]:
    return events(client._ledger, client._scope, **options)  # noqa: SLF001


# A picture kept by events


class Follower:
    """Looks again only at what it is told of."""

    def __init__(self, client: Beliefs, seat: Seat) -> None:
        self.client = seated(client, seat)
        self.seen = 0
        self.picture: dict[str, Any] = {}
        self.stale = 0

    def catch_up(self, known: list[str]) -> None:
        for event in follow(self.client, since=self.seen, timeout=0):
            assert event.entries > self.seen
            self.seen = event.entries
            self.stale += event.kind == "stale"
            again = known if event.kind == "stale" else event.beliefs
            self.picture.update((belief, self.look(belief)) for belief in again)

    def look(self, belief: str) -> Any:
        client = self.client
        try:
            return repr(client.get(belief)), client.relations(belief), client.dependents(belief)
        except BeliefsError as error:
            notes = [note for note in (*client.goals(), *client.gaps()) if note.id == belief]
            return notes, type(error).__name__

    def check(self, known: list[str]) -> None:
        for belief in known:
            told = self.picture.get(belief, ([], "NotFound"))
            assert told == self.look(belief), f"{belief} changed and nobody said so"


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_kept_by_events_is_the_picture(store_url: str, seed: int) -> None:
    chance, clock = Random(f"events {seed}"), Clock()
    operations = 120 if store_url == ":memory:" else 40
    with Beliefs(store_url, clock=clock, entropy=chance.randbytes) as client:
        author = Author(chance, clock)
        followers = [Follower(client, seat) for seat in SEATS]
        named = 0
        for _ in range(operations):
            perform(client, author.next())  # time stands still: what fades by itself is no event
            for follower in followers:
                if chance.random() < 0.3:
                    before = follower.stale, follower.seen
                    follower.catch_up([*author.said, *author.notes])
                    named += follower.stale == before[0] and follower.seen > before[1]
                    follower.check([*author.said, *author.notes])
        assert named > operations / 4, "a follower that is always told to look is told nothing"
        assert client.verify().ok


# Writers in other processes


def write_slowly(url: str, first: int, last: int, answers: Any) -> None:
    """Write now and then, and tell when each write was acknowledged."""
    chance = Random(first)
    with Beliefs(url) as client:
        for number in range(first, last):
            time.sleep(chance.uniform(0.01, 0.05))
            belief = client.add(f"Host {number} is up").changes[0].belief_id
            answers.put((belief, time.monotonic()))
    answers.put(None)


def write_until_killed(url: str, first: int, pipe: Any) -> None:
    """Write as fast as possible, and tell what was acknowledged."""
    with Beliefs(url) as client:
        for number in range(first, first + 1_000_000):
            pipe.send(client.add(f"Host {number} is up").changes[0].belief_id)


def test_a_write_wakes_a_reader_in_another_process(kept_url: str) -> None:
    heard: dict[str, float] = {}

    def hear(event: Event) -> None:
        now = time.monotonic()
        for belief in event.beliefs:
            assert heard.setdefault(belief, now) == now, "the same change was told twice"

    errors: list[Exception] = []
    answers = spawns.Queue()
    with Beliefs(kept_url) as client, client.subscribe(hear, on_error=errors.append):
        writer = spawns.Process(target=write_slowly, args=(kept_url, 0, 40, answers))
        writer.start()
        acknowledged = dict(iter(lambda: answers.get(timeout=PATIENCE_SECONDS), None))
        writer.join()
        until = time.monotonic() + PATIENCE_SECONDS
        while heard.keys() != acknowledged.keys() and time.monotonic() < until:
            time.sleep(0.01)
    assert errors == []
    assert heard.keys() == acknowledged.keys()
    late = [heard[belief] - acknowledged[belief] for belief in heard]
    assert statistics.median(late) < 1
    assert max(late) < PATIENCE_SECONDS / 10


def test_many_writers_and_every_change_is_told_once(kept_url: str) -> None:
    writers, each = 6, 40
    answers = spawns.Queue()
    told: list[str] = []
    stale = False
    with Beliefs(kept_url) as client:
        crowd = [
            spawns.Process(target=write_slowly, args=(kept_url, n * each, (n + 1) * each, answers))
            for n in range(writers)
        ]
        follower = follow(client, timeout=PATIENCE_SECONDS)
        for writer in crowd:
            writer.start()
        for event in follower:
            stale |= event.kind == "stale"
            told += event.beliefs
            if event.entries == writers * each:
                break
        written = {belief.id for belief in client.list(limit=None)}
        for _ in range(writers * (each + 1)):
            answers.get(timeout=PATIENCE_SECONDS)
        for writer in crowd:
            writer.join()
    assert len(written) == writers * each
    assert len(told) == len(set(told))
    assert set(told) <= written if stale else set(told) == written


def test_a_killed_writer_takes_no_event_with_it(kept_url: str) -> None:
    chance = Random("kills")
    with Beliefs(kept_url) as client:
        seen = 0
        told: set[str] = set()
        for life in range(4):
            inlet, outlet = spawns.Pipe(duplex=False)
            writer = spawns.Process(
                target=write_until_killed, args=(kept_url, life * 1_000_000, outlet)
            )
            follower = follow(client, since=seen, timeout=PATIENCE_SECONDS)
            writer.start()
            outlet.close()
            for event in follower:
                seen = event.entries
                told |= (
                    {belief.id for belief in client.list(limit=None)}
                    if event.kind == "stale"
                    else set(event.beliefs)
                )
                if chance.random() < 0.2:
                    break
            assert writer.pid is not None
            os.kill(writer.pid, signal.SIGKILL)
            writer.join()
            acknowledged = set()
            try:
                while inlet.poll():
                    acknowledged.add(inlet.recv())
            except (EOFError, OSError):  # cut off in the midst of a word
                pass
            for event in follow(client, since=seen, timeout=0.5):
                seen = event.entries
                told |= (
                    {belief.id for belief in client.list(limit=None)}
                    if event.kind == "stale"
                    else set(event.beliefs)
                )
            assert acknowledged <= told
            assert told == {belief.id for belief in client.list(limit=None)}
        assert client.verify().ok


# Nobody is held up


def listen(url: str, answers: Any) -> None:
    """Follow, and tell what was heard."""
    with Beliefs(url) as client:
        follower = follow(client)
        answers.put("listening")
        for event in follower:
            answers.put(event)


def test_a_reader_that_waits_holds_up_neither_writers_nor_erasures(kept_url: str) -> None:
    answers = spawns.Queue()
    Beliefs(kept_url).close()
    reader = spawns.Process(target=listen, args=(kept_url, answers), daemon=True)
    reader.start()
    try:
        assert answers.get(timeout=PATIENCE_SECONDS) == "listening"
        with Beliefs(kept_url) as client:
            for number in range(5):
                belief = client.add(f"Host {number} is up").changes[0].belief_id
                event = answers.get(timeout=PATIENCE_SECONDS)
                assert event == Event("changed", (belief,), 2 * number + 1)
                time.sleep(0.3)  # it waits again
                assert client.erase(belief) == 1  # and scrubs, or says that it could not
                event = answers.get(timeout=PATIENCE_SECONDS)
                assert event == Event("stale", (), 2 * number + 2)
            assert client.verify().ok
    finally:
        reader.kill()
        reader.join()


# A server that goes away


@pytest.mark.parametrize("end", ["restart", "kill9"])
def test_a_follower_outlives_its_server(private_postgres: PostgresServer, end: str) -> None:
    with Beliefs(private_postgres.url) as client, Beliefs(private_postgres.url) as other:
        follower = follow(client, timeout=PATIENCE_SECONDS)
        for number in range(3):
            while True:
                try:
                    belief = other.add(f"Host {number} is up", idempotency_key=f"{number}")
                except StoreUnavailable:
                    time.sleep(0.05)
                else:
                    break
            event = next(follower)
            assert event == Event("changed", (belief.changes[0].belief_id,), number + 1)
            if end == "restart":
                private_postgres.restart()
            else:
                private_postgres.kill9()
                private_postgres.start()
    with Beliefs(private_postgres.url) as client:
        assert client.verify().ok


def test_what_is_written_while_a_follower_cannot_listen_is_told_later(
    private_postgres: PostgresServer,
) -> None:
    with Beliefs(private_postgres.url) as client:
        told: list[Event] = []
        with client.subscribe(told.append):
            time.sleep(0.5)
            private_postgres.stop()
            time.sleep(0.5)
            private_postgres.start()
            with Beliefs(private_postgres.url) as other:
                ids = {other.add(f"Host {n} is up").changes[0].belief_id for n in range(5)}
            until = time.monotonic() + PATIENCE_SECONDS
            while sum(len(event.beliefs) for event in told) < 5 and time.monotonic() < until:
                time.sleep(0.01)
    assert [event.kind for event in told] == ["changed"] * len(told)
    assert sorted(belief for event in told for belief in event.beliefs) == sorted(ids)
