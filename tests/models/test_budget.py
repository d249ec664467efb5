"""A budget holds, also when threads share it."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import BudgetSpent, InvalidInput
from beliefs.models.budget import Budget, Spent


def test_without_limits_everything_is_counted() -> None:
    budget = Budget()
    for _ in range(3):
        budget.open(max_tokens=10**9)
        budget.close(max_tokens=10**9, tokens=5, seconds=0.25)
    assert budget.spent == Spent(3, 15, 0.75)


def test_no_call_at_all() -> None:
    with pytest.raises(BudgetSpent, match="budget of 0 calls is used up"):
        Budget(calls=0).open(max_tokens=1)


def test_seconds_are_counted_after_the_call() -> None:
    budget = Budget(seconds=1.0)
    budget.open(max_tokens=1)
    budget.close(max_tokens=1, tokens=1, seconds=1.5)
    with pytest.raises(BudgetSpent, match="budget of 1 s is used up"):
        budget.open(max_tokens=1)


def test_what_was_set_aside_and_not_used_comes_back() -> None:
    budget = Budget(tokens=100)
    budget.open(max_tokens=80)
    with pytest.raises(BudgetSpent, match="100 tokens, 20 are left, and this call may need 80"):
        budget.open(max_tokens=80)
    budget.close(max_tokens=80, tokens=20, seconds=0.0)
    budget.open(max_tokens=80)


def test_a_refused_call_is_not_counted() -> None:
    budget = Budget(tokens=10)
    with pytest.raises(BudgetSpent):
        budget.open(max_tokens=11)
    assert budget.spent == Spent(0, 0, 0.0)
    budget.open(max_tokens=10)


@pytest.mark.parametrize(
    ("name", "limit"),
    [("calls", -1), ("calls", 1.5), ("tokens", True), ("seconds", float("nan")), ("seconds", "1")],
)
def test_a_limit_that_is_none(name, limit) -> None:
    with pytest.raises(InvalidInput, match=f"a budget of {name} must be 0 or more"):
        Budget(**{name: limit})


@given(
    calls=st.integers(0, 8),
    tokens=st.integers(0, 400),
    size=st.integers(1, 100),
    threads=st.integers(1, 8),
)
def test_threads_never_spend_more_than_there_is(calls, tokens, size, threads) -> None:
    budget = Budget(calls=calls, tokens=tokens)
    start = threading.Barrier(threads)
    refused = []

    def spend() -> None:
        start.wait()
        for _ in range(4):
            try:
                budget.open(max_tokens=size)
            except BudgetSpent as spent:
                refused.append(spent)
            else:
                budget.close(max_tokens=size, tokens=size, seconds=0.0)

    workers = [threading.Thread(target=spend) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    most = min(calls, tokens // size, 4 * threads)
    assert budget.spent.calls <= most
    assert budget.spent.tokens == budget.spent.calls * size
    assert budget.spent.calls + len(refused) == 4 * threads
    # Tokens set aside by a neighbour can turn a call away; calls alone cannot.
    if tokens >= size * 4 * threads:
        assert budget.spent.calls == most


def test_calls_in_flight_count() -> None:
    """Eight threads hold a call open at once, and four are all there is."""
    budget = Budget(calls=4)
    start, opened = threading.Barrier(8), []

    def hold() -> None:
        start.wait()
        try:
            budget.open(max_tokens=1)
        except BudgetSpent:
            return
        opened.append(1)

    workers = [threading.Thread(target=hold) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(opened) == budget.spent.calls == 4
