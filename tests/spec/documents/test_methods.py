"""What is said of a method, of what it may change, and of what its answer then shows."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.operations import Operation
from beliefs.spec.understanding import understand

_RACKS = """# Racks

- `POST /racks` with `{"label": "A1", "room": "x", "units": 42}` → 201 `{"id": 1, "label": "A1",
  "room": "x", "units": 42}`. `label` 1-20 characters, `units` an integer from 1 to 60.
- `GET /racks/{id}` → the rack, 404 if there is none
%s
"""
_DOORS = """# Doors

- `POST /doors` with `{"label": "A1"}` → 201 `{"id": 1, "label": "A1", "open": false,
  "holder": null, "visits": 0}`
- `GET /doors/{id}` → the door, 404 if there is none
%s
"""


def _last(text: str) -> Operation:
    spec = read_sources((Source("a.md", text),), lambda told: understand(told).spec)
    about = [each for each in spec.unknowns if each.rank != "narrative"]
    assert not [each for each in about if "it is always" not in each.why]
    return spec.operations[-1]


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("- `PATCH /racks/{id}` changes `label` and/or `units`; an empty body is 422. → 200",
         ["label", "units"]),
        ("- `PATCH /racks/{id}` – only `room` and `label` can be changed; `{}` is 422.",
         ["label", "room"]),
        ("- `PATCH /racks/{id}` → 200\n\n`PATCH` changes `room` only. A body without fields: 422.",
         ["room"]),
        ("- `PATCH /racks/{id}` → 200 the rack\n\nPATCH with `{}` is a 422.",
         ["label", "room", "units"]),
    ],
)  # fmt: skip
def test_what_a_method_changes_and_that_it_must_bring_something(said, names):
    made = _last(_RACKS % said)
    assert [each.wire for each in made.inputs if each.place == "json"] == names
    first = notation.write(made.effect).split("\n")[0]
    assert first.startswith("guard count(given(input)) >= 1 else out_of_range")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("POST /doors/{id}/unlock` → 200, the door with `open: true`; 404", "open: true"),
        ("POST /doors/{id}/unlock` → 200 and the door with `open` set to true", "open: true"),
        ("POST /doors/{id}/unlock` → 200 with the door, now `open` is true", "open: true"),
        ("POST /doors/{id}/unlock` – 200, the door, now open.", "open: true"),
        ("POST /doors/{id}/free` → 200, the door with `holder: null` and `open: false`",
         "holder: null, open: false"),
        ('PUT /doors/{id}/holder` `{"name": "Mo"}` → the door', "holder: input.name"),
    ],
)  # fmt: skip
def test_what_an_answer_shows_is_what_was_done(said, written):
    effect = notation.write(_last(_DOORS % f"- `{said}").effect)
    assert f"patch Door door {{{written}}}" in effect


def test_what_is_no_outcome_is_not_done():
    said = "- `POST /doors/{id}/unlock` → 200, the door with `open: true`; 409 if nobody holds it"
    effect = notation.write(_last(_DOORS % said).effect)
    assert "patch Door door {open: true}" in effect
    assert "guard door.holder != null else conflict" in effect


def test_the_cells_of_a_table_tell_what_is_done():
    text = """# Crates

| field | type |
|---|---|
| `id` | integer, set by the server |
| `label` | string, required |
| `sealed` | boolean, starts as `false`, read-only |

| method | path | success | failures |
|---|---|---|---|
| POST | `/crates` | 201, the crate | 422 `invalid` |
| GET | `/crates/{id}` | 200, the crate | 404 `no_crate` |
| POST | `/crates/{id}/seal` | 200, the crate with `sealed: true` | 409 `already_sealed` |

Errors: `{"error": {"code": "no_crate", "message": "..."}}`.
"""
    effect = notation.write(_last(text).effect)
    assert "patch Crate crate {sealed: true}" in effect
    assert "guard not(crate.sealed) else conflict" in effect
    table = read_sources((Source("a.md", text),)).failures
    assert table.of("conflict").code == "already_sealed"
