"""Accounts that look like something else which is kept."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

DOCUMENT = """
openapi: 3.0.3
info: {title: Groups, version: "1"}
security: [{bearer: []}]
paths:
  /register:
    post:
      security: []
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Registration'}}}}
      responses:
        '201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/WHO'}}}}
  /login:
    post:
      security: []
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Registration'}}}}
      responses:
        '200': {description: in, content: {application/json: {schema: {type: object, properties: {token: {type: string}}}}}}
        '401': {description: wrong}
  /GROUPs:
    get:
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/GROUP'}}}}}
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
      responses:
        '201': {description: made, content: {application/json: {schema: {$ref: '#/components/schemas/GROUP'}}}}
components:
  securitySchemes: {bearer: {type: http, scheme: bearer}}
  schemas:
    Registration: {type: object, required: [email, password], properties: {email: {type: string}, password: {type: string}}}
    WHO: {type: object, properties: {id: {type: integer}, email: {type: string}, name: {type: string}}}
    GROUP: {type: object, properties: {id: {type: integer}, name: {type: string}, kind: {type: string}}}
"""  # noqa: E501


@pytest.mark.parametrize(
    ("who", "group"), [("Account", "Choir"), ("Person", "Crew"), ("UserOut", "Team")]
)
def test_a_named_schema_of_its_own_is_no_account(who: str, group: str) -> None:
    """What shares most of its names with an account, and goes by another name, is none."""
    text = DOCUMENT.replace("GROUPs", f"{group.lower()}s").replace("GROUP", group)
    spec = read_sources((Source("groups.yaml", text.replace("WHO", who), "openapi"),))
    login = next(each for each in spec.operations if each.path == "/login")
    assert "check_password(" in notation.write(login.effect)
    kept = {each.name: each for each in spec.entities}
    assert "password_hash" not in {each.name for each in kept[group].fields}
