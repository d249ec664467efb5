"""Tools: how often each does what it should, in which context."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Beliefs, FromTheFuture, InvalidInput, KeyConflict
from beliefs.mind.moves import THIN_BELOW
from beliefs.mind.tools import SURE_FROM
from tests.ledger.places import DAY, SECOND, START, Clock, beside, fresh, refused, sound


def rates(b: Beliefs) -> list[tuple[str, str, float, float]]:
    return [(one.tool, one.context, one.rate, one.evidence) for one in b.tools.priors()]


def test_success_and_failure_add_up(b: Beliefs) -> None:
    for success in (True, True, False):
        prior = b.tools.observe("grep", success)
    assert (prior.tool, prior.context) == ("grep", "")
    assert prior.rate == 3 / 5
    assert prior.evidence == 3.0
    low, high = prior.interval
    assert 0 < low < prior.rate < high < 1
    assert sound(b)


def test_contexts_are_kept_apart(b: Beliefs) -> None:
    b.tools.observe("grep", success=True)
    b.tools.observe("grep", success=False, context="binary files")
    b.tools.observe("awk", success=True, context="binary files", weight=3)
    assert rates(b) == [
        ("awk", "binary files", 4 / 5, 3.0),
        ("grep", "", 2 / 3, 1.0),
        ("grep", "binary files", 1 / 3, 1.0),
    ]
    assert [one.context for one in b.tools.priors(tool="grep")] == ["", "binary files"]
    assert [one.tool for one in b.tools.priors(context="binary files")] == ["awk", "grep"]
    assert [one.tool for one in b.tools.priors(context="")] == ["grep"]
    assert len(b.tools.priors(limit=2)) == 2
    assert b.tools.priors(tool="sed") == []


def test_how_well_a_rate_is_known(b: Beliefs) -> None:
    known = [
        b.tools.observe("grep", success=True, weight=weight).confidence
        for weight in (THIN_BELOW - 1, 1, SURE_FROM - THIN_BELOW)
    ]
    assert known == ["low", "medium", "high"]


def test_names_mean_the_same_however_they_are_spelled(b: Beliefs) -> None:
    b.tools.observe(" caf\u00e9 ", success=True, context="na\u00efve ")
    prior = b.tools.observe("cafe\u0301", success=True, context="nai\u0308ve")
    assert prior.evidence == 2.0
    assert len(b.tools.priors(tool="cafe\u0301", context=" nai\u0308ve")) == 1


@pytest.mark.parametrize("context", ['"], ["', "a\nb", "\\", "[]", "null", "\u2028", "🦉"])
def test_a_context_may_be_any_words(b: Beliefs, context: str) -> None:
    b.tools.observe('the "tool"', success=True, context=context)
    assert [one.context for one in b.tools.priors(context=context)] == [context.strip()]
    copy = beside(b, namespace=fresh())
    copy.merge(b.export())
    assert copy.tools.priors() == b.tools.priors()


def test_tools_are_no_beliefs(b: Beliefs) -> None:
    b.add("The cache is warm")
    before = b.at(START).digest(), b.list()
    b.tools.observe("grep", success=True)
    assert (b.at(START).digest(), b.list()) == before
    assert b.search("grep") == []
    assert b.before("grep").beliefs == ()
    b.reset()
    assert len(b.tools.priors()) == 1
    assert b.with_thread("one").tools.priors() == b.tools.priors()


def test_a_tool_needs_no_thread(b: Beliefs) -> None:
    adrift = beside(b, write_scope="thread", thread=None)
    assert adrift.tools.observe("grep", success=True).evidence == 1.0


def test_a_retry_counts_once(b: Beliefs) -> None:
    for _ in range(3):
        prior = b.tools.observe("grep", success=True, idempotency_key="k")
        assert prior.evidence == 1.0
    with refused(KeyConflict, b):
        b.tools.observe("grep", success=False, idempotency_key="k")
    # A key of the space is another key.
    assert not b.add("The cache is warm", idempotency_key="k").replayed


def test_old_outcomes_fade(b: Beliefs, clock: Clock) -> None:
    b.settings.set(half_life=DAY)
    b.tools.observe("grep", success=True, observed=START - DAY)
    assert b.tools.priors()[0].evidence == 0.5
    clock.now += DAY
    assert b.tools.priors()[0].evidence == 0.25
    with refused(FromTheFuture, b):
        b.tools.observe("grep", success=True, observed=clock.now + SECOND)


@pytest.mark.parametrize(
    "wrong",
    [
        {"tool": ""},
        {"tool": 5},
        {"tool": "a\0b"},
        {"success": 1},
        {"success": None},
        {"success": "yes"},
        {"context": 5},
        {"context": None},
        {"context": "a\0b"},
        {"context": "\ud83d"},
        {"weight": 0},
        {"weight": -1},
        {"weight": float("nan")},
        {"weight": "1"},
        {"observed": "now"},
    ],
    ids=repr,
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    b = Beliefs(":memory:")
    arguments: dict[str, Any] = {"tool": "grep", "success": True, **wrong}
    with refused(InvalidInput, b):
        b.tools.observe(**arguments)
    assert b.count() == 0


def test_nor_is_a_limit_that_is_none(b: Beliefs) -> None:
    for limit in (-1, 1.5, True, "1"):
        with refused(InvalidInput, b):
            b.tools.priors(limit=limit)  # type: ignore[arg-type]


def test_the_past_is_as_it_was(b: Beliefs, clock: Clock) -> None:
    b.tools.observe("grep", success=True)
    clock.now += DAY
    b.tools.observe("grep", success=False)
    assert b.at(START).tools.priors()[0].rate == 2 / 3
    assert b.tools.priors()[0].rate == 1 / 2


@given(
    outcomes=st.lists(
        st.tuples(st.sampled_from(("grep", "awk")), st.booleans(), st.sampled_from(("", "night"))),
        min_size=1,
        max_size=8,
    ),
    data=st.data(),
)
@settings(max_examples=25)
def test_any_order_and_any_number_of_deliveries(
    outcomes: list[tuple[str, bool, str]], data: st.DataObject
) -> None:
    results = []
    for _ in range(2):
        b = Beliefs(":memory:", clock=Clock())
        b.settings.set(half_life=DAY)
        numbers = [
            *range(len(outcomes)),
            *data.draw(st.lists(st.sampled_from(range(len(outcomes))))),
        ]
        for number in data.draw(st.permutations(numbers)):
            tool, success, context = outcomes[number]
            b.tools.observe(
                tool,
                success,
                context=context,
                observed=START - number * DAY / 3,
                idempotency_key=f"message {number}",
            )
        results.append((b.tools.priors(), b.digest()))
    assert results[0] == results[1]


def test_many_at_once(b: Beliefs) -> None:
    with ThreadPoolExecutor(4) as pool:
        done = pool.map(lambda n: b.tools.observe("grep", success=n % 2 == 0), range(20))
        assert len(list(done)) == 20
    assert rates(b) == [("grep", "", 1 / 2, 20.0)]
    assert sound(b)
