"""What holds for every wish: no word is lost, nothing is left to chance, nothing breaks."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.spec.rendering import render
from beliefs.spec.soundness import faults, sound
from beliefs.spec.understanding import understand
from beliefs.spec.understanding.reading import likeliest
from beliefs.spec.understanding.tokens import tokens
from beliefs.spec.wishes import wished
from tests.spec.understanding.told import accounts_for_every_word
from tests.spec.wishes.test_understood import GOALS

_CLAUSES = sorted(
    {
        part.strip()
        for goal in GOALS
        for sentence in goal.replace(";", ".").replace(":", ".").split(".")
        for part in sentence.split(",")
        if part.strip()
    }
)
_WORDS = sorted({token.text for goal in GOALS for token in tokens(goal) if token.sort == "word"})
clauses = st.lists(st.sampled_from(_CLAUSES), min_size=1, max_size=5).map(", ".join)
anything = st.lists(st.sampled_from([*_WORDS, ",", ".", ":", "zorb"]), max_size=16).map(" ".join)
_lean = settings(max_examples=60, deadline=None)


@_lean
@given(st.sampled_from(GOALS) | clauses | anything)
def test_every_word_of_a_wish_is_used_or_listed(goal):
    accounts_for_every_word(goal, wished(goal, likeliest))


@_lean
@given(st.sampled_from(GOALS) | clauses)
def test_what_turns_a_clause_around_is_never_passed_over(goal):
    said = f"{goal}. They cannot zorb except on Mondays"
    listed = [each.words for each in wished(said, likeliest).spec.unknowns]
    assert any("except on Mondays" in each for each in listed)


@_lean
@given(st.sampled_from(GOALS) | clauses)
def test_wishes_put_together_make_programs_that_fit(goal):
    spec = sound(wished(goal, likeliest).spec)
    assert faults(spec) == []
    assert understand(render(spec)).spec == spec


@_lean
@given(st.sampled_from(GOALS))
def test_the_same_wish_is_always_read_the_same(goal):
    assert wished(goal, likeliest) == wished(goal, likeliest)
