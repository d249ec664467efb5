"""Routes that work something out of what they are brought."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

CALENDAR = """# Calendar sums

## GET /days-between

Query parameters: `from` and `to` (dates, both required).

```json
{"from": "2024-01-01", "to": "2024-01-31", "days": 30}
```

## GET /leap/{year}

`{"year": 2024, "leap": true}`
"""


def _effects(spec: Spec) -> dict[str, str]:
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def _read(goal: str) -> Spec:
    return read_sources((Source("goal", goal),), lambda text: understand(text).spec)


def test_values_by_their_names() -> None:
    made = _effects(read_sources((Source("calendar.md", CALENDAR),)))
    assert "days: days_between(input.from, input.to)" in made["GET /days-between"]
    assert "leap: is_leap(input.year)" in made["GET /leap/{year}"]


def test_values_by_the_path_and_the_example() -> None:
    goal = 'POST /turn {"text": "abc"} -> {"result": "cba"}, it is reversed. '
    goal += 'POST /slugify {"text": "Hello World"} -> {"slug": "hello-world"}.'
    made = _effects(_read(goal))
    assert "result: backwards(input.text)" in made["POST /turn"]
    assert "slug: slug(input.text)" in made["POST /slugify"]


def test_what_was_worked_out_is_remembered() -> None:
    goal = (
        'calculator. GET /plus?x=1&y=2 -> 200 {"result": 3}, same for /minus and /times. '
        "GET /history -> the last 5 sums, newest first, each one like "
        '{"operation": "plus", "x": 1, "y": 2, "result": 3}.'
    )
    made = _effects(_read(goal))
    assert "result: input.x - input.y" in made["GET /minus"]
    assert "insert " in made["GET /times"]
    assert "by .id down, limit 5" in made["GET /history"]


def test_units_that_a_goal_tells_of() -> None:
    goal = (
        "Money: 1 EUR = 1.1 USD, 1 EUR = 0.85 GBP. GET /convert?amount=10&from=EUR&to=USD returns "
        '{"amount": 10, "from": "EUR", "to": "USD", "result": 11}, rounded to 2 decimals. '
        'Unknown currency -> 400 {"error": "unknown currency"}.'
    )
    made = _effects(_read(goal))
    assert "let units = {EUR: 1, USD: 1.1, GBP: 0.85}" in made["GET /convert"]
    assert 'else refused "unknown currency"' in made["GET /convert"]
