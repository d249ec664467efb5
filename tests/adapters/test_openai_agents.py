"""The OpenAI Agents SDK: the input filter and the hooks."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from agents import (
    Agent,
    ModelResponse,
    RunConfig,
    Runner,
    Session,
    SQLiteSession,
    Usage,
    function_tool,
)
from agents.models.fake_id import FAKE_RESPONSES_ID
from agents.testing import ScriptedModel, assistant_message, function_call

from beliefs import Beliefs
from beliefs.adapters import OpenAIMemory
from tests.adapters.conftest import PATIENCE

WARM = "The cache is warm"
ITEMS: Any = [{"type": "input_text", "text": "Is the cache warm?"}]


def run(
    memory: OpenAIMemory,
    model: ScriptedModel,
    text: Any,
    *,
    tools: Any = (),
    session: Session | None = None,
) -> Any:
    config = RunConfig(tracing_disabled=True, call_model_input_filter=memory.recall)
    agent = Agent("agent", instructions="Be brief.", model=model, tools=list(tools))
    return asyncio.run(
        Runner.run(agent, text, hooks=memory.hooks, run_config=config, session=session)
    )


def test_sessions_hold_the_conversation_and_not_the_context(b: Beliefs, beside) -> None:
    b.add(WARM)
    memory = beside(OpenAIMemory, b)
    session = SQLiteSession("s", ":memory:")
    model = ScriptedModel([[assistant_message("Done.")], [assistant_message("Well.")]])
    for text in ("Is the cache warm?", "Is the cache still warm?"):
        done = run(memory, model, text, session=session)
        assert model.last_call is not None
        sent = model.last_call.input
        assert json.dumps(sent).count("<beliefs>") == 1
        assert "<beliefs>" in sent[-2]["content"]
        assert (sent[-2]["role"], sent[-1]["content"]) == ("user", text)
        assert model.last_call.system_instructions == "Be brief."
        assert "<beliefs>" not in str(done.to_input_list())
    held = asyncio.run(session.get_items())
    session.close()
    assert len(held) == 4
    assert "<beliefs>" not in str(held)


def test_words_in_parts_are_words(b: Beliefs, beside) -> None:
    b.add(WARM)
    model = ScriptedModel([[assistant_message("Done.")]])
    run(beside(OpenAIMemory, b), model, [{"role": "user", "content": ITEMS}])
    assert model.last_call is not None
    assert WARM in model.last_call.input[0]["content"]
    assert model.last_call.input[1]["content"] == ITEMS


def test_each_call_of_a_run_is_told_what_is_believed_by_then(b: Beliefs, beside) -> None:
    b.add("The disk is full")
    memory = beside(OpenAIMemory, b)

    @function_tool
    def probe() -> dict[str, str]:
        b.after("The cache is warm.", tool="elsewhere")
        return {"disk": "The disk is old."}

    steps = [[function_call("probe", {}, call_id="c")], [assistant_message("Done.")]]
    model = ScriptedModel(steps)
    run(memory, model, "How are disk and cache?", tools=[probe])
    first, second = (json.dumps(call.input) for call in model.calls)
    assert (WARM in first, WARM in second) == (False, True)
    assert second.count("<beliefs>") == 1
    assert memory.flush(PATIENCE)
    assert "The disk is old" in [belief.claim for belief in b.list()]


@pytest.mark.parametrize(
    ("response_id", "item_id", "entries"),
    [("resp", "msg", 1), (None, "msg", 1), (None, FAKE_RESPONSES_ID, 2)],
)
def test_a_retry_is_known_by_the_ids_that_are_ids(
    b: Beliefs, beside, response_id: str | None, item_id: str, entries: int
) -> None:
    """An id that all answers of a provider share tells nothing; then words of one voice are one."""
    memory = beside(OpenAIMemory, b)
    for _ in range(2):
        said = [assistant_message("The queue is empty.", item_id=item_id)]
        run(memory, ScriptedModel([ModelResponse(said, Usage(), response_id)]), "Hello!")
        assert memory.flush(PATIENCE)
    (belief,) = b.list()
    assert belief.evidence == 1.0
    assert len(b.evidence(belief)) == entries


def test_the_hosts_own_errors_reach_its_caller(b: Beliefs, beside) -> None:
    with pytest.raises(ConnectionError):
        run(beside(OpenAIMemory, b), ScriptedModel([ConnectionError("cut")]), "Is it?")


def test_without_words_of_a_user_nothing_is_added(b: Beliefs, beside) -> None:
    b.add(WARM)
    model = ScriptedModel([[assistant_message("Done.")]])
    run(beside(OpenAIMemory, b), model, [{"role": "assistant", "content": "Is the cache warm?"}])
    assert "<beliefs>" not in str(model.last_call)


def test_where_the_provider_keeps_the_conversation_each_question_is_told_once(
    b: Beliefs, beside
) -> None:
    """Only what is new is sent there, and after a tool that is no question."""
    b.add(WARM)
    memory = beside(OpenAIMemory, b)

    @function_tool
    def probe() -> str:
        return "The disk is old."

    steps = [[function_call("probe", {}, call_id="c")], [assistant_message("Done.")]]
    model = ScriptedModel(steps)
    config = RunConfig(tracing_disabled=True, call_model_input_filter=memory.recall)
    agent = Agent("agent", model=model, tools=[probe])
    running = Runner.run(
        agent,
        "Is the cache warm?",
        hooks=memory.hooks,
        run_config=config,
        auto_previous_response_id=True,
    )
    assert asyncio.run(running).final_output == "Done."
    first, second = (call.input for call in model.calls)
    assert ["<beliefs>" in str(item) for item in first] == [True, False]
    assert [item["type"] for item in second] == ["function_call_output"]
    assert memory.health.ok
