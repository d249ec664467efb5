"""Running sentences that say of a deed what it means for other requests."""

from __future__ import annotations

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_GOAL = (
    "Raffles. POST /raffles with a title and prizes, a list of 2 to 5 different words, answers "
    "201 with id, title, prizes and open (true). PUT /raffles/{id}/wishes/{name} with "
    '{"prize": "Cake"} wishes for a prize, 201 the first time and 200 afterwards; a prize '
    "that is not in the raffle is 422. DELETE /raffles/{id}/wishes/{name} takes it back, 204. "
    "POST /raffles/{id}/close closes the raffle, answers 200 with it and 409 if it is closed "
    "already; from then on wishing and taking back wishes are 409. GET /raffles lists them."
)


def _read(goal: str) -> Spec:
    return grasped(wanted([("goal", goal, "sentences")])).spec


def test_what_a_deed_ends_is_refused_where_it_is_asked_for() -> None:
    made = {f"{each.method} {each.path}": write(each.effect) for each in _read(_GOAL).operations}
    for way in ("PUT /raffles/{id}/wishes/{name}", "DELETE /raffles/{id}/wishes/{name}"):
        assert "guard raffle.open else conflict" in made[way]
    assert "guard input.prize in raffle.prizes else" in made["PUT /raffles/{id}/wishes/{name}"]
    assert "count(distinct(input.prizes)) = count(input.prizes)" in made["POST /raffles"]


def test_rows_that_a_deed_takes_off_a_list_are_asked_for_by_name() -> None:
    spec = _read(
        "birds seen. POST /birds {name, place} -> 201 {id, name, place, hidden: false}. GET /birds"
        " = all of them sorted by name. POST /birds/{id}/hide -> 200 with it, it is gone from "
        "GET /birds then, ?hidden=true lists only the hidden ones."
    )
    made = {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}
    assert made["GET /birds"] == (
        "answer 200 Bird[where .hidden = or_else(input.hidden, false), by .name]"
    )


def test_a_rule_that_nothing_holds_to_is_told() -> None:
    goal = _GOAL.replace("GET /raffles lists them.", "While it rains every raffle is 423.")
    told = [each.words for each in _read(goal).unknowns if each.rank != "narrative"]
    assert any("rains" in each for each in told)
