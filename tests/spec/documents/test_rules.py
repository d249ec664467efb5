"""Rules of whole services: soft deletion, keys for different things, steps, what follows a deed."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

BIKES = """# Bikes

Every request must carry `X-API-Key`. There are two keys, from the environment:

- `CREW_KEY` (default `crew`): may do everything
- `LOOK_KEY`: may only read

## Bikes

- `frame` – two digits. Unique. It is the id in URLs
- `name` – required
- `state` – `free`, `out` or `at_shop`; set by the server, `free` at first
- `deleted_at`, `created_at`

Operations:

- `POST /bikes` (201; 409 if the frame exists)
- `GET /bikes`, `GET /bikes/{frame}`
- `DELETE /bikes/{frame}`: soft delete. 204. `GET /bikes?include_deleted=true` shows it.
- `POST /bikes/{frame}/restore`: 200. Not deleted: 409.
- `POST /bikes/{frame}/drop` and `POST /bikes/{frame}/fetch`: `free` → `at_shop` → `free`; else 409.

## Rides

- `POST /rides` `{"bike_frame": "12", "days": 2}` → 201. `days` 1 to 9, default 2. The bike must be
  free, otherwise 409. It is out afterwards.
- a ride: `id`, `bike_frame`, `due` (the date, today plus days), `returned_at` (null at first)
- `POST /rides/{id}/return` → 200, sets `returned_at`, the bike is free again. Twice: 409.
- `GET /rides?open=true`
"""


def read() -> Spec:
    return read_sources((Source("bikes.md", BIKES),))


def written(method: str, path: str) -> str:
    found = next(each for each in read().operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_deleted_rows_are_kept_out_of_sight():
    assert "patch Bike bike {deleted_at: now()}" in written("DELETE", "/bikes/{frame}")
    assert ".deleted_at = null" in written("GET", "/bikes/{frame}")
    assert "input.include_deleted or .deleted_at = null" in written("GET", "/bikes")
    back = written("POST", "/bikes/{frame}/restore")
    assert "guard bike.deleted_at != null else conflict" in back
    assert "patch Bike bike {deleted_at: null}" in back


def test_steps_of_several_deeds_go_to_each_in_turn():
    drop, fetch = (written("POST", f"/bikes/{{frame}}/{each}") for each in ("drop", "fetch"))
    assert 'guard bike.state = "free"' in drop
    assert 'patch Bike bike {state: "at_shop"}' in drop
    assert 'guard bike.state = "at_shop"' in fetch
    assert 'patch Bike bike {state: "free"}' in fetch


def test_what_a_deed_does_to_the_row_that_is_named():
    assert 'patch Bike bike {state: "out"}' in written("POST", "/rides")
    assert "date(later(now(), input.days * 86400))" in written("POST", "/rides")
    assert 'patch Bike bike {state: "free"}' in written("POST", "/rides/{id}/return")
    assert "input.open = (.returned_at = null)" in written("GET", "/rides")


def test_a_key_that_only_reads_changes_nothing():
    assert 'guard me.name = "CREW_KEY" else forbidden' in written("POST", "/rides")
    assert "me.name" not in written("GET", "/rides")
    assert read().identity is not None


WISHES = """# Wishes

## Make a wish book

`POST /books` → 201

```
{"title": "string (required)"}
```

Response `201`:

```
{"id": "uuid", "title": "string", "guest_token": "string", "keeper_token": "string"}
```

The keeper token is returned here and nowhere else.

## Keep it

All of these need the header `X-Keeper-Token` with the keeper token of that book. Missing: `401`. Wrong: `403`.

`POST /books/{id}/wishes` → `201`

```
{"name": "string (required)", "quantity": "integer (optional, default 1)"}
```

The wish in the answer:

```
{"id": "uuid", "name": "string", "quantity": "integer", "promised": "integer (how many are promised)"}
```

`PATCH /books/{id}/wishes/{wish_id}` → `200`. A quantity below what is already promised is `409`.

`GET /books/{id}/wishes.csv`: `text/csv`, header `name,quantity`, ordered by name.

## Guests

`GET /open/{guest_token}` → `200`

```
{"title": "string", "wishes": [{"id": "uuid", "left": "integer (quantity minus promised)"}]}
```

`POST /open/{guest_token}/wishes/{wish_id}/promise` → `201`

```
{"guest": "string (required)", "count": "integer (optional, default 1, at least 1)"}
```

answers `{"promise_id": "uuid", "guest": "string", "count": "integer"}`. If fewer than `count` are left: `409`.

`DELETE /open/{guest_token}/promises/{promise_id}` → `204`
"""  # noqa: E501


def test_rows_have_tokens_of_their_own():
    made = {
        (each.method, each.path): notation.write(each.effect)
        for each in read_sources((Source("wishes.md", WISHES),)).operations
    }
    assert "keeper_token: token(32)" in made["POST", "/books"]
    keep = made["POST", "/books/{id}/wishes"]
    assert "guard same_secret(me.token, book.keeper_token) else forbidden" in keep
    promised = "sum(each(one in Promise[where .wish_id = wish.id]: one.count))"
    assert f"input.quantity >= {promised}" in made["PATCH", "/books/{id}/wishes/{wish_id}"]
    seen = made["GET", "/open/{guest_token}"]
    assert ".guest_token = input.guest_token" in seen
    assert f"left: wish.quantity - {promised}" in seen
    promise = made["POST", "/open/{guest_token}/wishes/{wish_id}/promise"]
    assert f"guard {promised} + input.count <= wish.quantity else conflict" in promise
    assert "insert Promise {wish_id: wish.id, book_id: book.id" in promise
    assert 'by .name], "name", "quantity")' in made["GET", "/books/{id}/wishes.csv"]


COURSES = """# Courses

* `POST /coaches` – `name` (required). 201.
* `GET /coaches/{id}`

## Courses

* `POST /courses` – 201
    * `coach_id` (required)
    * `starts_at` (required, ISO 8601 date and time)
    * `duration_minutes` (required, 15–180)
    * `capacity` (required, 1–40)
* `GET /courses` – sorted by `starts_at`; `?date=2030-01-15` narrows it down
* `GET /courses/{id}`

A course shows everything above plus `id`, `booked` and `waiting`.

If the new course overlaps one of the same coach: 409 and

```json
{"detail": "coach is busy"}
```

## Places

* `POST /courses/{id}/places` with `{"guest": "..."}` – 201

```json
{"id": 5, "course_id": 2, "guest": "...", "status": "confirmed", "position": null}
```

* When the course is full, the place is still accepted, with status `waiting` and `position` 1, 2.
* A guest who is booked or waiting already gets 409 and `{"detail": "already in"}` to add a place.
* `DELETE /places/{id}` – 204
* `GET /guests/{guest}/places` – everything of a guest
"""


def test_who_comes_late_waits():
    made = {
        (each.method, each.path): notation.write(each.effect)
        for each in read_sources((Source("courses.md", COURSES),)).operations
    }
    create = made["POST", "/courses"]
    assert "later(.starts_at, .duration_minutes * 60) > input.starts_at" in create
    assert 'conflict "coach is busy"' in create
    assert "date(.starts_at) = input.date" in made["GET", "/courses"]
    rows = "count(Place[where .course_id = course.id])"
    assert f"waiting: most([0, {rows} - course.capacity])" in made["GET", "/courses/{id}"]
    book = made["POST", "/courses/{id}/places"]
    assert '"confirmed", "waiting")' in book
    assert "< course.capacity else" not in book
    assert "Place[where .guest = input.guest and .course_id = course.id]) = 0 else conflict" in book
    assert "Place[where .guest = input.guest]" in made["GET", "/guests/{guest}/places"]
