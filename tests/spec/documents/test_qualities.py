"""What running words say of the fields of a thing, each wording with what it comes to."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.markdown.enumerating import enumerated
from beliefs.spec.documents.pseudo import jotted


@pytest.mark.parametrize(
    ("words", "name", "kind", "default", "required"),
    [
        ("a title and a weight that is 5 unless given", "weight", "integer", "5", None),
        ("a flag paid that starts as false, and a note", "paid", "boolean", "false", None),
        ("a label and an urgent flag (false by default)", "urgent", "boolean", "false", None),
        ("a name, a boolean called muted, false at first", "muted", "boolean", "false", None),
        ("a street and a number called doors greater than 0", "doors", "number", "", None),
        ("a plate and whether it is for hire (hireable)", "hireable", "boolean", "", None),
        ("a colour and a weight in grams", "weight", "number", "", None),
        ("a name that is required and at most 40 letters long", "name", "string", "", True),
        ("a host and a nickname that may be left out", "nickname", "string", "", False),
        ("a question and at least two answers", "answers", "list", "", None),
    ],
)
def test_a_field_is_what_words_say_of_it(
    words: str, name: str, kind: str, default: str, required: bool | None
) -> None:
    items, end = enumerated(words)
    told = {each.name: jotted(each.jotting, each.name) for each in items}
    assert end == len(words)
    assert len(told) > 1 or "required" in words
    assert (told[name].shape.type.kind, told[name].default) == (kind, default)
    assert told[name].required is required


@pytest.mark.parametrize(
    "words",
    [
        "a name and a state that is either wet or dry and starts as dry",
        "a name and a state (wet or dry; dry by default)",
        "a name and a state, which is one of wet or dry and defaults to dry",
        "a name and a state (one of wet, dry), default dry",
        "a name and a state, one of wet or dry, dry unless stated otherwise",
    ],
)
def test_choices_and_what_they_begin_with(words: str) -> None:
    told = {each.name: jotted(each.jotting, each.name) for each in enumerated(words)[0]}
    assert told["state"].shape.type.choices == ("wet", "dry")
    assert told["state"].default == '"dry"'


def test_an_alternative_behind_a_mere_comma_is_no_choice() -> None:
    assert all("one of" not in each.jotting for each in enumerated("a name, mail or phone")[0])
