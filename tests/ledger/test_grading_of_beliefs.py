"""A voice is graded once per belief, in however many wordings it spoke, and whenever they met."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from beliefs import Beliefs

if TYPE_CHECKING:
    from collections.abc import Callable

WORDINGS = ("Acme bought Initech", "Initech was acquired by Acme", "Acme acquired Initech")


def graded(b: Beliefs) -> dict[str, tuple[int, int]]:
    """How often each agent was right, of how many."""
    return {one.name: (one.right, one.graded) for one in b.trust.list()}


def test_one_agent_in_three_wordings_is_graded_once() -> None:
    b = Beliefs(":memory:")
    ids = [b.add(words, agent="scout").changes[0].belief_id for words in WORDINGS]
    b.link()
    b.outcome(ids[1], truth=True)
    assert graded(b) == {"scout": (1, 1)}
    assert b.verify().ok


def test_who_denies_in_other_words_is_wrong() -> None:
    b = Beliefs(":memory:")
    warm = b.add("The cache is warm", agent="scout").changes[0].belief_id
    b.add("The cache is cold", agent="critic")
    b.link()
    b.outcome(warm, truth=True)
    assert graded(b) == {"scout": (1, 1), "critic": (0, 1)}
    assert b.verify().ok


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_the_order_of_words_links_and_outcome_does_not_matter(order: tuple[int, ...]) -> None:
    b = Beliefs(":memory:")
    first = b.add(WORDINGS[0], agent="scout").changes[0].belief_id
    steps: list[Callable[[], object]] = [
        lambda: b.add(WORDINGS[1], agent="critic", refutes=True),
        lambda: b.outcome(first, truth=True),
        lambda: b.add(WORDINGS[2], agent="scout"),
        b.link,
    ]
    for step in order:
        steps[step]()
    b.link()
    # What is said after the outcome is not graded; the clock runs.
    late = order.index(1) < order.index(0)
    assert graded(b) == ({"scout": (1, 1)} if late else {"scout": (1, 1), "critic": (0, 1)})
    assert b.verify().ok


def test_a_split_takes_the_grade_along() -> None:
    b = Beliefs(":memory:")
    one = b.add(WORDINGS[0], agent="scout").changes[0].belief_id
    other = b.add(WORDINGS[1], agent="critic").changes[0].belief_id
    b.outcome(one, truth=True)
    assert graded(b) == {"scout": (1, 1)}
    b.link()
    assert graded(b) == {"scout": (1, 1), "critic": (1, 1)}
    b.split(other)
    assert graded(b) == {"scout": (1, 1)}
    b.join(one, other)
    assert graded(b) == {"scout": (1, 1), "critic": (1, 1)}
    assert b.verify().ok
    b.erase(one)
    assert b.trust.list() == []
    assert b.verify().ok


def test_two_replicas_grade_alike_in_any_order() -> None:
    here, there = Beliefs(":memory:"), Beliefs(":memory:")
    one = here.add(WORDINGS[0], agent="scout").changes[0].belief_id
    there.add(WORDINGS[1], agent="critic")
    here.outcome(one, truth=False)
    there.add(WORDINGS[0], agent="scout")
    there.link()
    merged = [Beliefs(":memory:"), Beliefs(":memory:")]
    for b, order in zip(merged, ((here, there), (there, here)), strict=True):
        for other in order:
            b.merge(other)
        assert b.verify().ok
    assert graded(merged[0]) == graded(merged[1])
    assert graded(merged[0])["critic"] == (0, 1)
