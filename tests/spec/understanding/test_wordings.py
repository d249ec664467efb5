"""One thing in the words of many: how often, how many, from when on, for whom."""

from __future__ import annotations

import pytest

from beliefs.spec.effects import Guard
from beliefs.spec.understanding import understand

_BALLOT = (
    "A ballot service: POST /ballots takes subject and options, at least two texts; "
    "POST /ballots/{id}/vote takes option_id and member; GET /ballots/{id}/results shows options "
    "with id, votes and percent; POST /ballots/{id}/close closes it. "
)


@pytest.mark.parametrize(
    "many",
    [
        "at least two texts",
        "two texts minimum",
        "no fewer than two",
        "a minimum of two texts",
        "two or more",
        "two texts at the least",
    ],
)
def test_how_many_a_list_has_at_least_is_said_in_many_ways(many):
    spec = understand(f"POST /surveys takes subject and choices, {many}.").spec
    (asked,) = [each for each in spec.operations if each.method == "POST"]
    (choices,) = [each for each in asked.inputs if each.name == "choices"]
    assert choices.type.min_length == 2
    assert not [each for each in spec.unknowns if each.rank != "narrative"]


@pytest.mark.parametrize(
    "once",
    [
        "A member can vote only once in a ballot. Voting again gives 409.",
        "Every member gets a single vote per ballot, and a second vote is answered with 409.",
        "Each member may vote once per ballot, another vote of the same member: 409.",
    ],
)
@pytest.mark.parametrize(
    "over",
    [
        "After that no votes are accepted.",
        "From then on it takes no more votes.",
        "A closed one no longer accepts votes.",
    ],
)
def test_who_votes_once_and_until_when_is_said_in_many_ways(once, over):
    spec = understand(f"{_BALLOT}{once} {over}").spec
    (vote,) = [each for each in spec.operations if each.path.endswith("/vote")]
    refusals = [each for each in vote.effect if isinstance(each, Guard)]
    assert sum(each.failure == "conflict" for each in refusals) == 2
    assert not [each.words for each in spec.unknowns if each.rank == "material"]


@pytest.mark.parametrize(
    "said",
    [
        "The usual create, read, update and delete operations for recipes, on top of SQLite.",
        "An API with the whole set of create, read, update and delete actions for recipes.",
        "A recipe API: I want to add them, look at them, edit them and remove them.",
    ],
)
def test_all_that_is_usually_done_with_rows_is_said_in_many_ways(said):
    spec = understand(said).spec
    methods = {each.method for each in spec.operations if each.path.startswith("/recipes")}
    assert methods == {"GET", "POST", "PUT", "PATCH", "DELETE"}
    assert not [each.words for each in spec.unknowns if each.rank == "material"]
