"""Rows of which everybody has one of their own under a name: a mood of a day."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_MOODS = """Mood diary for our club. Members sign up (POST /signup with username and password; \
username taken 409) and sign in (POST /signin with the same, 200 {"token": "..."}; wrong 401). Any \
request without a valid token is 401, apart from signup and signin. PUT /moods/{date} with score \
(1 to 5) and an optional note writes my mood of that day; every member has one mood per date, 201 \
when it is new and 200 when it was there. It answers {"date": "2026-01-31", "username": "kim", \
"score": 4, "note": null}. GET /moods/{date} lists the moods of everybody on that date, sorted by \
username; ?note=true only those with a note. GET /moods?from=2026-01-01&to=2026-01-31 lists my \
moods from newest to oldest. DELETE /moods/{date} deletes mine, 204 or 404."""

_RATINGS = """# Book ratings

All endpoints except register and login need a bearer token (401 otherwise).

## POST /register
Body: `{"email": "a@b.cd", "password": "secret123"}`. 201. 409 if the email is taken.

## POST /login
Same body. Answers `{"token": "..."}` or 401.

## PUT /ratings/{isbn}
Body: `{"stars": 4}` (1 to 5). There is one rating per user and isbn; rating again replaces it.
Answers 201 or 200 with `{"isbn": "978", "email": "a@b.cd", "stars": 4}`.

## GET /ratings/{isbn}
Lists the ratings of all users for the book, best first.

## GET /ratings
My own ratings.
"""


def _read(text: str) -> Spec:
    source = Source("goal.md" if text.startswith("#") else "goal", text)
    return read_sources((source,), lambda told: understand(told).spec)


def _effects(spec: Spec) -> dict[str, str]:
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_a_name_is_only_ones_own_and_shown_to_all() -> None:
    made = _effects(_read(_MOODS))
    mine = "Mood[where .date = input.date and .user_id = me.id]"
    assert mine in made["PUT /moods/{date}"]
    assert mine in made["DELETE /moods/{date}"]
    assert "username: first(User[where .id = mood.user_id]).username" in made["PUT /moods/{date}"]
    shown = made["GET /moods/{date}"]
    assert "me.id" not in shown
    assert ".note != null = input.note" in shown
    assert shown.endswith("[by .username]")
    assert ".date <= input.to), by .date down" in made["GET /moods"]


def test_days_in_paths_are_dates() -> None:
    put = next(each for each in _read(_MOODS).operations if each.method == "PUT")
    assert next(each.type.kind for each in put.inputs if each.place == "path") == "date"


def test_who_asks_must_be_known_but_for_the_ways_in() -> None:
    for text, ways in ((_MOODS, ("/signup", "/signin")), (_RATINGS, ("/register", "/login"))):
        spec = _read(text)
        assert not [each for each in spec.unknowns if each.rank != "narrative"]
        assert {each.path for each in spec.operations if not each.needs} == {*ways}


def test_ratings_of_one_book_are_listed_and_mine_are_mine() -> None:
    made = _effects(_read(_RATINGS))
    assert "Rating[where .isbn = input.isbn and .user_id = me.id]" in made["PUT /ratings/{isbn}"]
    assert "Rating[where .isbn = input.isbn, by .stars down]" in made["GET /ratings/{isbn}"]
    assert "Rating[where .user_id = me.id]" in made["GET /ratings"]
    assert "answer 200 {token: made}" in made["POST /login"]
