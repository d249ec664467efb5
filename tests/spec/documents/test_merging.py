"""Several sources become one Spec; what they contradict each other in is shown."""

from pathlib import Path

import pytest

from beliefs.errors import InvalidInput
from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import TWO_THINGS, Spec, Unknown
from beliefs.spec.understanding import understand

HERE = Path(__file__).parent
OPENAPI = Source("api.yaml", (HERE / "openapi" / "todo.yaml").read_text(encoding="utf-8"))
MORE = """# Todos

## POST /todos
Body:
- title (string, optional)
- color (string)

Returns 200.

## GET /todos/random
A random todo. 404 if there are none. Titles must rhyme.

## Background

The kitchen screen shows it.
"""


def test_routes_of_both_are_there_and_contradictions_are_shown():
    spec = read_sources((OPENAPI, Source("more.md", MORE)))
    paths = [(each.method, each.path) for each in spec.operations]
    assert ("GET", "/api/v1/todos/random") in paths
    assert paths.count(("POST", "/api/v1/todos")) == 1
    create = next(each for each in spec.operations if each.name == "create_todo")
    assert [each.name for each in create.inputs][-1] == "color"
    assert create.inputs[0].required
    assert "answer 201" in notation.write(create.effect)
    said = [each for each in spec.assumptions if TWO_THINGS in each.about]
    assert [each.chosen for each in said] == ["201", "required"]
    assert [each.instead for each in said] == [("200",), ("optional",)]


def test_prose_goes_to_whoever_reads_sentences():
    heard = []

    def read_sentences(text: str) -> Spec:
        heard.append(text)
        unread = Unknown("material", "Rows expire.", "goal:1", "nobody can")
        return Spec("x", "X", "", port=9000, storage="memory", unknowns=(unread,))

    goal = Source("goal", "Keep it in memory. Rows expire.")
    spec = read_sources((goal, OPENAPI, Source("more.md", MORE)), read_sentences)
    assert any("Keep it in memory." in each for each in heard)
    assert "kitchen screen" in heard[0]
    assert spec.storage == "memory"
    assert spec.port == 8080
    assert any(each.words == "Rows expire." for each in spec.unknowns)
    assert heard[0].split("\n")[-1] == "The kitchen screen shows it."
    assert any(each.instead == ("9000",) for each in spec.assumptions)


def test_a_rule_that_changes_nothing_is_listed():
    spec = read_sources((OPENAPI, Source("more.md", MORE)))
    assert [each.words for each in spec.unknowns if each.rank == "material"] == [
        "Titles must rhyme"
    ]


def test_a_document_without_routes_is_prose():
    def read_sentences(text: str) -> Spec:
        return Spec("x", text.strip(), "")

    prose = Source("api.md", "# Notes\n\nBuild a notes API.")
    assert "Build a notes API." in read_sources((prose,), read_sentences).title
    with pytest.raises(InvalidInput, match="No route"):
        read_sources((prose,))


def test_sentences_add_what_documents_do_not_say():
    from beliefs.spec.understanding import understand

    goal = Source("goal", "Store everything in memory.\nAlso GET /time returns the current time.")
    spec = read_sources((goal, OPENAPI), lambda text: understand(text).spec)
    assert spec.storage == "memory"
    assert ("GET", "/api/v1/todos") in [(each.method, each.path) for each in spec.operations]
    said = [*(each.source for each in spec.unknowns), *(each.source for each in spec.operations)]
    assert {each.partition(":")[0] for each in said} <= {"goal", "api.yaml", ""}


_UNDER = """# Bells

Base URL: `/v2`

## Bell

```json
{"id": "integer", "name": "string (required, 3-20 characters)", "tone": "string (optional)"}
```

| Method | Path | Description |
|---|---|---|
| POST | /bells | Create a bell. 201 |
| GET | /bells | List bells |
"""


def test_sentences_beside_a_document_speak_of_its_paths_and_both_lengths_are_shown():
    goal = Source("goal", "A bell API: bells with name (5-10 characters). SQLite.", "sentences")
    document = Source("bells.md", _UNDER, "markdown")
    spec = read_sources((goal, document), lambda text: understand(text).spec)
    paths = [(each.method, each.path) for each in spec.operations]
    assert paths.count(("POST", "/v2/bells")) == 1
    assert all(path.startswith("/v2/") for _, path in paths)
    assert len({each.name for each in spec.operations}) == len(spec.operations)
    said = next(each for each in spec.assumptions if each.about.startswith("what name of bells"))
    assert "max_length 20" in said.chosen
    assert "max_length 10" in said.instead[0]


@pytest.mark.parametrize("goal", ["Build a notes API. SQLite.", "I want a small notes service."])
def test_a_sentence_that_names_no_deed_adds_none_to_a_document(goal):
    text = "# Notes\n\n## POST /notes\n\n- title: string\n\nCreates one.\n\n## GET /notes\n\nAll."
    sources = (Source("goal", goal, "sentences"), Source("notes.md", text, "markdown"))
    spec = read_sources(sources, lambda told: understand(told).spec)
    made = [(each.method, each.path) for each in spec.operations]
    assert made == [("POST", "/notes"), ("GET", "/notes")]
