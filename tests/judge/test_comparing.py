"""Answers are compared value by value; what nobody could foretell is learnt, once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.judge.comparing import Differs, learned
from beliefs.judge.world import World
from tests.build.samples import LINKS

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(json_values)
def test_an_answer_is_the_same_as_itself(value):
    assert learned(value, value) == {}


@given(json_values, json_values)
def test_another_value_differs_wherever_json_would(one, other):
    same = one == other and repr(one) == repr(other)
    try:
        learned(one, other)
    except Differs:
        assert not same
    else:
        assert one == other


def test_truth_is_no_number():
    with pytest.raises(Differs):
        learned({"done": True}, {"done": 1})


def test_a_token_is_learnt_and_then_held_to():
    world = World(LINKS)
    token = world.placeholder("token")
    expected = {"code": token, "url": f"http://here/{token}"}
    assert learned(expected["url"], "http://here/abc") == {token: "abc"}
    world.insert("Link", {"code": token})
    before = world.copied()
    world.learn(token, "abc")
    assert world.of("Link")[0]["code"] == "abc"
    assert before.of("Link")[0]["code"] == token


def test_a_token_that_stands_twice_in_a_text_is_the_same_twice():
    token = World(LINKS).placeholder("token")
    with pytest.raises(Differs):
        learned(f"{token}-{token}", "abc-abd")


def test_moments_may_be_a_little_apart():
    assert learned("2026-01-01T00:00:00.000000Z", "2026-01-01T00:00:02Z") == {}
    with pytest.raises(Differs):
        learned("2026-01-01T00:00:00.000000Z", "2026-01-01T00:01:00Z")
