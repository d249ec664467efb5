"""Things that one has at a time, the newest of what belongs to a row, and figures of a day."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_LOCKERS = """openapi: 3.0.0
info: {title: Lockers}
paths:
  /lockers:
    post:
      requestBody: {content: {application/json: {example: {code: A1, size: 3}}}}
    get:
      parameters: [{name: free, in: query, schema: {type: boolean}}]
  /lockers/{code}:
    get: {}
    delete: {responses: {"204": {description: gone}, "409": {description: somebody has it}}}
  /lockers/{code}/assign:
    post:
      summary: Give it to somebody; nobody may have more than 3 lockers.
      requestBody: {content: {application/json: {example: {student: mia}}}}
      responses: {"200": {description: ok}, "409": {description: assigned already}}
    delete: {responses: {"204": {description: free again}, "409": {description: not assigned}}}
  /lockers/{code}/openings:
    post:
      requestBody:
        content:
          application/json:
            schema:
              required: [seconds]
              properties:
                seconds: {type: integer}
                at: {type: string, format: date-time, description: "default: now"}
  /lockers/{code}/latest:
    get: {responses: {"200": {description: the last opening}, "404": {description: none yet}}}
  /lockers/{code}/report:
    get:
      parameters: [{name: day, in: query, required: true, schema: {type: string, format: date}}]
      responses:
        "200":
          description: ok
          content: {application/json: {example: {day: "2026-01-31", openings: 2, longest: 7}}}
"""


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_a_thing_is_taken_by_one_at_a_time_and_given_back():
    spec = read_sources((Source("l.yaml", _LOCKERS),), lambda told: understand(told).spec)
    assert faults(spec) == []
    taken = _effect(spec, "POST", "/lockers/{code}/assign")
    assert "guard locker.student = null else conflict" in taken
    assert "guard count(Locker[where .student = input.student]) < 3 else conflict" in taken
    back = _effect(spec, "DELETE", "/lockers/{code}/assign")
    assert "guard locker.student != null else conflict" in back
    assert "{student: null}" in back
    assert "(.student = null) = input.free" in _effect(spec, "GET", "/lockers").replace(
        ".student = null = input.free", "(.student = null) = input.free"
    )
    assert "guard locker.student = null else conflict" in _effect(spec, "DELETE", "/lockers/{code}")


def test_the_newest_and_the_figures_of_a_day_are_of_what_belongs_to_the_row():
    spec = read_sources((Source("l.yaml", _LOCKERS),), lambda told: understand(told).spec)
    assert "at: or_else(input.at, now())" in _effect(spec, "POST", "/lockers/{code}/openings")
    mine = "Opening[where .locker_code = locker.code"
    assert f"let opening = last({mine}, by .at])" in _effect(spec, "GET", "/lockers/{code}/latest")
    day = f"{mine} and date(.at) = input.day]"
    report = _effect(spec, "GET", "/lockers/{code}/report")
    assert f"day: input.day, openings: count({day})" in report
