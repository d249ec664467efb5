"""What requests bring, where only bullets, tables, the same path or the answer's example say so."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.contract import Contract, Route
from beliefs.spec.documents.markdown.descriptions import read_markdown

_BULLETS = """# Trips

`POST /trips` with

- `goal`: where it goes
- `cost`: greater than 0
- `guide`: who leads it. Leave it out if nobody does.

Answer is a 201 with the trip.
"""

_BODY = """# Lamps

### POST /lamps

The body has the following fields

* `room` - where it stands
* `watts` (integer)

201.
"""

_TABLE = """# Gates

| request | body or parameters | answer |
|---|---|---|
| `POST /open` | `gate`, `by` | 200 `{"gate": "north", "since": "2026-05-04"}` |
| `GET /log` | `from`, `to` (dates) | 200, a list |
"""

_HEADS = """# Doors

| Endpoint | Parameters / body | Returns |
|---|---|---|
| POST /doors | `name`, `width` (integer) | 201 |
| GET /doors | `width` (integer) | 200 |
"""

_SAME = """# Sightings

Mark a bird with `PUT /birds/{name}/days/{day}`, 200. `DELETE` on the same path takes it back: 204.

`GET /birds/{name}/months/2026-02` gives `{"count": 3}`.
"""

_EXAMPLE = """# Teams

`POST /teams` with a `name` and the `members` in it. You get a 201 and

    {"id": 3, "name": "Reds", "members": ["ann", "bob"], "size": 2}
"""

_SHOWN = """# Racks

- `POST /racks` with `label` and `slots` → 201 `{"id": 1, "label": "A", "slots": 4}`
"""


def _read(text: str) -> Contract:
    return read_markdown(text, "a.md")


def _route(text: str, method: str, path: str) -> Route:
    found = [each for each in _read(text).routes if (each.method, each.path) == (method, path)]
    assert found, [f"{each.method} {each.path}" for each in _read(text).routes]
    return found[0]


def _brought(route: Route) -> dict[str, tuple[str, bool]]:
    parts = route.body.properties if route.body is not None else ()
    return {each.name: (each.shape.type.kind, each.required) for each in parts}


@pytest.mark.parametrize(
    ("text", "path", "brought"),
    [
        (
            _BULLETS,
            "/trips",
            {"goal": ("string", True), "cost": ("number", True), "guide": ("string", False)},
        ),
        (_BODY, "/lamps", {"room": ("string", True), "watts": ("integer", True)}),
        (_TABLE, "/open", {"gate": ("string", True), "by": ("string", True)}),
        (_HEADS, "/doors", {"name": ("string", True), "width": ("integer", True)}),
        (_EXAMPLE, "/teams", {"name": ("string", True), "members": ("list", True)}),
        (_SHOWN, "/racks", {"label": ("string", True), "slots": ("integer", True)}),
    ],
)
def test_a_request_brings_what_is_said_of_it(
    text: str, path: str, brought: dict[str, tuple[str, bool]]
) -> None:
    assert _brought(_route(text, "POST", path)) == brought


def test_a_column_of_both_is_the_query_of_what_reads() -> None:
    for text, path, names in ((_TABLE, "/log", ["from", "to"]), (_HEADS, "/doors", ["width"])):
        assert [each.name for each in _route(text, "GET", path).params] == names


def test_the_same_path_is_one_of_another_method() -> None:
    gone = _route(_SAME, "DELETE", "/birds/{name}/days/{day}")
    assert gone.good is not None
    assert gone.good.status == 204
    assert _route(_SAME, "PUT", "/birds/{name}/days/{day}").statuses == {200}


def test_a_day_or_a_month_in_a_path_stands_for_all() -> None:
    assert _route(_SAME, "GET", "/birds/{name}/months/{month}").params[-1].name == "month"
