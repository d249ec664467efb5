"""Pages that words describe piece by piece, and rows that come and go as CSV."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import sound

_ROOMS = """# Rooms

- `POST /rooms` `{"name": "Blue", "notes": "a"}` → 201 `{"id": 1, "name": "Blue", "notes": "a"}`
- `POST /rooms/{id}/stays` `{"guest": "Ann"}` → 201 `{"id": 1, "guest": "Ann"}`
"""


def _read(text: str) -> Spec:
    return sound(read_sources((Source("goal.md", text, "markdown"),)))


def _effect(spec: Spec, path: str) -> str:
    return next(notation.write(each.effect) for each in spec.operations if each.path == path)


@pytest.mark.parametrize(
    ("path", "said", "shown"),
    [
        ("/rooms/{id}/page", "an HTML page with the name in an `<h1>`", '"<h1>{it}</h1>"'),
        (
            "/rooms/{id}/page",
            "an HTML page: the name as h1, below it every line of the notes in a `<p>` of its own",
            'lines(room.notes): html("<p>{it}</p>", {it: line})',
        ),
        (
            "/rooms/{id}/page",
            "HTML to print: the name as h1, and an ordered list (ol) with one li per stay",
            'Stay[where .room_id = room.id]: html("<li>{guest}</li>"',
        ),
        (
            "/all",
            "an HTML page with a table of all rooms with the columns name and notes, by name",
            '"<table>\\n<tr><th>name</th><th>notes</th></tr>\\n" + joined(each(one in Room[by',
        ),
    ],
)
def test_pages_are_as_described(path: str, said: str, shown: str) -> None:
    spec = _read(f"{_ROOMS}- `GET {path}` → {said}\n")
    assert not blocked(spec)
    assert shown in _effect(spec, path)


def test_a_page_of_a_row_at_a_path_of_its_own() -> None:
    spec = _read(
        '# Blog\n\n- `POST /articles` `{"slug": "a-b", "title": "T", "body": "x"}` → 201, the '
        "article\n- `GET /articles` → all of them\n- `GET /read/{slug}` → an HTML page with the "
        "title in an `<h1>` and the body in a `<pre>`; 404 if there is no such article\n"
    )
    assert not blocked(spec)
    assert '"<pre>{it}</pre>", {it: article.body}' in _effect(spec, "/read/{slug}")


def test_lines_of_csv_are_new_or_known() -> None:
    spec = _read(
        "# Birds\n\n- `POST /birds/import` takes the raw CSV (`text/csv`). If the header is not "
        "exactly `ring,species`: 400. A bird with a ring that is already there is skipped. Answers "
        '200 with `{"created": 2, "skipped": 1, "errors": [{"line": 3, "reason": "x"}]}`.\n'
        '- `POST /birds` `{"ring": "A1", "species": "owl"}` → 201 '
        '`{"id": 1, "ring": "A1", "species": "owl"}`\n'
        "- `GET /birds.csv` → all birds as CSV\n"
    )
    assert not blocked(spec)
    made = _effect(spec, "/birds/import")
    assert '= "ring,species" else' in made
    assert "let bird = first(Bird[where .ring = fits.ring])" in made
    assert "answer 200 {created: created, skipped: again, errors: errors}" in made
    assert 'csv(Bird, "ring", "species")' in _effect(spec, "/birds.csv")
