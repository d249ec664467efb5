"""Lists that a sentence tells whole, and what lists are asked with where only words say so."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand

_BOATS = """# Boats

A boat: `id`, `name`, `length_m` (number above 0), `price` (integer), `hires` (integer, 0 at first),
`class` (one of `sail`, `motor`), `sold` (boolean, false at first), `built_on` (date).

- `POST /boats` with `name`, `length_m`, `price`, `class`, `built_on` → 201
- `POST /boats/{id}/hire` adds one to `hires`, 200 with the boat
- `GET /boats` lists all boats
"""


def _read(text: str) -> Spec:
    return read_sources((Source("api.md", text),), lambda told: understand(told).spec)


def _effect(text: str, path: str) -> str:
    spec = _read(text)
    assert not blocked(spec), blocked(spec)
    asked = (each for each in spec.operations if (each.method, each.path) == ("GET", path))
    return notation.write(next(asked).effect)


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("the boats with the most hires, most hired first", "Boat[by .hires down]"),
        ("boats that are not sold, cheapest first", "Boat[where not(.sold), by .price]"),
        ("unsold sail boats", 'Boat[where .class = "sail" and not(.sold)]'),
        ("the boats of motor class, by name", 'Boat[where .class = "motor", by .name]'),
        ("boats with at least one hire", "Boat[where .hires > 0]"),
        ("boats without hires, oldest first", "Boat[where .hires = 0, by .built_on]"),
        ("boats sorted by price descending, then by name", "Boat[by .price down, by .name]"),
        ("the three longest boats", "limit 3"),
        (
            "boats with a price at or below 500, in alphabetical order",
            "Boat[where .price <= 500, by .name]",
        ),
    ],
)
def test_a_noun_with_all_that_is_said_around_it(words, rows):
    text = f"{_BOATS}- `GET /picks` lists {words}\n"
    assert rows in _effect(text, "/picks").replace("\n", " ")


def test_how_many_is_asked_as_words_say():
    said = "- `GET /top` lists the boats with the most hires. `n` says how many, "
    said += "5 if not given, 1 to 50"
    spec = _read(f"{_BOATS}{said}\n")
    top = next(each for each in spec.operations if each.path == "/top")
    given = top.inputs[0]
    assert (given.wire, given.default, given.type.minimum, given.type.maximum) == ("n", "5", 1, 50)
    assert "limit input.n" in notation.write(top.effect)


def test_what_is_said_of_a_page_is_not_said_of_its_size():
    said = "- `GET /all` lists boats by name. page counts from 1, "
    said += "size is 10 unless given and at most 50."
    spec = _read(f"{_BOATS}{said}\n")
    asked = {
        each.wire: each for each in next(e for e in spec.operations if e.path == "/all").inputs
    }
    assert (asked["page"].default, asked["page"].type.maximum) == ("1", None)
    assert (asked["size"].default, asked["size"].type.maximum) == ("10", 50)


_FREE = """# Huts

- `POST /huts` with `{"name": "Alm", "beds": 8}` → 201 with id
- `POST /huts/{id}/bookings` with `{"night": "2026-07-01", "guest": "Ann"}` → 201
- `GET /huts/free?night=2026-07-01` lists the huts that are not booked on that night,
  by name; `night` is required
"""


def test_rows_that_nothing_is_booked_on():
    found = _effect(_FREE, "/huts/free")
    assert "not(.id in each(one in Booking[where .night = input.night]: one.hut_id))" in found


_PAGES = """# Notes

- `POST /notes` with `{"text": "hi"}` → 201 `{"id": 1, "text": "hi"}`
- `GET /notes?page=1&size=20` →
  `{"count": 1, "next": "http://localhost:8000/notes?page=2", "previous": null, "results": []}`;
  next and previous are the URLs of the pages around
"""


def test_links_to_the_pages_around():
    found = _effect(_PAGES, "/notes")
    assert 'url("/notes" + "?" + query({page: input.page + 1, size: input.size}))' in found
    assert "if(input.page > 1, url(" in found


_ONE = """# Ideas

- `POST /ideas` with `{"text": "x", "room": "it", "votes": 0}` → 201 with id
- `GET /ideas?order=top|new` lists ideas; top (the default) means most votes first,
  new means newest first
- `GET /ideas/random` gives one idea with at least one vote at random, 404 if there is none
- `GET /rooms/{room}/newest` gives the newest idea of that room, 404 when there is none
- `GET /rooms/{room}/figures` → `{"room": "it", "ideas": 2, "votes": 7}`
"""


def test_a_choice_is_the_order_that_words_give_it():
    assert 'by if(input.order = "top", .votes, null) down' in _effect(_ONE, "/ideas")


def test_one_row_is_drawn_or_told_by_what_it_has_most_of():
    assert "any_of(Idea[where .votes >= 1])" in _effect(_ONE, "/ideas/random")
    newest = _effect(_ONE, "/rooms/{room}/newest")
    assert "let idea = first(Idea[where .room = input.room][by .id down])" in newest


def test_figures_are_of_the_rows_that_a_path_tells_by_a_value():
    found = _effect(_ONE, "/rooms/{room}/figures")
    assert "votes: sum(each(one in Idea[where .room = input.room]: one.votes))" in found
