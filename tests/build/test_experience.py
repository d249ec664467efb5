"""Choices follow verdicts: a reading that builds failed with gives way to another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.build.experience import Experience, experience
from beliefs.spec.understanding import Option, understand

OPTIONS = (Option("sqlite", 0.6), Option("memory", 0.4))


def _after(verdicts: list[bool]) -> str:
    with Beliefs(":memory:") as beliefs:
        for number, accepted in enumerate(verdicts):
            one = Experience(beliefs)
            one.chosen["the storage"] = "sqlite"
            one.learn(str(number), accepted=accepted)
        return Experience(beliefs).choose("the storage", OPTIONS)


def test_with_no_experience_the_prior_decides():
    assert _after([]) == "sqlite"


def test_failed_builds_turn_a_choice_and_accepted_ones_keep_it():
    assert _after([False] * 6) == "memory"
    assert _after([True] * 6) == "sqlite"


@given(st.lists(st.booleans(), max_size=8), st.randoms())
def test_the_order_of_builds_does_not_matter(verdicts, random):
    shuffled = list(verdicts)
    random.shuffle(shuffled)
    assert _after(verdicts) == _after(shuffled)


def test_a_verdict_counts_once():
    with Beliefs(":memory:") as beliefs:
        for _ in range(3):
            one = Experience(beliefs)
            one.choose("the storage", OPTIONS)
            one.learn("the same build", accepted=False)
        (held,) = Experience(beliefs).known.values()
        assert (held.alpha, held.beta) == (1.0, 2.0)


def test_a_goal_is_understood_by_what_is_believed(tmp_path):
    goal = "A bookmark API: CRUD with tags."
    with experience(tmp_path) as first:
        spec = understand(goal, first.choose).spec
        assert first.chosen
    with experience(tmp_path) as again:
        assert understand(goal, again.choose).spec == spec
