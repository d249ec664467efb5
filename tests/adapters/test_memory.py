"""The shared piece: what it takes, what it refuses, and how it ends."""

from __future__ import annotations

import asyncio
import doctest
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest

import beliefs.adapters
from beliefs import AsyncBeliefs, Beliefs, InvalidInput
from beliefs.adapters import Memory
from tests.adapters.conftest import PATIENCE, Gate

MODULES = sorted(path.stem for path in Path(beliefs.adapters.__file__).parent.glob("[a-z]*.py"))
FRAMEWORKS = {
    "claude": "claude_agent_sdk",
    "langchain": "langchain_core",
    "openai_agents": "agents",
    "pydantic_ai": "pydantic_ai",
}


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    done = doctest.testmod(import_module(f"beliefs.adapters.{name}"))
    assert done.attempted > 0
    assert done.failed == 0


def test_what_cannot_be_beside_a_host_is_refused_at_once() -> None:
    twin = AsyncBeliefs(":memory:")
    for wrong in (twin, None, "beliefs"):
        with pytest.raises(InvalidInput, match="takes a Beliefs"):
            Memory(wrong)  # type: ignore[arg-type]
    asyncio.run(twin.close())
    with pytest.raises(InvalidInput, match="wait"):
        Memory(Beliefs(":memory:"), wait=0)
    with pytest.raises(InvalidInput, match="room"):
        Memory(Beliefs(":memory:"), room=0)


def test_a_text_too_long_is_refused_and_counted() -> None:
    b = Beliefs(":memory:")
    with Memory(b, wait=PATIENCE) as memory:
        memory.hear("The cache is warm. " * 10_000)
        assert memory.health.failures == {"InvalidText": 1}
        assert memory.health.waiting == 0
        b.add("The cache is warm")
        assert "cache" in memory.context("Is the cache warm? " * 10_000)


def test_the_event_loop_goes_on_while_context_is_waited_for(gate: Gate) -> None:
    b = Beliefs(":memory:", clock=gate)
    b.add("The cache is warm")
    gate.opened.clear()

    async def host(memory: Memory) -> str:
        asking = asyncio.create_task(memory.context_async("Is the cache warm?"))
        assert await asyncio.to_thread(gate.stuck.wait, PATIENCE)
        gate.opened.set()  # only a loop that goes on gets here
        return await asking

    with Memory(b, wait=PATIENCE * 2) as memory:
        assert "The cache is warm" in asyncio.run(host(memory))


def test_many_may_ask_while_much_is_heard(tmp_path: Path) -> None:
    """One client, one file, and two threads of the adapter beside the host's own."""
    with Beliefs(tmp_path / "b.db") as b, Memory(b, wait=PATIENCE) as memory:
        b.add("The farm is large")

        def host(number: int) -> bool:
            for turn in range(5):
                memory.hear(f"Host {number} in row {turn} is up.", tool="probe")
                shown = memory.context(f"How is the farm, and host {number}?")
            return "The farm is large" in shown and b.count() > 0

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(host, range(8)))
        assert memory.flush(PATIENCE)
        assert memory.health == beliefs.adapters.Health(contexts=40, observations=40)
        assert len(b.list(limit=None)) == 41
        assert b.verify().problems == ()


def test_what_says_nothing_is_nothing() -> None:
    with Memory(Beliefs(":memory:"), wait=PATIENCE) as memory:
        memory.hear(" \n")
        assert memory.context("  ") == asyncio.run(memory.context_async("")) == ""
        assert memory.flush(PATIENCE)
        assert memory.health == beliefs.adapters.Health()


def test_text_that_cannot_be_stored_is_counted() -> None:
    with Memory(Beliefs(":memory:"), wait=PATIENCE) as memory:
        memory.hear("The cache\0 is warm.")
        assert memory.context("\ud800") == ""
        assert memory.flush(PATIENCE)
        assert memory.health.failures == {"InvalidText": 2}


def test_what_was_heard_last_is_written_when_the_program_ends(tmp_path: Path) -> None:
    place = tmp_path / "b.db"
    done = run(
        "import sys; from beliefs import Beliefs; from beliefs.adapters import Memory\n"
        "memory = Memory(Beliefs(sys.argv[1]))\n"
        "for n in range(20): memory.hear(f'Host {n} is up.', tool='probe')\n",
        str(place),
    )
    assert (done.returncode, done.stderr) == (0, "")
    with Beliefs(place) as b:
        assert len(b.list()) == 20


def test_a_store_that_hangs_does_not_hold_up_the_end() -> None:
    done = run(
        "import threading; from beliefs import Beliefs; import beliefs.adapters.memory as m\n"
        "m.Memory.close.__defaults__ = (0.1,)\n"
        "class Hung:\n"
        "    name = 'hung'\n"
        "    def read(self, text): threading.Event().wait()\n"
        "memory = m.Memory(Beliefs(':memory:', reader=Hung()))\n"
        "memory.hear('One is up.'); memory.hear('Two is up.')\n"
        "print('done')\n"
    )
    assert (done.returncode, done.stdout) == (0, "done\n")
    assert "dropped" in done.stderr


def test_nothing_is_loaded_but_the_framework_that_is_used() -> None:
    loaded = run("import sys, beliefs.adapters; print(*sys.modules)").stdout.split()
    assert not set(FRAMEWORKS.values()) & set(loaded)


@pytest.mark.parametrize("name", FRAMEWORKS)
def test_a_missing_framework_is_named_with_what_to_do(name: str) -> None:
    hidden = f"import sys; sys.modules[{FRAMEWORKS[name]!r}] = None"
    done = run(f"{hidden}; import beliefs.adapters.{name}")
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert "pip install" in last


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="CrewMemory"):
        beliefs.adapters.CrewMemory  # noqa: B018
    for name in beliefs.adapters.__all__:
        assert getattr(beliefs.adapters, name).__name__ == name
