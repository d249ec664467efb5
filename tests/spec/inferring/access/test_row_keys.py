"""Secrets of single rows, and security that cannot be kept."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_POLLS = """openapi: 3.0.0
info: {title: Polls}
paths:
  /polls:
    post:
      summary: Open a poll
      requestBody: {content: {application/json: {example: {question: Tea}}}}
      responses:
        "201":
          description: Created. Keep the admin token, it is needed to delete the poll.
          content: {application/json: {example: {id: 1, question: Tea, adminToken: abc}}}
  /polls/{id}:
    get: {summary: One poll}
    delete:
      summary: Delete the poll
      parameters: [{in: header, name: X-Admin-Token, schema: {type: string}}]
      responses:
        "204": {description: gone}
        "401": {description: token missing}
        "403": {description: token wrong}
"""
_SIGNS = """openapi: 3.0.0
info:
  title: Signs
  description: Every change of a sign needs its secret in the header X-Secret (401 otherwise).
paths:
  /signs:
    post:
      requestBody: {content: {application/json: {example: {text: hello}}}}
      responses:
        201: {description: ok, content: {application/json: {example: {id: 4, secret: 0af8}}}}
  /signs/{id}:
    get: {}
    put: {}
"""
_NOTES = """openapi: 3.0.0
info: {title: Notes}
paths:
  /notes:
    get: {responses: {"200": {description: ok}}%s}
    post:
      requestBody: {content: {application/json: {example: {text: a}}}}
      responses: {"201": {description: made}}%s
%s"""


def _read(text: str) -> Spec:
    return read_sources((Source("api.yaml", text),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_what_a_header_wants_is_given_out_with_a_new_row_and_guards_that_row():
    spec = _read(_POLLS)
    assert faults(spec) == []
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("header", "X-Admin-Token")
    made = _effect(spec, "POST", "/polls")
    assert "adminToken: token(32)" in made
    assert 'answer 201 only(poll, "id", "question", "adminToken")' in made
    assert 'same_secret(me.token, poll.adminToken) else forbidden "Token wrong"' in _effect(
        spec, "DELETE", "/polls/{id}"
    )
    assert _effect(spec, "GET", "/polls/{id}").endswith("answer 200 poll")
    assert {each.name: each.needs for each in spec.operations} == {
        "create_poll": "",
        "get_poll": "",
        "delete_poll": "caller",
    }


def test_one_status_for_a_secret_that_is_missing_or_wrong_holds_for_both():
    spec = _read(_SIGNS)
    assert "same_secret(me.token, the_sign.secret)" in _effect(spec, "PUT", "/signs/{id}")
    assert "same_secret" not in _effect(spec, "GET", "/signs/{id}")
    assert spec.failures.of("forbidden").status == spec.failures.of("unauthenticated").status == 401


@pytest.mark.parametrize(
    ("read", "write", "schemes"),
    [
        ("", "\n      security: [{door: []}]", "components: {securitySchemes: {door: {type: x}}}"),
        ("", "\n      security: [{bearer: []}]", ""),
        (
            ", security: [{a: []}]",
            "\n      security: [{b: []}]",
            """components:
  securitySchemes:
    a: {type: apiKey, name: X-A, in: header, description: the environment variable A_KEY}
    b: {type: apiKey, name: X-B, in: header}""",
        ),
        ("", "\n      parameters: [{in: header, name: X-Key}]", ""),
    ],
    ids=["unknown", "nobody gives it out", "two of them", "a mere parameter"],
)
def test_security_that_is_not_kept_is_no_service(read: str, write: str, schemes: str):
    text = _NOTES % (read, write, schemes)
    text = text.replace('"201": {description: made}', '"201": {description: made}, "401": {}')
    assert blocked(_read(text))
