"""Rows that last from a start to an end: how long, what is in the way, a day by local clocks."""

import pytest

from beliefs.judge.asking import checked
from beliefs.judge.interpreter import Failed
from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.types import OFFSET, Type

STUDIO = """# Rehearsal rooms

**Room** – `id`, `label` (unique), `area_m2` (integer), `zone` (IANA time zone), `max_minutes`
(integer, default 90).

**Rental** – `id`, `room_id`, `band`, `starts_at`, `ends_at`, `status` (`held` / `cancelled`).

`starts_at` and `ends_at` are RFC 3339 timestamps. Timestamps must have an offset. Times are
returned in UTC, like `2030-01-01T10:00:00Z`.

`POST /rooms` – 201 · `GET /rooms` – by area, smallest first · `GET /rooms/{id}`

`POST /rooms/{id}/rentals` – 201. Body: `band`, `starts_at`, `ends_at`.

* `ends_at` must be after `starts_at`, and a rental may not last longer than `max_minutes`, else 422
* rentals of a room must not overlap: 409 with `{"error": "taken", "conflicts_with": <its id>}`

`GET /rooms/{id}/rentals?from=...&to=...` – the rentals that overlap the period, by starts_at.

`GET /rooms/{id}/days/{date}` – a day from 06:00 to 06:00 of the next day, in the local time of the
room. Answers

```json
{"date": "2030-01-01", "starts": "2030-01-01T05:00:00Z", "minutes": 60, "rentals": []}
```

`GET /bands/{name}/minutes` – `{"band": "Owls", "rentals": 2, "minutes": 150}` without
cancelled ones.
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("studio.md", STUDIO),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_every_route_of_a_line_is_read_with_its_own_words(spec):
    assert [each for each in spec.unknowns if each.rank == "blocking"] == []
    assert written(spec, "GET", "/rooms") == "answer 200 Room[by .area_m2]"
    assert "in_zone(now(), input.zone) != null" in written(spec, "POST", "/rooms")


def test_a_row_lasts_only_so_long_and_says_what_is_in_its_way(spec):
    made = written(spec, "POST", "/rooms/{id}/rentals")
    assert "guard seconds(input.starts_at, input.ends_at) <= room.max_minutes * 60 else" in made
    assert 'answer 409 {error: "taken", conflicts_with: other.id}' in made
    assert '.status != "cancelled"' in made
    assert 'starts_at: replace(rental.starts_at, ".000000Z", "Z")' in made


def test_a_period_has_the_rows_that_overlap_it(spec):
    listed = written(spec, "GET", "/rooms/{id}/rentals")
    assert ".ends_at > input.from" in listed
    assert ".starts_at < input.to" in listed


def test_a_day_is_one_by_local_clocks(spec):
    shown = written(spec, "GET", "/rooms/{id}/days/{date}")
    assert 'let begins = from_zone(input.date + "T06:00:00", room.zone)' in shown
    assert "minutes: sum(each(one in found: seconds(one.starts_at, one.ends_at))) / 60" in shown
    assert ".band = input.name and" in written(spec, "GET", "/bands/{name}/minutes")


def test_a_moment_that_needs_an_offset_is_refused_without_one(spec):
    made = next(each for each in spec.operations if each.path.endswith("/rentals"))
    brought = next(each for each in made.inputs if each.name == "starts_at")
    assert brought.type == Type("datetime", pattern=OFFSET)
    assert checked("2030-01-01T10:00:00+02:00", brought.type) == "2030-01-01T08:00:00.000000Z"
    with pytest.raises(Failed):
        checked("2030-01-01T10:00:00", brought.type)
