"""A second request for the same: it changes the row of the first."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.understanding import understand

_PACKING = """Packing lists for trips. POST /trips {"title": "Rome"} -> 201 {"code": "...", \
"title": "Rome"}; the code is 8 random digits. POST /trips/{code}/things {"label": "socks", \
"count": 2}: count is a whole number from 1 to 20, label is 1 to 30 characters and is trimmed. \
When there already is a thing with the same label (upper and lower case do not matter), the count \
is increased by the given count, at most 20, and 200 is returned; otherwise 201 with {"id", \
"label", "count", "packed": false}. POST /trips/{code}/things/{id}/flip flips packed, 200 with the \
thing. GET /trips/{code}/things lists them, packed ones last, sorted by label ignoring case. \
DELETE /trips/{code}/things removes all packed things and answers {"deleted": 2}."""

_BASKET = """# Basket

## POST /lines
Body:
- sku: string, required
- quantity: integer 1-50, default 1

Adding the same sku again increases its quantity by that much, never above 50, and answers 200 with
the line. 201 for a new one.

Response 201: `{"id": 1, "sku": "A-1", "quantity": 2, "done": false}`

## GET /lines
all lines, done ones at the end, then by sku

## DELETE /lines/done
removes everything that is done; answers `{"removed": 1}`
"""


def _effects(text: str) -> dict[str, str]:
    source = Source("goal.md" if text.startswith("#") else "goal", text)
    spec = read_sources((source,), lambda told: understand(told).spec)
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


@pytest.mark.parametrize(
    ("text", "route", "found", "most"),
    [
        (_PACKING, "POST /trips/{code}/things", "lower(.label) = lower(trim(input.label))", 20),
        (_BASKET, "POST /lines", "Line[where .sku = input.sku]", 50),
    ],
)
def test_more_of_the_same_is_added_up_to_a_bound(
    text: str, route: str, found: str, most: int
) -> None:
    effect = _effects(text)[route]
    assert found in effect
    assert f", {most}])" in effect
    assert "least([" in effect
    assert "answer 200" in effect
    assert "answer 201" in effect


@pytest.mark.parametrize(
    ("text", "route", "dropped"),
    [
        (_PACKING, "DELETE /trips/{code}/things", "Thing where .trip_code = trip.code and .packed"),
        (_BASKET, "DELETE /lines/done", "Line where .done"),
    ],
)
def test_only_rows_in_a_state_are_dropped_and_counted(text: str, route: str, dropped: str) -> None:
    effect = _effects(text)[route]
    assert f"delete {dropped}\n" in effect
    assert "let many = count(" in effect


@pytest.mark.parametrize(
    ("text", "route", "order"),
    [
        (_PACKING, "GET /trips/{code}/things", "by .packed, by lower(.label)]"),
        (_BASKET, "GET /lines", "Line[by .done, by .sku]"),
    ],
)
def test_which_rows_come_last_leaves_none_of_them_out(text: str, route: str, order: str) -> None:
    effect = _effects(text)[route]
    assert order in effect
    assert "not(" not in effect


def test_a_key_is_made_of_the_letters_that_words_tell() -> None:
    assert 'code(8, "0123456789")' in _effects(_PACKING)["POST /trips"]
    letters = _PACKING.replace("8 random digits", "six random upper case letters")
    assert 'code(6, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")' in _effects(letters)["POST /trips"]
