"""Who was there, in lists of keys that a row keeps, and how often each of them was."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_CREW = """# Lifeboat crew

## Rowers

Fields: `id` (number), `name` (text, mandatory), `fit` (true/false, true at first).

- `POST /rowers` adds one (201), `GET /rowers` by name

## Drills

Fields: `id`, `day` (YYYY-MM-DD), `bay` (text).

- `POST /drills` (201)
- `PUT /drills/{id}/roll` with `{"aboard": [1, 4], "ashore": [2]}` writes down who came. All must be
  fit rowers (400 otherwise). Everybody else who is fit counts as missing. Answer:
  `200 {"aboard": 2, "ashore": 1, "missing": 5}`
- `GET /drills/{id}/roll` says who: `{"aboard": [1], "ashore": [2], "missing": [3]}`. Before that it
  is 404.
- `GET /rowers/{id}/roll` gives `{"aboard": 7, "ashore": 1, "missing": 2, "rate": 0.7}`, where rate
  is aboard divided by all of them, rounded to two digits
- `GET /export/roll.csv` is a CSV with the header day,bay,name,status, by day and then by name
"""


def _effects() -> dict[str, str]:
    spec = read_sources((Source("crew.md", _CREW),))
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_a_roll_is_written_down_as_a_whole() -> None:
    called = _effects()["PUT /drills/{id}/roll"]
    assert "not(row in each(one in Rower[where .fit]: one.id))" in called
    assert "roll_aboard: distinct(input.aboard)[by row]" in called
    assert "roll_missing: each(one in Rower[where .fit and not(.id in" in called


def test_a_roll_is_shown_counted_and_exported() -> None:
    effects = _effects()
    assert "guard drill.roll_aboard != null else absent" in effects["GET /drills/{id}/roll"]
    often = effects["GET /rowers/{id}/roll"]
    assert "null, round(aboard / (aboard + ashore + missing), 2))" in often
    exported = effects["GET /export/roll.csv"]
    assert '"day", "bay", "name", "status")' in exported
    assert "[where .roll_aboard != null, by .day]" in exported
