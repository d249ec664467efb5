"""Settings of whoever asks: null stands for a default, other names are refused, one logout."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

PREFERENCES = """
openapi: 3.0.0
info: {title: Reading, version: "1", description: Unknown fields in a body are rejected with 400.}
components:
  securitySchemes: {auth: {type: apiKey, in: header, name: X-Token}}
  schemas:
    Known: &known {required: [email, password], properties: {email: {type: string, format: email},
      password: {type: string}}}
    Preferences: &own {properties: {font: {type: string, default: serif},
      size: {type: integer, minimum: 6, default: 12}}}
paths:
  /signup:
    post:
      requestBody: {content: {application/json: {schema: *known}}}
      responses: {"201": {content: {application/json: {schema: {properties: {id: {type: integer},
        email: {type: string}}}}}}, "409": {description: email in use}}
  /login:
    post:
      requestBody: {content: {application/json: {schema: *known}}}
      responses: {"200": {content: {application/json: {schema: {properties: {
        token: {type: string}}}}}}, "401": {description: wrong}}
  /logout:
    post:
      description: Ends only this session, other devices stay logged in.
      security: [{auth: []}]
      responses: {"204": {description: bye}, "401": {description: who are you}}
  /preferences:
    get:
      security: [{auth: []}]
      responses: {"200": {content: {application/json: {schema: *own}}}}
    patch:
      description: Set a preference to null to restore its default.
      security: [{auth: []}]
      requestBody: {content: {application/json: {schema: *own}}}
      responses: {"200": {content: {application/json: {schema: *own}}},
        "400": {description: bad value}}
"""
OPTIONS = (
    PREFERENCES.replace("Unknown fields in a body are rejected with 400.", "Reading.")
    .replace("apiKey, in: header, name: X-Token", "http, scheme: bearer")
    .replace(
        "Ends only this session, other devices stay logged in", "Forgets the token of this request"
    )
    .replace("/preferences", "/options")
    .replace("bad value", "bad value or unknown option")
    .replace(
        "Set a preference to null to restore its default",
        "Only the options that are sent change. A null puts an option back to its default",
    )
)


def _read(goal: str) -> tuple[Spec, dict[str, str]]:
    spec = read_sources((Source("api.yaml", goal, "openapi"),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return spec, {each.path: notation.write(each.effect) for each in spec.operations}


@pytest.mark.parametrize(
    ("goal", "path", "shown"),
    [
        (PREFERENCES, "/preferences", "input.x_token"),
        (OPTIONS, "/options", 'last(split(input.authorization, " "))'),
    ],
)
def test_null_is_the_default_and_nothing_else_is_taken(goal, path, shown):
    spec, effects = _read(goal)
    change = next(each for each in spec.operations if each.method == "PATCH")
    assert change.path == path
    assert change.closed
    assert all(each.type.nullable for each in change.inputs)
    assert 'font: or_else(changed.font, "serif"), size: or_else(changed.size, 12)' in effects[path]
    assert f"delete Session where .token = {shown}" in effects["/logout"]


def test_other_names_are_taken_where_nothing_is_said_of_them():
    goal = PREFERENCES.replace("rejected with 400", "ignored")
    spec = read_sources((Source("api.yaml", goal, "openapi"),))
    assert not any(each.closed for each in spec.operations)
