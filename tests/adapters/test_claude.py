"""The Claude Agent SDK: hooks, called by the SDK itself over its control protocol."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, HookMatcher, ResultMessage

from beliefs import Beliefs
from beliefs.adapters import ClaudeMemory
from tests.adapters.conftest import PATIENCE
from tests.adapters.hosts import Desk, claude_turn

WARM = "The cache is warm"


def test_hooks_stand_after_the_ones_there_are_already(b: Beliefs, beside) -> None:
    called: list[str] = []

    async def own(told: Any, _: str | None, __: Any) -> Any:
        called.append(told["hook_event_name"])
        return {}

    given = HookMatcher(hooks=[own])
    hooks = beside(ClaudeMemory, b).hooks({"UserPromptSubmit": [given], "PreCompact": [given]})
    assert hooks["UserPromptSubmit"][0] is given
    assert len(hooks["UserPromptSubmit"]) == 2
    assert hooks["PreCompact"] == [given]

    async def run() -> None:
        client = ClaudeSDKClient(ClaudeAgentOptions(hooks=hooks), Desk("Done."))
        async with client:
            await client.query("Is it?")
            assert [m async for m in client.receive_response() if isinstance(m, ResultMessage)]

    asyncio.run(run())
    assert called == ["UserPromptSubmit"]


def test_a_second_turn_of_one_session_is_told_what_the_first_found(b: Beliefs, beside) -> None:
    memory = beside(ClaudeMemory, b)

    async def run() -> str:
        await claude_turn(memory, "How is it?", lambda: Desk("Done.", "The cache is warm.", "s"))
        assert memory.flush(PATIENCE)
        turn = await claude_turn(memory, "Is the cache warm?", lambda: Desk("Done.", None, "s"))
        return turn.seen

    assert WARM in asyncio.run(run())


class Delegating(Desk):
    """A session in which a subagent works; its last words are also the result of a tool."""

    async def turn(self, prompt: str) -> None:
        said, self.tool = self.tool, None
        stopped = {"stop_hook_active": False, "last_assistant_message": said}
        await self.hook("SubagentStop", agent_id="a", agent_type="scout", **stopped)
        used = {"tool_name": "Task", "tool_input": {}, "tool_use_id": "t1"}
        await self.hook("PostToolUse", tool_response=[{"type": "text", "text": said}], **used)
        await super().turn(prompt)


def test_a_subagents_words_are_an_agents_words(b: Beliefs, beside) -> None:
    memory = beside(ClaudeMemory, b)

    def run(session: str) -> None:
        desk = partial(Delegating, "Done.", "The cache is warm.", session)
        asyncio.run(claude_turn(memory, "Hello!", desk))
        assert memory.flush(PATIENCE)

    run("one")
    (belief,) = b.list()
    assert [entry.source for entry in b.evidence(belief)] == [None]
    before = b.digest()
    b.before("cache")
    run("two")  # what it passes on of the context is an echo
    assert b.digest() == before


class Garbled(Desk):
    """A program that tells its hooks less than it should."""

    async def turn(self, prompt: str) -> None:
        await self.hook("PostToolUse")
        await self.hook("Stop")
        await self.hook("UserPromptSubmit", prompt=None)
        await super().turn(prompt)


def test_hooks_that_are_told_too_little_answer_all_the_same(b: Beliefs, beside) -> None:
    b.add(WARM)
    memory = beside(ClaudeMemory, b)
    turn = asyncio.run(claude_turn(memory, "Is the cache warm?", lambda: Garbled("Done.")))
    assert turn.answer == "Done."
    assert WARM in turn.seen
    assert memory.health.failures == {"KeyError": 1, "AttributeError": 1}


def test_a_tool_that_returns_blocks_or_nothing(b: Beliefs, beside) -> None:
    memory = beside(ClaudeMemory, b)
    for number, response in enumerate(
        ([{"type": "text", "text": "The cache is warm."}], {"interrupted": False}, 3)
    ):
        desk = partial(Desk, "Done.", response, f"run-{number}")
        asyncio.run(claude_turn(memory, "Hello!", desk))
    assert memory.flush(PATIENCE)
    assert [belief.claim for belief in b.list()] == [WARM]
    assert memory.health.ok
