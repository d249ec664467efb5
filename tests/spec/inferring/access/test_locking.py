"""Rows with a password of their own, and rows that go when they are read."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_RECORD = (
    "{description: ok, content: {application/json: {schema: {type: object, properties: {%s}}}}}"
)
_BODY = "{content: {application/json: {schema: {type: object, required: [%s], properties: {%s}}}}}"


def _read(
    reads: str, *, more: str = "", status: str = "403", words: str = "wrong password"
) -> Spec:
    text = f"""openapi: 3.0.3
info: {{title: Drawers}}
paths:
  /drawers:
    post:
      requestBody: {_BODY % ("text", f"text: {{type: string}}, password: {{type: string}}{more}")}
      responses: {{"201": {_RECORD % "id: {type: integer}, protected: {type: boolean}"}}}
{reads}
        "{status}": {{description: {words}}}
        "404": {{description: no such drawer}}
"""
    return read_sources((Source("d.yaml", text),), lambda told: understand(told).spec)


_GET = f"""  /drawers/{{id}}:
    get:
      parameters: [{{in: %s, name: %s, schema: {{type: string}}}}]
      responses:
        "200": {_RECORD % "id: {type: integer}, text: {type: string}"}"""
_OPEN = f"""  /drawers/{{id}}/open:
    post:
      summary: Open a drawer%s
      requestBody: {_BODY % ("password", "password: {type: string}")}
      responses:
        "200": {_RECORD % "text: {type: string}"}"""


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


_RIGHT = 'guard drawer.password_hash = null or check_password(or_else(input.{}, ""), drawer.pass'


@pytest.mark.parametrize(
    ("place", "name", "given"),
    [("query", "password", "password"), ("header", "X-Password", "x_password")],
)
def test_a_row_is_read_with_its_password(place: str, name: str, given: str):
    spec = _read(_GET % (place, name))
    assert not blocked(spec)
    assert faults(spec) == []
    made = _effect(spec, "POST", "/drawers")
    assert "if(input.password = null, null, hash_password(input.password))" in made
    assert "protected: drawer.password_hash != null" in made
    assert _RIGHT.format(given) in _effect(spec, "GET", "/drawers/{id}")


def test_a_deed_may_open_it_and_the_row_be_gone_then():
    spec = _read(_OPEN % ". The drawer is gone afterwards")
    opened = _effect(spec, "POST", "/drawers/{id}/open")
    assert _RIGHT.format("password") in opened
    assert "delete Drawer where .id = drawer.id" in opened
    assert opened.index("check_password") < opened.index("delete Drawer")


def test_a_row_may_say_that_it_is_read_once():
    burn = ", burn_after_reading: {type: boolean, default: false}"
    read = _effect(_read(_GET % ("query", "password"), more=burn), "GET", "/drawers/{id}")
    assert "if drawer.burn_after_reading:\n    delete Drawer where .id = drawer.id" in read
    spec = _read(_GET % ("query", "lang"), more=burn, status="410", words="already read")
    read = _effect(spec, "GET", "/drawers/{id}")
    assert "guard drawer.read_at = null else gone" in read
    assert "{read_at: if(drawer.burn_after_reading, now(), null)}" in read


def test_after_that_is_after_its_end():
    goal = (
        'POST /badges with {"name": "Ann"} creates a badge, 201 with {"token": "…", "name": "…"}. '
        "GET /badges/{token} returns it. POST /badges/{token}/punch marks it as punched. "
        "A badge expires after 6 hours; after that both GET and punch answer 410."
    )
    spec = read_sources((Source("g.md", goal, "markdown"),), lambda told: understand(told).spec)
    assert "expires_at: later(now(), 21600)" in _effect(spec, "POST", "/badges")
    assert "badge.expires_at <= now()" in _effect(spec, "GET", "/badges/{token}")
    assert "punched_at" not in _effect(spec, "GET", "/badges/{token}")
