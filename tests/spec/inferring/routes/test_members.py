"""Items that requests put into a list of a row, and take out of it."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_FILMS = """# Films

## Film
- id: integer
- title: text, mandatory
- tags: list of text, may be left out

## Calls
- POST /films – 201 with the Film
- POST /films/{id}/tag – body `{"tag": "x"}`. Gives the Film, 200.
- POST /films/{id}/%s – body `{"tag": "x"}`. Gives the Film, 200. %s
"""


@pytest.mark.parametrize(
    ("verb", "said", "way"),
    [
        ("untag", "The film does not have the tag: 404", "absent"),
        ("removeTag", "404 if it has no such tag", "absent"),
        ("remove-tag", "409 if the tag is not there", "conflict"),
        ("untag", "", ""),
    ],
)
def test_what_was_put_in_is_taken_out(verb: str, said: str, way: str) -> None:
    spec = read_sources((Source("goal.md", _FILMS % (verb, said)),))
    made = {each.path: write(each.effect) for each in spec.operations}
    assert "patch Film film {tags: with(film.tags, input.tag)}" in made["/films/{id}/tag"]
    taken = made[f"/films/{{id}}/{verb}"]
    assert "patch Film film {tags: without(film.tags, input.tag)}" in taken
    assert (f"guard input.tag in film.tags else {way}" in taken) is bool(way)
