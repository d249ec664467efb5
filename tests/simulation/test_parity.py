"""Bits, not decimals: one history on three stores, and under another Python, is one ledger."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from beliefs import Beliefs
from tests.simulation.histories import (
    SEATS,
    START,
    Author,
    Clock,
    Operation,
    Refused,
    everything_seen,
    journey,
    perform,
    seated,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
chances = st.randoms(use_true_random=False)
_numbers = itertools.count()


class Trio:
    """One ledger on three stores, with one clock and the same chance for each."""

    def __init__(self, folder: Path, postgres: str, seed: int = 0) -> None:
        self.clock = Clock()
        number = next(_numbers)
        urls = [":memory:", f"sqlite:///{folder / f'{number}.db'}", postgres]
        self.clients = [
            Beliefs(
                url,
                namespace=f"ledger {number}",
                clock=self.clock,
                entropy=Random(seed).randbytes,
            )
            for url in urls
        ]

    def perform(self, operation: Operation) -> Any:
        """The answer, which has to be the same from every store."""
        memory, *others = [perform(client, operation) for client in self.clients]
        for answer in others:
            assert answer == memory, operation
        return memory

    def same(self, ask: Callable[[Beliefs], Any]) -> Any:
        memory, *others = [ask(client) for client in self.clients]
        for answer in others:
            assert answer == memory
        return memory

    def compare(self) -> None:
        self.same(Beliefs.digest)
        self.same(Beliefs.export)
        self.same(everything_seen)

    def compare_past(self, moment: Any) -> None:
        self.same(lambda client: client.at(moment).digest())
        self.same(lambda client: seated(client, SEATS[3]).at(moment).digest())

    def verify(self) -> None:
        for client in self.clients:
            assert client.verify().problems == ()

    def side(self, chance: Random, operations: int) -> Beliefs:
        """A copy that goes its own way for a while."""
        clock = Clock(self.clock.now)
        other = Beliefs(
            ":memory:",
            namespace="side",
            clock=clock,
            entropy=Random(chance.randrange(2**32)).randbytes,
        )
        other.merge(self.clients[0])
        author = Author(chance, clock)
        for _ in range(operations):
            author.tick()
            perform(other, author.next())
        return other

    def merge(self, export: str) -> None:
        self.same(lambda client: client.merge(export))

    def close(self) -> None:
        for client in self.clients:
            client.close()


class Parity(RuleBasedStateMachine):
    """Whatever is done, the three stores hold the same."""

    folder: ClassVar[Path]
    postgres: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.trio = Trio(self.folder, self.postgres)
        self.author = Author(Random(0), self.trio.clock)
        self.sides: list[str] = []

    def act(self, chance: Random, make: Callable[[], Operation]) -> Any:
        self.author.chance = chance
        self.author.tick()
        return self.trio.perform(make())

    @rule(chance=chances)
    def add(self, chance):
        self.act(chance, self.author.add)

    @rule(chance=chances)
    def add_many(self, chance):
        self.act(chance, self.author.batch)

    @rule(chance=chances)
    def add_to_known(self, chance):
        self.act(chance, self.author.add_to_known)

    @rule(chance=chances)
    def supersede(self, chance):
        self.act(chance, self.author.supersede)

    @rule(chance=chances)
    def rest_on(self, chance):
        self.act(chance, self.author.rest)

    @rule(chance=chances)
    def retry(self, chance):
        self.act(chance, self.author.retry)

    @rule(chance=chances)
    def reuse_a_key(self, chance):
        self.act(chance, self.author.reuse_a_key)

    @rule(chance=chances)
    def outcome(self, chance):
        self.act(chance, self.author.outcome)

    @rule(chance=chances)
    def retract(self, chance):
        self.act(chance, self.author.retract)

    @rule(chance=chances)
    def remove(self, chance):
        self.act(chance, self.author.remove)

    @rule(chance=chances)
    def reset(self, chance):
        self.act(chance, self.author.reset)

    @rule(chance=chances)
    def erase(self, chance):
        self.act(chance, self.author.erase)

    @rule(chance=chances)
    def trust(self, chance):
        self.act(chance, self.author.trust)

    @rule(chance=chances)
    def distrust(self, chance):
        self.act(chance, self.author.distrust)

    @rule(chance=chances)
    def fade(self, chance):
        self.act(chance, self.author.fade)

    @rule(chance=chances)
    def note(self, chance):
        self.act(chance, self.author.note)

    @rule(chance=chances)
    def resolve(self, chance):
        self.act(chance, self.author.resolve)

    @rule(chance=chances)
    def relate(self, chance):
        self.act(chance, self.author.relate)

    @rule(chance=chances)
    def ask(self, chance):
        self.act(chance, self.author.ask)

    @rule(chance=chances)
    def mistake(self, chance):
        before = self.trio.clients[0].digest()
        assert isinstance(self.act(chance, self.author.mistake), Refused)
        assert self.trio.clients[0].digest() == before

    @rule(chance=chances)
    def part(self, chance):
        self.sides.append(self.trio.side(chance, chance.randint(1, 6)).export())

    @precondition(lambda self: self.sides)
    @rule(data=st.data())
    def merge(self, data):
        self.trio.merge(data.draw(st.sampled_from(self.sides)))

    @rule(hours=st.integers(-48, 48))
    def look_back(self, hours):
        self.trio.compare_past(START + timedelta(hours=hours))

    @rule()
    def verify(self):
        self.trio.verify()

    @invariant()
    def digests_are_equal(self):
        self.trio.same(Beliefs.digest)

    def teardown(self):
        try:
            self.trio.compare()
            self.trio.compare_past(self.trio.clock.now)
            self.trio.verify()
        finally:
            self.trio.close()


def test_three_stores_hold_the_same_ledger(tmp_path: Path, fresh_postgres: str) -> None:
    machine = type("Parity", (Parity,), {"folder": tmp_path, "postgres": fresh_postgres})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=60,
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
            # Explaining a failure takes minutes here, and adds little.
            phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
        ),
    )


@pytest.mark.parametrize("seed", [1])
def test_a_long_history_is_the_same_on_three_stores(
    tmp_path: Path, fresh_postgres: str, seed: int
) -> None:
    trio, chance = Trio(tmp_path, fresh_postgres, seed), Random(seed)
    author = Author(chance, trio.clock)
    try:
        for number in range(1, 3_001):
            author.tick()
            trio.perform(author.next())
            if number % 150 == 0:
                trio.merge(trio.side(chance, 20).export())
            if number % 500 == 0:
                trio.compare()
                trio.verify()
        for _ in range(4):
            moment = START + chance.random() * (trio.clock.now - START)
            trio.compare_past(moment)
        trio.compare_past(trio.clock.now)
        trio.verify()
    finally:
        trio.close()


def test_an_answer_is_the_same_whenever_it_is_looked_at(
    tmp_path: Path, fresh_postgres: str
) -> None:
    trio, chance = Trio(tmp_path, fresh_postgres), Random(3)
    author = Author(chance, trio.clock)
    waiting: list[tuple[Operation, str, list[Any]]] = []
    try:
        for _ in range(400):
            author.tick()
            operation = author.next()
            memory, *others = [perform(client, operation) for client in trio.clients]
            waiting.append((operation, repr(memory), others))
            if len(waiting) > 10:
                operation, looked, answers = waiting.pop(chance.randrange(len(waiting)))
                for answer in answers:
                    assert repr(answer) == looked, operation
    finally:
        trio.close()


# Another Python


def _other_pythons() -> list[str]:
    """One interpreter for each further minor version from 3.11 on."""
    found: dict[str, str] = {}
    for minor in range(11, 20):
        name = f"python3.{minor}"
        candidates = [shutil.which(name)]
        versions = Path.home() / ".pyenv" / "versions"
        candidates += map(str, sorted(versions.glob(f"3.{minor}.*/bin/{name}")))
        for candidate in filter(None, candidates):
            code = "import sqlite3, sys; print('%d.%d' % sys.version_info[:2])"
            asked = subprocess.run(
                [candidate, "-c", code], capture_output=True, text=True, check=False
            )
            if asked.returncode == 0 and asked.stdout.strip() == f"3.{minor}":
                found[name] = candidate
                break
    found.pop("python{}.{}".format(*sys.version_info), None)
    return list(found.values())


def _elsewhere(python: str, code: str, *arguments: str) -> Any:
    done = subprocess.run(
        [python, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([os.environ.get("BSRC", "src"), "."]),
            "PYTHONUTF8": "1",
        },
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


JOURNEY = """
import json, sys
from tests.simulation.histories import journey
print(json.dumps(journey(sys.argv[1], 7, 600)))
"""
ADD = """
import json, sys
from beliefs import Beliefs
print(json.dumps(Beliefs(":memory:").add(sys.argv[1]).changes[0].belief_id))
"""
VERIFY = """
import json, sys
from beliefs import Beliefs
with Beliefs(sys.argv[1]) as client:
    print(json.dumps([client.digest(), client.verify().problems]))
"""


@pytest.fixture(params=_other_pythons() or [""], ids=lambda path: Path(path or "none").name)
def other_python(request: pytest.FixtureRequest) -> str:
    if not request.param:
        pytest.skip("no other Python from 3.11 on is installed")
    python: str = request.param
    return python


def test_another_python_comes_to_the_same_ledger(other_python: str, tmp_path: Path) -> None:
    here = json.loads(json.dumps(journey(":memory:", 7, 600)))
    assert here["problems"] == []
    assert _elsewhere(other_python, JOURNEY, ":memory:") == here
    path = str(tmp_path / "elsewhere.db")
    assert _elsewhere(other_python, JOURNEY, path) == here
    with Beliefs(path) as client:
        assert client.digest() == here["digest"]
        assert client.verify().problems == ()


# Letters, digits and an accent that came with Unicode 15, 15.1 and 16.
NEW_LETTERS = "new \U0001df25\U00011f04 \U0001e4f0 \U0002ebf0 \U00010d4a"
NEW_ACCENT = "accent x\u0301\U00010efd"


@pytest.mark.parametrize("words", [NEW_LETTERS, NEW_ACCENT], ids=["letters", "accent"])
def test_another_python_with_newer_letters_reads_the_same(
    other_python: str, tmp_path: Path, words: str
) -> None:
    path = str(tmp_path / "here.db")
    with Beliefs(path) as client:
        belief = client.add(words).changes[0].belief_id
        digest = client.digest()
    assert _elsewhere(other_python, VERIFY, path) == [digest, []]
    assert _elsewhere(other_python, ADD, words) == belief
