"""Things whose fields running words tell, and requests that bring none of them."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand


def _read(text: str) -> Spec:
    return read_sources((Source("api.md", text),), lambda told: understand(told).spec)


def _brought(spec: Spec, path: str) -> dict[str, bool]:
    made = next(each for each in spec.operations if (each.method, each.path) == ("POST", path))
    return {each.wire: each.required for each in made.inputs if each.place == "json"}


@pytest.mark.parametrize(
    "said",
    [
        "Recipe: name, minutes (integer)",
        "A recipe has a name and minutes.",
        "Recipes have a `name` and `minutes` (integer).",
        "Recipes with name and minutes.",
        "A service for recipes (name, minutes).",
        "Fields: name, minutes",
        "Fields of a recipe: name, minutes: int",
        "## Recipe\n\n- name\n- minutes: integer",
    ],
)
def test_a_thing_has_the_fields_that_words_give_it(said):
    spec = _read(
        f"# Kitchen\n\n{said}\n\n## Routes\n\n- `POST /recipes`\n- `GET /recipes/{{id}}`\n"
    )
    assert _brought(spec, "/recipes") == {"name": True, "minutes": True}


def test_fields_beside_an_optional_one_are_required():
    spec = _read("# Tea\n\nA tea has a name and an optional origin.\n\n- POST /teas\n- GET /teas\n")
    assert _brought(spec, "/teas") == {"name": True, "origin": False}


@pytest.mark.parametrize(
    "said",
    [
        "An author has many books.",
        "Authors with a bad name are refused.",
        "The author has been told.",
        "An author has books.",
    ],
)
def test_other_sentences_give_no_fields(said):
    spec = _read(f"# A\n\n{said}\n\n- POST /authors {{name}}\n- POST /books {{title}}\n")
    assert _brought(spec, "/authors") == {"name": True}


@pytest.mark.parametrize(
    "said", ["starts an empty order", "new empty order, 201", "takes nothing", "has no body"]
)
def test_a_request_may_bring_nothing_of_what_a_thing_has(said):
    spec = _read(
        f"# Shop\n\nAn order has a customer and a note.\n\n- POST /orders {said}\n"
        "- PATCH /orders/{id}\n- GET /orders/{id}\n"
    )
    assert _brought(spec, "/orders") == {}


def test_a_path_that_names_both_rows_joins_them():
    spec = _read(
        "# Blog\n\nPosts: title (required). Tags: name (required).\n\n- POST /posts\n- POST /tags\n"
        "- POST /posts/{id}/tags/{tag_id} attaches a tag\n- GET /posts/{id}/tags\n"
    )
    assert "insert PostTag" in notation.write(spec.operations[2].effect)


def test_a_value_of_a_row_is_not_made_up_from_its_name():
    spec = _read(
        "# School\n\nCourses: title (required).\n\n- POST /courses\n"
        "- POST /courses/{id}/frobnicate frobnicates the course\n"
    )
    assert [each.rank for each in spec.unknowns] == ["blocking"]


def test_a_default_that_the_thing_has_holds_where_a_request_only_jots_its_types():
    spec = _read(
        "# Up\n\nMonitors have a `name` and an `interval` in seconds (default 60).\n\n"
        "## POST /monitors\n`{ name: string, interval?: int }` → 201\n"
    )
    made = next(each for each in spec.operations if each.path == "/monitors")
    assert {each.wire: each.default for each in made.inputs} == {"name": "", "interval": "60"}
