"""A capability for Pydantic AI.

    memory = PydanticMemory(b)
    agent = Agent(model, capabilities=[memory.capability])

The context goes into the request and not into the history, so that what is stored of a conversation
is the conversation. Answers and tool results are heard where the framework hands them on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from beliefs.adapters.memory import Memory, key_of
from beliefs.adapters.words import words

try:
    from pydantic_ai import RunContext, ToolDefinition
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.messages import (
        ModelMessage,
        ModelRequest,
        ModelResponse,
        ToolCallPart,
        ToolReturn,
        UserPromptPart,
    )
    from pydantic_ai.models import ModelRequestContext
except ImportError as error:  # pragma: no cover
    raise ImportError("PydanticMemory needs Pydantic AI: pip install pydantic-ai-slim.") from error


class PydanticMemory(Memory):
    """Beliefs beside an agent.

    >>> from beliefs import Beliefs
    >>> from pydantic_ai import Agent
    >>> from pydantic_ai.models.test import TestModel
    >>> b = Beliefs(":memory:")
    >>> with PydanticMemory(b) as memory:
    ...     agent = Agent(
    ...         TestModel(custom_output_text="The queue is empty."),
    ...         capabilities=[memory.capability],
    ...     )
    ...     answer = agent.run_sync("How is the queue?").output
    >>> [belief.claim for belief in b.list()]
    ['The queue is empty']
    """

    @property
    def capability(self) -> AbstractCapability[Any]:
        """What an agent has for beliefs, for `Agent(..., capabilities=[...])`."""
        return _Capability(self)


@dataclass
class _Capability(AbstractCapability[Any]):
    memory: PydanticMemory

    @classmethod
    def get_serialization_name(cls) -> str | None:
        """A client cannot be written into a specification."""
        return None

    async def before_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Put the context before the user's last words, in this request alone."""
        with self.memory.unharmed():
            messages = list(request_context.messages)
            place, text = _asked(messages)
            block = await self.memory.context_async(text)
            if block:
                messages[place] = _with(block, messages[place])
                return replace(request_context, messages=messages)
        return request_context

    async def after_model_request(
        self,
        ctx: RunContext[Any],
        *,
        request_context: ModelRequestContext,
        response: ModelResponse,
    ) -> ModelResponse:
        """Hear an answer."""
        with self.memory.unharmed():
            text = response.text or ""
            self.memory.hear(text, key=key_of(text, None, ctx.run_id, ctx.run_step))
        return response

    async def after_tool_execute(
        self,
        ctx: RunContext[Any],
        *,
        call: ToolCallPart,
        tool_def: ToolDefinition,
        args: Any,
        result: Any,
    ) -> Any:
        """Hear what a tool returned."""
        with self.memory.unharmed():
            text = words(result.return_value if isinstance(result, ToolReturn) else result)
            known = (ctx.run_id, call.tool_call_id)
            self.memory.hear(text, tool=call.tool_name, key=key_of(text, call.tool_name, *known))
        return result


def _asked(messages: list[ModelMessage]) -> tuple[int, str]:
    """Where the last words of the user are, and what they are."""
    for place in range(len(messages) - 1, -1, -1):
        message = messages[place]
        if isinstance(message, ModelRequest):
            said = [part.content for part in message.parts if isinstance(part, UserPromptPart)]
            if said:
                return place, words(list(said))
    return 0, ""


def _with(block: str, message: ModelMessage) -> ModelMessage:
    """The same request with the context before the user's words.

    As a user's part and not among the instructions: what is believed comes from tools and others,
    and must not speak with the host's own voice.
    """
    assert isinstance(message, ModelRequest)
    place = next(i for i, part in enumerate(message.parts) if isinstance(part, UserPromptPart))
    parts = [*message.parts[:place], UserPromptPart(block), *message.parts[place:]]
    return replace(message, parts=parts)
