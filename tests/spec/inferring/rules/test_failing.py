"""Words of every failure of a route with a status, as documents show them."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_CODEC = """Base64 helper. POST /encode takes {"text": "hi"} and returns {"base64": "aGk="}. POST \
/decode takes {"base64": "aGk="} and returns {"text": "hi"}; only valid base64 is accepted. """
_DAYS = """# Days

## GET /leap?year=2024
Answers `{"leap": true}`; year is a whole number from 1 to 9999.
400 `{"error": "no such year"}`

## GET /weekday?date=2024-02-01
Answers `{"weekday": "Thursday"}`. All 400s have the body `{"error": "no such day"}`.
"""


def _read(text: str) -> Spec:
    source = Source("goal.md" if text.startswith("#") else "goal", text)
    return read_sources((source,), lambda told: understand(told).spec)


def _words(spec: Spec, path: str) -> set[tuple[int, str]]:
    made = next(each for each in spec.operations if each.path == path)
    return {(each.status, each.message) for each in made.failures}


@pytest.mark.parametrize(
    "shares",
    [
        (
            'Every 422 has {"message": "bad text"} for POST /encode and {"message": "no base64"} '
            "for POST /decode."
        ),
        (
            'Any 422 has the body {"message": "bad text"} for the first and '
            '{"message": "no base64"} for the other endpoint.'
        ),
    ],
)
def test_each_of_two_routes_has_its_share_of_a_sentence(shares: str) -> None:
    spec = _read(_CODEC + shares)
    assert _words(spec, "/encode") == {(422, "bad text")}
    assert _words(spec, "/decode") == {(422, "no base64")}
    assert not [each for each in spec.unknowns if each.rank != "narrative"]


def test_a_body_that_is_shown_of_a_status_alone_is_that_of_all_its_failures() -> None:
    spec = _read(_DAYS)
    assert _words(spec, "/leap") == {(400, "no such year")}
    assert _words(spec, "/weekday") == {(400, "no such day")}
