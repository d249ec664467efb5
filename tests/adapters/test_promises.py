"""What every adapter promises, kept beside every host: each framework with its own test model."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import Beliefs
from tests.adapters.conftest import PATIENCE, Exploding, Gate

if TYPE_CHECKING:
    from tests.adapters.hosts import Host

QUESTION = "Is the cache warm?"
WARM = "The cache is warm"


def claims(b: Beliefs) -> dict[str, float]:
    return {belief.claim: belief.evidence for belief in b.list()}


def test_context_arrives_in_what_the_model_receives(host: Host, b: Beliefs, beside) -> None:
    b.add(WARM, confidence=0.9, strength=10)
    memory = beside(host.memory, b)
    turn = host.run(memory, QUESTION, answer="Done.")
    assert "<beliefs>" in turn.seen
    assert WARM in turn.seen
    assert QUESTION in turn.seen
    assert turn.answer == "Done."
    assert memory.health.contexts >= 1
    assert memory.health.ok


def test_nothing_is_added_if_nothing_is_known(host: Host, b: Beliefs, beside) -> None:
    memory = beside(host.memory, b)
    turn = host.run(memory, QUESTION, answer="Done.")
    assert "<beliefs>" not in turn.seen
    assert memory.health.contexts == 0


def test_the_answer_is_heard_as_the_agents_own_words(host: Host, b: Beliefs, beside) -> None:
    memory = beside(host.memory, b)
    host.run(memory, "How is the queue?", answer="The queue is empty.")
    assert memory.flush(PATIENCE)
    (belief,) = b.list()
    assert belief.claim == "The queue is empty"
    (entry,) = b.evidence(belief)
    assert (entry.agent, entry.source) == (b.agent, None)
    assert memory.health.ok


def test_what_a_tool_returns_is_heard_as_the_tools(host: Host, b: Beliefs, beside) -> None:
    memory = beside(host.memory, b)
    turn = host.run(memory, QUESTION, answer="Done.", tool="The cache is warm.")
    assert turn.answer == "Done."
    assert memory.flush(PATIENCE)
    (belief,) = b.list()
    assert belief.claim == WARM
    assert [entry.source for entry in b.evidence(belief)] == ["probe"]
    assert memory.health.ok


def test_a_retry_of_the_same_messages_adds_nothing(host: Host, b: Beliefs, beside) -> None:
    memory = beside(host.memory, b)
    said = {"answer": "The queue is empty.", "tool": "The cache is warm.", "run_id": "the-run"}
    host.run(memory, "Hello!", **said)
    assert memory.flush(PATIENCE)
    before = b.digest()
    assert set(claims(b)) == {WARM, "The queue is empty"}
    # Nothing was shown, so nothing is an echo: only the key knows it again.
    again = beside(host.memory, b)
    assert "<beliefs>" not in host.run(again, "Hello!", **said).seen
    assert again.flush(PATIENCE)
    assert b.digest() == before
    assert again.health.ok


def test_two_runs_are_no_retry(host: Host, b: Beliefs, beside) -> None:
    memory = beside(host.memory, b)
    for answer in ("The queue is empty.", "The queue is full."):
        host.run(memory, "How is it?", answer=answer)
        assert memory.flush(PATIENCE)
    assert memory.health.observations >= 2
    assert b.count() >= 2


@pytest.mark.parametrize("echo", ["The cache is warm.", "{block}", "> {block}\nIt is so."])
def test_quoting_the_context_adds_no_evidence(host: Host, b: Beliefs, beside, echo: str) -> None:
    b.after("The cache is warm.", tool="gauge")
    block = b.before(QUESTION).prompt
    before = b.digest()
    memory = beside(host.memory, b)
    turn = host.run(memory, QUESTION, answer=echo.format(block=block))
    assert WARM in turn.seen
    assert memory.flush(PATIENCE)
    assert b.digest() == before
    assert memory.health.ok


def test_the_same_without_context_is_evidence(host: Host, beside) -> None:
    """The check of the check above."""
    b = Beliefs(":memory:")
    memory = beside(host.memory, b)
    host.run(memory, "How are you?", answer="The cache is warm.")
    assert memory.flush(PATIENCE)
    assert claims(b) == {WARM: 1.0}


def test_a_closed_client_leaves_the_host_alone(host: Host, b: Beliefs, beside) -> None:
    b.add(WARM)
    b.close()
    memory = beside(host.memory, b)
    turn = host.run(memory, QUESTION, answer="The queue is empty.", tool="The disk is full.")
    assert turn.answer == "The queue is empty."
    assert "<beliefs>" not in turn.seen
    assert memory.flush(PATIENCE)
    assert memory.health.failures["StoreError"] >= 3
    assert "closed" in str(memory.health.last_error)
    assert not memory.health.ok


def test_a_store_that_hangs_leaves_the_host_alone(host: Host, gate: Gate, beside) -> None:
    b = Beliefs(":memory:", clock=gate)
    b.add(WARM)
    memory = beside(host.memory, b, wait=0.05)
    gate.opened.clear()
    # The gate stays closed until the host is done: whatever waited for the store would not return.
    turn = host.run(memory, QUESTION, answer="The queue is empty.", tool="The disk is full.")
    assert not gate.opened.is_set()
    assert turn.answer == "The queue is empty."
    assert "<beliefs>" not in turn.seen
    assert memory.health.late >= 1
    assert memory.health.observations == 0
    assert memory.health.waiting == 2
    gate.opened.set()
    assert memory.flush(PATIENCE)
    assert set(claims(b)) == {WARM, "The queue is empty", "The disk is full"}


def test_a_store_that_hangs_costs_the_limit_once(host: Host, gate: Gate, beside) -> None:
    b = Beliefs(":memory:", clock=gate)
    memory = beside(host.memory, b, wait=0.05)
    gate.opened.clear()
    asked = gate.asked
    for number in range(5):
        host.run(memory, QUESTION, answer="Done.", run_id=f"hung-{number}")
    assert memory.health.late == 5
    assert gate.asked <= asked + 2  # one read and one write hang; nobody else went there


def test_a_reader_that_explodes_leaves_the_host_alone(host: Host, beside) -> None:
    b = Beliefs(":memory:", reader=Exploding())
    b.add(WARM)
    memory = beside(host.memory, b)
    turn = host.run(memory, QUESTION, answer="The queue is empty.", tool="The disk is full.")
    assert turn.answer == "The queue is empty."
    assert WARM in turn.seen
    assert memory.flush(PATIENCE)
    assert memory.health.failures == {"RuntimeError": 2}
    assert claims(b) == {WARM: 1.0}


def test_a_reader_that_is_slow_holds_up_neither_host_nor_context(host: Host, beside) -> None:
    finish = threading.Event()

    class Slow:
        name = "slow"

        def read(self, _: str) -> list[Any]:
            assert finish.wait(PATIENCE)
            return []

    b = Beliefs(":memory:", reader=Slow())
    b.add(WARM)
    memory = beside(host.memory, b)
    try:
        for number in range(2):
            turn = host.run(memory, QUESTION, answer="Done.", run_id=f"slow-{number}")
            assert turn.answer == "Done."
            assert WARM in turn.seen
        assert memory.health.observations == 0
    finally:
        finish.set()


def test_failures_are_logged_once_and_counted_each_time(
    host: Host, b: Beliefs, beside, caplog: pytest.LogCaptureFixture
) -> None:
    b.close()
    memory = beside(host.memory, b)
    with caplog.at_level(logging.WARNING, "beliefs"):
        for _ in range(3):
            host.run(memory, QUESTION, answer="Done.")
        assert memory.flush(PATIENCE)
    assert memory.health.failures["StoreError"] == 6
    assert len([one for one in caplog.records if one.name == "beliefs"]) == 1


def test_a_full_queue_drops_what_comes_next(host: Host, gate: Gate, beside) -> None:
    b = Beliefs(":memory:", clock=gate)
    memory = beside(host.memory, b, wait=0.05, room=2)
    gate.opened.clear()
    words = ("empty", "full", "slow", "fast", "large", "small")
    for word in words:
        host.run(memory, "", answer=f"The queue {word} is old.")
        assert gate.stuck.wait(PATIENCE)  # the first one is being written, and never done
    assert (memory.health.dropped, memory.health.waiting) == (3, 3)
    gate.opened.set()
    assert memory.flush(PATIENCE)
    assert [one.claim for one in b.list()] == [f"The queue {one} is old" for one in words[:3]]
