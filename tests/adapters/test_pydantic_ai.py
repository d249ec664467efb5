"""Pydantic AI: the capability."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, ModelRetry, ToolReturn
from pydantic_ai.capabilities import Hooks
from pydantic_ai.exceptions import RetryModelRequest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from beliefs import Beliefs
from beliefs.adapters import PydanticMemory
from tests.adapters.conftest import PATIENCE

WARM = "The cache is warm"


def test_the_history_is_the_conversation_and_not_the_context(b: Beliefs, beside) -> None:
    b.add(WARM)
    memory, seen = beside(PydanticMemory, b), list[str]()

    def reply(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        seen.append(str(messages))
        return ModelResponse(parts=[TextPart("Done.")])

    agent = Agent(FunctionModel(reply), instructions="Be brief.", capabilities=[memory.capability])
    first = agent.run_sync("Is the cache warm?")
    second = agent.run_sync("Is it still warm, the cache?", message_history=first.all_messages())
    assert [text.count("<beliefs>") for text in seen] == [1, 1]
    assert all("Be brief." in text for text in seen)
    assert "<beliefs>" not in str(second.all_messages())
    assert len(second.all_messages()) == 4


def test_the_frameworks_own_test_model_is_served(b: Beliefs, beside) -> None:
    b.add(WARM)
    memory = beside(PydanticMemory, b)
    model = TestModel(custom_output_text="The queue is empty.")
    agent = Agent(model, capabilities=[memory.capability])

    @agent.tool_plain
    def probe() -> str:
        return "The disk is full."

    assert agent.run_sync("Is the cache warm?").output == "The queue is empty."
    assert memory.flush(PATIENCE)
    assert {one.claim for one in b.list()} == {WARM, "The queue is empty", "The disk is full"}


class Finding(BaseModel):
    found: str


@pytest.mark.parametrize(
    "returned",
    [
        Finding(found="The cache is warm."),
        [{"found": "The cache is warm."}],
        ToolReturn("The cache is warm.", metadata={"secret": "The vault is open."}),
    ],
    ids=["model", "list", "return"],
)
def test_what_tools_return(b: Beliefs, beside, returned: Any) -> None:
    memory = beside(PydanticMemory, b)
    agent = Agent(TestModel(custom_output_text="Done."), capabilities=[memory.capability])

    @agent.tool_plain
    def probe() -> Any:
        return returned

    agent.run_sync("How is it?")
    assert memory.flush(PATIENCE)
    assert [belief.claim for belief in b.list()] == [WARM]
    assert memory.health.ok


def test_a_tool_that_asks_for_another_try_is_heard_when_it_succeeds(b: Beliefs, beside) -> None:
    memory, tries = beside(PydanticMemory, b), iter([True, False])
    agent = Agent(TestModel(custom_output_text="Done."), capabilities=[memory.capability])

    @agent.tool_plain
    def probe() -> str:
        if next(tries):
            raise ModelRetry("The cache is cold.")
        return "The cache is warm."

    agent.run_sync("How is it?")
    assert memory.flush(PATIENCE)
    assert [belief.claim for belief in b.list()] == [WARM]


def test_an_attempt_that_is_made_again_is_one_report(b: Beliefs, beside) -> None:
    """The framework asks the model again within one step; the same words are the same message."""
    memory, hooks, rejected = beside(PydanticMemory, b), Hooks(), iter([True, False])

    @hooks.on.after_model_request
    async def reject(ctx: Any, /, *, request_context: Any, response: Any) -> Any:  # noqa: ARG001
        if next(rejected):
            raise RetryModelRequest
        return response

    model = TestModel(custom_output_text="The queue is empty.")
    # The first of a list is the outermost: what it rejects was heard within.
    agent = Agent(model, capabilities=[hooks, memory.capability])
    assert agent.run_sync("How is it?").output == "The queue is empty."
    assert memory.flush(PATIENCE)
    assert memory.health.observations == 2
    (belief,) = b.list()
    assert len(b.evidence(belief)) == 1


def test_a_structured_answer_says_nothing_and_harms_nothing(b: Beliefs, beside) -> None:
    memory = beside(PydanticMemory, b)

    def reply(_: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        call = ToolCallPart(info.output_tools[0].name, {"found": "The cache is warm."})
        return ModelResponse(parts=[call])

    agent = Agent(FunctionModel(reply), output_type=Finding, capabilities=[memory.capability])
    assert agent.run_sync("How is it?").output == Finding(found="The cache is warm.")
    assert memory.flush(PATIENCE)
    assert memory.health.ok


def test_the_hosts_own_errors_reach_its_caller(b: Beliefs, beside) -> None:
    def reply(_: list[ModelMessage], __: AgentInfo) -> ModelResponse:
        raise ConnectionError("cut")

    memory = beside(PydanticMemory, b)
    agent = Agent(FunctionModel(reply), capabilities=[memory.capability])
    with pytest.raises(ConnectionError):
        agent.run_sync("Is it?")
    assert memory.health.ok
