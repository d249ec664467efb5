"""Requests with real keys and their answers, several of one route, and a status on its own line."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.contract import Contract, Route
from beliefs.spec.documents.markdown.descriptions import read_markdown
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_TALK = """# Notes on tickets

```
$ curl -si localhost:8000/tickets -d '{"subject": "Lamp", "text": "It is dark"}'
HTTP/1.1 201 Created
{"id": 7, "subject": "Lamp", "text": "It is dark"}

$ curl -si localhost:8000/tickets -d '{"text": "hello?"}'
HTTP/1.1 400 Bad Request
{"error": "subject is required"}

$ curl -si localhost:8000/tickets/7/notes -d '{"by": "Lea", "text": "I look"}'
HTTP/1.1 201 Created
{"id": 31, "by": "Lea", "text": "I look", "parent_id": null}

$ curl -si localhost:8000/tickets/7/notes -d '{"by": "Kim", "text": "thanks", "parent_id": 31}'
HTTP/1.1 201 Created
{"id": 32, "by": "Kim", "text": "thanks", "parent_id": 31}
```
"""

_PLANTS = """# Plants

Request

    PUT /plants/mint
    {"name": "Mint", "pots": 2}

Response `200`

    {"slug": "mint", "name": "Mint", "pots": 2}

Read it again:

    GET /plants/mint

`200` as above. For the window there is

    GET /labels/mint

with the same.
"""

_STATUSES = """# Guests

POST /guests

    {"name": "Ann", "seats": 2}

201

    {"id": 1, "name": "Ann", "seats": 2}

400 Bad Request

    {"message": "Missing field: name"}

GET /guests lists them all.
"""


def _contract(text: str) -> Contract:
    return read_markdown(text, "goal.md")


def _route(text: str, method: str, path: str) -> Route:
    routes = _contract(text).routes
    return next(each for each in routes if (each.method, each.path) == (method, path))


def _spec(text: str) -> Spec:
    return read_sources((Source("goal.md", text),), lambda told: understand(told).spec)


def test_what_one_of_several_requests_leaves_out_is_optional():
    body = _route(_TALK, "POST", "/tickets/{id}/notes").body
    assert body is not None
    brought = {each.name: (each.required, each.shape.type.kind) for each in body.properties}
    assert brought == {
        "by": (True, "string"),
        "text": (True, "string"),
        "parent_id": (False, "integer"),
    }


def test_what_one_of_several_answers_has_as_null_may_be_null():
    reply = _route(_TALK, "POST", "/tickets/{id}/notes").reply(201)
    assert reply is not None
    assert reply.shape is not None
    part = reply.shape.part("parent_id")
    assert part is not None
    assert (part.shape.type.kind, part.shape.type.nullable) == ("integer", True)


def test_words_about_one_missing_input_are_those_about_each():
    spec = _spec(_TALK)
    missing = spec.failures.of("missing")
    assert (missing.status, missing.body) == (400, '{"error": "{field} is required"}')
    assert not any("required" in each.words for each in spec.unknowns)
    assert _spec(_STATUSES).failures.of("missing").body == '{"message": "Missing field: {field}"}'


def test_a_key_that_the_answer_names_stands_for_any():
    paths = {(each.method, each.path) for each in _contract(_PLANTS).routes}
    assert paths == {
        ("PUT", "/plants/{slug}"),
        ("GET", "/plants/{slug}"),
        ("GET", "/labels/{slug}"),
    }


def test_a_status_alone_says_whose_body_stands_below_it():
    route = _route(_STATUSES, "POST", "/guests")
    assert route.good is not None
    assert route.good.shape is not None
    assert route.good.shape.names == ("id", "name", "seats")
    assert [each.message for each in route.faults if each.message] == ["Missing field: name"]


def test_a_header_in_a_cell_is_no_field():
    told = """# Tools

| method and path | does | answers |
|---|---|---|
| `POST /tools` | adds a tool, `{"name": "Saw"}` | 201, header `Location: /tools/{id}`, the tool |
| `GET /tools/{id}` | one tool | 200 with an `ETag` header, 304 |
"""
    assert _route(told, "GET", "/tools/{id}").shows == ()
