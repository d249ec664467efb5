"""Things told in one line of fields, and CSV that is kept line by line."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_HERD = """Herd book
=========

Goats
-----

Fields: `id` (number), `tag` (text, mandatory), `breed` (`saanen`, `boer` or `alpine`, mandatory),
`born` (YYYY-MM-DD, optional), `milked` (true/false, false at first), `day` (YYYY-MM-DD, one goat
per day at most).

- `POST /goats/` adds one (201), `GET /goats/` by tag, with `?breed=`
- `POST /goats/import/` takes `text/csv` with a header line, columns `tag,breed,born`. Good lines
  are added, others are reported: `200 {"imported": 2, "errors": [{"line": 3, "error": "odd"}]}`.
  The header is line 1. If a column is missing, nothing is imported: 400.

Invalid input is 400.
"""


def test_fields_of_a_section_are_told_in_one_line() -> None:
    spec = read_sources((Source("herd.md", _HERD),))
    fields = {each.name: each for each in spec.entities[0].fields}
    assert fields["breed"].type.choices == ("saanen", "boer", "alpine")
    assert fields["milked"].default == "false"
    assert fields["day"].unique
    listed = next(each for each in spec.operations if each.method == "GET")
    assert listed.path == "/goats/"
    assert ".breed = input.breed, by .tag]" in write(listed.effect)


def test_lines_that_fit_are_kept_and_others_are_told() -> None:
    spec = read_sources((Source("herd.md", _HERD),))
    effect = write(next(each for each in spec.operations if "import" in each.path).effect)
    assert 'let fits = fitted(keyed(cells), "Goat", "tag", "breed", "born")' in effect
    assert "let errors = append(errors, {line: number + 2" in effect
    assert 'count(["tag", "breed"][where not(row in header)]) = 0' in effect
