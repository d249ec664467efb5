"""Logins that set a cookie, which other requests bring, and logouts that end what it stands for."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_JARS = """# Pantry

### POST /signup
Body: `{{"name": "ada", "password": "longenough"}}`. 201 with `{{"id": 1, "name": "ada"}}`;
a name that is taken is 409.

### POST /login
Body: `{{"name": "ada", "password": "longenough"}}`. {login} Wrong name or password: 401.

### POST /logout
Ends the session. 204.

## Jars
{needs}

### POST /jars
Body: `{{"label": "plums"}}`. 201 with the jar: `{{"id": 1, "label": "plums"}}`.

### GET /jars
Lists my jars.
"""
_NEEDS = "All routes below need the session cookie, 401 without it."
_BENCHES = """openapi: 3.0.3
info: {title: Benches, version: "1", description: DESCRIPTION}
SCHEMES
paths:
  /users:
    post:
      security: []
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Credentials'}}}
      responses:
        '201':
          description: made
          content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}
  /login:
    post:
      security: []
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Credentials'}}}
      responses:
        '200':
          description: logged in
          content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}
        '401': {description: wrong username or password}
  /logout:
    post:
      responses: {'204': {description: over}, '401': {description: nobody is logged in}}
  /benches:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Bench'}}
        '401': {description: nobody is logged in}
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Bench'}}}
      responses:
        '201':
          description: made
          content: {application/json: {schema: {$ref: '#/components/schemas/Bench'}}}
        '401': {description: nobody is logged in}
components:
  SECURITYschemas:
    Credentials:
      type: object
      required: [username, password]
      properties: {username: {type: string}, password: {type: string, minLength: 6}}
    User: {type: object, properties: {id: {type: integer}, username: {type: string}}}
    Bench:
      type: object
      required: [label]
      properties: {id: {type: integer, readOnly: true}, label: {type: string}}
"""
_SCHEME = "securitySchemes: {cookie: {type: apiKey, in: cookie, name: BENCHID}}\n  "


def _read(name: str, text: str) -> Spec:
    return read_sources((Source(name, text),), lambda each: understand(each).spec)


def _operation(spec: Spec, way: str) -> Operation:
    return next(each for each in spec.operations if f"{each.method} {each.path}" == way)


def _effect(spec: Spec, way: str) -> str:
    return notation.write(_operation(spec, way).effect)


def _is_held(spec: Spec, cookie: str, things: str) -> None:
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("cookie", cookie)
    assert f'headers {{"Set-Cookie": "{cookie}=" + session.token' in _effect(spec, "POST /login")
    assert "HttpOnly" in _effect(spec, "POST /login")
    assert f"delete Session where .token = input.{cookie.lower()}" in _effect(spec, "POST /logout")
    for way in ("POST /logout", f"GET {things}", f"POST {things}"):
        assert _operation(spec, way).needs


@pytest.mark.parametrize(
    ("login", "cookie"),
    [
        ('Answers 200 with `{"name": "ada"}` and sets a session cookie (HttpOnly).', "session"),
        ("Sets an HttpOnly cookie named `jarid`; 204.", "jarid"),
        ('200 `{"ok": true}`, the cookie `sid` (HttpOnly) holds the session.', "sid"),
        ("204 with `Set-Cookie: pantry=<token>; HttpOnly`.", "pantry"),
    ],
)
def test_a_description_lets_people_in_by_a_cookie(login, cookie):
    _is_held(_read("jars.md", _JARS.format(login=login, needs=_NEEDS)), cookie, "/jars")


def test_a_cookie_without_a_name_is_called_session_and_that_is_said():
    spec = _read("jars.md", _JARS.format(login="204, sets a session cookie.", needs=_NEEDS))
    assert ("what the cookie is called", "session") in [
        (each.about, each.chosen) for each in spec.assumptions
    ]


def test_what_is_told_of_tokens_is_no_cookie():
    spec = _read(
        "jars.md",
        _JARS.format(
            login='200 `{"token": "abc"}`; no cookies are set.',
            needs="All routes below need the header `Authorization: Bearer <token>`, else 401.",
        ),
    )
    assert spec.identity is not None
    assert spec.identity.place == "bearer"


@pytest.mark.parametrize(
    ("description", "schemes", "security", "cookie"),
    [
        ("Benches to book.", "security: [{cookie: []}]", _SCHEME, "BENCHID"),
        ("The login sets a cookie named `bench` (HttpOnly).", "", "", "bench"),
    ],
)
def test_a_scheme_or_words_say_that_a_cookie_lets_people_in(description, schemes, security, cookie):
    text = _BENCHES.replace("DESCRIPTION", f"'{description}'").replace("SCHEMES", schemes)
    _is_held(_read("benches.yaml", text.replace("SECURITY", security)), cookie, "/benches")
    assert not _operation(
        _read("benches.yaml", text.replace("SECURITY", security)), "POST /users"
    ).needs


def test_a_cookie_may_be_described_as_a_parameter():
    param = "parameters: [{in: cookie, name: pass, required: true, schema: {type: string}}]\n      "
    text = _BENCHES.replace("DESCRIPTION", "Benches").replace("SCHEMES", "").replace("SECURITY", "")
    text = text.replace("    get:\n      ", f"    get:\n      {param}")
    _is_held(_read("benches.yaml", text), "pass", "/benches")


def test_what_words_alone_show_of_an_account_has_its_id():
    spec = _read(
        "plots.md",
        "# Plots\n\n"
        "- `POST /register` takes `email` and `password`, 201 with `id` and `email`\n"
        "- `POST /session` takes `email` and `password` and sets a cookie named `plot`; 204\n"
        "- `GET /me` shows `id` and `email` of whoever is logged in\n\n"
        "Everything but register and login needs the cookie, otherwise 401.\n",
    )
    assert _effect(spec, "GET /me") == "answer 200 me"
    assert [each.name for each in _operation(spec, "POST /session").inputs] == ["email", "password"]
