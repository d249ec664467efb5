"""LangGraph and LangChain: the node, the runnable and the callback."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import pytest
from langchain_core.language_models import FakeListLLM, GenericFakeChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langchain_core.prompts import ChatPromptTemplate
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import RetryPolicy
from pydantic import BaseModel

from beliefs import Beliefs
from beliefs.adapters import LangChainMemory
from tests.adapters.conftest import PATIENCE
from tests.adapters.hosts import Seen, graph_of, probe_of

WARM = "The cache is warm"


def test_checkpoints_hold_the_conversation_and_not_the_context(b: Beliefs, beside) -> None:
    b.add(WARM)
    memory, saver, seen = beside(LangChainMemory, b), InMemorySaver(), Seen()
    answers = [AIMessage("Done."), AIMessage("Well.")]
    graph = graph_of(memory, answers).compile(checkpointer=saver)
    config: Any = {"configurable": {"thread_id": "t"}, "callbacks": [seen]}
    for text in ("Is the cache warm?", "Is the cache still warm?"):
        state = graph.invoke({"messages": [HumanMessage(text)]}, config)
        assert seen.text.count("<beliefs>") == 1  # of this turn, and not of the ones before
        assert seen.text.splitlines()[-1] == f"human: {text}"
    assert [message.text for message in state["messages"]] == [
        "Is the cache warm?", "Done.", "Is the cache still warm?", "Well.",
    ]  # fmt: skip
    assert "<beliefs>" not in str(list(saver.list(config)))


def test_a_node_and_a_callback_together_hear_once(b: Beliefs, beside) -> None:
    memory = beside(LangChainMemory, b)
    call = {"name": "probe", "args": {}, "id": "call"}
    answers = [AIMessage("", tool_calls=[call]), AIMessage("The queue is empty.")]
    graph = graph_of(memory, answers, "The cache is warm.").compile()
    listening: Any = {"callbacks": [memory.callback]}
    graph.invoke({"messages": [HumanMessage("How is it?")]}, listening)
    assert memory.flush(PATIENCE)
    assert {one.claim: len(b.evidence(one)) for one in b.list()} == {
        WARM: 1,
        "The queue is empty": 1,
    }
    assert memory.callback == memory.callback
    assert len({memory.callback, memory.callback}) == 1


def test_a_graph_that_retries_its_node_hears_one_report(b: Beliefs, beside) -> None:
    memory = beside(LangChainMemory, b)
    failures = iter([ConnectionError("cut"), None])
    answers = iter([AIMessage("The queue is empty.", id="m")] * 2)
    node = memory.node(GenericFakeChatModel(messages=answers))

    def cut(state: Any) -> Any:
        answered = node.invoke(state)
        if error := next(failures):
            raise error
        return answered

    graph = StateGraph(_Modelled)
    retry = RetryPolicy(initial_interval=0, retry_on=ConnectionError, jitter=False)
    graph.add_node("model", cut, retry_policy=retry)
    graph.add_edge(START, "model")
    graph.compile().invoke(_Modelled(messages=[HumanMessage("How is it?")]))
    assert memory.flush(PATIENCE)
    (belief,) = b.list()
    assert (belief.evidence, len(b.evidence(belief))) == (1.0, 1)


class _Modelled(BaseModel):
    """A state with attributes."""

    messages: Annotated[list[AnyMessage], add_messages]


def test_a_models_error_reaches_its_caller(b: Beliefs, beside) -> None:
    """What the adapter keeps from the host is its own failures, and not the host's."""
    node = beside(LangChainMemory, b).node(GenericFakeChatModel(messages=iter([])))
    with pytest.raises(StopIteration):  # which is how this model says that it has no more answers
        node.invoke({"messages": [HumanMessage("Is it?")]})
    with pytest.raises(KeyError):
        node.invoke({"texts": []})


@pytest.mark.parametrize(
    "asked",
    [
        "Is the cache warm?",
        [("system", "Be brief."), ("user", "Is the cache warm?")],
        ChatPromptTemplate([("system", "Be brief."), ("user", "{q}")]).invoke(
            {"q": "Is the cache warm?"}
        ),
    ],
    ids=["words", "tuples", "a prompt"],
)
def test_whatever_a_chat_model_takes_is_taken(b: Beliefs, beside, asked: Any) -> None:
    b.add(WARM)
    recall = beside(LangChainMemory, b).recall
    sync, twin = recall.invoke(asked), asyncio.run(recall.ainvoke(asked))
    assert [one.text for one in sync] == [one.text for one in twin]
    assert WARM in sync[-2].text
    assert isinstance(sync[-2], HumanMessage)
    assert sync[-1].text == "Is the cache warm?"


def test_without_a_question_nothing_is_added(b: Beliefs, beside) -> None:
    b.add(WARM)
    recall = beside(LangChainMemory, b).recall
    assert recall.invoke([SystemMessage("Be brief.")]) == [SystemMessage("Be brief.")]


def test_the_callback_hears_models_without_messages_and_tools_without_calls(
    b: Beliefs, beside
) -> None:
    memory = beside(LangChainMemory, b)
    config: Any = {"callbacks": [memory.callback]}
    assert FakeListLLM(responses=["The queue is empty."]).invoke("How?", config)
    assert probe_of("The cache is warm.").invoke({}, config) == "The cache is warm."
    asyncio.run(probe_of("The disk is full.").ainvoke({}, config))
    assert memory.flush(PATIENCE)
    assert {one.claim: b.evidence(one)[0].source for one in b.list()} == {
        "The queue is empty": None,
        WARM: "probe",
        "The disk is full": "probe",
    }
    assert memory.health.ok


def test_an_answer_that_is_streamed_is_heard_whole(b: Beliefs, beside) -> None:
    memory = beside(LangChainMemory, b)
    model = GenericFakeChatModel(messages=iter([AIMessage("The queue is empty.")]))
    chunks = list((memory.recall | model).stream("How?", {"callbacks": [memory.callback]}))
    assert len(chunks) > 1
    assert memory.flush(PATIENCE)
    assert [belief.claim for belief in b.list()] == ["The queue is empty"]
