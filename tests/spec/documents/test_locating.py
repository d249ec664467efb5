"""Every fact says the line of its source that it stands in, and not where its block begins."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.build.wanted import understood, wanted
from beliefs.spec.documents.locating import located
from beliefs.spec.service import Spec, Unknown
from beliefs.spec.understanding.reading import likeliest

NOTES = """# Notes

Small service. Notes are kept forever.
Titles must rhyme with the moon. Dogs must
be walked twice a day. GET /notes lists them.
POST /notes
makes one {title, text}.

- GET /notes/{id} shows one
  and `wolves` must always howl
- DELETE /notes/{id}

| Method | Path | What |
|---|---|---|
| PUT | /notes/{id} | replaces it |
| GET | /notes/random | one at random; wizards must be awake |

```
curl -X PATCH localhost:8000/notes/7 -d '{"title": "b"}'
-> 200 {"id": 7, "title": "b", "text": "t"}
```
"""
OPENAPI = """openapi: 3.0.0
info:
  title: Notes
  version: "1"
  description: |
    Notes of all sorts.
    Every note must be blessed
    by a certified priest.
paths:
  /notes:
    post:
      operationId: createNote
      description: >-
        Makes one, as POST /notes does.
        Titles must rhyme
        with the moon.
      requestBody: {content: {application/json: {example: {title: a}}}}
      responses: {"201": {description: made}}
"""


def _spec(*sources: Any) -> Any:
    return understood(wanted(sources), likeliest)


def _line(spec: Any, words: Any) -> Any:
    [source] = [each.source for each in spec.unknowns if words in each.words]
    return source


def test_sentences_requests_rows_and_calls_of_a_description() -> None:
    spec = _spec(("n.md", NOTES, "markdown"))
    assert {f"{each.method} {each.path}": each.source for each in spec.operations} == {
        "GET /notes": "n.md:5",
        "POST /notes": "n.md:6",
        "GET /notes/{id}": "n.md:9",
        "DELETE /notes/{id}": "n.md:11",
        "PUT /notes/{id}": "n.md:15",
        "GET /notes/random": "n.md:16",
        "PATCH /notes/{id}": "n.md:19",
    }
    assert _line(spec, "rhyme") == "n.md:4"
    assert _line(spec, "walked") == "n.md:4"  # where it begins
    assert _line(spec, "howl") in {"n.md:9", "n.md:10"}
    assert _line(spec, "wizards") == "n.md:16"
    assert all(each.source in {"n.md:15", "n.md:19", ""} for each in spec.assumptions)


def test_sentences_in_texts_of_openapi_and_beside_it() -> None:
    goal = "Titles are unique.\nCats must purr."
    spec = _spec(("goal", goal, "sentences"), ("n.yaml", OPENAPI, "openapi"))
    assert [each.source for each in spec.operations] == ["n.yaml:11"]
    assert _line(spec, "rhyme") == "n.yaml:15"
    assert _line(spec, "priest") == "n.yaml:7"
    assert _line(spec, "purr") == "goal:2"


WORDS = st.lists(st.sampled_from(["wolves", "must", "howl", "at", "night"]), min_size=2)


@given(WORDS, st.integers(0, 5), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_however_a_sentence_is_wrapped_and_marked_it_is_found(
    words: Any, before: Any, chance: Any
) -> None:
    told = [f"`{each}`" if chance.random() < 0.3 else each for each in words]
    wrapped = "".join(f"{each}{chance.choice([' ', chr(10), chr(10) + '  '])}" for each in told)
    text = "Some other line.\n" * before + wrapped
    lost = Unknown("material", " ".join(words), "a.md:1")
    [found] = located(Spec("a", "A", "", unknowns=(lost,)), [("a.md", text, "markdown")]).unknowns
    assert found.source == f"a.md:{before + 1}"


@pytest.mark.parametrize("source", ["", "other.md:3", "a.md", "a.md:99"])
def test_what_is_nowhere_stays_where_it_was(source: Any) -> None:
    lost = Unknown("material", "wolves must howl", source)
    spec = Spec("a", "A", "", unknowns=(lost,))
    assert located(spec, [("a.md", "Nothing of it.", "markdown")]) == spec
