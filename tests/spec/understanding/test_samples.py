"""Examples of values are values, and never fields of their own."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand


@pytest.mark.parametrize(
    "said",
    [
        'a kind like "stamp" or "coin"',
        "a kind such as 'stamp', 'coin' and 'badge'",
        'a kind (for example "stamp")',
        'a kind, e.g. "stamp" or "coin"',
    ],
)
def test_texts_behind_such_as_are_no_fields(said: str) -> None:
    spec = understand(f"An API for collectibles. A collectible has a title and {said}.").spec
    (kept,) = spec.entities
    assert [each.name for each in kept.fields] == ["title", "kind"]


def test_a_value_that_a_query_shows_is_no_field() -> None:
    spec = understand(
        "REST API for my plants. A plant has a name and a colour. GET /plants?q=rose finds all"
        ' plants with "rose" in the name, ?colour=red only those.'
    ).spec
    (kept,) = spec.entities
    assert [each.name for each in kept.fields] == ["name", "colour"]


def test_other_texts_in_quotes_may_be_names() -> None:
    spec = understand('An API for plants. A plant has a "nick" and a "spot".').spec
    assert [each.name for each in spec.entities[0].fields] == ["nick", "spot"]
