"""Rows that send readings: one or many at once, near a place, day by day, only so often."""

import pytest

from beliefs.build.support import values
from beliefs.judge.functions import FUNCTIONS
from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Rate, Spec

BUOYS = """# Buoys

`POST /buoys` `{"label": "North", "latitude": 54.1, "longitude": 8.2}` → 201

```json
{"id": "bo_k2Xv9", "label": "North", "latitude": 54.1, "longitude": 8.2, "secret": "…"}
```

The `secret` is shown once and never again. `latitude` is between -90 and 90, `longitude` between
-180 and 180.

`GET /buoys/{id}` → one, plus `"latest"`: its last measurement.

`GET /buoys/nearby?latitude=54&longitude=8&radius=20` → the buoys within that many kilometres, each
with `distance` (two decimals), nearest first.

`POST /buoys/{id}/measurements` with the header `X-Buoy-Secret: <secret>`

```json
{"taken": "2030-01-01T00:00:00Z", "wave": 1.2, "wind": 7}
```

→ 201 with the measurement. `taken` and `wave` (0 … 30) are required, `wind` (0 … 200) may be left
out.

* no secret, or the wrong one → 401
* a second measurement for the same `taken` → 409
* the body may also be an array of measurements (1 - 50): 201 `{"created": 2, "duplicates": 1}`
* at most 10 requests per minute and buoy. More: 429 with a `Retry-After` header

`GET /buoys/{id}/measurements?from=…&to=…&order=asc|desc&limit=20` – from is inclusive, to is
exclusive, order by `taken` (`desc` is the default), limit 1 – 50 (default 20).

`GET /buoys/{id}/days?month=2030-01` – the figures of each day:

```json
[{"day": "2030-01-01", "count": 2, "max": 1.2, "average": 1.1}]
```

`average` is rounded to 1 decimal.

## Errors

404 unknown buoy, 422 anything invalid; body `{"error": "<text>"}`.
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("buoys.md", BUOYS),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_nothing_is_left_open(spec):
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    buoy = next(each for each in spec.entities if each.name == "Buoy")
    assert buoy.key.prefix == "bo_"
    assert buoy.field("longitude").type.maximum == 180


def test_one_or_many_are_kept(spec):
    made = written(spec, "POST", "/buoys/{id}/measurements")
    assert 'let given = fitted(input.body, "Measurement", "taken", "wave", "wind")' in made
    assert "count(many) >= 1 and count(many) <= 50" in made
    assert "answer 201 {created: stored, duplicates: count(many) - stored}" in made


def test_what_is_near_comes_first(spec):
    near = written(spec, "GET", "/buoys/nearby")
    assert "distance: kilometres(buoy.latitude, buoy.longitude, input.latitude" in near
    assert "round(one.distance, 2)" in near
    places = (52.5, 13.4, 48.1, 11.6)
    assert values.kilometres(*places) == FUNCTIONS["kilometres"](*places)
    assert round(values.kilometres(*places)) == 506


def test_days_have_their_figures(spec):
    days = written(spec, "GET", "/buoys/{id}/days")
    assert "month(.taken) = input.month" in days
    assert "average: round(average(each(one in part.items: one.wave)), 1)" in days
    assert "latest: last(" in written(spec, "GET", "/buoys/{id}")


def test_a_period_ends_where_words_say(spec):
    listed = written(spec, "GET", "/buoys/{id}/measurements")
    assert ".taken >= input.from" in listed
    assert ".taken < input.to" in listed
    found = {
        each.name: each
        for each in next(
            one for one in spec.operations if one.method == "GET" and one.path.endswith("ments")
        ).inputs
    }
    assert found["order"].default == '"desc"'
    assert (found["limit"].type.maximum, found["limit"].default) == (50, "20")


def test_a_rate_is_counted_by_whoever_asks(spec):
    path = "/buoys/{id}/measurements"
    assert spec.rates == (Rate(10, 60, path, "caller", "POST"),)
