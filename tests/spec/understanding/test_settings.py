"""A framework that is named is used, or its place is taken and that is said."""

from __future__ import annotations

import pytest

from beliefs.spec.service import TWO_THINGS
from beliefs.spec.understanding import understand


@pytest.mark.parametrize(
    "goal",
    [
        "A Flask notes API: CRUD.",
        "Build a notes API with Flask: CRUD.",
        "A flask service: GET /time",
    ],
)
def test_flask_is_flask_wherever_it_is_said(goal):
    assert understand(goal).spec.framework == "flask"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Django", "Django"),
        ("Django REST Framework", "Django"),
        ("Express.js", "Express"),
        ("Ruby on Rails", "Rails"),
        ("Spring Boot", "Spring"),
    ],
)
def test_the_place_of_another_framework_is_taken_and_that_is_said(said, name):
    spec = understand(f"Build a notes API with {said}: CRUD.").spec
    told = {each.about: each.chosen for each in spec.assumptions}
    assert spec.framework == "fastapi"
    assert told[f"the framework {name}"] == "FastAPI takes its place"
    assert not spec.unknowns
    assert spec.title == "Notes API"


@pytest.mark.parametrize("name", ["MySQL", "MongoDB"])
def test_the_place_of_another_database_is_taken_and_that_is_said(name):
    spec = understand(f"Build a notes API with {name}: CRUD.").spec
    told = {each.about: each.chosen for each in spec.assumptions}
    assert spec.storage == "sqlite"
    assert told[f"the database {name}"] == "SQLite takes its place"


@pytest.mark.parametrize(
    ("goal", "about", "chosen", "instead"),
    [
        ("A notes API: CRUD. Port 9000. It listens on port 8080.", "the port", "8080", "9000"),
        ("A notes API with Flask: CRUD. Use FastAPI.", "the framework", "fastapi", "flask"),
        (
            "Notes have a rank (integer). Notes have a rank (string).",
            "note: rank",
            "integer",
            "string",
        ),
    ],
)
def test_what_is_stated_in_two_ways_is_said(goal, about, chosen, instead):
    told = {each.about: each for each in understand(goal).spec.assumptions}
    found = told[f"{about}, {TWO_THINGS}"]
    assert (found.chosen, found.instead) == (chosen, (instead,))


@pytest.mark.parametrize(
    ("words", "python"),
    [
        ("in Python 3.12", "3.12"),
        ("(Python 3.13 or newer)", "3.13"),
        ("(Python 3.11+)", ""),
        ("with Python 3", ""),
        ("with Python 3.8", ""),
    ],
)
def test_the_python_that_a_goal_names_is_taken(words, python):
    spec = understand(f"A notes API {words} with FastAPI: CRUD.").spec
    assert (spec.python, spec.unknowns) == (python, ())
    replaced = [each.about for each in spec.assumptions if "Python" in each.about]
    assert replaced == (["the version 3.8 of Python"] if "3.8" in words else [])


def test_an_address_at_the_end_of_a_sentence_has_no_full_stop():
    spec = understand("CRUD for cats with name. Allow CORS from https://cats.example.org.").spec
    assert spec.origins == ("https://cats.example.org",)


@pytest.mark.parametrize(
    "said",
    [
        "Every response carries Access-Control-Allow-Origin: *.",
        "All answers have the header Access-Control-Allow-Origin: *.",
        "Each reply must include the Access-Control-Allow-Origin header.",
        "Set Access-Control-Allow-Origin to *.",
    ],
)
def test_a_header_says_who_may_ask_from_elsewhere(said):
    spec = understand(f"CRUD for cats with name. {said}").spec
    assert spec.origins == ("*",)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]


def test_braces_of_answers_and_settings_are_no_fields():
    spec = understand(
        'Cities API with trailing slashes: deleting answers 200 {"gone": true}. Unknown cities '
        'answer {"oops": "none"}. Errors are {"problem": {"message": "..."}}. Cities '
        "have a name."
    ).spec
    assert [each.name for each in spec.entities[0].fields] == ["name"]
    assert all(each.path.endswith(("/", "/health")) for each in spec.operations)
    assert "problem" in spec.failures.body
    told = [each.words for each in spec.unknowns if each.rank == "material"]
    assert any("gone" in each for each in told)
    assert any("oops" in each for each in told)


@pytest.mark.parametrize(
    "said", ["A notes API with a health check.", "An API with a health endpoint."]
)
def test_a_health_check_that_is_asked_for_is_no_unmet_wish(said):
    spec = understand(said).spec
    assert "/health" in {each.path for each in spec.operations}
    assert not spec.unknowns


@pytest.mark.parametrize(
    ("said", "storage"),
    [
        ("Store everything in a JSON file.", "json"),
        ("Save them to a json file.", "json"),
        ("All data is stored in a JSON file.", "json"),
        ("Store the notes in SQLite.", "sqlite"),
        ("Keep it in a SQLite database.", "sqlite"),
    ],
)
def test_where_rows_are_kept_is_said_with_a_verb(said, storage):
    spec = understand(f"A notes API with title and text: CRUD. {said}").spec
    assert spec.storage == storage
    assert not spec.unknowns
