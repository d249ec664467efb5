"""What is said of all fields of a request at once, and of the key in its path."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_PAGES = """# Pages

## Write a page

Request

    POST /pages
    {"title": "A", "text": "b", "author": "Mo"}

Response 201

    {"id": 1, "title": "A", "text": "b", "author": "Mo"}

%s
"""
_KEYED = """# Pages

- `PUT /pages/{slug}` with `{"title": "A"}` → 200 `{"slug": "a", "title": "A"}`; 201 if it is new
- `GET /pages/{slug}` → 200; 404 if there is none

%s
"""


def _read(text: str, name: str = "pages.md") -> Spec:
    return read_sources((Source(name, text),), lambda told: understand(told).spec)


@pytest.mark.parametrize(
    ("said", "least", "status"),
    [
        ("All three fields are required and non-empty strings, else 400.", 1, 400),
        ("Every field is required and must not be empty (400).", 1, 400),
        ("None of the fields may be empty.", 1, 422),
        ("All three are mandatory; otherwise 400.", None, 400),
        ("Nothing may be left out.", None, 422),
    ],
)
def test_every_field_holds_to_it(said, least, status):
    spec = _read(_PAGES % said)
    held = [(each.required, each.type.min_length) for each in spec.operations[0].inputs]
    assert held == [(True, least)] * 3
    assert spec.failures.of("missing").status == status
    assert not [each for each in spec.unknowns if each.rank != "narrative"]


@pytest.mark.parametrize("said", ["Both fields are required.", "All fields may be left out."])
def test_what_is_said_of_something_else_is_not_taken_for_it(said):
    assert said.rstrip(".") in " ".join(each.words for each in _read(_PAGES % said).unknowns)


@pytest.mark.parametrize(
    ("said", "pattern"),
    [
        ("A slug consists of small letters and dashes; another slug is a 400.", "^[a-z-]+$"),
        ("`slug` must be 2 to 30 lower-case letters.", "^[a-z]{2,30}$"),
    ],
)
def test_a_key_in_a_path_is_formed_as_words_say(said, pattern):
    spec = _read(_KEYED % said)
    assert spec.operations[0].inputs[0].type.pattern == pattern
    assert not spec.unknowns


def test_a_document_is_read_the_same_whatever_its_name():
    told = _PAGES % "For the whole house."
    assert _read(told, "goal.md").unknowns[0].rank == _read(told).unknowns[0].rank == "narrative"
