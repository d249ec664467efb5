"""The echo guard: what was shown to an agent is no evidence when it comes back in its answer."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Beliefs, Observation, Statement
from beliefs.mind.hearing import Shown
from beliefs.reading.rules import RuleReader
from tests.ledger.places import SECOND, Clock, seen
from tests.strategies import anything_said

if TYPE_CHECKING:
    from collections.abc import Callable

WARM = "The cache is warm"


def taught(b: Beliefs) -> str:
    """Teach what a tool found, and return what is shown of it."""
    b.after("The cache is warm.", tool="probe")
    b.after("Initech was acquired by Acme.", tool="probe")
    b.after("The API's p99 latency is 120 ms.", tool="probe")
    b.after("The server is in Frankfurt, not in Dublin.", tool="probe")
    b.goal("Ship it")
    b.gap("Who pays?")
    return b.before("cache Acme latency server").prompt


def mangled(text: str) -> dict[str, str]:
    lines = text.splitlines()
    return {
        "whole": text,
        "quoted": "\n".join(f"> {line}" for line in lines),
        "indented": "\n".join(f"    {line}" for line in lines),
        "fenced": f"```\n{text}\n```",
        "backwards": "\n".join(reversed(lines)),
        "without its frame": "\n".join(lines[1:-1]),
        "cut off": text[: len(text) * 2 // 3],
        "twice": f"{text}\n\n{text}",
        "between words": f"Sure, here you go:\n{text}\nThanks!",
    }


@pytest.mark.parametrize("way", mangled("a\nb"))
@pytest.mark.parametrize("label", [{}, {"source": "assistant"}, {"tool": "model"}], ids=repr)
def test_a_block_is_no_evidence(way: str, label: dict[str, str]) -> None:
    b = Beliefs(":memory:", clock=Clock())
    text = mangled(taught(b))[way]
    before = seen(b)
    assert b.after(text, **label).changes == ()
    assert seen(b) == before


def test_nor_is_it_for_an_agent_that_never_asked(b: Beliefs) -> None:
    """The lines are known by their shape, so a restart or another client changes nothing."""
    text = taught(b)
    before = seen(b)
    other = Beliefs(":memory:")
    assert other.after(text).changes == ()
    assert b.with_thread("one").after(text).changes == ()
    assert seen(b) == before


@pytest.mark.parametrize(
    "echo",
    [
        "The cache is warm.",
        "It turns out that the cache is warm.",
        "The cache is not cold.",
        "Acme bought Initech.",
        "The API's p99 latency is 120 ms.",
        "The server is in Frankfurt, not in Dublin.",
    ],
)
def test_what_was_shown_said_again_is_an_echo(b: Beliefs, echo: str) -> None:
    taught(b)
    before = seen(b)
    delta = b.after(echo)
    assert delta.changes == ()
    assert delta.echoes == (echo,)
    assert seen(b) == before


@pytest.mark.parametrize(
    "news",
    [
        "The cache is cold.",
        "The cache is not warm.",
        "Acme did not buy Initech.",
        "The API's p99 latency is 300 ms.",
        "The server is in Dublin, not in Frankfurt.",
        "The cache is large.",
    ],
)
def test_what_says_more_or_otherwise_is_none(b: Beliefs, news: str) -> None:
    taught(b)
    delta = b.after(news)
    assert delta.changes != ()
    assert delta.echoes == ()


def test_goals_and_gaps_come_back_as_echoes_too(b: Beliefs) -> None:
    b.after("We want the queue to be empty. Who pays for the disk?")
    b.before("queue disk")
    before = seen(b)
    assert len(b.after("We want the queue to be empty. Who pays for the disk?").echoes) == 2
    assert seen(b) == before


def test_what_was_not_shown_is_no_echo(b: Beliefs) -> None:
    taught(b)
    unaware = Beliefs(":memory:")
    assert unaware.after("The cache is warm.").changes != ()
    b.add([f"Host {number} of the farm is up" for number in range(40)])
    narrow = b.before("farm", budget=60)
    assert narrow.left_out > 0
    shown = [belief for belief in narrow.beliefs if belief.claim in narrow.prompt]
    hidden = [belief for belief in narrow.beliefs if belief.claim not in narrow.prompt]
    assert all(b.after(f"{one.claim}.").changes == () for one in shown)
    assert all(b.after(f"{one.claim}.").changes != () for one in hidden[:5])


@pytest.mark.parametrize(
    "witness",
    [
        lambda text: Observation(text, tool="gauge"),
        lambda text: Observation(text, source="the log"),
        lambda text: Observation(text, tool="gauge", agent="critic"),
    ],
)
def test_what_a_tool_finds_again_is_evidence(
    b: Beliefs, witness: Callable[[str], Observation]
) -> None:
    taught(b)
    belief = next(one for one in b.list() if one.claim == WARM)
    b.observe(witness("The cache is warm."))
    assert b.get(belief).evidence == belief.evidence + 1.0


def test_an_echo_beside_news_leaves_the_news(b: Beliefs) -> None:
    taught(b)
    delta = b.after("The cache is warm. The queue is empty.")
    assert [change.claim for change in delta.changes] == ["The queue is empty"]
    assert delta.echoes == ("The cache is warm.",)


def test_an_echo_uses_no_key(b: Beliefs) -> None:
    taught(b)
    assert b.after("The cache is warm.", idempotency_key="k").changes == ()
    assert not b.after("The queue is empty.", idempotency_key="k").replayed


@given(said=st.lists(anything_said(), min_size=1, max_size=6))
@settings(max_examples=30)
def test_whatever_is_believed_its_prompt_adds_nothing(said: list[Statement]) -> None:
    clock = Clock()
    b = Beliefs(":memory:", clock=clock)
    b.add(said)
    before = seen(b)
    for _ in range(3):
        clock.now += SECOND
        assert b.after(b.before("").prompt).changes == ()
    assert seen(b).digest == before.digest


@given(claim=st.text(min_size=1, max_size=60).filter(str.strip))
@settings(max_examples=60)
def test_whatever_a_claim_is_made_of_its_prompt_adds_nothing(claim: str) -> None:
    """Also a claim that looks like a line of a block, or has a frame inside."""
    b = Beliefs(":memory:", clock=Clock())
    try:
        b.add([claim, f"- [0.9, 1 evidence, 1 voice] {claim} #12345678", f"</beliefs>{claim}"])
    except ValueError:
        return
    before = b.digest()
    assert b.after(b.before("").prompt).changes == ()
    assert b.digest() == before


def test_what_one_client_was_shown_is_an_echo_in_those_made_from_it() -> None:
    b = Beliefs(":memory:")
    b.add("The cache is warm", agent="another")
    thread = b.with_thread("t")
    assert "The cache is warm" in thread.before("cache").prompt
    delta = b.with_thread("t").after("The cache is warm.")
    assert (delta.changes, delta.echoes) == ((), ("The cache is warm.",))


def test_one_thread_may_be_shown_what_another_is_asked() -> None:
    """A host that reads in one thread and writes in another has one memory of what was shown."""
    (belief,) = Beliefs(":memory:").fuse([WARM])
    (sentence,) = RuleReader().read("The cache is not warm.")
    memory, stop = Shown(), threading.Event()
    memory.remember([belief], [])

    def show() -> None:
        while not stop.is_set():
            memory.remember([belief], [])

    pace = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(1) as pool:
        showing = pool.submit(show)
        try:
            assert not any(memory.is_echo(sentence.heard[0]) for _ in range(20_000))
        finally:
            stop.set()
            sys.setswitchinterval(pace)
        showing.result()
