"""The words in what hosts pass around."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from beliefs.adapters.words import words


class Finding(BaseModel):
    found: str
    times: int = 3


def test_structures_of_tools() -> None:
    assert words("It is warm.") == "It is warm."
    assert words(Finding(found="It is warm.")) == "It is warm."
    assert words([Finding(found="It is warm."), None, 3]) == "It is warm."
    assert words({"content": [{"type": "text", "text": "It is warm."}], "isError": False}) == (
        "It is warm."
    )
    assert words([{"type": "tool_result", "content": [{"type": "text", "text": "Yes."}]}]) == "Yes."
    assert words({"type": "image", "source": {"data": "iVBO"}}) == ""
    assert words(None) == words(3) == words(object()) == words({}) == words("  ") == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON)
def test_no_structure_is_too_odd(value: object) -> None:
    assert isinstance(words(value), str)


@given(st.lists(st.text(min_size=1).filter(str.strip)))
def test_no_text_is_lost(texts: list[str]) -> None:
    assert words(texts) == words(tuple(texts)) == "\n".join(texts)
    assert words(dict(enumerate(texts))) == "\n".join(texts)
