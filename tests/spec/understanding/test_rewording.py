"""Other ways to say the same: questions, wishes, roles, the passive, requests at the end."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.answering import answers_of
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand
from beliefs.spec.understanding.rewording import reworded


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Can you make me a shop API with Flask?", "Build a shop API with Flask."),
        ("GET /boats should list all boats.", "GET /boats lists all boats."),
        ("The tides are at GET /tides.", "GET /tides returns the tides."),
        ("With GET /boats/{id} we can see one boat.", "GET /boats/{id} returns one boat."),
        ("I'd like GET /boats to show them.", "GET /boats shows them."),
        (
            "A crew member is added by POST /crew by supplying name and rank.",
            "A crew member is added by POST /crew with name and rank.",
        ),
        (
            "Each berth has a status, which is either free or taken.",
            "Each berth has a status (free or taken).",
        ),
        (
            "When a pier is deleted, everything in it is deleted too.",
            "deleting a pier removes everything in it.",
        ),
        (
            "GET and DELETE on /piers/{id} and /berths/{id}.",
            "GET /piers/{id}, DELETE /piers/{id}, GET /berths/{id}, DELETE /berths/{id}.",
        ),
    ],
)
def test_what_is_framed_otherwise_is_said_plainly(said, plainly):
    assert reworded(said) == plainly


@pytest.mark.parametrize(
    "said",
    [
        'GET /health answers {"status": "ok"} and POST /boats takes name.',
        "Only admins may delete posts; readers log in with a password.",
    ],
)
def test_what_is_plain_or_says_who_may_stays(said):
    assert reworded(said) == said


def _by_command(text: str) -> Spec:
    return grasped(wanted([("goal", text, "sentences")])).spec


def test_a_choice_in_a_sentence_of_its_own_is_one_of_the_field():
    spec = understand(
        "A ferry API with CRUD for ferries with name and status. The status is moored or sailing."
    ).spec
    (ferry,) = spec.entities
    assert next(e for e in ferry.fields if e.name == "status").type.choices == ("moored", "sailing")


def test_what_a_row_is_and_does_at_last_is_no_part_of_a_request():
    spec = understand(
        "People can upload photos at POST /photos, list them with GET /photos, download them with "
        "GET /photos/{id}/download under the original name and type, and delete them. FastAPI."
    ).spec
    assert "DELETE" in {each.method for each in spec.operations}


def test_brackets_are_of_the_request_before_them():
    spec = understand(
        "We create shelves with POST /shelves (name) and jars with POST /jars (title, weight)."
    ).spec
    posts = [each for each in spec.operations if each.method == "POST"]
    made = {each.path: [one.name for one in each.inputs] for each in posts}
    assert made["/jars"] == ["title", "weight"]


def test_what_is_posted_is_a_row_and_no_field_of_it():
    spec = understand("A client posts a parcel to /parcels specifying name and weight.").spec
    (made,) = [each for each in spec.operations if each.method == "POST"]
    assert [each.name for each in made.inputs] == ["name", "weight"]


def test_a_count_is_no_sign_of_life():
    spec = _by_command(
        "POST /jobs takes name and kind. Some rule about jobs that nobody could ever make out. "
        "GET /status returns the number of jobs per kind."
    )
    (status,) = [each for each in spec.operations if each.path == "/status"]
    assert '"ok"' not in repr([each.body for each in answers_of(status.effect)])


def test_rules_that_a_description_passes_over_do_not_make_it_the_better_reading():
    spec = _by_command(
        "Can you build me a link shortener? It should use FastAPI. POST /shorten accepts "
        '{"url": ...} and responds with code and short_url. GET /{code} should redirect to the '
        "original url and count the click. If the URL is invalid, reject it. If the code does not "
        "exist, respond with 404."
    )
    (opened,) = [each for each in spec.operations if each.path == "/{code}"]
    assert {each.status for each in answers_of(opened.effect)} == {307}
