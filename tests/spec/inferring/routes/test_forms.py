"""Pages with forms: what is posted, where it leads, and that all of it is shown escaped."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import sound
from beliefs.spec.understanding import understand

_SIGN = (
    "A guestbook: GET / shows an HTML page with all entries, newest first, and a form (name, "
    "message) that posts to /sign. After signing you are redirected to /. Everything is escaped."
)
_TAGGED = """# Guestbook

- `GET /` — HTML page: lists all entries (name and message, HTML-escaped) and contains a
  `<form method="post" action="/entries">` with the inputs `name` and `message`.
- `POST /entries` — form post (application/x-www-form-urlencoded) with `name` (required, max 50)
  and `message` (required, max 500). Redirects (303) to `/`. 422 if a field is missing.
"""
_WALL = """# Wall

## GET /wall
Returns an HTML page with a form (author, text) and the list of notes.
HTML in notes must be escaped.

## POST /wall
Takes the form fields `author` and `text`, stores the note and redirects to `/wall` with 303.
An empty text gives 400.
"""
_TABLE = """# Feedback

| Route | Does |
|---|---|
| `GET /` | HTML page with the form and below it all comments, newest first |
| `POST /comments` | form fields `author` and `comment`; stores and redirects to `/` with 303 |
| `GET /api/comments` | JSON: `[{"id": 1, "author": "A", "created_at": "2030-01-01T00:00:00Z"}]` |
"""
_YAML = """
openapi: 3.0.0
info: {title: Guestbook, version: "1"}
paths:
  /:
    get:
      summary: HTML page with all messages and a form to leave one
      responses: {"200": {description: page, content: {text/html: {schema: {type: string}}}}}
  /messages:
    post:
      requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: {
        type: object, required: [name, text],
        properties: {name: {type: string}, text: {type: string}}}}}}
      responses: {"303": {description: "Redirect to /"}}
"""
_BOOKS = (
    "A small website: GET /books shows an HTML page with a table of all books (title, author) and "
    "a form to add one. POST /books takes the form and redirects back to /books. Titles must be "
    "escaped."
)
_SENT = (
    "A visitors' book. GET /guestbook returns HTML with a form with name and comment that is sent "
    "to POST /guestbook; under it all comments, newest on top. An empty comment is 400."
)


def _read(text: str, kind: Kind) -> Spec:
    return sound(read_sources((Source("goal", text, kind),), lambda told: understand(told).spec))


@pytest.mark.parametrize(
    ("text", "kind", "page", "posted", "back", "fields"),
    [
        (_SIGN, "sentences", "/", "/sign", "/", ["name", "message"]),
        (_TAGGED, "markdown", "/", "/entries", "/", ["name", "message"]),
        (_WALL, "markdown", "/wall", "/wall", "/wall", ["author", "text"]),
        (_TABLE, "markdown", "/", "/comments", "/", ["author", "comment"]),
        (_YAML, "openapi", "/", "/messages", "/", ["name", "text"]),
        (_BOOKS, "sentences", "/books", "/books", "/books", ["title", "author"]),
        (_SENT, "sentences", "/guestbook", "/guestbook", "/guestbook", ["name", "comment"]),
    ],
)
def test_a_form_is_shown_posted_and_led_back(
    text: str, kind: Kind, page: str, posted: str, back: str, fields: list[str]
) -> None:
    spec = _read(text, kind)
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    made = {f"{each.method} {each.path}": each for each in spec.operations}
    shown, taken = made[f"GET {page}"], made[f"POST {posted}"]
    effect = notation.write(shown.effect)
    assert 'as "text/html"' in effect
    assert "html(" in effect  # which escapes
    assert f'<form method=\\"post\\" action=\\"{posted}\\">' in effect
    assert all(f'name=\\"{each}\\"' in effect for each in fields)
    assert shown.inputs == ()
    assert [(each.name, each.place) for each in taken.inputs] == [(each, "form") for each in fields]
    assert notation.write(taken.effect).endswith(f'answer 303 headers {{Location: "{back}"}}')


@pytest.mark.parametrize("text", [_SIGN, _SENT])
def test_the_newest_come_first(text: str) -> None:
    spec = _read(text, "sentences")
    page = next(each for each in spec.operations if each.method == "GET")
    assert "[by .id down]" in notation.write(page.effect)


def test_what_a_form_lacks_is_refused_as_the_page_says() -> None:
    spec = _read(_SENT, "sentences")
    posted = next(each for each in spec.operations if each.method == "POST")
    assert spec.failures.of("out_of_range", posted.failures).status == 400


def test_other_answers_show_what_forms_made() -> None:
    spec = _read(_TABLE, "markdown")
    shown = next(each for each in spec.operations if each.path == "/api/comments")
    assert 'only(comment, "id", "author", "created_at")' in notation.write(shown.effect)
    assert "created_at: now()" in repr(notation.write(spec.operations[1].effect))
