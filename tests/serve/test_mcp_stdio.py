"""`belief mcp` as a client starts it: a process that speaks MCP on stdin and stdout."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from beliefs import Beliefs
from beliefs.serve.mcp.stdio import PATIENCE
from tests.serve.mcp_client import ask, prompt_text, read, refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio

HELLO = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "by hand", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "beliefs.db"


def environment(store: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BELIEFS_")}
    return {**kept, "BELIEFS_STORE": str(store), "PYTHONWARNINGS": "error"}


@asynccontextmanager
async def connected(store: Path, *options: str, mode: str = "auto") -> AsyncIterator[Client]:
    """The SDK's client on a server process of its own, whose stderr must stay empty."""
    said = store.with_suffix(f".{time.monotonic_ns()}.log")
    with said.open("w") as log:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "beliefs.cli", "mcp", *options],
            env=environment(store),
        )
        async with Client(stdio_client(server, errlog=log), mode=mode) as client:
            yield client
    assert said.read_text() == ""


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_session_from_beginning_to_end(store, mode):
    async with connected(store, "--agent", "scout", "--namespace", "team", mode=mode) as client:
        assert client.server_info is not None
        assert client.server_info.name == "beliefs"
        assert "`before`" in (client.instructions or "")
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"before", "after", "add", "get", "outcome"} <= tools
        assert [one.uri for one in (await client.list_resources()).resources] == ["beliefs://world"]
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "beliefs://belief/{id}"
        assert [one.name for one in (await client.list_prompts()).prompts] == ["start_turn"]

        assert (await ask(client, "before", text="the well"))["prompt"] == ""
        turn = await ask(client, "after", text="The well is probably safe.", idempotency_key="1")
        well = turn["changes"][0]["id"]
        await ask(client, "add", claim="The well is safe", source="lab", idempotency_key="2")
        found = await ask(client, "get", belief=well)
        assert (found["belief"]["evidence"], len(found["voices"])) == (2.0, 2)

        assert await read(client, f"beliefs://belief/{well}") == found
        world = await read(client, "beliefs://world")
        assert [one["claim"] for one in world["beliefs"]] == ["The well is safe"]
        assert world["more"] is False
        with pytest.raises(MCPError, match="there is no belief ffff"):
            await client.read_resource("beliefs://belief/ffff")
        with pytest.raises(MCPError, match="there is nothing at beliefs://moon"):
            await client.read_resource("beliefs://moon")

        prompt = await prompt_text(client, "start_turn", {"text": "Is the well safe?"})
        assert "The well is safe #" in prompt
        assert prompt.endswith("\n\nIs the well safe?")
        with pytest.raises(MCPError, match="'text' is missing"):
            await client.get_prompt("start_turn", {})

        code, sentence = await refused(client, "add", claim=["The well"])
        assert (code, "'claim' is not right" in sentence) == ("input/invalid", True)
    with Beliefs(store, namespace="team") as beliefs:
        assert {voice.agent for voice in beliefs.get(well).voices} == {"scout"}


async def test_calls_at_once(store):
    async with connected(store) as client, anyio.create_task_group() as tasks:
        for number in range(20):
            add = partial(ask, client, "add", claim="It rains", agent=f"agent {number}")
            tasks.start_soon(add)
            tasks.start_soon(partial(ask, client, "before", text="rain"))
    with Beliefs(store) as beliefs:
        assert beliefs.list()[0].contributions == 20


async def test_two_processes_see_each_other(store):
    async with connected(store) as one, connected(store) as other:
        added = await ask(one, "add", claim="It rains")
        found = await ask(other, "get", belief=added["changes"][0]["id"])
        assert found["belief"]["claim"] == "It rains"


class ByHand:
    """The process, spoken to line by line."""

    def __init__(self, store: Path, hello: list[Any] = HELLO) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "beliefs.cli", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(store),
            text=True,
        )
        for message in hello:
            self.say(message)
        assert not hello or self.hear()["id"] == 1

    def say(self, message: Any) -> None:
        self.write(f"{json.dumps(message)}\n")

    def write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """The next line of stdout, which is JSON-RPC and nothing else."""
        assert self.process.stdout is not None
        message: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        return message

    def call(self, number: int, tool: str, **arguments: Any) -> dict[str, Any]:
        params = {"name": tool, "arguments": arguments}
        self.say({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
        found: dict[str, Any] = self.hear()["result"]
        return found

    def end(self) -> tuple[int, str, str]:
        """Close stdin; returns the status and the rest of what it said."""
        out, err = self.process.communicate(timeout=20)
        return self.process.returncode, out, err


def test_it_ends_when_stdin_closes(store):
    server = ByHand(store)
    assert server.call(2, "add", claim="It rains")["structuredContent"]["changes"]
    assert server.end() == (0, "", "")


def test_what_was_asked_before_stdin_closed_is_answered(store):
    """As in a shell: the messages come at once, and then no more."""
    params = {"name": "add", "arguments": {"claim": "It rains"}}
    calls = [
        {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        for number in range(2, 12)
    ]
    done = subprocess.run(
        [sys.executable, "-m", "beliefs.cli", "mcp"],
        input="".join(f"{json.dumps(message)}\n" for message in (*HELLO, *calls)),
        capture_output=True, text=True, env=environment(store), check=True,
    )  # fmt: skip
    heard = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(one["id"] for one in heard) == list(range(1, 12))
    assert all("result" in one for one in heard)
    with Beliefs(store) as beliefs:
        assert beliefs.list()[0].contributions == 10


def test_nobody_waits_for_a_stream_that_does_not_end(store):
    server = ByHand(store, hello=[])
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    wanted = {"resourceSubscriptions": ["beliefs://world"]}
    params = {"notifications": wanted, "_meta": meta}
    server.say({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params})
    assert server.hear()["method"] == "notifications/subscriptions/acknowledged"
    started = time.monotonic()
    assert server.end()[0] == 0
    assert time.monotonic() - started < PATIENCE - 1


def test_a_subscriber_is_told_and_can_leave(store):
    server = ByHand(store)
    world = {"uri": "beliefs://world"}
    server.say({"jsonrpc": "2.0", "id": 2, "method": "resources/subscribe", "params": world})
    assert server.hear() == {"jsonrpc": "2.0", "id": 2, "result": {}}
    with Beliefs(store) as beliefs:
        beliefs.add("It rains")
    told = server.hear()
    assert (told["method"], told["params"]) == ("notifications/resources/updated", world)
    assert server.end() == (0, "", "")


def test_killed_and_started_again_it_knows_what_it_acknowledged(store):
    server = ByHand(store)
    for number in range(5):
        said = server.call(number + 2, "add", claim=f"Claim {number}", idempotency_key=f"{number}")
        assert not said["isError"]
    server.process.send_signal(signal.SIGKILL)
    server.end()
    again = ByHand(store)
    listed = again.call(2, "list")["structuredContent"]["beliefs"]
    assert [one["claim"] for one in listed] == [f"Claim {number}" for number in range(5)]
    replayed = again.call(3, "add", claim="Claim 0", idempotency_key="0")["structuredContent"]
    assert replayed["replayed"]
    assert again.end()[0] == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_interrupted(store, how):
    server = ByHand(store)
    server.process.send_signal(how)
    assert server.process.wait(20) == -how
    assert server.end()[1:] == ("", "")


def test_a_client_that_listens_no_more_gets_no_traceback(store):
    server = ByHand(store)
    assert server.process.stdout is not None
    assert server.process.stderr is not None
    assert server.process.stdin is not None
    server.process.stdout.close()
    server.say({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
    server.process.stdin.close()
    assert server.process.stderr.read() == ""
    assert server.process.wait(20) == 141
    server.process.stderr.close()


def test_lines_that_are_no_messages_are_survived(store):
    server = ByHand(store)
    server.write("not json\n\n[]\n{}\n\ud7ff\n")
    server.say({"jsonrpc": "2.0", "id": 9, "method": "no/such"})
    server.say({"jsonrpc": "2.0", "id": 10, "method": "tools/call", "params": {"name": 3}})
    heard: dict[int | None, dict[str, Any]] = {}
    while not {9, 10} <= heard.keys():
        message = server.hear()
        heard[message.get("id")] = message
    assert heard[9]["error"]["code"] == -32601
    assert heard[10]["error"]["code"] == -32602
    assert not server.call(11, "list")["isError"]
    status, _, err = server.end()
    assert status == 0
    assert "Traceback" not in err


def test_a_store_that_cannot_be_opened_is_one_sentence(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "beliefs.cli", "mcp", "--store", str(tmp_path)],
        input="", capture_output=True, text=True, env=environment(tmp_path), check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (5, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("Error: ")


def test_without_the_sdk_it_says_what_to_install(tmp_path):
    blocked = "import sys; sys.modules['mcp'] = None; from beliefs.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", blocked, "mcp", "--store", str(tmp_path / "b.db")],
        input="", capture_output=True, text=True, env=environment(tmp_path), check=False,
    )  # fmt: skip
    assert done.returncode == 5
    assert done.stderr == "Error: MCP needs its SDK: pip install 'beliefs[serve]'.\n"
