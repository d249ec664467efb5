"""OpenAPI documents whose operations are sentences, and keys that nobody gives out."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_RIDES = """openapi: 3.0.0
info: {title: Rides}
paths:
  /drivers:
    post: {summary: "Add a driver. Body: name, phone (optional)."}
  /rides:
    post: {summary: "Ask for a ride. Body: from_place, leaves, arrives, seats (at least 1).
           422 if arrives is not after leaves."}
    get: {summary: "All rides; ?status=open|taken|done filters."}
  /rides/{id}/take:
    post: {summary: "A driver takes it. Body: driver_id. 409 if it is not open."}
  /rides/{id}/done:
    post: {summary: Done. 409 unless it is taken.}
  /drivers/{id}/rides:
    get: {summary: The rides of a driver}
"""
_STATIONS = """openapi: 3.0.0
info: {title: Stations}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
paths:
  /stations:
    get: {}
    post:
      security: [{key: []}]
      description: >-
        Adds a station. More than 9 stations are refused
        with 422 and {"error": "enough of them"}.
      requestBody: {content: {application/json: {example: {name: North}}}}
"""


def _read(text: str) -> Spec:
    return read_sources((Source("api.yaml", text),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_bodies_and_states_that_only_words_tell_are_kept():
    spec = _read(_RIDES)
    assert faults(spec) == []
    driver, ride = (
        each
        for each in spec.operations
        if each.path in {"/drivers", "/rides"} and each.method == "POST"
    )
    assert [(each.wire, each.required) for each in driver.inputs] == [
        ("name", True),
        ("phone", False),
    ]
    assert ride.inputs[-1].type.minimum == 1
    assert "guard input.arrives > input.leaves else out_of_range" in notation.write(ride.effect)
    taken = _effect(spec, "POST", "/rides/{id}/take")
    assert 'guard ride.status = "open" else conflict' in taken
    assert 'patch Ride ride {driver_id: input.driver_id, status: "taken"}' in taken
    assert 'guard ride.status = "taken" else conflict' in _effect(spec, "POST", "/rides/{id}/done")
    assert "Ride[where .driver_id = driver.id]" in _effect(spec, "GET", "/drivers/{id}/rides")


def test_a_key_that_nobody_gives_out_is_that_of_the_environment_and_lost_words_are_listed():
    spec = _read(_STATIONS)
    assert spec.identity is not None
    assert 'env("API_KEY")' in notation.expression(spec.identity.who)
    assert [each.needs for each in spec.operations] == ["", "caller"]
    assert any("API_KEY" in each.chosen for each in spec.assumptions)
    assert any("enough of them" in each.words for each in spec.unknowns)
