"""Goals and gaps of a turn: the first and the newest are shown, and the others are counted."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs, Context
from tests.ledger.places import DAY, SECOND, START, Clock, beside, fresh, id_of

GAPS = [f"We do not know who maintains host {number}." for number in range(40)]
GOALS = [f"We want to move host {number} to another room." for number in range(30)]

acts = st.tuples(
    st.sampled_from(("hear", "many", "resolve", "again", "add", "erase", "reset", "merge")),
    st.sampled_from(("space", "thread")),
    st.booleans(),
    st.integers(0, 39),
)


def told(context: Context) -> dict[str, int]:
    """What the last line of a prompt says was left out, by kind."""
    found = re.findall(r"(\d+) more (goal|open question)s?\b", context.prompt)
    return {kind: int(count) for count, kind in found}


def shown(context: Context, kind: str) -> int:
    return context.prompt.count(f"\n- [{kind}] ")


@pytest.mark.parametrize("budget", [300, 4_000])
def test_what_is_between_the_first_and_the_newest_is_counted(b: Beliefs, budget: int) -> None:
    for said in (*GAPS, *GOALS):
        b.after(said)
    b.resolve(b.gaps()[20])
    context = b.before("host", budget=budget)
    assert told(context) == {
        "goal": 30 - shown(context, "goal"),
        "open question": 39 - shown(context, "open question"),
    }
    assert context.left_out >= sum(told(context).values())


def test_a_turn_shows_the_first_and_the_newest(b: Beliefs, clock: Clock) -> None:
    for said in (GOALS[0], *GAPS):
        b.after(said)
        clock.now += SECOND
    context = b.before("", budget=4_000)
    assert [goal.text for goal in context.goals] == ["Move host 0 to another room"]
    assert [gap.text for gap in context.gaps] == [
        gap.text for number, gap in enumerate(b.gaps()) if number < 7 or number >= 24
    ]
    assert context.left_out == told(context)["open question"] == 17


def act(b: Beliefs, kind: str, number: int) -> None:
    known = b.gaps()
    if kind == "hear":
        b.after(f"{GAPS[number]} {GOALS[number % 30]}")
    elif kind == "many":  # more than a tail can name
        b.after(" ".join(GAPS + GOALS))
    elif kind == "resolve" and known:
        b.resolve(known[number % len(known)])
    elif kind == "again" and known:
        b.resolve(known[0])
        b.after(known[0].text)
    elif kind == "add":
        b.add("Host 3 is slow")
    elif kind == "erase" and known:
        b.erase(known[number % len(known)].id)
    elif kind == "reset":
        b.reset()
    elif kind == "merge":  # of what was said earlier
        other = Beliefs(":memory:", namespace=b.namespace, clock=Clock(START - 5_000 * DAY))
        other.after(GAPS[number])
        b.merge(other.export())


@given(st.lists(acts, max_size=10))
def test_a_client_that_keeps_up_sees_what_a_new_one_sees(happens) -> None:
    b = Beliefs(":memory:", namespace=fresh())
    thread = b.with_thread("t")
    for kind, layer, elsewhere, number in happens:
        seat = b if layer == "space" else thread
        act(beside(seat) if elsewhere else seat, kind, number)
        for looking in (b, thread):
            now, anew = (one.before("host", budget=4_000) for one in (looking, beside(looking)))
            assert now == anew
            assert shown(now, "goal") + told(now).get("goal", 0) == len(looking.goals())
            gaps = shown(now, "open question") + told(now).get("open question", 0)
            assert gaps == len(looking.gaps())


def test_what_is_known_of_a_gap_is_not_kept_beyond_its_erasure(b: Beliefs) -> None:
    b.after("Who pays for the cache?")
    [gap] = b.before("cache").gaps
    beside(b).erase(gap.id)
    assert b.before("cache").gaps == ()
    assert id_of(b, "The cache is warm")
