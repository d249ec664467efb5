"""What goals say in so many words is in their Spec, or told as not understood."""

from __future__ import annotations

from dataclasses import replace

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.effects import Answer
from beliefs.spec.operations import Operation
from beliefs.spec.promises import kept
from beliefs.spec.understanding import understand


def _left(goal: str) -> list[tuple[str, str]]:
    spec = kept(goal, understand(goal).spec)
    return [(each.rank, each.words) for each in spec.unknowns if each.rank != "narrative"]


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        (
            "Photos with a title. POST /photos/{id}/like likes one. Only one like per IP address.",
            ("blocking", "Only one like per IP address."),
        ),
        (
            "Papers with a file. They are typeset with the program typesetx.",
            ("blocking", "They are typeset with the program typesetx."),
        ),
        (
            "Notes with a title, register and login. Passwords are hashed with bcrypt.",
            ("material", "Passwords are hashed with bcrypt."),
        ),
        (
            "Songs with title and url. Dead songs answer 410.",
            ("material", "Dead songs answer 410."),
        ),
    ],
)
def test_what_nothing_keeps_is_listed(goal, lost):
    assert lost in _left(goal)


def test_what_is_told_with_its_fields_is_kept():
    spec = kept("Notes with a title. Boats have a length.", understand("Notes with a title.").spec)
    assert [(each.rank, each.words) for each in spec.unknowns] == [
        ("blocking", "Boats have a length.")
    ]


@pytest.mark.parametrize(
    "goal",
    [
        "POST /sorted runs the body through `sort -u`.",
        "Notes with title. At most 60 requests per minute per IP address, then 429.",
        "Notes with a title of up to 400 characters. Unknown notes are 404, bad input is 422.",
        "Notes with title and text. GET /notes/{id}/versions, GET /notes/{id}/diff?from=1&to=2.",
    ],
)
def test_what_is_kept_is_not(goal):
    assert _left(goal) == []


NOTES = "# Notes\n\n- POST /notes {title, text} → 201\n- GET /notes\n"


def _of_document(text: str) -> list[tuple[str, str]]:
    spec = kept(text, read_sources((Source("api.md", text, "markdown"),)), "api.md")
    return [(each.rank, each.words) for each in spec.unknowns if each.rank != "narrative"]


def test_the_name_of_a_value_is_no_program():
    told = (
        "# Pipelines\n\n- POST /runs {name} → 201\n- GET /runs\n\nBoth show runs with their `id`.\n"
    )
    assert not [words for rank, words in _of_document(told) if rank == "blocking"]
    assert not [words for rank, words in _of_document(f"{told}The pipeline has an `id`.")
                if rank == "blocking"]  # fmt: skip


def test_a_request_that_a_text_names_is_built_or_said_to_be_missing():
    spec = read_sources((Source("api.md", NOTES, "markdown"),))
    told = f"{NOTES}\nLater on, PATCH /notes/{{id}} will do. There is no PUT /notes/{{id}}."
    lost = [(each.rank, each.words, each.source) for each in kept(told, spec, "api.md").unknowns]
    assert lost == [("blocking", "PATCH /notes/{id}", "api.md:6")]


def test_a_status_of_one_request_is_not_met_by_another():
    rows = (
        "| POST | `/notes/{id}/pin` | 200; 409 if it is the first |\n| GET | `/notes/{id}` | 404 |"
    )
    spec = read_sources((Source("api.md", NOTES, "markdown"),))
    pin = Operation("pin", "POST", "/notes/{id}/pin", (Answer(200),))
    told = kept(rows, replace(spec, operations=(*spec.operations, pin)))
    assert "it never answers 409" in [each.why for each in told.unknowns]


@pytest.mark.parametrize(
    "rule",
    [
        'The priority is high if the text contains "urgent", else low.',
        "GET /notes answers them as a tree.",
        "Positions have no gaps.",
    ],
)
def test_words_that_mean_one_thing_are_in_an_effect_or_listed(rule):
    assert any(rule.rstrip(".") in words for _, words in _of_document(f"{NOTES}\n{rule}\n"))


def test_what_brackets_tell_the_fields_of_is_kept():
    goal = "Notes with a title. Support tickets (subject, text)."
    told = kept(goal, understand("Notes with a title.").spec)
    assert [(each.rank, each.words) for each in told.unknowns] == [
        ("blocking", "Support tickets (subject, text).")
    ]


@pytest.mark.parametrize(
    "goal",
    [
        "An app with GET /health which exposes /live as a WebSocket over which news are sent.",
        "POST /notes adds a note (text). The endpoint /feed.xml has the ten newest ones.",
        "GET /notes lists notes. A page served at /board/wall has all of them in columns.",
    ],
)
def test_a_place_that_is_named_without_a_method_and_answers_nothing_is_in_the_way(
    goal: str,
) -> None:
    spec = kept(
        goal, read_sources((Source("goal", goal, "sentences"),), lambda told: understand(told).spec)
    )
    assert any(each.rank == "blocking" for each in spec.unknowns)


def test_what_is_said_to_be_possible_at_a_path_is_or_is_in_the_way() -> None:
    spec = understand("Notes with a title. GET /notes/{id} and PUT /notes/{id}.").spec
    spec = replace(spec, operations=tuple(e for e in spec.operations if e.method in {"GET", "PUT"}))
    told = kept("At /notes/{id} notes can be read, changed and deleted.", spec)
    assert ("blocking", "DELETE /notes/{id}") in [(each.rank, each.words) for each in told.unknowns]
    assert kept("At /notes/{id} notes can be read and changed.", spec).unknowns == spec.unknowns


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        (
            "CRUD for sensors with name and place. GET /sensors lists id and name of all sensors.",
            "GET /sensors lists id and name of all sensors.",
        ),
        (
            'POST /notes {"text": "hi"} returns {"id": "<random>", "text": "hi"}.',
            'POST /notes {"text": "hi"} returns {"id": "<random>", "text": "hi"}.',
        ),
    ],
)
def test_what_is_shown_otherwise_than_told_is_listed(goal: str, lost: str) -> None:
    spec = kept(goal, understand(goal).spec)
    assert ("material", lost) in [(each.rank, each.words) for each in spec.unknowns]
    plain = goal.replace("id and name of all", "all").replace('"<random>"', "1")
    assert kept(plain, understand(plain).spec).unknowns == ()
