"""What people do with things, in goals that name no request for it."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.understanding import understand


def _made(goal: str, path: str) -> tuple[list[str], str]:
    spec = understand(goal).spec
    made = next(each for each in spec.operations if (each.method, each.path) == ("POST", path))
    return [each.name for each in made.inputs if each.place == "json"], notation.write(made.effect)


@pytest.mark.parametrize(
    ("goal", "path", "brought"),
    [
        (
            "I need a small service where our team can book meeting rooms.",
            "/rooms/{room_id}/bookings",
            ["start", "end"],
        ),
        (
            "Tennis courts with a name. Courts can be booked with a name, a start and an end.",
            "/tennis_courts/{tennis_court_id}/bookings",
            ["name", "start", "end"],
        ),
        (
            "Jobs with title and salary; people apply for jobs with name and email.",
            "/jobs/{job_id}/applications",
            ["name", "email"],
        ),
        (
            "Workshops with title and date; participants sign up for workshops with an email.",
            "/workshops/{workshop_id}/registrations",
            ["email"],
        ),
        (
            "Books with title and author. Users can review books with a rating and a text.",
            "/books/{book_id}/reviews",
            ["rating", "text"],
        ),
    ],
)
def test_a_deed_is_a_row_below_what_it_is_done_to(goal, path, brought):
    assert _made(goal, path)[0] == brought


@pytest.mark.parametrize(
    ("goal", "path", "field"),
    [
        ("Quotes with a text. People can add quotes and like them.", "/quotes/{id}/like", "likes"),
        ("Jokes with a text. Jokes can be liked.", "/jokes/{id}/like", "likes"),
        ("Ideas with a title; users can upvote ideas.", "/ideas/{id}/upvote", "votes"),
    ],
)
def test_a_deed_that_says_nothing_more_is_counted(goal, path, field):
    assert f"{field}: " in _made(goal, path)[1]


def test_what_may_be_done_once_is_told_apart_by_who_does_it():
    goal = "Jobs with a title; people apply for jobs with name and email, only once per job."
    effect = _made(goal, "/jobs/{job_id}/applications")[1]
    assert ".job_id = input.job_id and .email = input.email]) = 0 else conflict" in effect


def test_no_double_bookings_refuses_what_overlaps():
    goal = "Our team can book meeting rooms; no double bookings."
    assert "It overlaps another booking" in _made(goal, "/rooms/{room_id}/bookings")[1]


def test_what_is_made_up_is_said():
    said = {each.about for each in understand("Guests can book boats.").spec.assumptions}
    assert "what there is of a booking" in said


@pytest.mark.parametrize(
    "goal",
    [
        "A bot that answers questions like a human does, with GET /health.",
        "Users register with email and password and log in; each has notes.",
        "I would like an API for books.",
    ],
)
def test_other_words_of_the_same_letters_are_no_deeds(goal):
    paths = " ".join(each.path for each in understand(goal).spec.operations)
    assert "/like" not in paths
    assert "registrations" not in paths


def test_a_random_row_has_an_address_of_its_own():
    spec = understand("An API serving random quotes.").spec
    assert "GET /quotes/random" in {f"{each.method} {each.path}" for each in spec.operations}


def test_who_is_kept_too_is_joined_with_what_it_is_done_to():
    spec = understand("Students and courses. Students enroll in courses.").spec
    assert "/students/{id}/courses/{course_id}" in {each.path for each in spec.operations}
    assert spec.entity("Enrollment") is None


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        ("Habits with a name; show the current weather.", "show the current weather"),
        ("Notes with a title. Let people unsubscribe from mails.", "unsubscribe"),
        ("Films with a title. List the ones that need cleaning today.", "cleaning today"),
    ],
)
def test_what_is_asked_for_and_not_understood_is_never_mere_words(goal, lost):
    told = [each.words for each in understand(goal).spec.unknowns if each.rank == "material"]
    assert any(lost in each for each in told)


def test_statistics_of_short_links_are_there_without_a_path_for_them():
    spec = understand(
        "URL shortener with POST /shorten that returns a short code, GET /{code} that redirects, "
        "and a stats endpoint with the click count."
    ).spec
    assert ("GET", "/stats/{code}") in {(each.method, each.path) for each in spec.operations}
