"""Texts that are kept without the space around them."""

from __future__ import annotations

import re

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_FORM = """# Guests

## POST /guests
Body: `{{"name": "Ann", "mail": "a"}}`. {said} Answers 201 with `{{"id": 1, "name": "Ann"}}`.
"""


def _read(said: str) -> Spec:
    return read_sources((Source("goal.md", _FORM.format(said=said), "markdown"),))


@pytest.mark.parametrize(
    "said",
    [
        "`name` must be 1-5 characters, leading and trailing whitespace is removed.",
        "`name` is 1 to 5 characters long; spaces around the name are ignored.",
        "`name` has 1 to 5 characters and is trimmed.",
    ],
)
def test_bounds_hold_for_what_is_left_of_a_text(said: str) -> None:
    made = _read(said).operations[0]
    assert "name: trim(input.name)" in write(made.effect)
    pattern = next(each.type.pattern for each in made.inputs if each.name == "name")
    assert all(re.search(pattern, each) for each in ("x", "  five5 ", "a b"))
    assert not any(re.search(pattern, each) for each in ("", "   ", "sixsix"))


def test_other_texts_are_kept_as_they_are() -> None:
    assert "trim" not in write(_read("Spaces in the name are fine.").operations[0].effect)


@pytest.mark.parametrize(
    "said",
    [
        "Both texts are trimmed and must not be empty afterwards.",
        "All strings are trimmed and cannot be empty.",
        "Every text is trimmed; a text of blanks counts as empty.",
    ],
)
def test_what_is_said_of_all_texts_holds_for_each(said: str) -> None:
    made = _read(said).operations[0]
    assert {"name: trim(input.name)", "mail: trim(input.mail)"} <= set(
        re.findall(r"\w+: trim\(input\.\w+\)", write(made.effect))
    )


def test_unknown_fields_are_refused_where_nothing_says_of_what_type_a_body_is() -> None:
    goal = """# Guests

Unknown fields are rejected with 400.

- `POST /guests` with name and mail → 201
- `GET /guests/{id}` → the guest
"""
    assert read_sources((Source("goal.md", goal, "markdown"),)).operations[0].closed
