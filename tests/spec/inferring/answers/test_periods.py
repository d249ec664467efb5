"""Readings over time: values that never fall, what a period comes to, figures by the choice."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

VEHICLES = """# Odometer log

Resource **vehicle**

- plate: string, unique, given by the client, 2 to 8 letters and digits
- fuel: `petrol` / `diesel` / `electric`
- duty: derived from the fuel: 2.5 for petrol, 3 for diesel and electric
- bought_on: date

Resource **entry**

- id
- day: date
- mileage (>= 0)

1. `POST /vehicles`. 201. Plate exists: 409.
2. `GET /vehicles/{plate}`. Includes `latest_entry` ({"day", "mileage"} or null).
3. `POST /vehicles/{plate}/entries`. 201.
   a) the day must not be earlier than `bought_on`: 400, `"before purchase"`
   b) mileage must be at least that of the previous entry: 409, `"odometer runs backwards"`
4. `GET /vehicles/{plate}/distance?since=&until=`. Both are required. It is between the first entry
   and the last of that time:

   ```
   {"plate": "AB1", "since": "2025-01-01", "distance": 310.0, "days": 31, "daily": 10.0}
   ```

   daily = distance / days, rounded to two decimals. Fewer than two entries: 409, `"too few"`.
5. `GET /fleet` gives for each fuel how many there are: `{"petrol": {"vehicles": 1, "entries": 2},
   "diesel": {"vehicles": 1, "entries": 2}, "electric": {"vehicles": 0, "entries": 0}}`

Errors: `{"error": "..."}`. A body that is wrong: 400. `since` later than `until`: 400.
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("vehicles.md", VEHICLES),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_nothing_is_left_open(spec):
    assert [each for each in spec.unknowns if each.rank == "blocking"] == []
    assert spec.failures.of("missing").status == 400


def test_a_field_that_another_decides_is_worked_out(spec):
    shown = written(spec, "GET", "/vehicles/{plate}")
    assert 'duty: if(vehicle.fuel = "petrol", 2.5, 3)' in shown
    assert "duty" not in [each.name for each in spec.operations[0].inputs]


def test_the_last_row_below_is_shown_with_its_names(spec):
    shown = written(spec, "GET", "/vehicles/{plate}")
    rows = "Entry[where .vehicle_plate = vehicle.plate, by .day]"
    assert f"last(each(entry in {rows}: {{day: entry.day, mileage: entry.mileage}}))" in shown


def test_values_hold_to_the_row_above_and_to_those_before_and_after(spec):
    text = written(spec, "POST", "/vehicles/{plate}/entries")
    assert 'guard input.day >= vehicle.bought_on else refused "before purchase"' in text
    assert ".day < input.day and .mileage > input.mileage]) = 0" in text
    assert ".day > input.day and .mileage < input.mileage]) = 0" in text
    assert 'conflict "odometer runs backwards"' in text


def test_a_period_is_told_by_its_ends(spec):
    text = written(spec, "GET", "/vehicles/{plate}/distance")
    assert text.startswith("guard input.since <= input.until else refused")
    assert 'guard count(found) >= 2 else conflict "too few"' in text
    change = "round(last(found).mileage - first(found).mileage, 9)"
    days = "floor(seconds(first(found).day, last(found).day) / 86400)"
    assert f"distance: {change}, days: {days}, daily: round({change} / {days}, 2)" in text


def test_figures_are_divided_by_the_choice_they_stand_under(spec):
    text = written(spec, "GET", "/fleet")
    some = 'Vehicle[where .fuel = "electric"]'
    keys = f"each(one in {some}: one.plate)"
    assert f"vehicles: count({some})" in text
    assert f"entries: count(Entry[where .vehicle_plate in {keys}])" in text


def test_words_of_a_rule_that_nothing_holds_to_are_listed():
    text = VEHICLES.replace("the day must not be earlier than `bought_on`", "no entry on a holiday")
    listed = [each.words for each in read_sources((Source("vehicles.md", text),)).unknowns]
    assert any("before purchase" in each for each in listed)
