"""Off the critical path: who waits, for how long, and what becomes of what nobody waited for."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.adapters.aside import Asker, Scribe
from beliefs.adapters.health import Tally
from tests.adapters.conftest import PATIENCE


def test_an_answer_in_time_is_given_and_many_may_ask() -> None:
    asker = Asker(str.upper, seconds=PATIENCE, tally=Tally())
    with ThreadPoolExecutor(8) as pool:
        asked = [f"question {number}" for number in range(200)]
        assert list(pool.map(asker.ask, asked)) == [one.upper() for one in asked]


def test_a_late_answer_is_not_waited_for_and_the_next_questions_not_at_all() -> None:
    finish, tally, taken = threading.Event(), Tally(), list[str]()

    def answer(question: str) -> str:
        taken.append(question)
        assert finish.wait(PATIENCE)
        return question

    asker = Asker(answer, seconds=0.05, tally=tally)
    assert [asker.ask(str(number)) for number in range(4)] == ["", "", "", ""]
    assert asyncio.run(asker.ask_async("4")) == ""
    assert (taken, tally.health(0).late) == (["0"], 5)
    with pytest.raises(StopIteration):  # it ends without having been suspended even once
        asker.ask_async("5").send(None)
    finish.set()
    assert ask_until_answered(asker, "again") == "again"


def ask_until_answered(asker: Asker, question: str) -> str:
    """Ask a thread that is about to be done with something late."""
    while not (answer := asker.ask(question)):
        time.sleep(0.01)
    return answer


def test_who_gave_up_waiting_is_passed_over() -> None:
    """What nobody waits for any more costs nothing."""
    finish, started, taken = threading.Event(), threading.Event(), list[str]()

    def answer(question: str) -> str:
        taken.append(question)
        started.set()
        assert finish.wait(PATIENCE)
        return question

    asker = Asker(answer, seconds=0.5, tally=Tally())
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(asker.ask, "first")
        assert started.wait(PATIENCE)
        second = pool.submit(asker.ask, "second")
        assert (first.result(), second.result()) == ("", "")
    finish.set()
    assert ask_until_answered(asker, "third") == "third"
    assert "second" not in taken


@pytest.mark.parametrize("error", [OSError("gone"), SystemExit(1), RecursionError("deep")])
def test_whatever_is_raised_the_next_one_is_served(error: BaseException) -> None:
    tally, written = Tally(), list[str]()

    def serve(text: str) -> str:
        if text == "bad":
            raise error
        written.append(text)
        return text

    asker = Asker(serve, seconds=PATIENCE, tally=tally)
    assert (asker.ask("bad"), asker.ask("good")) == ("", "good")
    scribe = Scribe(serve, room=10, tally=tally)
    for text in ("bad", "well"):
        scribe.put(text)
    assert scribe.flush(PATIENCE)
    assert written == ["good", "well"]
    assert tally.health(0).failures == {type(error).__name__: 2}


def test_a_host_that_is_cancelled_is_cancelled() -> None:
    finish, started = threading.Event(), threading.Event()

    def answer(question: str) -> str:
        started.set()
        assert finish.wait(PATIENCE)
        return question

    tally = Tally()
    asker = Asker(answer, seconds=PATIENCE, tally=tally)

    async def host() -> None:
        asking = asyncio.create_task(asker.ask_async("is it?"))
        assert await asyncio.to_thread(started.wait, PATIENCE)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(host())
    finish.set()
    assert tally.health(0).ok


def test_the_event_loop_goes_on_while_an_answer_is_waited_for() -> None:
    finish = threading.Event()

    def answer(question: str) -> str:
        assert finish.wait(PATIENCE)
        return question

    asker = Asker(answer, seconds=PATIENCE, tally=Tally())

    async def host() -> str:
        asking = asyncio.create_task(asker.ask_async("is it?"))
        for _ in range(10):
            await asyncio.sleep(0)
        finish.set()  # only a loop that goes on gets here
        return await asking

    assert asyncio.run(host()) == "is it?"


@given(st.integers(1, 5), st.integers(0, 12))
@settings(max_examples=25)
def test_what_is_put_is_written_in_order_or_counted(room: int, puts: int) -> None:
    opened, tally, written = threading.Event(), Tally(), list[int]()

    def write(item: int) -> None:
        assert opened.wait(PATIENCE)
        written.append(item)

    scribe = Scribe(write, room=room, tally=tally)
    for item in range(puts):
        scribe.put(item)
    opened.set()
    assert scribe.flush(PATIENCE)
    health = tally.health(scribe.waiting)
    assert written == sorted(written)
    assert health.observations == len(written)
    assert health.observations + health.dropped == puts
    # The first may have left the queue before the last came.
    assert min(room, puts) <= len(written) <= min(room + 1, puts)
    scribe.close(PATIENCE)


def test_closing_writes_what_is_waiting_and_takes_no_more() -> None:
    tally, written = Tally(), list[str]()
    scribe = Scribe(written.append, room=10, tally=tally)
    for text in ("one", "two"):
        scribe.put(text)
    scribe.close(PATIENCE)
    scribe.put("three")
    assert written == ["one", "two"]
    assert tally.health(0).dropped == 1


def test_closing_does_not_wait_for_what_hangs_and_counts_what_it_leaves() -> None:
    opened, started, tally, written = threading.Event(), threading.Event(), Tally(), list[str]()

    def write(text: str) -> None:
        started.set()
        assert opened.wait(PATIENCE)
        written.append(text)

    scribe = Scribe(write, room=10, tally=tally)
    for text in ("one", "two", "three"):
        scribe.put(text)
    assert started.wait(PATIENCE)
    assert not scribe.flush(0)
    scribe.close(0.01)
    assert tally.health(0).dropped == 2
    opened.set()
    assert scribe.flush(PATIENCE)
    assert written == ["one"]


def test_asking_after_closing_returns_at_once() -> None:
    asker = Asker(str.upper, seconds=PATIENCE, tally=Tally())
    assert asker.ask("a") == "A"
    asker.close()
    assert asker.ask("b") == ""
