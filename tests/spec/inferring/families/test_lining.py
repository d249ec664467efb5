"""Who does not fit waits in line, and is let in, in order, when there is room."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.inferring.families.lining import made_code
from beliefs.spec.notation import write

_TOURS = """# Cave tours

| | |
|---|---|
| Owner | Cave office |
| Port | 8123 |
| Base path | `/caves` |

**T-1** The office adds tours: `POST /caves/tours` with `begins_at` (e.g. `2031-06-01T08:00:00Z`),
`guide`, `deputy` (not the same as guide), `places` (1–30) and `fee` (number, 0 or more).
→ `201` with `id`, the fields, `status: "planned"`, `free_places`.

**T-2** Guests find tours: `GET /caves/tours?guide=&available=true`. `available=true` means at least
one free place and not cancelled. The earliest begin comes first.

**T-3** Guests join: `POST /caves/tours/{id}/tickets` with `name` and `places` (1–4).
* enough free places → `201`, `status: "confirmed"`
* otherwise → `202`, `status: "waiting"`, with `waiting_position` (1 for the first in line)
* every ticket gets a `code`: 5 characters, `A`–`F` and `3`–`9`, and `cost` = places × fee

**T-4** Guests read it: `GET /caves/tickets/{code}`. The code works in lower case, too.

**T-5** Guests leave: `DELETE /caves/tickets/{code}` → `200` with the ticket, `status: "cancelled"`;
`409` if it is cancelled already. Whoever is next in line and fits moves up.

**T-6** `GET /caves/tours/{id}/roll` → `{"tour_id", "confirmed": [...], "waiting": [...],
"places_taken", "free_places"}`.

**T-7** `POST /caves/tours/{id}/cancel` → `200`, `status: "cancelled"`; all its tickets become
cancelled as well. Joining a cancelled tour is `409`.
"""


def _effects() -> dict[str, str]:
    spec = read_sources((Source("tours.md", _TOURS),))
    assert (spec.port, spec.base) == (8123, "/caves")
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_a_row_that_fits_and_one_that_waits_are_answered_otherwise() -> None:
    made = _effects()["POST /caves/tours/{id}/tickets"]
    assert "+ input.places <= tour.places" in made
    assert 'if ticket.status = "confirmed":\n    answer 201' in made
    assert "\nanswer 202" in made
    assert "cost: ticket.places * first(Tour[where .id = ticket.tour_id]).fee" in made


def test_who_leaves_makes_room_for_whoever_fits() -> None:
    left = _effects()["DELETE /caves/tickets/{code}"]
    assert "lower(.code) = lower(input.code)" in left
    assert 'patch Ticket ticket {status: "cancelled"}' in left
    assert 'patch Ticket next_one {status: "confirmed"}' in left


def test_what_is_above_shows_who_is_in_and_how_much_is_left() -> None:
    effects = _effects()
    roll = effects["GET /caves/tours/{id}/roll"]
    assert "places_taken: sum(" in roll
    assert '.status != "cancelled" and .status != "waiting"' in roll
    assert (
        'not(input.available) or .free_places > 0 and .status != "cancelled"'
        in effects["GET /caves/tours"]
    )
    assert "guard input.deputy != input.guide" in effects["POST /caves/tours"]


def test_what_is_done_to_a_row_is_done_to_those_below() -> None:
    cancelled = _effects()["POST /caves/tours/{id}/cancel"]
    assert 'patch Ticket each_one {status: "cancelled"}' in cancelled
    assert "guard tour.status" not in cancelled


def test_a_code_is_made_of_the_letters_that_are_told() -> None:
    assert made_code("a `code`: 5 characters, `A`–`F` and `3`–`9`", "code") == (
        'code(5, "ABCDEF3456789")'
    )
