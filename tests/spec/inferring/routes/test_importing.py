"""Things told in one line of fields, and CSV that is kept line by line."""

from __future__ import annotations

import pytest

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


_CARDS = """# Postcards

A postcard has `country`, `city` and `year` (integer).

## POST /postcards
Adds one. 201.

## GET /postcards
All of them.

## POST /postcards/import
{said}
"""
_TOOLS = """openapi: 3.0.3
info: {title: Tool shed, version: "1"}
paths:
  /tools:
    get:
      responses:
        '200':
          description: all tools
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Tool'}}
  /tools/import:
    post:
      summary: Import tools from a CSV file
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties: {file: {type: string, format: binary}}
      responses:
        '200':
          description: How many lines were imported, and how many left out as they do not fit.
          content:
            application/json:
              schema:
                type: object
                properties: {imported: {type: integer}, skipped: {type: integer}}
  /tools/import-json:
    post:
      summary: Import tools from JSON
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: array, items: {$ref: '#/components/schemas/Tool'}}
      responses:
        '200':
          description: How many were added; those whose tag is already there are skipped.
          content:
            application/json:
              schema:
                type: object
                properties: {added: {type: integer}, skipped: {type: integer}}
components:
  schemas:
    Tool:
      type: object
      required: [tag, kind]
      properties:
        id: {type: integer, readOnly: true}
        tag: {type: string, minLength: 1}
        kind: {type: string, enum: [hand, power]}
"""


def _imports(text: str, name: str, path: str) -> str:
    spec = read_sources((Source(name, text),))
    assert [each for each in spec.unknowns if each.rank == "blocking"] == []
    return write(next(each for each in spec.operations if each.path == path).effect)


_HEADED = "Takes CSV (text/csv) with the header `country,city,year`."
_THERE = "lines whose city is already there are skipped."
_NUMBERED = """The request body is CSV text with the header `country,city,year`.
A line with a year that is no number is skipped. 200 `{"added": 4, "skipped": 2, "lines": [3, 5]}`
where `lines` are the numbers of the skipped lines (the header is line 1)."""


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            f'{_HEADED} Unfit and {_THERE} 200 `{{"imported": 3, "skipped": 1}}`.',
            "{imported: created, skipped: again + count(errors)}",
        ),
        (
            f'{_HEADED} All {_THERE} 200 `{{"imported": 3, "skipped": 1, "failed": 2}}`.',
            "{imported: created, skipped: again, failed: count(errors)}",
        ),
        (_NUMBERED, "{added: created, skipped: count(errors), lines: errors}"),
    ],
)
def test_lines_that_are_left_out_are_counted(said: str, answer: str) -> None:
    effect = _imports(_CARDS.format(said=said), "cards.md", "/postcards/import")
    assert f"answer 200 {answer}" in effect
    assert ("let errors = append(errors, number + 2)" in effect) is ("lines" in answer)


def test_records_that_are_left_out_are_counted() -> None:
    said = (
        "Takes a JSON array of postcards. Invalid ones are left out. "
        '200 with `{"imported": 3, "skipped": 1}`.'
    )
    effect = _imports(_CARDS.format(said=said), "cards.md", "/postcards/import")
    assert 'let given = fitted(each_one, "Postcard", "country", "city", "year")' in effect
    assert 'skipped: count(ways[where row != "well"])}' in effect


def test_answers_of_openapi_count_what_was_left_out() -> None:
    lines = _imports(_TOOLS, "tools.yaml", "/tools/import")
    assert "answer 200 {imported: created, skipped: count(errors)}" in lines
    records = _imports(_TOOLS, "tools.yaml", "/tools/import-json")
    assert "if count(Tool[where .tag = given.tag]) = 0:" in records
    assert 'skipped: count(ways[where row != "well"])}' in records
