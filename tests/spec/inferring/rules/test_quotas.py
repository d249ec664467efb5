"""How many rows there may be: the number, the rows that count, and what they have in common."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

SERVICE = """
# Sauna

### POST /cabins
Body: `name` (string)

### POST /cabins/{id}/bookings
- `guest`: string, required
- `day`: date, required
- `status`: one of open, held, closed

Answers 201 with the booking. {rule}

### GET /cabins/{id}/bookings
"""
GUEST, DAY = ".guest = input.guest", ".day = input.day"
CABIN, OPEN = ".cabin_id = cabin.id", '.status = "open"'


@pytest.mark.parametrize(
    ("rule", "tests", "most"),
    [
        ("409 if the guest already has 3 bookings.", [GUEST], 3),
        ("A guest may have at most three bookings, otherwise 409.", [GUEST], 3),
        ("No more than 4 bookings per guest and day (429).", [CABIN, GUEST, DAY], 4),
        ("429 if the guest already has 2 bookings on that day.", [GUEST, DAY], 2),
        (
            "No guest may have more than 9 bookings in one month (409).",
            [GUEST, "month(.day) = month(input.day)"],
            9,
        ),
        ("A guest can hold only 2 open bookings at a time, else 409.", [GUEST, OPEN], 2),
        ("A cabin takes no more than 5 bookings on the same day: 409.", [CABIN, DAY], 5),
        ("409 when the cabin has 6 bookings already.", [CABIN], 6),
        (
            "One guest may have only one booking that is open or held, otherwise 409.",
            [GUEST, f'({OPEN} or .status = "held")'],
            1,
        ),
    ],
)
def test_a_rule_is_read_word_by_word(rule: str, tests: list[str], most: int) -> None:
    text = SERVICE.replace("{rule}", rule)
    spec = read_sources((Source("api.md", text),))
    made = next(each for each in spec.operations if each.path.endswith("bookings"))
    guard = f"guard count(Booking[where {' and '.join(tests)}]) < {most} else"
    assert guard in notation.write(made.effect)


@pytest.mark.parametrize(
    "rule",
    [
        "409 if the guest already has 3 towels.",
        "429 if the guest already has 3 bookings in the last hour.",
        "A guest may have at most 3 bookings unless they are a member.",
        "The name of a guest has at most 3 words.",
    ],
)
def test_what_says_something_else_is_no_such_rule(rule: str) -> None:
    text = SERVICE.replace("{rule}", rule)
    spec = read_sources((Source("api.md", text),))
    made = next(each for each in spec.operations if each.path.endswith("bookings"))
    assert "count(Booking" not in notation.write(made.effect)
