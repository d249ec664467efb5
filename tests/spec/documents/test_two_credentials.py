"""Two kinds of callers in one service: what the environment holds, and what a route gives out."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.notation import write
from beliefs.spec.service import Spec, blocked

_SECTIONS = """# Lockers

## Admin

These routes need the header `X-Admin-Key` (env `ADMIN_KEY`, default `boss`); 401 otherwise.

### POST /admin/couriers
Body `{"name": "Ann"}`. 201 `{"id": 1, "name": "Ann", "api_key": "k…"}`.

### GET /admin/couriers
`[{"id": 1, "name": "Ann"}]`

## Couriers

Couriers authenticate with `Authorization: Bearer <api_key>`; 401 otherwise.

### POST /parcels
Body `{"label": "A-1"}`. 201 `{"id": 1, "label": "A-1"}`.

### GET /parcels
The parcels of the courier that asks.
"""

_BULLETS = """# Lockers

- `POST /couriers` `{"name": "Ann"}` → 201 `{"id": 1, "name": "Ann", "api_key": "…"}`. Needs
  the header `X-Admin-Key` with the value of the environment variable `ADMIN_KEY`, otherwise 401.
- `GET /couriers` → `[{"id": 1, "name": "Ann"}]` (admin key)

Couriers send their key as `X-Api-Key`; without a valid key: 401.

- `POST /parcels` `{"label": "A-1"}` → 201 `{"id": 1, "label": "A-1"}`
- `GET /parcels` → the parcels of the calling courier
"""

_SENTENCES = """Lockers. POST /couriers with a name answers 201 {"id": 1, "name": "Ann", "key": "<random>"}, \
for this the header X-Admin-Key has to be the value of the environment variable ADMIN_KEY (boss if it \
is not set), otherwise 401; GET /couriers lists all couriers, with the admin key as well. Couriers send \
POST /parcels with {"label": "A-1"} and their key in the header X-Courier-Key, 401 if it is missing or \
unknown, and get 201 with {"id", "label"}. GET /parcels with the same header gives the parcels of that \
courier."""  # noqa: E501


def _read(text: str, kind: str) -> Spec:
    return grasped(wanted([("a", text, kind)])).spec


@pytest.mark.parametrize(
    ("text", "kind", "header"),
    [
        (_SECTIONS, "markdown", "Authorization"),
        (_BULLETS, "markdown", "X-Api-Key"),
        (_SENTENCES, "sentences", "X-Courier-Key"),
    ],
)
def test_some_routes_want_one_and_some_the_other(text: str, kind: str, header: str) -> None:
    spec = _read(text, kind)
    assert not blocked(spec)
    assert spec.identity is not None
    assert spec.identity.name == header
    for each in spec.operations:
        admin = "couriers" in each.path
        assert each.needs == ("" if admin else "caller")
        assert ('env("ADMIN_KEY")' in write(each.effect)) is admin
        assert ("X-Admin-Key" in {one.wire for one in each.inputs}) is admin
    effects = {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}
    assert ".courier_id = me.id" in effects["GET /parcels"]
    listed = next(
        each for way, each in effects.items() if way.endswith("couriers") and "GET" in way
    )
    assert "key}" not in listed
    kept = {each.name: {one.name: one.hidden for one in each.fields} for each in spec.entities}
    assert any(hidden for name, hidden in kept["Courier"].items() if name.endswith("key"))


def test_places_that_are_named_want_a_key_and_others_none() -> None:
    spec = _read(
        'POST /labs with a name gives 201 and {"id", "name", "api_key"}. All requests below /probes'
        " need the header X-Api-Key with the key of a lab, otherwise 401. POST /probes with a label"
        " makes a probe, 201; GET /probes lists those of the lab only.",
        "sentences",
    )
    assert not blocked(spec)
    assert {each.path: each.needs for each in spec.operations} == {"/labs": "", "/probes": "caller"}
