"""Places and waiting lists that are told in running sentences."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.understanding import understand

_SWIM = (
    "A desk for courses. POST /courses with title, starts_on (a date) and capacity answers 201 "
    "with id, title, starts_on, capacity and seats_left. GET /courses lists them, the one that "
    "starts first at the top; with the query parameters from and to, both dates and both optional, "
    "only those that start between them, the days themselves included. "
    "POST /courses/{id}/signups, sending child and email. As long as there are seats left the "
    'answer is 201 with id, child, email, status "confirmed", position null and checked_in false. '
    'When the course is full it is still 201, but the status is "waiting" and position says the '
    "place in the waiting list. GET /courses/{id}/signups lists them. DELETE /signups/{id} cancels "
    "and answers 204; when a confirmed one is cancelled, the first of the waiting list becomes "
    "confirmed by itself and the others move up by one. POST /signups/{id}/checkin answers 200 "
    "with the signup, now with checked_in true; a child that is only waiting, or that was checked "
    "in before, is 409."
)
_HIKE = (
    "Guided hikes. POST /hikes with name and capacity answers 201 with id, name, capacity and "
    "places_left. POST /hikes/{id}/bookings, sending hiker. While there is room the answer is 201 "
    'with id, hiker, status "booked" and position null. Once there are no places it is 202, and '
    'the status is "waiting" with the position in line. GET /hikes/{id}/bookings lists them. '
    "DELETE /bookings/{id} answers 204; the next in line moves up."
)


def _effects(goal: str) -> dict[str, str]:
    spec = read_sources((Source("goal", goal),), lambda text: understand(text).spec)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_who_does_not_fit_waits() -> None:
    made = _effects(_SWIM)
    joined = made["POST /courses/{id}/signups"]
    assert 'course.capacity, "confirmed", "waiting")' in joined
    assert joined.count("answer 201") == 1
    assert 'position: if(signup.status = "waiting",' in joined
    hike = _effects(_HIKE)["POST /hikes/{id}/bookings"]
    assert 'hike.capacity, "booked", "waiting")' in hike
    assert 'if booking.status = "booked":\n    answer 201' in hike
    assert "\nanswer 202" in hike
    assert '.status != "waiting"])' in _effects(_HIKE)["POST /hikes"]


@pytest.mark.parametrize(
    ("goal", "route", "inside"),
    [(_SWIM, "/signups/{id}", "confirmed"), (_HIKE, "/bookings/{id}", "booked")],
)
def test_who_leaves_lets_the_next_one_in(goal: str, route: str, inside: str) -> None:
    left = _effects(goal)[f"DELETE {route}"]
    assert left.index("delete ") < left.index("for next_one in ")
    assert f'next_one {{status: "{inside}"}}' in left


@pytest.mark.parametrize(
    "said",
    [
        "a child that is only waiting, or that was checked in before, is 409",
        "a signup that is still waiting or that is already checked in is 409",
        "409 for a child who is waiting or who has been checked in already",
        "409 if it is waiting or if it was checked in before",
    ],
)
def test_what_is_said_of_one_is_said_of_its_row(said: str) -> None:
    goal = _SWIM.replace(
        "a child that is only waiting, or that was checked in before, is 409", said
    )
    checked = _effects(goal)["POST /signups/{id}/checkin"]
    assert "patch Signup signup {checked_in: true}" in checked
    guards = [
        each for each in checked.split("\n") if each.startswith("guard") and "409" not in each
    ]
    text = " ".join(guards)
    assert 'signup.status != "waiting"' in text or 'signup.status = "waiting" or' in text
    assert "not(signup.checked_in)" in text or "or signup.checked_in)" in text


@pytest.mark.parametrize(
    "said",
    [
        "the one that starts first at the top",
        "the ones that start earliest come first",
        "the course that starts first is first",
    ],
)
def test_a_list_is_in_the_order_of_what_happens_first(said: str) -> None:
    listed = _effects(_SWIM.replace("the one that starts first at the top", said))["GET /courses"]
    assert "by .starts_on]" in listed
    assert ".starts_on >= input.from" in listed
    assert ".starts_on <= input.to" in listed
