"""Rows that become rows of another kind: what they hand on, and who cannot ask for one any more."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

HELPERS = """
openapi: 3.0.0
info: {title: Volunteer applications, version: "1"}
paths:
  /applications:
    post:
      summary: apply as a helper
      description: |
        Whoever has an open application cannot send another one with the same email (409),
        and existing helpers can't apply at all (409 too). Upper and lower case make no
        difference in emails.
      requestBody: {content: {application/json: {schema: {required: [email, city], properties: {
        email: {type: string, format: email}, city: {type: string}}}}}}
      responses:
        "201": {description: ok, content: {application/json: {schema: &one {title: Application,
          properties: {code: {type: string, description: 10 characters}, email: {type: string},
          city: {type: string}, state: {type: string, enum: [open, admitted, rejected]}}}}}}
        "409": {description: "an open one with this email, or they are a helper already"}
    get:
      description: given state, only the ones in that state are listed
      parameters:
        - {name: state, in: query, schema: {type: string, enum: [open, admitted, rejected]}}
      responses: {"200": {content: {application/json: {schema: {type: array, items: *one}}}}}
  /applications/{code}/admit:
    post:
      description: The application becomes admitted and its sender a helper.
      requestBody: {content: {application/json: {schema: {required: [nickname], properties: {
        nickname: {type: string}}}}}}
      responses:
        "201": {description: the new helper, content: {application/json: {schema: &two {
          title: Helper, properties: {id: {type: integer}, nickname: {type: string},
          email: {type: string}, city: {type: string}}}}}}
        "404": {description: no such application}
        "409": {description: was admitted already}
        "410": {description: was rejected}
  /applications/{code}/reject:
    post:
      summary: reject an open application
      responses:
        "200": {content: {application/json: {schema: *one}}}
        "404": {description: no such application}
        "409": {description: it is not open}
  /helpers:
    get:
      responses: {"200": {content: {application/json: {schema: {type: array, items: *two}}}}}
"""
GUESTS = (
    HELPERS.replace("Whoever has an open", "There can be at most one open application per address.")
    .replace("application cannot send another one with the same email (409),", "")
    .replace("and existing helpers can't apply at all (409 too). Upper and lower case make no", "")
    .replace(
        "        difference in emails.\n", "        A helper cannot be listed; case is ignored.\n"
    )
    .replace("an open one with this email, or they are a helper already", "taken")
    .replace("10 characters", "a text")
    .replace("{type: string, description: a", "{minLength: 12, description: a")
)


@pytest.mark.parametrize(("goal", "letters"), [(HELPERS, 10), (GUESTS, 12)])
def test_what_became_another_thing_is_not_asked_for_again(goal, letters):
    spec = read_sources((Source("api.yaml", goal, "openapi"),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    effects = {
        f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations
    }
    made = effects["POST /applications"]
    same = "lower(.email) = lower(input.email)"
    assert f'guard count(Application[where {same} and .state = "open"]) = 0 else conflict' in made
    assert f"guard count(Helper[where {same}]) = 0 else conflict" in made
    assert f"code: code({letters})" in made
    admitted = effects["POST /applications/{code}/admit"]
    assert 'guard application.state != "admitted" else conflict' in admitted
    assert 'guard application.state != "rejected" else gone' in admitted
    assert "email: application.email, city: application.city" in admitted
    assert "count(Helper" not in admitted
