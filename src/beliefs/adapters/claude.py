"""Hooks for the Claude Agent SDK.

UserPromptSubmit ──► what matters for the prompt, as additional context
PostToolUse      ──► what the tool returned is read
Stop             ──► what the agent said last is read, and so of a subagent that stops

memory = ClaudeMemory(b)
options = ClaudeAgentOptions(hooks=memory.hooks())
"""

from __future__ import annotations

from typing import Any, Final

from beliefs.adapters.memory import Memory, key_of
from beliefs.adapters.words import words

try:
    from claude_agent_sdk import HookMatcher
    from claude_agent_sdk.types import HookContext, HookEvent, SyncHookJSONOutput
except ImportError as error:  # pragma: no cover
    raise ImportError(
        "ClaudeMemory needs the Claude Agent SDK: pip install claude-agent-sdk."
    ) from error

SUBAGENTS: Final = ("Agent", "Task")
"""Tools whose result is what a subagent said; it is heard as an agent's words when that one stops.

As the words of a tool they would pass the echo guard, although the subagent was told what to do by
an agent that has seen the context.
"""


class ClaudeMemory(Memory):
    """Beliefs in a Claude agent's hooks.

    >>> from beliefs import Beliefs
    >>> sorted(ClaudeMemory(Beliefs(":memory:")).hooks())
    ['PostToolUse', 'Stop', 'SubagentStop', 'UserPromptSubmit']
    """

    def hooks(
        self, others: dict[HookEvent, list[HookMatcher]] | None = None
    ) -> dict[HookEvent, list[HookMatcher]]:
        """Return hooks for `ClaudeAgentOptions(hooks=...)`, after the ones you have already."""
        own: dict[HookEvent, list[HookMatcher]] = {
            "UserPromptSubmit": [HookMatcher(hooks=[self._on_prompt])],
            "PostToolUse": [HookMatcher(hooks=[self._on_tool])],
            "Stop": [HookMatcher(hooks=[self._on_stop])],
            "SubagentStop": [HookMatcher(hooks=[self._on_stop])],
        }
        theirs = others or {}
        return {event: [*theirs.get(event, ()), *own.get(event, ())] for event in {**theirs, **own}}

    async def _on_prompt(
        self, asked: Any, tool_use_id: str | None, context: HookContext
    ) -> SyncHookJSONOutput:
        with self.unharmed():
            block = await self.context_async(asked["prompt"])
            if block:
                return {
                    "hookSpecificOutput": {
                        "hookEventName": "UserPromptSubmit",
                        "additionalContext": block,
                    }
                }
        return {}

    async def _on_tool(
        self, used: Any, tool_use_id: str | None, context: HookContext
    ) -> SyncHookJSONOutput:
        with self.unharmed():
            tool = used["tool_name"]
            if tool not in SUBAGENTS:
                text = words(used["tool_response"])
                call = used.get("tool_use_id") or tool_use_id
                self.hear(text, tool=tool, key=key_of(text, tool, used.get("session_id"), call))
        return {}

    async def _on_stop(
        self, stopped: Any, tool_use_id: str | None, context: HookContext
    ) -> SyncHookJSONOutput:
        with self.unharmed():
            text = stopped.get("last_assistant_message") or ""
            # One prompt may lead to several stops; what was said at each tells them apart.
            turn = (stopped.get("session_id"), stopped.get("prompt_id"))
            self.hear(text, key=key_of(text, None, *turn))
        return {}
