"""Answers whose values only words tell: all of them, those beside a row, and those left out."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

_TRIPS = """# Trips

- `POST /trips` with `{"place": "a", "diary": "long"}` → 201 `{"id": 1, "place": "a", "diary": "b"}`
- `GET /trips` %s
- `GET /trips/{id}` %s
- `POST /trips/{id}/stops` with `{"town": "x", "km": 3}` → 201 `{"id": 1, "town": "x", "km": 3}`

"""


def _read(text: str) -> Spec:
    spec = read_sources((Source("a.md", text),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return spec


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("→ all trips without their diary", "each(trip in Trip: {id: trip.id, place: trip.place})"),
        ("→ all trips. Leave out the `diary`, but tell with `stop_count` how many stops each has",
         "{id: trip.id, place: trip.place, stop_count: count(Stop[where .trip_id = trip.id])}"),
        ("→ all trips, each with a `stop_count`",
         "merge(trip, {stop_count: count(Stop[where .trip_id = trip.id])})"),
        ("lists the trips (no diary) plus `n`, the number of its stops",
         "{id: trip.id, place: trip.place, n: count(Stop[where .trip_id = trip.id])}"),
    ],
)  # fmt: skip
def test_a_list_shows_what_words_say_of_its_rows(said, shown):
    effect = notation.write(_read(_TRIPS % (said, "→ the trip")).operations[1].effect)
    assert shown in effect


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("is one whole trip together with its `stops` as a list, oldest first", ", by .id"),
        ("→ the trip with all its stops", ""),
        ("→ the trip including its `stops`, sorted by town", ", by .town"),
        ("→ the trip plus `stops`, a list of its stops", ""),
    ],
)
def test_one_row_shows_the_rows_below_it(said, order):
    effect = notation.write(_read(_TRIPS % ("→ all trips", said)).operations[2].effect)
    assert f"merge(trip, {{stops: Stop[where .trip_id = trip.id{order}]}})" in effect


@pytest.mark.parametrize(
    "said",
    [
        (
            "I send `POST /notes` with a `title` and a `text`. I get back 201 with the note: its "
            "`id`, the `title`, the `text` and `created_at` (the time in ISO 8601)."
        ),
        (
            "`POST /notes` with title and text creates one and answers 201 with id, title, text "
            "and created_at (when it was made)."
        ),
        "`POST /notes` `{title, text}`. Response 201: `id`, `title`, `text`, `created_at`.",
        (
            "`POST /notes` (title, text) makes a note. It returns the note (`id`, `title`, `text`, "
            "`created_at`) with 201."
        ),
    ],
)
def test_an_answer_has_the_names_that_words_list(said):
    spec = read_sources((Source("a.md", f"# Notes\n\n{said}\n\n`GET /notes` lists all notes.\n"),))
    made = spec.operations[0]
    assert [each.name for each in made.inputs] == ["title", "text"]
    assert "created_at: now()" in notation.write(made.effect)


@pytest.mark.parametrize(
    "said",
    ["400 when something is missing or empty.", "Empty texts are 400.", "400 if a field is empty."],
)
def test_no_text_is_empty_where_words_say_so_of_all(said):
    text = _TRIPS % ("→ all trips", "→ the trip") + f"\n{said}\n"
    made = read_sources((Source("a.md", text),)).operations[0]
    assert [each.type.min_length for each in made.inputs] == [1, 1]
