"""Server-sent events: everybody is told everything, in order, and whoever was cut off goes on."""

from __future__ import annotations

import asyncio
import doctest
import importlib
import threading
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from beliefs import Beliefs
from beliefs.mind.events import Event
from beliefs.mind.remote import messages
from beliefs.serve import live
from beliefs.serve.clients import Clients, Scope, on_one_store

if TYPE_CHECKING:
    from tests.http_server import HttpServer

MODULES = ("app", "asked", "clients", "live", "problems", "replies", "routes", "running", "schema")


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"beliefs.serve.{name}")).failed == 0


def ids_of(http: httpx.Client, query: dict[str, Any], last: str | None = None) -> list[str]:
    headers = {} if last is None else {"Last-Event-ID": last}
    told = http.get("/v1/events", params=query, headers=headers)
    assert told.headers["content-type"].startswith("text/event-stream")
    return [line[4:] for line in told.text.splitlines() if line.startswith("id: ")]


def test_the_last_event_says_where_to_go_on(http: httpx.Client, behind: Beliefs) -> None:
    behind.add("Host 1 is up")
    assert ids_of(http, {"since": 0, "timeout": 0}) == ["1"]
    behind.add("Host 2 is up")
    behind.add("Host 3 is up")
    assert ids_of(http, {"timeout": 0}, last="1") == ["3"]
    assert ids_of(http, {"timeout": 0}, last="3") == []
    assert ids_of(http, {"timeout": 0}) == []


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "9" * 30])
def test_what_is_no_id_of_an_event(http: httpx.Client, last: str) -> None:
    told = http.get("/v1/events", params={"timeout": 0}, headers={"Last-Event-ID": last})
    assert (told.status_code, told.json()["code"]) == (422, "input/invalid")


@pytest.mark.parametrize("query", ["heartbeat=0", "timeout=-1", "timeout=nan", "pace=1", "since=x"])
def test_what_a_listener_cannot_ask_for(http: httpx.Client, query: str) -> None:
    assert http.get(f"/v1/events?{query}").status_code == 422


def test_the_past_does_not_change(http: httpx.Client) -> None:
    told = http.get("/v1/events", params={"as_of": "2001-01-01T00:00:00Z"})
    assert (told.status_code, told.json()["code"]) == (422, "input/invalid")


def test_a_thread_is_heard_by_those_who_see_it(http: httpx.Client, behind: Beliefs) -> None:
    behind.with_thread("t").add("It is loud")
    scope = {"since": 0, "timeout": 0}
    assert ids_of(http, scope) == []
    assert ids_of(http, {**scope, "thread": "t", "write_scope": "thread"}) == ["1"]


def test_many_listen_and_one_is_slow(server: HttpServer, behind: Beliefs) -> None:
    """All receive all, in order, while one reads nothing until the end."""
    listeners, events = 40, 30

    async def listen(client: httpx.AsyncClient, ready: asyncio.Semaphore) -> list[str]:
        heard: list[str] = []
        async with client.stream("GET", "/v1/events", params={"since": 0}) as response:
            ready.release()
            async for line in response.aiter_lines():
                if line.startswith("data: "):
                    heard += line.split('"beliefs":[')[1].split("]")[0].split(",")
                if len(heard) == events:
                    return heard
        return heard

    async def run() -> list[list[str]]:
        limits = httpx.Limits(max_connections=None)
        options: dict[str, Any] = {"base_url": server.url, "trust_env": False, "limits": limits}
        async with httpx.AsyncClient(**options, timeout=60) as client:
            ready = asyncio.Semaphore(0)
            async with client.stream("GET", "/v1/events", params={"since": 0}) as slow:
                tasks = [asyncio.create_task(listen(client, ready)) for _ in range(listeners)]
                for _ in tasks:
                    await ready.acquire()
                for number in range(events):
                    await asyncio.to_thread(behind.add, f"Host {number} is up")
                heard = await asyncio.gather(*tasks)
                late: list[str] = []
                async for line in slow.aiter_lines():
                    if line.startswith("data: "):
                        late += line.split('"beliefs":[')[1].split("]")[0].split(",")
                    if len(late) == events:
                        break
        return [*heard, late]

    heard = asyncio.run(run())
    wanted = [f'"{belief.id}"' for belief in behind.list()]
    assert all(one == wanted for one in heard)
    assert len(heard) == listeners + 1
    following = [t for t in threading.enumerate() if t.name == "beliefs live"]
    assert len(following) <= 1


def test_what_comes_while_an_event_is_sent_is_told_at_once(behind: Beliefs) -> None:
    async def listen() -> list[bytes]:
        told = live.Live(Clients(on_one_store(behind)))
        listener = told.listen(Scope(), None, None, 60.0)
        await anext(listener)
        channel = told._channels[Scope()]  # noqa: SLF001
        heard = []
        for number in (1, 2, 3):
            channel._tell(Event("changed", ("x",), number))  # noqa: SLF001
            heard.append(await asyncio.wait_for(anext(listener), 5))
        await listener.aclose()
        return heard

    assert [one[:5] for one in asyncio.run(listen())] == [b"id: 1", b"id: 2", b"id: 3"]


def test_one_that_comes_when_the_server_goes_is_let_go(behind: Beliefs) -> None:
    async def listen() -> list[bytes]:
        told = live.Live(Clients(on_one_store(behind)))
        told.close()
        return [one async for one in told.listen(Scope(), None, None, 60.0)]

    heard = asyncio.run(asyncio.wait_for(listen(), 5))
    assert heard == [b": listening\n\n"]  # and no end: it should come again


def test_one_that_falls_behind_looks_at_everything_again(behind: Beliefs) -> None:
    async def fall_behind() -> tuple[list[Any], list[Any]]:
        channel = live.Channel(behind, asyncio.get_running_loop())
        for number in range(live.MOST_TOLD + 5):
            channel._tell(Event("changed", (str(number),), number + 1))  # noqa: SLF001
        channel.close()
        return channel.after(0), channel.after(live.MOST_TOLD)

    far, near = asyncio.run(fall_behind())
    assert [(event.kind, event.entries) for event in far] == [("stale", live.MOST_TOLD + 5)]
    assert [event.entries for event in near] == [live.MOST_TOLD + n for n in range(1, 6)]


def test_a_message_may_be_of_several_lines() -> None:
    lines = ["id: 1", "event: changed", 'data: {"kind":', 'data: "x"}', "", ": here", ""]
    assert list(messages(lines)) == [("changed", '{"kind":"x"}'), ("", "")]
