"""Descriptions of small services as many people write them, read line by line."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, blocked


def _read(text: str) -> Spec:
    spec = read_sources((Source("api.md", text),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return spec


def _named(spec: Spec, method: str, path: str) -> Operation:
    return next(each for each in spec.operations if (each.method, each.path) == (method, path))


def _effect(spec: Spec, method: str, path: str) -> str:
    return write(_named(spec, method, path).effect)


_MESSAGES = """# Kennel

## Create a dog

Request:

```http
POST /dogs
Content-Type: application/json

{
  "name": "Rex",        // required, max 40 chars
  "born": "2020-05-01"  // optional, date, not in the future
}
```

Response: `201 Created`

```json
{"id": 1, "name": "Rex", "born": "2020-05-01", "walks": 0}
```

## Record a walk

```http
POST /dogs/1/walks

{"date": "2024-06-01", "km": 4.5}
```

Response: `201 Created`

```json
{"id": 7, "dog_id": 1, "date": "2024-06-01", "km": 4.5}
```

`404 Not Found` if there is no such dog.

## Get a dog

```http
GET /dogs/1
```

`200 OK` with the dog as above. `walks` is the number of recorded walks.

## List the walks of a dog

```http
GET /dogs/1/walks
```

`200 OK`

```json
[{"id": 7, "dog_id": 1, "date": "2024-06-01", "km": 4.5}]
```

Most recent date first.
"""


def test_each_section_with_a_message_is_about_its_own_route() -> None:
    spec = _read(_MESSAGES)
    made = _effect(spec, "POST", "/dogs")
    assert "insert Dog {name: input.name, born: input.born}" in made
    assert "input.born <= today()" in made
    assert "by .date down" in _effect(spec, "GET", "/dogs/{id}/walks")
    assert "walks: count(Walk[where .dog_id = dog.id])" in _effect(spec, "GET", "/dogs/{id}")


_TABLES = """# Guestbook API

| Method | Path | Description |
|---|---|---|
| POST | /entries | Leave an entry |
| GET | /entries | Newest first |
| DELETE | /entries/{id} | Remove an entry (admin) |

### Fields

| Field | Type | Required | Notes |
|---|---|---|---|
| name | string | yes | 2-30 characters |
| website | string | no | must be a URL |

### Errors

| Status | When | Body |
|---|---|---|
| 400 | a field is invalid | `{"error": "invalid", "field": "name"}` |
| 401 | DELETE without the header `X-Admin-Token` or a wrong one | `{"error": "unauthorized"}` |
| 404 | no such entry | `{"error": "not found"}` |

The admin token is read from the environment variable `ADMIN_TOKEN` (default `letmein`).
"""


def test_tables_of_fields_and_failures_are_of_the_one_thing_that_is_made() -> None:
    spec = _read(_TABLES)
    kinds = {each.name: each.type.kind for each in _named(spec, "POST", "/entries").inputs}
    assert kinds == {"name": "string", "website": "url"}
    assert not _named(spec, "POST", "/entries").needs
    assert _named(spec, "DELETE", "/entries/{id}").needs == "caller"
    absent = spec.failures.of("absent")
    assert (absent.status, absent.message) == (404, "not found")


_BRACES = """Room booking
============

Data model

    Room    = { id: int, name: string(1..50, unique), seats: int(1..500) }
    Booking = { id: int, room_id: int, by: string, start: datetime, end: datetime }

Routes

    POST   /rooms                  {name, seats}        201 Room | 409 duplicate name
    POST   /rooms/{id}/bookings    {by, start, end}     201 Booking | 404 | 409 overlaps
    GET    /rooms/{id}/bookings                         200 [Booking] by start | 404

Notes

- end must be after start (422)
- bookings that only touch (one ends when the other starts) do not overlap
- everything invalid is 422
"""


def test_models_in_braces_say_what_their_values_may_be() -> None:
    spec = _read(_BRACES)
    name, seats = _named(spec, "POST", "/rooms").inputs
    assert (name.type.min_length, name.type.max_length) == (1, 50)
    assert (seats.type.minimum, seats.type.maximum) == (1, 500)
    booked = _effect(spec, "POST", "/rooms/{id}/bookings")
    assert ".start < input.end and .end > input.start" in booked
    assert "room.seats" not in booked  # one at a time, however many it holds


_STORIES = """# Talks

## US-1 Propose a talk
`POST /talks` with `title`, `speaker` and optional `abstract`. Returns 201 and the talk including
`id` and `votes` (starts at 0).
- title: 5–120 characters
- the same speaker may propose at most 3 talks, the fourth is refused with 409

## US-2 Vote
`POST /talks/{id}/votes` with `voter` (an email address).
- 201 and the talk with its new number of votes
- one vote per voter and talk, a second one is 409
- 404 for an unknown talk

## US-3 Ranking
`GET /talks` lists all talks, most votes first, ties by title.
"""


def test_answers_are_told_by_names_and_by_the_thing_above() -> None:
    spec = _read(_STORIES)
    inputs = {each.name: each.required for each in _named(spec, "POST", "/talks").inputs}
    assert inputs == {"title": True, "speaker": True, "abstract": False}
    made = _effect(spec, "POST", "/talks")
    assert "count(Talk[where .speaker = input.speaker]) < 3" in made
    assert "= 0 else" not in made  # three may have the same speaker
    assert "answer 201 merge(talk, {votes:" in _effect(spec, "POST", "/talks/{id}/votes")
    assert "[by .votes down, by .title]" in _effect(spec, "GET", "/talks")


_BOLD = """# Config store

**PUT /config/{key}**
Body: `{"value": <any string>}`
Creates (201) or overwrites (200) the entry. Keys consist of lowercase letters, digits, dots and
dashes and have at most 64 characters, otherwise 400.
Returns `{"key": "...", "value": "...", "version": 1}`; the version goes up by one with each
overwrite.

**GET /config/{key}**
Returns the same. 404 `{"error": "unknown key"}`.

Writing (PUT, DELETE) requires the header `Authorization: Bearer <token>` where the token is the
value of the env var `CONFIG_TOKEN` (default: `changeme`). Otherwise 401.
"""


def test_what_follows_a_body_and_what_holds_for_verbs_is_read() -> None:
    spec = _read(_BOLD)
    put = _named(spec, "PUT", "/config/{key}")
    assert put.needs == "caller"
    assert not _named(spec, "GET", "/config/{key}").needs
    assert put.inputs[0].type.pattern == "^[a-z0-9.-]+$"
    assert put.inputs[0].type.max_length == 64
    assert "answer 201" in write(put.effect)
    assert "version: config.version + 1" in write(put.effect)


_RULES = """# Sign-up

**Event**: `id`, `title`, `date` (YYYY-MM-DD), `capacity` (int ≥ 1), `attendees` (number of people
signed up)

1. `POST /events` — title, date and capacity are all required. 201.
2. `GET /events/{id}` — the event.
3. `POST /events/{id}/attendees` — `{"name": "..."}`. 201 with the event.
4. `DELETE /events/{id}/attendees/{name}` — 204, 404 if that name is not signed up.

**Rules**

- The same name cannot sign up twice for the same event (409, `{"error": "already signed up"}`).
- A full event answers 409 with `{"error": "event is full"}`.
"""


def test_rules_beside_routes_go_to_the_one_that_would_break_them() -> None:
    spec = _read(_RULES)
    assert [each.name for each in _named(spec, "POST", "/events").inputs] == [
        *("title", "date", "capacity")
    ]
    joined = _effect(spec, "POST", "/events/{id}/attendees")
    assert '< event.capacity else conflict "event is full"' in joined
    assert '= 0 else conflict "already signed up"' in joined
    assert "attendees: count(Attendee[where .event_id = event.id])" in joined


_SAME = """# Bells

* `POST /signup` `{"email": "...", "password": "..."}` → 201 `{"email": "..."}`. The password needs
  at least 6 characters (422). An email that is in use: 409.
* `POST /login`, same body → 200 `{"token": "..."}`. Wrong email or password: 401.

All requests below need `Authorization: Bearer <token>`, otherwise 401.

* `POST /bells` `{"tone": "low"}` → 201 `{"id": 1, "tone": "low"}`
* `GET /bells` → list of my bells
"""


def test_a_route_brings_what_the_one_before_it_brings() -> None:
    spec = read_sources((Source("bells.md", _SAME),))
    assert not blocked(spec)
    signup, login = spec.operations[:2]
    assert [each.name for each in login.inputs] == ["email", "password"]
    assert signup.inputs[1].type.min_length == 6
