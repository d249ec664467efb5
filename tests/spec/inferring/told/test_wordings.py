"""Rows that are picked, states that come of a deed, and amounts, each in the words of many."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_DESK = """# Help desk

A ticket looks like `{"id": 1, "subject": "Printer", "status": "waiting", "agent": null,
"created_at": "2024-01-01T10:00:00Z"}`. `status` is `waiting`, `called` or `done`.

- `POST /tickets` with `{"subject": "Printer"}` answers 201 with the ticket.
- `GET /tickets/{id}` shows one, 404 if there is none.
- `POST /tickets/next` with `{"agent": "Jo"}`: @@
"""
_FIRINGS = """# Kiln

A firing has `id`, `name`, `open` (boolean, true at first) and `fired_at` (null until it is fired).

- `POST /firings` with `{"name": "Mugs"}` → 201, the firing.
- `GET /firings/{id}` → 200, 404.
- `POST /firings/{id}/fire`: @@
"""
_CHORES = """# Chores

Chore: `id`, `title` (required), `state` ("idle", "running" or "paused", "idle" at first),
`runs` (integer, 0 at first), `last_by` (text or null).

- `POST /chores` `{"title": "Dishes"}` → 201 chore
- `GET /chores` → all chores by id
- `POST /chores/{id}/go` `{"who": "Ann"}` → @@
"""
_CARDS = """# Loyalty cards

A card: `{"id": 1, "holder": "Ann", "points": 0, "level": "basic"}`; `level` is `basic` or `gold`,
`points` starts at 0.

- `POST /cards` with `{"holder": "Ann"}` → 201 the card
- `GET /cards/{id}` → the card, 404
- `POST /cards/{id}/points` with `{"points": 20}` (1 to 1000) @@
"""


def _told(text: str, words: str, route: str) -> str:
    spec = read_sources((Source("goal.md", text.replace("@@", words)),))
    return next(
        write(each.effect) for each in spec.operations if f"{each.method} {each.path}" == route
    )


@pytest.mark.parametrize(
    "words",
    [
        "takes the oldest waiting ticket, sets it to `called` and notes the agent; 404 if none.",
        "the waiting ticket that came first becomes `called` with this agent. 404 if none waits.",
        "Calls the ticket that has been waiting longest. `agent` is the agent given. 404 if none.",
        "hands the agent the next waiting ticket: status `called`. 404 if the queue is empty.",
        "pops the first ticket in the queue: it becomes `called`, and `agent` is kept with it.",
        "assigns the longest waiting ticket to the agent (status becomes `called`).",
    ],
)
def test_a_row_is_picked_by_its_state_and_when_it_came(words: str) -> None:
    done = _told(_DESK, words, "POST /tickets/next")
    assert 'first(Ticket[where .status = "waiting", by .created_at])' in done
    written = done.partition("patch Ticket ticket {")[2].partition("}")[0]
    assert set(written.split(", ")) == {'status: "called"', "agent: input.agent"}


def test_a_good_answer_may_say_that_there_is_nothing_to_pick() -> None:
    words = "the oldest waiting ticket becomes `called`. 200 with it, 204 when nobody is waiting."
    assert "if ticket = null:\n    answer 204\n" in _told(_DESK, words, "POST /tickets/next")


@pytest.mark.parametrize(
    "words",
    [
        "lights the kiln and answers 200 with the firing, `open` now being false; again is 409.",
        "The firing closes: `open` is false from then on. 409 if it is closed already.",
        "200 with the firing, whose `open` is now false. 409 when it is not open any more.",
        "After it `open` is false and `fired_at` is set. 409 for a firing which is not open.",
    ],
)
def test_what_an_answer_shows_and_what_the_path_says_are_done(words: str) -> None:
    done = _told(_FIRINGS, words, "POST /firings/{id}/fire")
    assert "patch Firing firing {open: false, fired_at: now()}" in done
    assert "guard firing.open" in done


@pytest.mark.parametrize(
    "words",
    [
        (
            "200 chore. An idle or paused chore starts running; `runs` goes up by one and "
            "`last_by` is"
            " who did it. Otherwise 409."
        ),
        "200 chore. idle/paused → running, else 409. runs + 1. last_by = who.",
        (
            "200 chore, now running. Only possible when it is idle or paused, else 409. Counts "
            "one more"
            " run and stores `who` in `last_by`."
        ),
        (
            "200 chore; state goes from idle or paused to running (409 otherwise), runs is "
            "increased by"
            " 1, last_by becomes who"
        ),
    ],
)
def test_a_step_from_some_states_to_another(words: str) -> None:
    done = _told(_CHORES, words, "POST /chores/{id}/go")
    assert 'guard chore.state = "idle" or chore.state = "paused" else conflict' in done
    written = done.partition("patch Chore chore {")[2].partition("}")[0]
    assert set(written.split(", ")) == {
        'state: "running"',
        "runs: chore.runs + 1",
        "last_by: input.who",
    }


@pytest.mark.parametrize(
    "words",
    [
        "adds points and answers 200 with the card. From 100 points on a card is `gold`.",
        "→ 200, the card with the points added; at 100 points or more the level becomes `gold`",
        "adds that many points to the card. Once it has 100 or more, its level is `gold`.",
        "the points are added to those of the card; with 100 points or more it becomes `gold`",
    ],
)
def test_an_amount_is_added_to_the_number_that_the_path_names(words: str) -> None:
    done = _told(_CARDS, words, "POST /cards/{id}/points")
    assert "patch Card card {points: card.points + input.points}" in done
    assert 'if card.points >= 100:\n    patch Card card {level: "gold"}' in done


def test_what_is_not_possible_is_refused() -> None:
    words = "adds the points. Not possible while the card is gold (409)."
    done = _told(_CARDS, words, "POST /cards/{id}/points")
    assert 'guard card.level != "gold" else conflict' in done


_PARKING = """# Car park

## POST /spots
`{"number": 12, "size": "M"}` → 201 `{"number": 12, "size": "M", "free": true}`. `size` is `S`, `M`
or `L`. 409 if the number exists.

## POST /cars
`{"plate": "AB 12", "size": "S"}` → 201 `{"id": 1, "plate": "AB 12", "size": "S", "spot": 12,
"status": "parked"}`. @@

## GET /cars/{id}
One car, 404 if unknown. `status` is `parked` or `left`.

## POST /cars/{id}/leave
The car has `left` and its spot is free again; 409 if it left already. 200 with the car.
"""


@pytest.mark.parametrize(
    ("words", "pick"),
    [
        (
            (
                "Puts the car on the smallest free spot that fits (S < M < L), of several the one "
                "with"
                " the lowest number. 409 if no free spot fits."
            ),
            (
                '.free and index(["S", "M", "L"], .size) >= index(["S", "M", "L"], input.size),'
                ' by index(["S", "M", "L"], .size), by .number'
            ),
        ),
        (
            (
                "Picks a free spot of the same size with the lowest number, which is no longer free"
                " then; 409 when there is none."
            ),
            ".free and .size = input.size, by .number",
        ),
        (
            (
                "The car gets the lowest-numbered free spot whose size is that of the car. That "
                "spot"
                " is then not free. 409 if all spots are taken."
            ),
            ".free and .size = input.size, by .number",
        ),
    ],
)
def test_a_new_row_gets_the_row_that_words_pick(words: str, pick: str) -> None:
    made = _told(_PARKING, words, "POST /cars")
    assert f"let spot = first(Spot[where {pick}])\nguard spot != null else conflict" in made
    assert "spot: spot.number} as car\npatch Spot spot {free: false}" in made
    assert "guard count(" not in made


def test_a_row_that_was_picked_is_free_again() -> None:
    left = _told(_PARKING, "It gets a free spot. 409 if no spot is free.", "POST /cars/{id}/leave")
    assert "let spot = first(Spot[where .number = car.spot])\npatch Spot spot {free: true}" in left


def test_rows_are_picked_by_what_is_worked_out_of_them() -> None:
    rides = """# Rides

`POST /drivers` with `{"name": "Ann", "seats": 4}` → 201 `{"id": 1, "name": "Ann", "seats": 4,
"status": "idle", "rides": 0}`. `status` is `idle` or `busy`.

`POST /rides` with `{"passenger": "Bob", "people": 2}` → 201 `{"id": 1, "passenger": "Bob",
"people": 2, "driver_id": 1}`. An idle driver with enough seats is picked, the one with the fewest
rides, of those the lowest id. That driver becomes `busy`. 409 if there is none.

`GET /drivers/{id}`, `GET /rides/{id}`: 404 if unknown.
"""
    made = _told(rides, "", "POST /rides")
    assert '[where .status = "idle" and .seats >= input.people, by .rides, by .id])' in made
    assert "let driver = first(Driver[where .id = best.id])\nguard driver != null" in made
    assert 'patch Driver driver {status: "busy"}' in made


def test_states_are_those_that_words_name_and_not_made_of_verbs() -> None:
    text = """# Walks

- `POST /walks` with `{"dog": "Rex"}` → 201 `{"id": 1, "dog": "Rex", "status": "requested"}`
- `POST /walks/{id}/start` — requested → walking; anything else is 409.
- `POST /walks/{id}/end` — walking → over; anything else is 409.
"""
    started = _told(text, "", "POST /walks/{id}/start")
    assert 'guard walk.status = "requested" else conflict' in started
    assert 'patch Walk walk {status: "walking"}' in started
    assert 'patch Walk walk {status: "over"}' in _told(text, "", "POST /walks/{id}/end")
