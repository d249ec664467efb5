"""Rows numbered without gaps, places that are full, and rows that others only know through rows."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_ROUTES = """openapi: 3.0.0
info:
  title: Tours
  description: Stops are numbered within their day, starting at 1, without gaps.
paths:
  /tours:
    post:
      requestBody: {content: {application/json: {schema: {required: [name], properties: {
        name: {type: string}, guides: {type: array, uniqueItems: true, items: {type: string}}}}}}}
      responses: {201: {description: made, content: {application/json: {schema: {
        $ref: "#/components/schemas/Tour"}}}}}
  /tours/{tour_id}:
    get:
      responses: {200: {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Tour"}}}}, 404: {description: none}}
  /tours/{tour_id}/days:
    post:
      requestBody: {content: {application/json: {schema: {properties: {
        max_stops: {type: integer, nullable: true}}}}}}
      responses: {201: {description: made, content: {application/json: {schema: {
        $ref: "#/components/schemas/Day"}}}}, 404: {description: none}}
  /tours/{tour_id}/stops:
    get:
      description: All stops of a tour
      responses: {200: {description: ok, content: {application/json: {schema: {type: array, items: {
        $ref: "#/components/schemas/Stop"}}}}}, 404: {description: none}}
  /days/{day_id}/stops:
    post:
      description: Adds a stop, at the end unless it has a position. A full day is 409.
      requestBody: {content: {application/json: {schema: {required: [town], properties: {
        town: {type: string}, position: {type: integer, minimum: 1}}}}}}
      responses:
        201: {description: made, content: {application/json: {schema: {
          $ref: "#/components/schemas/Stop"}}}}
        404: {description: none}
        409: {description: full, as many as max_stops}
  /stops/{stop_id}:
    patch:
      description: Changes a stop, or moves it.
      requestBody: {content: {application/json: {schema: {properties: {
        town: {type: string}, day_id: {type: integer}, position: {type: integer}}}}}}
      responses: {200: {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Stop"}}}}, 404: {description: none}}
    delete: {responses: {204: {description: gone, the stops behind it move up}}}
components:
  schemas:
    Tour: {properties: {id: {type: integer}, name: {type: string},
      guides: {type: array, items: {type: string}}}}
    Day: {properties: {id: {type: integer}, max_stops: {type: integer, nullable: true}}}
    Stop: {properties: {id: {type: integer}, town: {type: string}, day_id: {type: integer},
      position: {type: integer}}}
"""


def _read() -> Spec:
    return read_sources((Source("api.yaml", _ROUTES),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_rows_are_numbered_without_gaps_wherever_they_go():
    spec = _read()
    assert faults(spec) == []
    mine = "Stop[where .day_id = day.id]"
    added = _effect(spec, "POST", "/days/{day_id}/stops")
    end = f"count({mine}) + 1"
    assert f"let place = least([or_else(input.position, {end}), {end}])" in added
    assert "for other in Stop[where .day_id = day.id and .position >= place]:" in added
    assert f"guard day.max_stops = null or count({mine}) < day.max_stops else conflict" in added
    moved = _effect(spec, "PATCH", "/stops/{stop_id}")
    assert "day = first(Day[where .id = or_else(input.day_id, stop.day_id)])" in moved
    assert 'patch Stop stop drop(given(input), "day_id", "position")' in moved
    assert "if(day.id = stop.day_id, stop.position, count(" in moved
    assert "patch Stop stop {day_id: day.id, position: place}" in moved
    gone = _effect(spec, "DELETE", "/stops/{stop_id}")
    behind = "Stop[where .day_id = stop.day_id and .position > stop.position]"
    assert f"for other in {behind}:\n    patch Stop other {{position: other.position - 1}}" in gone
    assert not [each for each in spec.unknowns if each.rank != "narrative"]


def test_rows_belong_to_others_through_those_between_them():
    found = _effect(_read(), "GET", "/tours/{tour_id}/stops")
    assert "Stop[where .day_id in each(one in Day[where .tour_id = tour.id]: one.id)" in found


def test_a_list_holds_no_item_twice_where_its_schema_says_so():
    begun = _effect(_read(), "POST", "/tours")
    assert "count(distinct(input.guides)) = count(input.guides) else out_of_range" in begun


def test_a_text_that_a_comma_broke_in_two_is_one():
    said = [each.chosen for each in _read().assumptions if each.about == "the document"]
    assert said.count("a text with a comma was quoted") == 2
