"""What stands before a route in running sentences, and says what is brought there."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.notation import write
from beliefs.spec.service import Spec, blocked


def _read(goal: str) -> Spec:
    return grasped(wanted([("goal", goal, "sentences")])).spec


@pytest.mark.parametrize(
    "goal",
    [
        """A plant diary. I can add plants with a name, a species and an optional note via
        POST /plants, list them via GET /plants and delete them via DELETE /plants/{id}. Record a
        watering with a day and an amount in ml through POST /plants/{id}/waterings.""",
        """A plant diary. Add plants (name, species, note (optional)) with POST /plants, list them
        with GET /plants, drop them with DELETE /plants/{id}. Log a watering with a day and an
        amount in ml (POST /plants/{id}/waterings).""",
    ],
)
def test_a_request_brings_what_the_words_before_it_name(goal: str) -> None:
    spec = _read(" ".join(goal.split()))
    assert not blocked(spec)
    brought = {
        f"{each.method} {each.path}": [one.name for one in each.inputs if one.place == "json"]
        for each in spec.operations
    }
    assert brought["POST /plants"] == ["name", "species", "note"]
    assert brought["POST /plants/{id}/waterings"] == ["day", "amount"]


def test_rows_of_a_word_without_a_plural() -> None:
    spec = _read(
        "POST /feedback takes name, rating (1 to 5) and message, 201. GET /feedback lists "
        "everything, newest first, ?min_rating=4 only those with at least that rating. "
        "GET /feedback/summary "
        'returns {"count": 3, "average": 4.33} where average is rounded to two decimals and null '
        "if there is no feedback."
    )
    made = {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}
    assert "insert Feedback" in made["POST /feedback"]
    assert ".rating >= input.min_rating" in made["GET /feedback"]
    assert made["GET /feedback/summary"] == (
        "answer 200 {count: count(Feedback), "
        "average: round(average(each(one in Feedback: one.rating)), 2)}"
    )
