"""Survives: kill -9 of the writer and of the server at random instants.

The n-th operation and the time it is made at follow from a seed, so an uninterrupted ledger in
memory knows the digest after each one. Whenever a writer was killed after it acknowledged n
operations, the store holds exactly n of them, or n + 1: all of the next one or nothing of it.
The next writer starts with that one again, as a client would that got no answer.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import struct
import time
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import Beliefs
from beliefs.errors import BeliefsError, StoreError, StoreUnavailable
from tests.simulation.histories import START, Author, Clock, Operation, perform, seated

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres_server import PostgresServer

KILLS, SERVER_KILLS = 200, 20
_number = struct.Struct("<i")
forks = multiprocessing.get_context("fork")


def operation(number: int, clock: Clock) -> tuple[str, Operation | str]:
    """The n-th operation: the same in every process, and its time with it."""
    clock.now = START + timedelta(seconds=number)
    chance = Random(f"operation {number}")
    author = Author(chance, clock)
    # What earlier operations may have spoken of.
    for earlier in range(max(0, number - 60), number):
        past = Author(Random(f"operation {earlier}"), Clock(START + timedelta(seconds=earlier)))
        past.add()
        author.said += past.said
    kinds: dict[Any, float] = {
        author.add: 30,
        author.batch: 25,
        author.supersede: 8,
        author.rest: 4,
        author.outcome: 8,
        author.retract: 8,
        author.trust: 6,
        author.note: 3,
        author.reset: 0.5,
        author.fade: 0.3,
        author.erase: 1,
    }
    make = chance.choices([*kinds, None], [*kinds.values(), 1.5])[0]
    if make is None:
        return "merge", side_ledger(number)
    made = make()
    if made.name in ("add", "outcome", "retract", "goal", "gap"):
        made.arguments["idempotency_key"] = f"operation {number}"
    return "call", made


def side_ledger(number: int) -> str:
    """What somebody else has written down meanwhile."""
    clock = Clock(START + timedelta(seconds=number))
    entropy = Random(f"side {number}").randbytes
    with Beliefs(":memory:", clock=clock, entropy=entropy, agent="elsewhere") as side:
        author = Author(Random(f"side {number}"), clock)
        for _ in range(3):
            perform(side, author.batch())
        return side.export()


def carry_out(client: Beliefs, clock: Clock, number: int) -> None:
    kind, made = operation(number, clock)
    if kind == "merge":
        assert isinstance(made, str)
        client.merge(made)
    else:
        assert isinstance(made, Operation)
        # A refusal is an answer like any other; losing the store is not.
        target: Any = seated(client, made.seat)
        for part in made.name.split("."):
            target = getattr(target, part)
        try:
            target(**made.arguments)
        except StoreError:
            raise
        except BeliefsError:
            return


def write(url: str, first: int, pipe: int) -> None:
    """Work until killed, acknowledging each operation after its call returned."""
    clock = Clock(START + timedelta(seconds=first))
    client: Beliefs | None = None
    number = first
    while True:
        try:
            client = client or Beliefs(url, clock=clock)
            carry_out(client, clock, number)
        except StoreUnavailable:
            time.sleep(0.005)  # the server is away; the same again, with the same key
            continue
        os.write(pipe, _number.pack(number))
        number += 1


class Model:
    """The same operations without any interruption."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.client = Beliefs(":memory:", clock=self.clock)
        self.digests = [self.client.digest()]

    def digest(self, operations: int) -> str:
        while len(self.digests) <= operations:
            carry_out(self.client, self.clock, len(self.digests) - 1)
            self.digests.append(self.client.digest())
        return self.digests[operations]


class Writer:
    """A process that writes, and what it has acknowledged."""

    def __init__(self, url: str, done: int) -> None:
        self.done = done
        self._read, pipe = os.pipe()
        self.process = forks.Process(target=run_writer, args=(url, done, self._read, pipe))
        self.process.start()
        os.close(pipe)

    def wait_for_one(self) -> None:
        self._take(_number.size)

    def kill(self) -> int:
        """End it at once; returns how many operations were acknowledged in all."""
        assert self.process.is_alive(), "the writer failed by itself"
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()
        assert self.process.exitcode == -signal.SIGKILL
        while self._take(1 << 16):
            pass
        os.close(self._read)
        return self.done

    def _take(self, size: int) -> bool:
        told = os.read(self._read, size)
        for (number,) in _number.iter_unpack(told):
            assert number == self.done
            self.done += 1
        return bool(told)


def run_writer(url: str, first: int, unused: int, pipe: int) -> None:
    os.close(unused)
    write(url, first, pipe)


def check(url: str, model: Model, done: int, *, thoroughly: bool) -> None:
    """What was acknowledged is there, and of the next operation all or nothing."""
    with Beliefs(url, clock=model.clock) as client:
        assert client.digest() in (model.digest(done), model.digest(done + 1)), done
        if thoroughly:
            assert client.verify().problems == ()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_killed_writer_loses_nothing(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = str(tmp_path / "killed.db")
    if kind == "postgres":
        url = request.getfixturevalue("fresh_postgres")
    chance, model, done = Random(kind), Model(), 0
    for kill in range(1, KILLS + 1):
        writer = Writer(url, done)
        if chance.random() < 0.9:  # the others may be killed while they open the store
            writer.wait_for_one()
        time.sleep(chance.expovariate(1 / 0.03))
        done = writer.kill()
        check(url, model, done, thoroughly=kill % 20 == 0)
    with Beliefs(url, clock=model.clock) as client:
        carry_out(client, model.clock, done)  # the last one that may have been cut off
        assert client.digest() == model.digest(done + 1)
        assert client.export().count("\n") == model.client.export().count("\n")
        assert client.verify().problems == ()
    assert done > KILLS


def test_a_killed_server_loses_nothing(private_postgres: PostgresServer) -> None:
    server, chance, model = private_postgres, Random("server"), Model()
    writer = Writer(server.url, 0)
    writer.wait_for_one()
    for kill in range(1, SERVER_KILLS + 1):
        time.sleep(chance.expovariate(1 / 0.1))
        server.kill9()
        server.restart()
        writer.wait_for_one()  # it goes on by itself
        if kill % 5 == 0:
            with Beliefs(server.url, clock=model.clock) as client:
                assert client.verify().problems == ()
    done = writer.kill()
    check(server.url, model, done, thoroughly=True)
    assert done > SERVER_KILLS
