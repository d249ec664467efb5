"""A node for LangGraph, a runnable and a callback for LangChain.

    memory = LangChainMemory(b)
    graph.add_node("model", memory.node(model))        # context in, answer and tool results out
    chain = memory.recall | model                      # context in
    chain.invoke(messages, {"callbacks": [memory.callback]})   # answers and tool results out

The context goes to the model and not into the state, so checkpoints hold the conversation and not
what was believed at the time: a thread that is resumed is told what is believed then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from beliefs.adapters.memory import Memory, key_of
from beliefs.adapters.words import words

try:
    from langchain_core.callbacks import BaseCallbackHandler
    from langchain_core.language_models import LanguageModelInput
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        HumanMessage,
        ToolMessage,
        convert_to_messages,
    )
    from langchain_core.outputs import ChatGeneration, LLMResult
    from langchain_core.prompt_values import PromptValue
    from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
except ImportError as error:  # pragma: no cover
    raise ImportError("LangChainMemory needs LangChain: pip install langchain-core.") from error


class LangChainMemory(Memory):
    """Beliefs beside a chain or a graph.

    >>> from beliefs import Beliefs
    >>> from langchain_core.language_models import FakeListChatModel
    >>> b = Beliefs(":memory:")
    >>> with LangChainMemory(b) as memory:
    ...     node = memory.node(FakeListChatModel(responses=["The queue is empty."]))
    ...     answer = node.invoke({"messages": [("user", "How is the queue?")]})
    >>> [belief.claim for belief in b.list()]
    ['The queue is empty']
    """

    @property
    def callback(self) -> BaseCallbackHandler:
        """What hears every model and tool that is run with it: `config={"callbacks": [...]}`."""
        return _Listener(self)

    @property
    def recall(self) -> Runnable[LanguageModelInput, list[BaseMessage]]:
        """What puts the context before the last words of the user, on the way to a model."""
        return RunnableLambda(self._recalled, self._recalled_async, name="beliefs")

    def node(
        self, model: Runnable[LanguageModelInput, AIMessage]
    ) -> Runnable[Any, dict[str, list[BaseMessage]]]:
        """Return a node that calls a model, for a graph whose state has `messages`."""

        def call(state: Any, config: RunnableConfig) -> dict[str, list[BaseMessage]]:
            messages = _held(state)
            self._hear_tools(messages)
            answer = model.invoke(self._recalled(messages), config)
            self._hear(answer)
            return {"messages": [answer]}

        async def call_async(state: Any, config: RunnableConfig) -> dict[str, list[BaseMessage]]:
            messages = _held(state)
            self._hear_tools(messages)
            answer = await model.ainvoke(await self._recalled_async(messages), config)
            self._hear(answer)
            return {"messages": [answer]}

        return RunnableLambda(call, call_async, name="model")

    def _recalled(self, asked: LanguageModelInput) -> list[BaseMessage]:
        messages = _messages(asked)
        with self.unharmed():
            return _with(self.context(_asked(messages)), messages)
        return messages

    async def _recalled_async(self, asked: LanguageModelInput) -> list[BaseMessage]:
        messages = _messages(asked)
        with self.unharmed():
            return _with(await self.context_async(_asked(messages)), messages)
        return messages

    def _hear_tools(self, messages: Sequence[BaseMessage]) -> None:
        """Hear what tools returned since the model spoke last."""
        with self.unharmed():
            for message in messages[_last(messages, AIMessage) + 1 :]:
                self._hear(message)

    def _hear(self, message: object, tool: str | None = None, run: UUID | None = None) -> None:
        """Hear a message of the model or of a tool; a run's id stands in for a missing one."""
        with self.unharmed():
            if isinstance(message, ToolMessage):
                text, tool = words(message.content), message.name or tool or "tool"
                self.hear(text, tool=tool, key=key_of(text, tool, message.tool_call_id))
            elif isinstance(message, AIMessage):
                text = str(message.text)
                self.hear(text, key=key_of(text, None, message.id or run))
            elif tool is not None:
                text = words(message)
                self.hear(text, tool=tool, key=key_of(text, tool, run))


class _Listener(BaseCallbackHandler):
    """Hears what models say and tools return; two of one memory are the same."""

    def __init__(self, memory: LangChainMemory) -> None:
        self._memory = memory

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Listener) and other._memory is self._memory

    def __hash__(self) -> int:
        return hash(id(self._memory))

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        """Hear an answer."""
        with self._memory.unharmed():
            for generation in (one for several in response.generations for one in several):
                if isinstance(generation, ChatGeneration):
                    self._memory._hear(generation.message, run=run_id)  # noqa: SLF001
                else:
                    text = generation.text
                    self._memory.hear(text, key=key_of(text, None, run_id))

    def on_tool_end(self, output: Any, *, run_id: UUID, **told: Any) -> None:
        """Hear what a tool returned."""
        self._memory._hear(output, told.get("name") or "tool", run_id)  # noqa: SLF001


def _held(state: Any) -> list[BaseMessage]:
    """The messages of a state, which is a mapping or has attributes."""
    held = state["messages"] if isinstance(state, Mapping) else state.messages
    return convert_to_messages(held)


def _messages(asked: LanguageModelInput) -> list[BaseMessage]:
    """What a chat model would make of its input."""
    if isinstance(asked, PromptValue):
        return asked.to_messages()
    return [HumanMessage(asked)] if isinstance(asked, str) else convert_to_messages(asked)


def _last(messages: Sequence[BaseMessage], kind: type[BaseMessage]) -> int:
    """Where the last message of a kind is; -1 if there is none."""
    places = [place for place, message in enumerate(messages) if isinstance(message, kind)]
    return places[-1] if places else -1


def _asked(messages: Sequence[BaseMessage]) -> str:
    """The last words of the user."""
    place = _last(messages, HumanMessage)
    return "" if place < 0 else str(messages[place].text)


def _with(block: str, messages: list[BaseMessage]) -> list[BaseMessage]:
    # As a user's message and not as the system's: what is believed comes from tools and others, and
    # must not speak with the host's own voice.
    if not block:
        return messages
    place = _last(messages, HumanMessage)
    return [*messages[:place], HumanMessage(block), *messages[place:]]
