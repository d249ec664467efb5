"""Many at once, each by itself: what a route does with one, done with each of a list."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand

_SUBSCRIBERS = """# Readers

`POST /readers` creates one reader: `{"name": "Ann", "card": "C-7"}` → 201 with an `id`.
name 1 to 50 characters, card must be unique (409).

`POST /readers/batch` takes `{"readers": [{"name": ..., "card": ...}, ...]}` with 1 to 100 items.
Every item is handled on its own. The answer is 207:

```json
{"created": 1, "failed": 1, "results": [
  {"index": 0, "status": 201, "id": 5},
  {"index": 1, "status": 409, "error": "card exists"}
]}
```

An empty list or more than 100 items is 400.

`DELETE /readers/batch` with `{"ids": [1, 99]}` deletes these and answers 200
`{"deleted": [1], "missing": [99]}`.

`GET /readers` lists all of them by id.
"""
_LEVELS = """
openapi: 3.0.0
info: {title: Levels, version: '1'}
paths:
  /tanks:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [tag, litres],
        properties: {tag: {type: string, minLength: 1}, litres: {type: integer, minimum: 0}}}}}}
      responses:
        '201': {description: made, content: {application/json: {schema: {type: object,
          properties: {tag: {type: string}, litres: {type: integer}}}}}}
        '409': {description: tag exists}
  /tanks/{tag}/adjust:
    post:
      description: Change the litres by delta, which may be negative.
      requestBody: {content: {application/json: {schema: {type: object, required: [delta],
        properties: {delta: {type: integer}}}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object,
          properties: {tag: {type: string}, litres: {type: integer}}}}}}
        '404': {description: unknown tag}
        '409': {description: not enough}
  /adjustments:
    post:
      description: reason is one of unknown_tag, not_enough, invalid.
      requestBody: {content: {application/json: {schema: {type: object, required: [adjustments],
        properties: {adjustments: {type: array, minItems: 1, items: {type: object,
          required: [tag, delta], properties: {tag: {type: string}, delta: {type: integer}}}}}}}}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {
          applied: {type: integer}, rejected: {type: integer}, results: {type: array, items: {
            type: object, properties: {tag: {type: string}, applied: {type: boolean},
              litres: {type: integer, nullable: true},
              reason: {type: string, nullable: true,
                enum: [unknown_tag, not_enough, invalid, null]}}}}}}}}}
"""
_HOURS = """
openapi: 3.0.3
info: {title: Shifts, version: '1'}
paths:
  /shifts/bulk:
    post:
      description: >-
        Rules for an item: worker is a non-empty text, minutes is an integer above 0 and at
        most 600, and one worker cannot have more than 600 minutes on one day in total.
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [shifts], properties: {shifts: {type: array,
              items: {type: object}}}}
            example: {shifts: [{worker: Ida, day: '2026-03-02', minutes: 90}]}
      responses:
        '200': {description: ok, content: {application/json: {example: {results: [
          {index: 0, status: booked, id: 41}, {index: 1, status: rejected, error: too much}]}}}}
    delete:
      requestBody: {content: {application/json: {schema: {type: object, required: [ids],
        properties: {ids: {type: array, items: {type: integer}}}}}}}
      responses:
        '200': {description: ok, content: {application/json: {example: {results: [
          {id: 41, status: deleted}, {id: 9, status: not_found}]}}}}
  /shifts:
    get:
      responses:
        '200': {description: all, content: {application/json: {example: [
          {id: 41, worker: Ida, day: '2026-03-02', minutes: 90}]}}}
"""


def _read(text: str, kind: Kind) -> Spec:
    return read_sources((Source("a", text, kind),), lambda told: understand(told).spec)


def _effect(spec: Spec, way: str) -> str:
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if f"{each.method} {each.path}" == way
    )


def test_every_item_is_made_as_one_is_and_told_how_it_came_off() -> None:
    spec = _read(_SUBSCRIBERS, "markdown")
    effect = _effect(spec, "POST /readers/batch")
    assert not blocked(spec)
    assert 'let given = fitted(each_one, "Reader", "name", "card")' in effect
    assert "if count(Reader[where .card = given.card]) = 0:" in effect
    assert '{index: count(ways), status: 409, error: "card exists"}' in effect
    assert "answer 207 {created: count(ways[where row = " in effect
    [listed] = next(each for each in spec.operations if each.path == "/readers/batch").inputs
    assert (listed.type.min_length, listed.type.max_length) == (1, 100)


def test_what_is_gone_and_what_was_never_there_are_two_lists() -> None:
    effect = _effect(_read(_SUBSCRIBERS, "markdown"), "DELETE /readers/batch")
    assert "delete Reader where .id = reader.id" in effect
    assert "answer 200 {deleted: deleted_told, missing: missing_told}" in effect


def test_codes_are_those_that_are_told() -> None:
    spec = _read(_LEVELS, "openapi")
    effect = _effect(spec, "POST /adjustments")
    assert not blocked(spec)
    for code in ("unknown_tag", "not_enough", "invalid"):
        assert f'applied: false, litres: null, reason: "{code}"' in effect
    assert "if tank.litres + given.delta >= 0:" in effect


def test_a_batch_without_a_route_for_one_makes_and_drops_rows() -> None:
    spec = _read(_HOURS, "openapi")
    assert not blocked(spec)
    assert [f"{each.method} {each.path}" for each in spec.operations] == [
        "POST /shifts/bulk",
        "DELETE /shifts/bulk",
        "GET /shifts",
    ]
    effect = _effect(spec, "POST /shifts/bulk")
    assert (
        "if sum(each(one in Shift[where .worker = given.worker and .day = given.day]: "
        "one.minutes)) + given.minutes <= 600:" in effect
    )
    minutes = spec.entities[0].field("minutes")
    assert minutes is not None
    assert (minutes.type.above, minutes.type.maximum) == (0, 600)
    assert '{id: each_one, status: "not_found"}' in _effect(spec, "DELETE /shifts/bulk")


@pytest.mark.parametrize(
    "shown",
    [
        '[{"no": 0, "ok": true}, {"no": 1, "ok": false, "error": "exists"}]',
        '{"ok": 1, "results": [{"index": 0, "result": "added"}, {"index": 1, "result": "failed"}]}',
        '{"imported": 2, "skipped": 1, "errors": [{"line": 3, "message": "..."}]}',
    ],
)
def test_results_have_the_names_that_are_shown(shown: str) -> None:
    spec = _read(
        f"""# Plants
`POST /plants` `{{"name": "Fern"}}` → 201 `{{"id": 1, "name": "Fern"}}`. name is unique (409).

`POST /plants/many` `{{"plants": [{{"name": "Fern"}}]}}` → 200 `{shown}`
""",
        "markdown",
    )
    assert not blocked(spec)
    assert "for each_one in input.plants:" in _effect(spec, "POST /plants/many")
