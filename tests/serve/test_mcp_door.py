"""MCP beside the API: the official client with the right key, a wrong one, and one for less."""

from __future__ import annotations

import json
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio
import httpx
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from beliefs import Beliefs
from beliefs.errors import Forbidden
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.guard import Guard
from beliefs.serve.header import COOKIE
from beliefs.serve.keyring import Keyring
from beliefs.serve.mcp.server import TOOLS
from beliefs.serve.rights import Right
from tests.http_server import HttpServer
from tests.serve.mcp_client import ask, prompt_text, read, refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


pytestmark = pytest.mark.anyio

MODES = pytest.mark.parametrize("mode", ["legacy", "auto"])
READS = {tool.name for tool in TOOLS if not tool.writes}
NOBODY = "bk_000000000000_" + "0" * 64


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Beside(NamedTuple):
    """A server that speaks MCP beside its API, and keys to some of it."""

    server: HttpServer
    keyring: Keyring
    guard: Guard
    writer: str
    reader: str

    def token(self) -> str:
        """One that may read."""
        return self.guard.issue(self.guard.known(f"Bearer {self.writer}"))

    @asynccontextmanager
    async def client(
        self, key: str | None, mode: Any = "auto", **scope: str
    ) -> AsyncIterator[Client]:
        query = str(httpx.QueryParams({"namespace": "lab", **scope}))
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        transport = f"{self.server.url}/mcp?{query}"
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(transport, http_client=http), mode=mode) as client,
        ):
            yield client


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    folder = tmp_path_factory.mktemp("beside")
    with Keyring(folder / "keys.db") as keyring, Beliefs(folder / "b.db") as behind:
        writer = keyring.create(["lab"], Right.WRITE).secret
        reader = keyring.create(["lab"], Right.READ).secret
        guard = Guard(keyring)
        with HttpServer(create_app(on_one_store(behind), guard=guard, mcp=True)) as server:
            yield Beside(server, keyring, guard, writer, reader)


@MODES
async def test_a_turn_with_a_key(beside, mode):
    async with beside.client(beside.writer, mode, agent=f"scout {mode}") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} > READS
        await ask(client, "after", text="The well is probably safe.")
        assert "The well is safe" in (await ask(client, "before", text="well"))["prompt"]
        assert "The well is safe" in await prompt_text(client, "start_turn", {"text": "well"})
    # Over /v1 the same ledger is there, and the same agent spoke.
    with Beliefs(beside.server.url, namespace="lab", api_key=beside.reader) as b:
        agents = {voice.agent for voice in b.search("well")[0].voices}
    assert f"scout {mode}" in agents


@MODES
async def test_a_key_that_may_read_is_offered_nothing_else(beside, mode, caplog):
    caplog.set_level(logging.INFO, "beliefs.serve.requests")
    for key in (beside.reader, beside.token()):
        async with beside.client(key, mode) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == READS
            before = (await read(client, "beliefs://world"))["beliefs"]
            for tool in TOOLS:
                if tool.writes:
                    given = dict.fromkeys(tool.listed.input_schema.get("required", ()), "x")
                    result = await client.call_tool(tool.name, given)
                    assert result.is_error, tool.name
            assert (await refused(client, "add", claim="The well is dry"))[0] == Forbidden.code
            assert (await read(client, "beliefs://world"))["beliefs"] == before
    lines = [json.loads(one.getMessage()) for one in caplog.records if "requests" in one.name]
    told = [line for line in lines if line.get("problem") == Forbidden.code]
    assert {(line["route"], line["status"]) for line in told} == {("/mcp", 200)}
    assert beside.reader not in caplog.text


@MODES
@pytest.mark.parametrize("who", ["nobody", "stranger", "elsewhere", "revoked"])
async def test_whoever_has_no_business_here_is_not_let_in(beside, mode, who):
    gone = beside.keyring.create(["lab"], Right.ADMIN).secret
    beside.keyring.revoke(gone)
    key = {"nobody": None, "stranger": NOBODY, "elsewhere": beside.writer, "revoked": gone}[who]
    scope = {"namespace": "other"} if who == "elsewhere" else {}

    async def look() -> None:
        async with beside.client(key, mode, **scope) as client:
            await ask(client, "list")

    with pytest.raises((MCPError, BaseExceptionGroup)):  # the SDK groups what its tasks raise
        await look()


def _hello(beside: Beside, key: str | None, query: str = "namespace=lab") -> httpx.Response:
    return httpx.post(
        f"{beside.server.url}/mcp?{query}",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}},
        headers={
            "accept": "application/json, text/event-stream",
            **({} if key is None else {"authorization": f"Bearer {key}"}),
        },
        trust_env=False,
    )


def test_what_is_refused_is_a_problem_as_everywhere(beside):
    for key, query, status, code in (
        (None, "namespace=lab", 401, "access/unauthorised"),
        (NOBODY, "namespace=lab", 401, "access/unauthorised"),
        (beside.writer, "namespace=other", 403, "access/forbidden"),
        (beside.writer, "", 403, "access/forbidden"),
        (beside.writer, "namespace=lab&as_of=2030-01-01T00:00:00Z", 422, "input/invalid"),
        (beside.writer, "namespace=lab&colour=red", 422, "input/invalid"),
    ):
        told = _hello(beside, key, query)
        assert (told.status_code, told.json()["code"]) == (status, code)
        assert ("www-authenticate" in told.headers) == (status == 401)
    assert _hello(beside, beside.writer).status_code == 200
    cookie = {"cookie": f"{COOKIE}={beside.token()}"}
    url = f"{beside.server.url}/mcp?namespace=lab"
    assert httpx.post(url, headers=cookie, trust_env=False).status_code == 401
    assert httpx.get(url, trust_env=False).status_code == 405
    assert httpx.delete(url, trust_env=False).status_code == 405
    foreign = {"origin": "https://evil.example"}
    assert httpx.post(url, headers=foreign, trust_env=False).status_code == 403


async def test_a_key_that_is_revoked_in_between_is_refused_at_once(beside):
    key = beside.keyring.create(["lab"], Right.READ).secret
    await anyio.sleep(0.3)  # until the server has looked at the keys again

    async def look_twice() -> None:
        async with beside.client(key, "legacy") as client:
            await ask(client, "list")
            beside.keyring.revoke(key)
            await anyio.sleep(0.3)
            await ask(client, "list")

    with pytest.raises((MCPError, BaseExceptionGroup)):
        await look_twice()
