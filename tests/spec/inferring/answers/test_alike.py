"""Answers that look as words say: what one row shows, and what a new one shows beside it."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.understanding import understand

_NIGHTS = """Seat plan for our cinema nights. POST /nights (film, and seats which is at least 5) \
creates a night. GET /nights/{id} shows film, seats, taken (the number of bookings) and left \
(seats minus taken). POST /nights/{id}/bookings with a name books a seat, 201; 409 when the night \
is full. GET /nights lists them by film."""

_TOURS = """# Tours

## POST /tours
Body:
- `town`: required
- `seats`: integer, required, at least 1

Makes a tour.

## GET /tours/{id}
Response:
- `town`
- `seats`
- `riders`: the number of riders
- `left`: seats minus riders

## POST /tours/{id}/riders
Body:
- `name`: required

201. 409 when the tour is full.
"""


@pytest.mark.parametrize(
    ("text", "one", "left"),
    [
        (_NIGHTS, "night", "left: night.seats - count(Booking[where .night_id = night.id])"),
        (_TOURS, "tour", "left: tour.seats - count(Rider[where .tour_id = tour.id])"),
    ],
)
def test_a_new_row_has_its_key_and_what_one_row_shows_is_worked_out(
    text: str, one: str, left: str
) -> None:
    source = Source("goal.md" if text.startswith("#") else "goal", text)
    spec = read_sources((source,), lambda told: understand(told).spec)
    made, shown = (write(each.effect).split("\n")[-1] for each in spec.operations[:2])
    assert left in made
    assert left in shown
    assert f"merge({one}, " in made  # all that is kept, with its key
    assert "id:" not in shown
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
