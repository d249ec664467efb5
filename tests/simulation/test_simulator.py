"""Survives: writers, retries, crashes, restarts and merges, interleaved; the laws after each step.

A crash is an exception between any two calls that a write makes to its store, or around the
commit. After it the replica is opened again and the writer, who never got an answer, tries again
with the same key. Everything follows from one seed, and a failure names it.
"""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from beliefs import Beliefs
from tests.simulation.histories import (
    FAMILIES,
    SEATS,
    WORDS,
    Author,
    Clock,
    Operation,
    Refused,
    everything_seen,
    perform,
    seated,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

SEEDS = 150
SECONDS = 55
STEPS = 40
KEYED = {"add", "outcome", "retract", "remove", "relate", "goal", "gap", "resolve"}


class Crash(BaseException):
    """The process ends here; nothing in between may catch it."""


class FaultyTransaction:
    """A transaction that ends the world at its n-th call."""

    def __init__(self, transaction: Any, fuse: Fuse) -> None:
        self._transaction = transaction
        self._fuse = fuse

    def __getattr__(self, name: str) -> Any:
        self._fuse.burn()
        found = getattr(self._transaction, name)
        if not callable(found):
            return found

        def call(*arguments: Any, **named: Any) -> Any:
            answer = found(*arguments, **named)
            self._fuse.burn()
            return answer

        return call


class Fuse:
    """How many steps are left until the crash; None never burns down."""

    def __init__(self) -> None:
        self.left: int | None = None

    def burn(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise Crash


class FaultyStore:
    """A store whose writes can be cut off anywhere, also right after the commit."""

    def __init__(self, store: Any, fuse: Fuse) -> None:
        self._store = store
        self._fuse = fuse

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def write(self, namespace: str, work: Callable[[Any], T]) -> T:
        def cut_off(transaction: Any) -> T:
            done = work(FaultyTransaction(transaction, self._fuse))
            self._fuse.burn()
            return done

        done: T = self._store.write(namespace, cut_off)
        self._fuse.burn()
        return done

    def scrub(self) -> None:
        self._fuse.burn()
        self._store.scrub()
        self._fuse.burn()


class Replica:
    """One ledger, its store, and what was acknowledged to its writers."""

    def __init__(self, number: int, folder: Path | None, clock: Clock, chance: Random) -> None:
        self.number = number
        self.fuse = Fuse()
        self.url = ":memory:" if folder is None else str(folder / f"replica {number}.db")
        self._entropy = Random(chance.randrange(2**32)).randbytes
        self._clock = clock
        self.acknowledged: set[str] = set()
        """Marks of contributions that have to be here."""
        self.client = self._open()

    def _open(self) -> Beliefs:
        client = Beliefs(self.url, namespace="simulated", clock=self._clock, entropy=self._entropy)
        ledger = client._ledger  # noqa: SLF001 - where a store can be put between
        ledger.store = FaultyStore(ledger.store, self.fuse)
        return client

    def restart(self) -> None:
        """What a new process finds. A memory store outlives the crash of a call."""
        self.fuse.left = None
        if self.url != ":memory:":
            self.client.close()
            self.client = self._open()


class Simulation:
    """Replicas and writers, one seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = chance = Random(seed)
        self.clock = Clock()
        self.replicas = [
            Replica(number, folder if number == 0 else None, self.clock, chance)
            for number in range(3)
        ]
        # A small world, so that writers get into each other's way.
        world: dict[str, Any] = {
            "words": WORDS[: chance.randint(1, 4)],
            "families": FAMILIES[: chance.randint(1, 3)],
            "keys": chance.choice((5, 20, 3000)),
        }
        self.authors = [Author(chance, self.clock, **world) for _ in range(3)]
        self.pending: list[tuple[Replica, Operation]] = []
        self.claims: dict[str, str] = {}
        """What each mark was said about."""
        self.batches: list[list[str]] = []
        self.number = itertools.count()
        self.log: list[str] = []

    def run(self) -> None:
        for _ in range(STEPS):
            self.chance.choice(self.authors).tick()
            replica = self.step()
            self.check(replica)
        while self.pending:
            self.check(self.retry())
        self.unite()

    def step(self) -> Replica:
        kind = self.chance.random()
        if kind < 0.2 and self.pending:
            return self.retry()
        if kind < 0.35:
            return self.merge()
        replica = self.chance.choice(self.replicas)
        self.attempt(replica, self.marked(self.chance.choice(self.authors).next()))
        return replica

    def marked(self, operation: Operation) -> Operation:
        """The operation with a key, and a mark in each contribution."""
        name, arguments, seat = operation
        if name not in KEYED:
            return operation
        arguments = {"idempotency_key": f"own key {next(self.number)}", **arguments}
        if name == "add":
            many = isinstance(arguments["claim"], list) if "claim" in arguments else False
            said = arguments["claim"] if many else [arguments]
            if all(isinstance(one, dict) for one in said):
                # The same call has the same marks, wherever and however often it is made.
                call = crc32(repr(arguments).encode(errors="replace"))
                marks = [f"mark {call}.{position}" for position in range(len(said))]
                marked = [{**one, "quote": mark} for one, mark in zip(said, marks, strict=True)]
                arguments = {**arguments, "claim": marked} if many else marked[0]
                self.batches.append(marks)
        return Operation(name, arguments, seat)

    def attempt(self, replica: Replica, operation: Operation) -> None:
        """Make a call that may be cut off; without an answer it waits for its retry."""
        crashing = self.chance.random() < 0.35
        replica.fuse.left = self.chance.randrange(30) if crashing else None
        self.log.append(f"{replica.number}: {operation}")
        try:
            answer = perform(replica.client, operation)
        except Crash:
            self.log.append("    crashed")
            replica.restart()
            self.pending.append((replica, operation))
        else:
            self.log.append(f"    {answer}"[:200])
            replica.fuse.left = None
            if not isinstance(answer, Refused) and operation.name == "add":
                replica.acknowledged |= marks_of(operation)

    def retry(self) -> Replica:
        replica, operation = self.pending.pop(self.chance.randrange(len(self.pending)))
        if operation.name in KEYED and self.chance.random() < 0.2:
            # The writer has lost its replica and turns to another one.
            replica = self.chance.choice(self.replicas)
        self.attempt(replica, operation)
        return replica

    def merge(self) -> Replica:
        to, other = self.chance.sample(self.replicas, 2)
        self.log.append(f"{to.number}: merge {other.number}")
        export = other.client.export()
        crashing = self.chance.random() < 0.35
        to.fuse.left = self.chance.randrange(60) if crashing else None
        try:
            to.client.merge(export)
        except Crash:
            self.log.append("    crashed")
            to.restart()
        else:
            to.fuse.left = None
            to.acknowledged |= other.acknowledged
        return to

    # The laws

    def check(self, replica: Replica) -> None:
        checked = replica.client.verify()
        assert checked.problems == ()
        bodies = bodies_of(replica.client.export())
        erased = {body["claim"] for body in bodies if body["kind"] == "erasure"}
        found: Counter[str] = Counter()
        for body in bodies:
            mark = body.get("quote", "")
            if mark.startswith("mark "):
                found[mark] += 1
                self.claims[mark] = body["claim"]
        assert not [mark for mark, times in found.items() if times > 1], "done twice"
        lost = {
            mark
            for mark in replica.acknowledged - found.keys()
            if self.claims.get(mark) not in erased
        }
        assert not lost, "acknowledged and lost"
        for marks in self.batches:
            there = [mark in found for mark in marks if self.claims.get(mark) not in erased]
            assert all(there) or not any(there), "half a batch"

    def unite(self) -> None:
        """All replicas, merged in any order and grouping, are one ledger."""
        exports = [replica.client.export() for replica in self.replicas]
        united = []
        for order in itertools.permutations(exports):
            united.append(self.merged(*order))
            united.append(self.merged(order[0], self.merged(*order[1:]).export()))
        first = united[0]
        assert first.verify().problems == ()
        moments = [self.clock.now, self.clock.now - (self.clock.now - Clock().now) / 2]
        for other in united[1:]:
            assert other.digest() == first.digest()
            assert other.export() == first.export()
        for other in (united[1], united[-1]):
            assert other.verify().problems == ()
            for seat in SEATS[:4]:
                for moment in moments:
                    one, two = (seated(client, seat).at(moment) for client in (first, other))
                    assert one.digest() == two.digest()
            assert everything_seen(other) == everything_seen(first)
        for replica in self.replicas:
            replica.client.merge(first)
            assert replica.client.digest() == first.digest()
            self.check(replica)
            before = replica.client.digest()
            for export in exports:
                replica.client.merge(export)
            assert replica.client.digest() == before

    def merged(self, *exports: str) -> Beliefs:
        client = Beliefs(":memory:", namespace="simulated", clock=self.clock)
        for export in exports:
            client.merge(export)
        return client

    def close(self) -> None:
        for replica in self.replicas:
            replica.client.close()


def marks_of(operation: Operation) -> set[str]:
    claim = operation.arguments.get("claim")
    said = claim if isinstance(claim, list) else [operation.arguments]
    found = {one.get("quote", "") for one in said if isinstance(one, dict)}
    return {mark for mark in found if mark.startswith("mark ")}


def bodies_of(export: str) -> list[dict[str, Any]]:
    lines = map(json.loads, filter(None, export.split("\n")))
    return [line["entry"] for line in lines if "entry" in line]


def simulate(seed: int, folder: Path) -> None:
    simulation = Simulation(seed, folder)
    try:
        simulation.run()
    except BaseException as error:
        error.add_note("\n".join([*simulation.log[-40:], f"The seed was {seed}."]))
        raise
    finally:
        simulation.close()


def test_the_laws_hold_whatever_happens(tmp_path: Path) -> None:
    begun, done = time.monotonic(), 0
    for seed in range(SEEDS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        simulate(seed, folder)
        done += 1
        if time.monotonic() - begun > SECONDS:
            break
    assert done >= 20, "too slow to say anything"
