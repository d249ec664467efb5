"""Choices follow verdicts: a reading that builds failed with gives way to another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.build.experience import Experience, experience
from beliefs.kernel.families import Beta
from beliefs.spec.understanding import Option, understand

OPTIONS = (Option("sqlite", 0.6), Option("memory", 0.4))


def _after(verdicts: list[bool]) -> str:
    with Beliefs(":memory:") as beliefs:
        for number, accepted in enumerate(verdicts):
            chosen = {"the storage": "sqlite"}
            Experience(beliefs).learn(str(number), chosen, (), accepted=accepted)
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
            chosen = {"the storage": "sqlite"}
            Experience(beliefs).learn("the same build", chosen, ("CSV",), accepted=False)
        storage, csv = Experience(beliefs).known.values()
        assert storage == csv == Beta(1.0, 2.0)


def test_an_answer_that_was_given_is_taken_and_said_to_be():
    with Beliefs(":memory:") as beliefs:
        one = Experience(beliefs, {"the storage": "memory"})
        assert one.choose("the storage", OPTIONS) == "memory"
        assert one.chosen["the storage"].told
        assert one.chosen["the storage"].instead == (("sqlite", 0.6),)


def test_a_goal_is_understood_by_what_is_believed(tmp_path):
    goal = "A bookmark API: CRUD with tags."
    with experience(tmp_path) as first:
        spec = understand(goal, first.choose).spec
        assert first.chosen
    with experience(tmp_path) as again:
        assert understand(goal, again.choose).spec == spec
