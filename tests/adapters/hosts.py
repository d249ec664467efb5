"""The frameworks, each with its own model for tests, behind one question: run a turn of an agent.

    turn = HOSTS["pydantic-ai"].run(memory, "Is the cache warm?", answer="Yes.", tool="It is warm.")
    turn.answer   what the caller of the agent got
    turn.seen     what the model received on its last call, as text

`run_id` names the turn: run again with the same one, it is a retry of the same messages.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import Any, NamedTuple

from agents import Agent as OpenAIAgent
from agents import ModelResponse, RunConfig, Runner, Usage, function_tool
from agents.testing import ScriptedModel, assistant_message, function_call
from claude_agent_sdk import ClaudeAgentOptions, ResultMessage, Transport, query
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.tools import tool as langchain_tool
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from pydantic_ai import Agent as PydanticAgent
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.messages import ModelResponse as PydanticResponse
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from beliefs.adapters import (
    ClaudeMemory,
    LangChainMemory,
    Memory,
    OpenAIMemory,
    PydanticMemory,
)

_runs = count()


class Turn(NamedTuple):
    answer: str
    seen: str


class Host(NamedTuple):
    memory: type[Memory]
    run: Callable[..., Turn]


def _named(run_id: str | None) -> str:
    return run_id or f"run-{next(_runs)}"


# Pydantic AI


class _PydanticModel:
    """A function model that calls the tool once, if there is one, and then answers."""

    def __init__(self, answer: str, run_id: str) -> None:
        self.answer, self.run_id, self.seen = answer, run_id, ""

    def _asks_for_tool(self, messages: list[ModelMessage], info: AgentInfo) -> bool:
        self.seen = ModelMessagesTypeAdapter.dump_json(messages).decode()
        returned = any(isinstance(part, ToolReturnPart) for m in messages for part in m.parts)
        return bool(info.function_tools) and not returned

    def reply(self, messages: list[ModelMessage], info: AgentInfo) -> PydanticResponse:
        if self._asks_for_tool(messages, info):
            part = ToolCallPart("probe", {}, tool_call_id=f"{self.run_id}-call")
            return PydanticResponse(parts=[part])
        return PydanticResponse(parts=[TextPart(self.answer)])

    async def stream(
        self, messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        if self._asks_for_tool(messages, info):
            yield {0: DeltaToolCall("probe", "{}", tool_call_id=f"{self.run_id}-call")}
        else:
            for word in self.answer.split(" "):
                yield f"{word} "


def _pydantic(
    memory: PydanticMemory, answer: str, tool: str | None, run_id: str
) -> tuple[PydanticAgent[None, str], _PydanticModel]:
    model = _PydanticModel(answer, run_id)
    agent = PydanticAgent(
        FunctionModel(model.reply, stream_function=model.stream), capabilities=[memory.capability]
    )
    if tool is not None:

        @agent.tool_plain
        def probe() -> str:
            return tool

    return agent, model


def pydantic_sync(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    run_id = _named(run_id)
    agent, model = _pydantic(memory, answer, tool, run_id)
    return Turn(agent.run_sync(text, run_id=run_id).output, model.seen)


def pydantic_async(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    run_id = _named(run_id)
    agent, model = _pydantic(memory, answer, tool, run_id)
    done = asyncio.run(agent.run(text, run_id=run_id))
    return Turn(done.output, model.seen)


def pydantic_stream(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    run_id = _named(run_id)
    agent, model = _pydantic(memory, answer, tool, run_id)

    async def run() -> str:
        async with agent.run_stream(text, run_id=run_id) as stream:
            return (await stream.get_output()).strip()

    return Turn(asyncio.run(run()), model.seen)


# LangGraph and LangChain


class Seen(BaseCallbackHandler):
    """LangChain's own way to look at what a model is given."""

    def __init__(self) -> None:
        self.text = ""

    def on_chat_model_start(self, serialized, messages, **_):  # noqa: ARG002 - it is theirs
        self.text = "\n".join(f"{one.type}: {one.text}" for several in messages for one in several)


def _langchain_answers(answer: str, tool: str | None, run_id: str) -> list[AIMessage]:
    call = {"name": "probe", "args": {}, "id": f"{run_id}-call"}
    calls = [AIMessage("", tool_calls=[call], id=f"{run_id}-0")] if tool is not None else []
    return [*calls, AIMessage(answer, id=f"{run_id}-1")]


def probe_of(tool: str) -> Any:
    @langchain_tool
    def probe() -> str:
        """Look."""
        return tool

    return probe


def graph_of(memory: LangChainMemory, answers: list[AIMessage], tool: str | None = None) -> Any:
    graph = StateGraph(MessagesState)
    graph.add_node("model", memory.node(GenericFakeChatModel(messages=iter(answers))))
    graph.add_edge(START, "model")
    if tool is None:
        graph.add_edge("model", END)
    else:
        graph.add_node("tools", ToolNode([probe_of(tool)]))
        graph.add_conditional_edges("model", tools_condition)
        graph.add_edge("tools", "model")
    return graph


def langgraph_sync(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    seen, answers = Seen(), _langchain_answers(answer, tool, _named(run_id))
    graph = graph_of(memory, answers, tool).compile()
    state = graph.invoke({"messages": [HumanMessage(text)]}, {"callbacks": [seen]})
    return Turn(state["messages"][-1].text, seen.text)


def langgraph_async(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    seen, answers = Seen(), _langchain_answers(answer, tool, _named(run_id))
    graph = graph_of(memory, answers, tool).compile()
    state = asyncio.run(graph.ainvoke({"messages": [HumanMessage(text)]}, {"callbacks": [seen]}))
    return Turn(state["messages"][-1].text, seen.text)


def langchain_callback(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    """A chain with the callback, and a tool that is called with it."""
    run_id = _named(run_id)
    seen, config = Seen(), {"callbacks": [memory.callback]}
    messages: list[BaseMessage] = [HumanMessage(text)]
    if tool is not None:
        (asking, _) = _langchain_answers(answer, tool, run_id)
        messages += [asking, probe_of(tool).invoke(asking.tool_calls[0], config)]
    model = GenericFakeChatModel(messages=iter([AIMessage(answer, id=f"{run_id}-1")]))
    chain = memory.recall | model
    return Turn(chain.invoke(messages, {"callbacks": [memory.callback, seen]}).text, seen.text)


# OpenAI Agents SDK


def _openai(answer: str, tool: str | None, run_id: str) -> tuple[OpenAIAgent[Any], ScriptedModel]:
    def reply(number: int, item: Any) -> ModelResponse:
        return ModelResponse([item], Usage(), response_id=f"{run_id}-{number}")

    @function_tool
    def probe() -> str:
        return tool or ""

    calls = [reply(0, function_call("probe", {}, call_id=f"{run_id}-call"))]
    last = reply(1, assistant_message(answer, item_id=f"{run_id}-message"))
    model = ScriptedModel([*calls, last] if tool is not None else [last])
    return OpenAIAgent("agent", model=model, tools=[probe] if tool is not None else []), model


def _openai_config(memory: OpenAIMemory) -> RunConfig:
    return RunConfig(tracing_disabled=True, call_model_input_filter=memory.recall)


def _openai_seen(model: ScriptedModel) -> str:
    assert model.last_call is not None
    return json.dumps(model.last_call.input)


def openai_sync(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    agent, model = _openai(answer, tool, _named(run_id))
    done = Runner.run_sync(agent, text, hooks=memory.hooks, run_config=_openai_config(memory))
    return Turn(done.final_output, _openai_seen(model))


def openai_async(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    agent, model = _openai(answer, tool, _named(run_id))
    running = Runner.run(agent, text, hooks=memory.hooks, run_config=_openai_config(memory))
    return Turn(asyncio.run(running).final_output, _openai_seen(model))


def openai_stream(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    agent, model = _openai(answer, tool, _named(run_id))

    async def run() -> str:
        config = _openai_config(memory)
        streamed = Runner.run_streamed(agent, text, hooks=memory.hooks, run_config=config)
        async for _ in streamed.stream_events():
            pass
        return str(streamed.final_output)

    return Turn(asyncio.run(run()), _openai_seen(model))


# Claude Agent SDK


class Desk(Transport):
    """What the SDK offers to stand at its edge: plays the program that it would start.

    It runs one turn: hooks are called over the SDK's control protocol, as that program does, and
    what they answer is kept.
    """

    def __init__(self, answer: str, tool: Any = None, run_id: str = "session") -> None:
        self.answer, self.tool, self.run_id = answer, tool, run_id
        self.seen = ""
        self.replies: list[dict[str, Any]] = []
        self._out: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._hooks: dict[str, list[str]] = {}
        self._asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._turn: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """There is nothing to start."""

    async def write(self, data: str) -> None:
        said = json.loads(data)
        if said["type"] == "control_request":
            for event, matchers in (said["request"].get("hooks") or {}).items():
                self._hooks[event] = [i for one in matchers for i in one["hookCallbackIds"]]
            done = {"subtype": "success", "request_id": said["request_id"], "response": {}}
            self._out.put_nowait({"type": "control_response", "response": done})
        elif said["type"] == "control_response":
            self._asked[said["response"]["request_id"]].set_result(said["response"])
        else:
            self._turn = asyncio.create_task(self.turn(said["message"]["content"]))

    async def hook(self, event: str, **told: Any) -> list[dict[str, Any]]:
        """Call every hook of an event, and return what they answer."""
        told |= {"hook_event_name": event, "session_id": self.run_id, "cwd": "/"}
        answers = []
        for name in self._hooks.get(event, []):
            request_id = f"{self.run_id}-{len(self._asked)}"
            self._asked[request_id] = asyncio.get_running_loop().create_future()
            request = {"subtype": "hook_callback", "callback_id": name, "input": told}
            self._out.put_nowait(
                {"type": "control_request", "request_id": request_id, "request": request}
            )
            answers.append(await self._asked[request_id])
        self.replies += answers
        return answers

    async def turn(self, prompt: str) -> None:
        told = {"prompt_id": f"{self.run_id}-prompt"}
        answered = await self.hook("UserPromptSubmit", prompt=prompt, **told)
        added = [
            one.get("response", {}).get("hookSpecificOutput", {}).get("additionalContext", "")
            for one in answered
        ]
        self.seen = "\n".join([prompt, *added])
        if self.tool is not None:
            used = {"tool_name": "probe", "tool_input": {}, "tool_use_id": f"{self.run_id}-call"}
            await self.hook("PostToolUse", tool_response=self.tool, **used, **told)
        said = {
            "role": "assistant",
            "model": "m",
            "content": [{"type": "text", "text": self.answer}],
        }
        self._out.put_nowait({"type": "assistant", "message": said})
        await self.hook("Stop", stop_hook_active=False, last_assistant_message=self.answer, **told)
        self._out.put_nowait(
            {
                "type": "result", "subtype": "success", "result": self.answer, "is_error": False,
                "duration_ms": 1, "duration_api_ms": 1, "num_turns": 1, "session_id": self.run_id,
            }
        )  # fmt: skip
        self._out.put_nowait(None)

    async def read_messages(self) -> AsyncIterator[dict[str, Any]]:
        while (message := await self._out.get()) is not None:
            yield message

    async def close(self) -> None:
        self._out.put_nowait(None)

    async def end_input(self) -> None:
        """There is nothing to end."""

    def is_ready(self) -> bool:
        return True


def claude_async(memory, text, *, answer, tool=None, run_id=None) -> Turn:
    response = None if tool is None else {"stdout": tool, "stderr": "", "interrupted": False}
    return asyncio.run(claude_turn(memory, text, lambda: Desk(answer, response, _named(run_id))))


async def claude_turn(memory: ClaudeMemory, text: str, desk: Callable[[], Desk]) -> Turn:
    options = ClaudeAgentOptions(hooks=memory.hooks())
    transport = desk()
    result = ""
    async for message in query(prompt=text, options=options, transport=transport):
        if isinstance(message, ResultMessage):
            result = message.result or ""
    assert all(one["subtype"] == "success" for one in transport.replies), transport.replies
    return Turn(result, transport.seen)


HOSTS = {
    "pydantic-ai": Host(PydanticMemory, pydantic_sync),
    "pydantic-ai async": Host(PydanticMemory, pydantic_async),
    "pydantic-ai stream": Host(PydanticMemory, pydantic_stream),
    "langgraph": Host(LangChainMemory, langgraph_sync),
    "langgraph async": Host(LangChainMemory, langgraph_async),
    "langchain callback": Host(LangChainMemory, langchain_callback),
    "openai-agents": Host(OpenAIMemory, openai_sync),
    "openai-agents async": Host(OpenAIMemory, openai_async),
    "openai-agents stream": Host(OpenAIMemory, openai_stream),
    "claude-agent-sdk": Host(ClaudeMemory, claude_async),
}
