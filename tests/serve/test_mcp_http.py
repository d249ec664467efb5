"""MCP over streamable HTTP: alone, beside an API, with a ledger for each key, and live."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import httpx2
import pytest
from fastapi import FastAPI
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated
from mcp_types import PromptReference, ResourceTemplateReference, ResourceUpdatedNotification

from beliefs import Beliefs, NotFound, ReadOnlyStore
from beliefs.serve.mcp.server import http_app, mcp_server
from tests.serve.mcp_client import ask, read, refused
from tests.serve.mcp_http import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.requests import Request

pytestmark = pytest.mark.anyio

MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])

# What clients of the handshake years do is served, though the SDK's client says it is old.
OLD = pytest.mark.filterwarnings(
    "ignore:resources/(un)?subscribe is removed:mcp.shared.exceptions.MCPDeprecationWarning"
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def beliefs(tmp_path) -> Iterator[Beliefs]:
    with Beliefs(tmp_path / "beliefs.db") as opened:
        yield opened


@MODES
@pytest.mark.parametrize("stateless", [False, True])
async def test_a_turn_over_http(beliefs, mode, stateless):
    with serving(http_app(mcp_server(beliefs), stateless=stateless)) as url:
        async with Client(f"{url}/mcp", mode=mode) as client:
            await ask(client, "after", text="The well is probably safe.")
            assert "The well is safe" in (await ask(client, "before", text="well"))["prompt"]
            world = await read(client, "beliefs://world")
            assert world["beliefs"][0]["claim"] == "The well is safe"


async def test_many_clients_at_once(beliefs):
    async def turn(url: str, number: int) -> None:
        async with Client(url) as client:
            await ask(client, "add", claim="It rains", agent=f"agent {number}")

    with serving(http_app(mcp_server(beliefs))) as url:
        async with anyio.create_task_group() as tasks:
            for number in range(10):
                tasks.start_soon(turn, f"{url}/mcp", number)
    assert beliefs.list()[0].contributions == 10


async def test_beside_an_api(beliefs):
    app = http_app(mcp_server(beliefs))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with app.router.lifespan_context(app):
            yield

    api = FastAPI(lifespan=lifespan)
    api.router.routes.extend(app.routes)
    api.get("/health")(lambda: {"status": "ok"})
    with serving(api) as url:
        async with httpx.AsyncClient() as plain:
            assert (await plain.get(f"{url}/health")).json() == {"status": "ok"}
        async with Client(f"{url}/mcp") as client:
            assert (await client.list_tools()).tools


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "beliefs.example"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://beliefs.example"}, 200),
        ({"Content-Type": "text/plain"}, 400),
        ({"Accept": "text/html"}, 406),
    ],
)
def test_only_requests_that_are_addressed_to_it(beliefs, headers, status):
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "by hand", "version": "1"},
        },
    }  # fmt: skip
    kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    with serving(http_app(mcp_server(beliefs), hosts=["beliefs.example"])) as url:
        reply = httpx.post(f"{url}/mcp", content=json.dumps(hello), headers={**kinds, **headers})
    assert reply.status_code == status


# Many ledgers


@pytest.fixture
def by_key(tmp_path) -> Iterator[str]:
    """A server with a ledger for each key, of which one may only read."""
    store = tmp_path / "beliefs.db"
    with Beliefs(store, namespace="one") as one, Beliefs(store, namespace="other") as other:
        known = {"Bearer one": one, "Bearer other": other, "Bearer reader": one}

        def client_for(request: Request | None, writes: bool) -> Beliefs:
            assert request is not None
            key = request.headers.get("authorization", "")
            if key not in known:
                raise NotFound("there is no such key; ask for one.")
            if writes and key == "Bearer reader":
                raise ReadOnlyStore("this key may only read; use one that may write.")
            return known[key]

        with serving(http_app(mcp_server(client_for))) as url:
            yield f"{url}/mcp"


@asynccontextmanager
async def keyed(url: str, key: str, mode: str) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


@MODES
async def test_each_key_has_its_ledger(by_key, mode):
    async with (
        keyed(by_key, "one", mode) as one,
        keyed(by_key, "other", mode) as other,
        keyed(by_key, "reader", mode) as reader,
        keyed(by_key, "stranger", mode) as stranger,
    ):
        added = (await ask(one, "add", claim="It rains"))["changes"][0]["id"]
        assert (await ask(other, "list"))["beliefs"] == []
        assert (await refused(other, "get", belief=added))[0] == "belief/not_found"
        with pytest.raises(MCPError, match="there is no belief"):
            await other.read_resource(f"beliefs://belief/{added}")
        assert (await ask(reader, "get", belief=added))["belief"]["claim"] == "It rains"
        assert (await refused(reader, "retract", belief=added))[0] == "store/read_only"
        assert "no such key" in (await refused(stranger, "list"))[1]


@OLD
async def test_many_ledgers_offer_no_subscriptions(by_key):
    async with keyed(by_key, "one", "legacy") as client:
        resources = client.server_capabilities.resources
        assert resources is not None
        assert not resources.subscribe
        with pytest.raises(MCPError):
            await client.subscribe_resource("beliefs://world")


# Subscriptions


@OLD
async def test_subscribers_hear_of_changes_by_any_process(beliefs):
    rain = beliefs.add("It rains").changes[0].belief_id
    heard: list[str] = []
    news = anyio.Event()

    async def note(message: object) -> None:
        nonlocal news
        if isinstance(message, ResourceUpdatedNotification):
            heard.append(str(message.params.uri))
            news.set()

    with serving(http_app(mcp_server(beliefs))) as url, anyio.fail_after(30):
        async with Client(f"{url}/mcp", mode="legacy", message_handler=note) as client:
            await client.subscribe_resource(f"beliefs://belief/{rain}")
            with Beliefs(beliefs.url) as elsewhere:
                elsewhere.add("It snows")
                elsewhere.add("It rains", agent="other")
            await news.wait()
            assert heard == [f"beliefs://belief/{rain}"]
            await client.unsubscribe_resource(f"beliefs://belief/{rain}")
            await client.subscribe_resource("beliefs://world")
            news = anyio.Event()
            beliefs.add("It rains", agent="a third")
            await news.wait()
            assert heard[1:] == ["beliefs://world"]


@OLD
async def test_a_subscriber_that_is_gone_harms_nobody(beliefs):
    with serving(http_app(mcp_server(beliefs))) as url, anyio.fail_after(30):
        async with Client(f"{url}/mcp", mode="legacy") as stays:
            with anyio.move_on_after(5) as gone:
                # Cut off, without a goodbye.
                transport = streamable_http_client(f"{url}/mcp", terminate_on_close=False)
                async with Client(transport, mode="legacy") as client:
                    await client.subscribe_resource("beliefs://world")
                    gone.cancel()
                    await anyio.sleep_forever()
            for number in range(5):
                await ask(stays, "add", claim="It rains", agent=f"agent {number}")
                await anyio.sleep(0.1)
            assert (await ask(stays, "list"))["beliefs"][0]["contributions"] == 5


async def test_listeners_hear_of_changes(beliefs):
    rain = f"beliefs://belief/{beliefs.add('It rains').changes[0].belief_id}"
    wanted = [rain, "beliefs://world"]
    with serving(http_app(mcp_server(beliefs))) as url, anyio.fail_after(30):
        async with (
            Client(f"{url}/mcp") as client,
            client.listen(resource_subscriptions=wanted) as events,
        ):
            beliefs.add("It rains", agent="other")
            assert {await anext(events) for _ in wanted} == set(map(ResourceUpdated, wanted))
            beliefs.trust.set(agent="other", confidence=0.1)  # anything may have changed
            assert {await anext(events) for _ in wanted} == set(map(ResourceUpdated, wanted))


@MODES
async def test_ids_are_completed(beliefs, mode):
    ids = [beliefs.add(words).changes[0].belief_id for words in ("It rains", "It snows")]
    template = ResourceTemplateReference(uri="beliefs://belief/{id}")
    async with Client(mcp_server(beliefs), mode=mode) as client:

        async def completed(ref: Any, typed: str) -> list[str]:
            found = await client.complete(ref, {"name": "id", "value": typed})
            return list(found.completion.values)

        assert await completed(template, ids[0][:5].upper()) == [ids[0]]
        assert await completed(template, "") == ids
        assert await completed(template, "snows") == [ids[1]]
        assert await completed(template, "hail") == []
        assert await completed(PromptReference(name="start_turn"), "x") == []
