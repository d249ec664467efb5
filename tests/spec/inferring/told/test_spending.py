"""Rows that are good for a while, once, or so often, as small OpenAPI documents tell of them."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_MAKES = """openapi: 3.0.3
info: {title: Parcels of text}
paths:
  /slips:
    post:
      summary: Leave a slip
      description: %s
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [text], properties: {text: {type: string}%s}}
      responses:
        "201":
          description: made
          content:
            application/json:
              schema: {type: object, properties: {code: {type: string}%s}}
"""
_TAKES = """  %s:
    %s:
      summary: %s
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: {type: object, properties: {text: {type: string}%s}}
        "404": {description: no such slip}
        "%s": {description: "%s"}
"""


def _slips(
    path: str = "/slips/{code}",
    method: str = "get",
    summary: str = "Read a slip",
    failure: str = "Already read",
    *,
    status: int = 410,
    told: str = "A text for somebody.",
    brought: str = "",
    made: str = "",
    shown: str = "",
) -> Spec:
    text = _MAKES % (told, brought, made)
    text += _TAKES % (path, method, summary, shown, status, failure)
    return read_sources((Source("s.yaml", text),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


@pytest.mark.parametrize(
    ("failure", "status", "told"),
    [
        ("Already read", 410, "A text for somebody."),
        ("It was opened before", 410, "A text for somebody."),
        ("Gone", 410, "A text that can be read exactly once."),
        ("The slip was collected already", 409, "A text for somebody."),
        ("unknown or already viewed", 404, "A text for somebody."),
    ],
)
def test_what_is_read_once_notes_that_it_was_read(failure: str, status: int, told: str):
    summary = "Read a slip, once only" if failure == "Gone" else "Read a slip"
    spec = _slips(failure=failure, status=status, told=told, summary=summary)
    assert faults(spec) == []
    read = _effect(spec, "GET", "/slips/{code}")
    noted = read.rpartition("patch Slip slip {")[2].partition(":")[0]
    assert noted.endswith("_at")
    assert f"guard slip.{noted} = null else " in read
    assert read.index("guard slip.") < read.index("patch Slip")


@pytest.mark.parametrize(
    "told",
    [
        "It is good for two hours.",
        "The slip expires after 120 minutes.",
        "A slip that lives 2 hours.",
    ],
)
def test_how_long_rows_are_good_for_is_told_where_they_are_made(told: str):
    spec = _slips(failure="expired", told=told)
    assert "expires_at: later(now(), 7200)" in _effect(spec, "POST", "/slips")
    assert "guard not(slip.expires_at <= now()) else gone" in _effect(spec, "GET", "/slips/{code}")


def test_a_shown_end_is_the_same():
    end = ", valid_until: {type: string, format: date-time}"
    spec = _slips(failure="too late or expired", told="Valid for a week.", made=end)
    assert "valid_until: later(now(), 604800)" in _effect(spec, "POST", "/slips")
    assert "slip.valid_until <= now()" in _effect(spec, "GET", "/slips/{code}")
    assert [each.words for each in spec.unknowns if each.rank == "material"] == [
        "GET /slips/{code}: 410 too late"
    ]


@pytest.mark.parametrize(
    "failure",
    [
        "read `max_reads` times",
        "used up",
        "the limit is reached",
        "no reads left",
        "read too often",
    ],
)
def test_a_number_of_times_is_counted(failure: str):
    brought = ", max_reads: {type: integer, nullable: true}"
    left = ", reads_left: {type: integer, nullable: true}"
    spec = _slips(failure=failure, brought=brought, shown=left)
    read = _effect(spec, "GET", "/slips/{code}")
    assert "guard not(slip.max_reads != null and slip.uses >= slip.max_reads) else gone" in read
    assert "patch Slip slip {uses: slip.uses + 1}" in read
    assert "reads_left: slip.max_reads - slip.uses" in read


def test_a_number_of_times_may_be_fixed():
    spec = _slips(failure="used up", told="It can be read three times.")
    assert "guard slip.uses < 3 else gone" in _effect(spec, "GET", "/slips/{code}")


def test_a_deed_that_is_done_once_needs_no_field_that_shows_it():
    spec = _slips("/slips/{code}/claim", "post", "Claim a slip", "already claimed", status=409)
    claimed = _effect(spec, "POST", "/slips/{code}/claim")
    assert "guard slip.claimed_at = null else conflict" in claimed
    assert "patch Slip slip {claimed_at: now()}" in claimed


def test_what_is_said_of_a_value_that_is_brought_is_not_said_of_the_row():
    spec = _slips(
        "/slips/{code}/claim", "post", "Claim a slip", "the text was claimed already", status=409
    )
    slip = next(each for each in spec.entities if each.name == "Slip")
    assert "text_at" not in {each.name for each in slip.fields}
