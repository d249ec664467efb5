"""Rows that begin with their first count have that count, under its name, and no states."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand


@pytest.mark.parametrize(
    ("goal", "fields"),
    [
        (
            (
                "Tallies: POST /tallies/{name}/hit adds one and returns the new value; "
                "GET /tallies/{name} returns the value."
            ),
            ["value"],
        ),
        (
            (
                "Page views: POST /pages/{slug}/hit adds one, GET /pages/{slug} answers "
                '{"slug": "home", "hits": 3}.'
            ),
            ["hits"],
        ),
        (
            (
                "Doors: POST /doors/{name}/increment increments it, GET /doors/{name} shows "
                '{"name": "front", "passes": 2}.'
            ),
            ["passes"],
        ),
    ],
)
def test_a_counter_is_counted_and_has_no_states(goal, fields):
    spec = understand(goal).spec
    assert [each.name for each in spec.entities[0].fields] == fields
    assert not [each for each in spec.assumptions if "states" in each.about]
