"""A client and an adapter beside each host; nothing that is tested here may open a connection."""

from __future__ import annotations

import asyncio
import socket
import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import Beliefs
from tests.adapters.hosts import HOSTS, Host

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from beliefs.adapters import Memory
    from beliefs.reading.heard import Reading

PATIENCE = 20.0
"""Seconds after which a test that waits has failed; a slow machine needs some."""


@pytest.fixture(autouse=True)
def no_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tracing, no telemetry, nothing outside; the sockets of event loops are pairs."""

    def refuse(*_: Any) -> None:
        pytest.fail("something wanted to connect")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket.socket, "connect_ex", refuse)
    monkeypatch.setenv("LANGSMITH_TRACING", "false")
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")


@pytest.fixture(autouse=True)
def own_loop() -> Iterator[None]:
    """The loop that hosts use when called without `await`; they leave it to others to close."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    asyncio.set_event_loop(None)
    loop.close()


@pytest.fixture(params=HOSTS)
def host(request: pytest.FixtureRequest) -> Host:
    return HOSTS[request.param]


@pytest.fixture
def b() -> Beliefs:
    return Beliefs(":memory:")


@pytest.fixture
def beside() -> Iterator[Callable[..., Memory]]:
    """Makes adapters, and closes them in the end."""
    made: list[Memory] = []

    def make(kind: type[Memory], client: Beliefs, **options: Any) -> Memory:
        made.append(kind(client, **{"wait": PATIENCE, **options}))
        return made[-1]

    yield make
    for memory in made:
        memory.close(timeout=0)


class Gate:
    """A clock that stands still until it is opened; whoever asks a store for the time waits."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.opened.set()
        self.asked = 0
        self.stuck = threading.Event()

    def __call__(self) -> datetime:
        self.asked += 1
        if not self.opened.is_set():
            self.stuck.set()
        assert self.opened.wait(PATIENCE)
        return datetime.now(UTC)


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.opened.set()


class Exploding:
    """A reader that cannot read."""

    name = "exploding"

    def read(self, text: str) -> list[Reading]:
        raise RuntimeError(f"cannot read {len(text)} characters")
