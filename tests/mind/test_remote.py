"""A client of a server: what is lost on the way is sent again, and is done once."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import AsyncBeliefs, Beliefs, InvalidInput, StoreError, StoreUnavailable
from beliefs.mind import connection
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from beliefs.mind.events import Event

PATIENCE_SECONDS = 20


class Faulty:
    """An application whose answers to writes get lost as often as it is told."""

    def __init__(self, app: Any) -> None:
        self.app, self.state = app, app.state
        self.lost = 0
        """How many answers are still to be lost, after the work was done."""
        self.answer: int | None = None
        """A status to answer with before anything is done."""
        self.headers: list[tuple[bytes, bytes]] = []
        self.asked = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        self.asked += 1
        if self.answer is not None:
            await self._say(send, self.answer)
        elif self.lost and scope["method"] != "GET":
            self.lost -= 1

            async def swallow(_: Any) -> None:
                pass

            await self.app(scope, receive, swallow)
            await self._say(send, 502)
        else:
            await self.app(scope, receive, send)

    async def _say(self, send: Any, status: int) -> None:
        start = {"type": "http.response.start", "status": status, "headers": self.headers}
        await send(start)
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def behind() -> Iterator[Beliefs]:
    with Beliefs(":memory:") as client:
        yield client


@pytest.fixture
def faulty(behind: Beliefs) -> Faulty:
    return Faulty(create_app(on_one_store(behind)))


@pytest.fixture
def b(faulty: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Beliefs]:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.01)
    with HttpServer(faulty) as server, Beliefs(server.url) as client:
        yield client


WRITES: list[Callable[[Beliefs], object]] = [
    lambda b: b.add("It is up", confidence=0.9),
    lambda b: b.add(f"Host {n} is up" for n in range(20)),
    lambda b: b.add("It is loud", supersedes=b.list()[0]),
    lambda b: b.outcome(b.list()[0], truth=True),
    lambda b: b.retract(b.list()[0]),
    lambda b: b.remove(b.list()[0]),
    lambda b: b.erase(b.list()[0]),
    lambda b: b.relate(b.list()[0], "supports", b.list()[1]),
    lambda b: b.join(b.list()[0], b.list()[1]),
    lambda b: b.goal("Keep it up"),
    lambda b: b.after("The well is probably safe. We do not know when it was tested."),
    lambda b: b.tools.observe("probe", success=True),
    lambda b: b.trust.set(agent="scout", confidence=0.5),
    lambda b: b.reset(),
    lambda b: b.merge(_export()),
]


def _export() -> str:
    with Beliefs(":memory:") as other:
        other.add("From elsewhere")
        return other.export()


def begin(b: Beliefs) -> None:
    b.add("The cache is warm", agent="scout")
    b.add("The cache is full", agent="critic")


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("number", range(len(WRITES)))
def test_a_lost_answer_is_asked_for_again(
    b: Beliefs, faulty: Faulty, behind: Beliefs, number: int, kept: bool, monkeypatch: Any
) -> None:
    """Whether the server that is asked again is the same process, or a new one."""
    if not kept:
        monkeypatch.setattr("beliefs.serve.replies.Replies.known", lambda *_: None)
    write = WRITES[number]
    begin(b)
    with Beliefs(":memory:") as once:
        begin(once)
        wanted = write(once)
        faulty.lost = 2
        try:
            answer = write(b)
        except StoreError:
            raise
        except LookupError:
            assert not kept  # it is gone, as was asked
            answer = wanted
        assert faulty.lost == 0
        if kept:
            assert answer == wanted or number == 11
        assert behind.verify().ok
        assert behind.count() == once.count()
        assert [one.claim for one in behind.list()] == [one.claim for one in once.list()]
        evidence = [round(one.evidence, 9) for one in behind.list()]
        assert evidence == [round(one.evidence, 9) for one in once.list()]


def test_a_text_that_no_address_can_hold(b: Beliefs) -> None:
    begin(b)
    long = "cache " * 10_000
    assert len(b.search(long)) == 2
    assert b.moves.list(long) == b.moves.list("cache")
    assert b.before(long).prompt


def test_asking_stops(b: Beliefs, faulty: Faulty) -> None:
    faulty.answer = 503
    with pytest.raises(StoreUnavailable, match="asked 4 times"):
        b.count()
    assert faulty.asked == 4


def test_what_the_server_asks_for_is_honoured(b: Beliefs, faulty: Faulty) -> None:
    faulty.answer, faulty.headers = 429, [(b"retry-after", b"1")]
    threading.Timer(0.5, lambda: setattr(faulty, "answer", None)).start()
    begun = time.monotonic()
    assert b.count() == 0
    assert time.monotonic() - begun >= 1


def test_nobody_waits_for_long(b: Beliefs, faulty: Faulty) -> None:
    faulty.answer, faulty.headers = 503, [(b"retry-after", b"3600")]
    with pytest.raises(StoreUnavailable, match="asked 1 times"):
        b.count()


def test_no_server_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.01)
    with Beliefs("http://127.0.0.1:9") as b, pytest.raises(StoreUnavailable, match="reached"):
        b.count()


def test_a_client_that_was_closed(b: Beliefs) -> None:
    b.close()
    with pytest.raises(StoreError):
        b.count()


@pytest.mark.parametrize(
    "options",
    [{"url": "http://"}, {"url": "http://me:pass@host"}, {"url": "http://host:x"},
     {"api_key": "ü"}, {"api_key": ""}, {"reader": "rules"}, {"clock": lambda: None},
     {"namespace": ""}, {"write_scope": "sky"}],
)  # fmt: skip
def test_what_a_client_cannot_be_made_of(options: dict[str, Any]) -> None:
    options = {"url": "http://127.0.0.1:9", **options}
    with pytest.raises(InvalidInput) as told:
        Beliefs(options.pop("url"), **options)
    assert "pass@" not in str(told.value)


def test_a_store_takes_no_key() -> None:
    with pytest.raises(InvalidInput, match="server"):
        Beliefs(":memory:", api_key="sesame")


def test_the_awaitable_twin(b: Beliefs) -> None:
    async def turn() -> tuple[int, list[str], list[Event]]:
        async with AsyncBeliefs(b.url) as twin:
            delta = await twin.after("The well is probably safe.")
            await twin.trust.set(agent="scout", confidence=0.5)
            moments = [event async for event in twin.events(since=0, timeout=0)]
            return await twin.count(), [one.claim for one in delta.state.beliefs], moments

    count, claims, told = asyncio.run(turn())
    assert (count, claims) == (2, ["The well is safe"])
    assert [event.entries for event in told] == [2]


def test_events_go_on_after_a_cut(behind: Beliefs) -> None:
    app = create_app(on_one_store(behind))
    told: list[Event] = []
    server = HttpServer(app)
    with Beliefs(server.url) as b, b.subscribe(told.append):
        behind.add("Host 1 is up")
        _wait_until(lambda: [event.entries for event in told] == [1])
        server.close()
        behind.add("Host 2 is up")
        with HttpServer(create_app(on_one_store(behind)), server.port):
            _wait_until(lambda: [event.entries for event in told] == [1, 2])
            behind.add("Host 3 is up")
            _wait_until(lambda: [event.entries for event in told] == [1, 2, 3])
    heard = [belief for event in told for belief in event.beliefs]
    assert heard == [belief.id for belief in behind.list()]


def _wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)
