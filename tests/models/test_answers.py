"""The JSON in a model's words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.models.answers import count_in, object_in

# The marks that could be taken for the end of a thought or of an answer, also within words.
WORDS = st.lists(
    st.text(max_size=5) | st.sampled_from(["</think>", "{", "}", '"']), max_size=4
).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('```json\n{"a": {"b": 2}}\n```\n', {"a": {"b": 2}}),
        ('<think>{"no": 1} or {"b": 2}?</think>{"a": 1}', {"a": 1}),
        ('<think>{"no": 1}</think>{"a": 1}', {"a": 1}),
        ('Sure! {"a": "</think>"}', {"a": "</think>"}),
        ('{{"a": 1}}', {"a": 1}),
        ("55", None),
        ("[1]", None),
        ("{5}", None),
        ('{"a": 1}' + "\n" * 300, {"a": 1}),
        ('{"a": 1', None),
        ('{"a": NaN}', None),
        ('{"a": -Infinity}', None),
        ("", None),
        ("}{", None),
        ("[" * 100_000, None),
        ('{"a":' * 100_000, None),
        ('{"a": ' + "9" * 10_000 + "}", None),
    ],
)
def test_what_can_be_read(text, value) -> None:
    assert object_in(text) == value


@given(st.dictionaries(WORDS, JSON), st.sampled_from(["", "Sure! ", "```json\n"]))
def test_every_object_is_found_behind_a_remark(value, remark) -> None:
    assert object_in(remark + json.dumps(value)) == value


@given(st.text())
def test_no_text_raises(text) -> None:
    object_in(text)


@pytest.mark.parametrize("count", [None, "7", 7.5, True, -3, [7]])
def test_a_count_that_is_none(count) -> None:
    assert count_in({"n": count}, "n") == 0
    assert count_in(count, "n") == 0
