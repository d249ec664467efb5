"""What holds for every goal: nothing is left to chance, no word is lost, nothing else changes."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from beliefs.spec.rendering import render
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import Option, understand
from beliefs.spec.understanding.reach import other_language
from beliefs.spec.understanding.tokens import tokens
from tests.spec.understanding.test_goals import _cases, _lines
from tests.spec.understanding.told import accounts_for_every_word

GOALS = [goal for goal, _ in _cases()]
_WORDS = sorted({token.text for goal in GOALS for token in tokens(goal) if token.sort != "break"})
_ASIDES = [
    "My grandmother likes blue.",
    "We met on a rainy evening in Lisbon.",
    "Somebody painted the fence yesterday.",
]
goals = st.sampled_from([*GOALS, *_lines("refused.txt")])
anything = (
    st.lists(st.sampled_from([*_WORDS, "zorb", "Purple", ".", ";"]), max_size=14)
    .map(" ".join)
    .filter(lambda text: not other_language(tokens(text)))
)
_lean = settings(max_examples=25, deadline=None)


@_lean
@given(goals | anything)
def test_the_same_goal_is_always_understood_the_same(goal):
    assert understand(goal) == understand(goal)


@_lean
@example("Actors and movies, many to many.")
@given(goals | anything | st.text(max_size=40))
def test_every_word_is_used_or_listed(goal):
    try:
        understood = understand(goal)
    except ValueError:  # another language
        return
    accounts_for_every_word(goal, understood)


@_lean
@example("/polls/{id}/results change")
@given(goals | anything)
def test_what_was_understood_is_well_formed_and_survives_being_rendered(goal):
    spec = understand(goal).spec
    assert understand(render(spec)).spec == spec
    assert faults(spec) == []


@_lean
@given(st.sampled_from(GOALS), st.sampled_from(_ASIDES))
def test_an_unrelated_sentence_changes_nothing_else(goal, aside):
    alone, together = understand(goal).spec, understand(f"{goal.rstrip('.')}. {aside}").spec
    assert replace(together, unknowns=()) == replace(alone, unknowns=())
    assert {each.rank for each in together.unknowns} <= {"narrative"}
    assert together.unknowns


def test_defaults_are_asked_for_and_an_answer_is_followed():
    asked: list[str] = []

    def choose(question: str, options: tuple[Option, ...]) -> str:
        asked.append(question)
        return min(options, key=lambda each: each.prior).name

    goal = "Build a bookmark manager API with FastAPI: CRUD with tags, GET /random. SQLite."
    spec = understand(goal, choose).spec
    listed = next(each for each in spec.operations if each.name == "list_bookmarks")
    assert listed.inputs == ()
    assert asked == ["can bookmarks be listed by tag"]
