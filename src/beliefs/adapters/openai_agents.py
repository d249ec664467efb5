"""Hooks and an input filter for the OpenAI Agents SDK.

    memory = OpenAIMemory(b)
    filtered = RunConfig(call_model_input_filter=memory.recall)
    Runner.run(agent, text, hooks=memory.hooks, run_config=filtered)

The filter puts the context into what is sent to the model and nowhere else, so that sessions hold
the conversation alone. The hooks hear what the model says and what tools return.
"""

from __future__ import annotations

from typing import Any

from beliefs.adapters.memory import Memory, key_of
from beliefs.adapters.words import words

try:
    from agents import (
        Agent,
        ItemHelpers,
        ModelResponse,
        RunContextWrapper,
        RunHooks,
        Tool,
        TResponseInputItem,
    )
    from agents.models.fake_id import FAKE_RESPONSES_ID
    from agents.run import CallModelData, ModelInputData
    from agents.tool_context import ToolContext
except ImportError as error:  # pragma: no cover
    raise ImportError(
        "OpenAIMemory needs the OpenAI Agents SDK: pip install openai-agents."
    ) from error


class OpenAIMemory(Memory):
    """Beliefs beside an agent's runs.

    >>> from beliefs import Beliefs
    >>> memory = OpenAIMemory(Beliefs(":memory:"))
    >>> memory.hooks is memory.hooks
    True
    """

    _hooks: _Hooks | None = None

    @property
    def hooks(self) -> RunHooks[Any]:
        """What hears a run, for `Runner.run(..., hooks=...)`."""
        if self._hooks is None:
            self._hooks = _Hooks(self)
        return self._hooks

    async def recall(self, asked: CallModelData[Any]) -> ModelInputData:
        """Put the context before the user's last words; a `call_model_input_filter`."""
        data = asked.model_data
        with self.unharmed():
            place, text = _asked(data.input)
            block = await self.context_async(text)
            if block:
                # As a user's item and not in the instructions: what is believed comes from tools
                # and others, and must not speak with the host's own voice.
                shown: TResponseInputItem = {"role": "user", "content": block}
                items = [*data.input[:place], shown, *data.input[place:]]
                return ModelInputData(items, data.instructions)
        return data


class _Hooks(RunHooks[Any]):
    """Hears what the model says and what tools return."""

    def __init__(self, memory: OpenAIMemory) -> None:
        self._memory = memory

    async def on_llm_end(
        self, context: RunContextWrapper[Any], agent: Agent[Any], response: ModelResponse
    ) -> None:
        """Hear an answer."""
        with self._memory.unharmed():
            for item in response.output:
                text = ItemHelpers.extract_text(item) or ""
                own = getattr(item, "id", None)
                known = response.response_id or (None if own == FAKE_RESPONSES_ID else own)
                self._memory.hear(text, key=key_of(text, None, known))

    async def on_tool_end(
        self, context: RunContextWrapper[Any], agent: Any, tool: Tool, result: object
    ) -> None:
        """Hear what a tool returned."""
        with self._memory.unharmed():
            text, name = words(result), tool.name
            call = context.tool_call_id if isinstance(context, ToolContext) else None
            self._memory.hear(text, tool=name, key=key_of(text, name, call))


def _asked(items: list[TResponseInputItem]) -> tuple[int, str]:
    """Where the last words of the user are, and what they are."""
    for place in range(len(items) - 1, -1, -1):
        item: Any = items[place]
        if item.get("role") == "user":
            return place, words(item.get("content"))
    return 0, ""
