"""Planning: moves about what is believed here, what became of them, and what they would bring."""

from __future__ import annotations

from typing import Any

import pytest

from beliefs import Beliefs, InvalidInput, KeyConflict, NotFound, ReadOnlyStore, Statement
from beliefs.mind.forecast import Ask
from tests.ledger.places import NOBODY, SECOND, START, Clock, beside, fresh, id_of, refused, sound


def furnished(b: Beliefs) -> tuple[str, str]:
    """Add a thin belief and a thick one."""
    return id_of(b, "The cache is warm"), id_of(b, "The queue is empty", strength=500)


# Moves


def test_the_most_valuable_comes_first(b: Beliefs) -> None:
    thin, _ = furnished(b)
    gap = b.gap("Who pays?").changes[0].belief_id
    found = b.moves.list()
    assert [move.value for move in found] == sorted((m.value for m in found), reverse=True)
    assert {thin, gap} <= {move.target_id for move in found}
    assert b.moves.list(limit=1) == found[:1]
    assert b.moves.list(limit=0) == []
    assert {move.target_id for move in b.moves.list("cache")} >= {thin}


def test_a_mind_that_knows_nothing_has_no_moves(b: Beliefs) -> None:
    assert b.moves.list() == []
    assert b.moves.list("cache") == []


def test_the_best_move_for_one_belief(b: Beliefs) -> None:
    thin, thick = furnished(b)
    best = b.moves.generate(thin)
    assert best.move is not None
    assert best.move.target_id == thin
    assert b.moves.generate(b.get(thin)) == best
    none = b.moves.generate(thick)
    assert (none.move is None) == (none.reason is not None)
    with refused(NotFound, b):
        b.moves.generate(NOBODY)


def test_a_belief_of_several_wordings_is_asked_about_once(b: Beliefs) -> None:
    b.add(["Acme bought Initech", "Initech was acquired by Acme"])
    b.link()
    targets = [move.target_id for move in b.moves.list()]
    assert len(targets) == len(set(targets))
    assert set(targets) == {b.list()[0].id}


def test_disagreement_is_worth_a_question(b: Beliefs) -> None:
    for number in range(4):
        claim = "The cache is warm" if number % 2 else "The cache is cold"
        b.add(claim, agent=f"agent {number}", strength=5)
    b.link()
    assert b.moves.list()[0].action == "clarify"


def test_what_became_of_a_move_is_counted(b: Beliefs) -> None:
    furnished(b)
    move = b.moves.list()[0]
    for answer in ("accept", "snooze", "accept", "dismiss"):
        heard = b.moves.act(move, answer)
    assert (heard.accepted, heard.snoozed, heard.dismissed) == (2, 1, 1)
    assert b.count() == 6
    assert len(b.list()) == 2
    assert sound(b)
    copy = beside(b, namespace=fresh())
    copy.merge(b.export())
    assert copy.moves.list() == b.moves.list()


def test_what_is_dismissed_sinks_and_what_is_accepted_rises(b: Beliefs) -> None:
    b.add(["The cache is warm", "The disk is full"])
    one, other = (move for move in b.moves.list() if move.action == "gather_evidence")
    for _ in range(5):
        b.moves.act(one, "dismiss")
        b.moves.act(other, "accept")
    ranked = [move.id for move in b.moves.list()]
    assert one.id not in ranked or ranked.index(other.id) < ranked.index(one.id)
    assert b.list()[0].evidence == b.list()[1].evidence == 1.0


def test_an_answer_given_twice_with_one_key_is_one(b: Beliefs) -> None:
    furnished(b)
    move = b.moves.list()[0]
    for _ in range(3):
        assert b.moves.act(move, "accept", idempotency_key="k").accepted == 1
    with refused(KeyConflict, b):
        b.moves.act(move, "dismiss", idempotency_key="k")


@pytest.mark.parametrize("answer", ["maybe", "", None, 5, [], ("accept",)], ids=repr)
def test_an_answer_is_one_of_three(b: Beliefs, answer: Any) -> None:
    furnished(b)
    with refused(InvalidInput, b):
        b.moves.act(b.moves.list()[0], answer)
    with refused(InvalidInput, b):
        b.moves.act("no move", "accept")  # type: ignore[arg-type]
    with refused(InvalidInput, b):
        b.moves.list(limit=-1)


def test_in_the_past_moves_are_looked_at_and_not_made(b: Beliefs, clock: Clock) -> None:
    furnished(b)
    clock.now += SECOND
    past = b.at(START)
    move = past.moves.list()[0]
    with refused(ReadOnlyStore, b):
        past.moves.act(move, "accept")


# What would fall


def test_what_would_fall_with_it(b: Beliefs) -> None:
    rock = id_of(b, "Granite is hard")
    house = id_of(b, "The house stands", depends_on=[rock])
    roof = id_of(b, "The roof is dry", depends_on=[house])
    b.add("The moon is round")
    move = b.moves.generate(rock).move
    assert move is not None
    assert {one.belief_id for one in b.moves.cascade(move)} == {house, roof}
    b.remove(roof)
    assert {one.belief_id for one in b.moves.cascade(move)} == {house}


def test_nothing_rests_on_a_gap(b: Beliefs) -> None:
    b.gap("Who pays?")
    (move,) = b.moves.list()
    assert b.moves.cascade(move) == []


# Forecasts


def test_asking_about_the_unknown_is_worth_more(b: Beliefs) -> None:
    thin, thick = furnished(b)
    unsure, sure = b.forecast.predict([thin, Ask(thick)])
    assert (unsure.target_id, sure.target_id) == (thin, thick)
    assert unsure.score > sure.score
    assert unsure.expected_entropy_reduction > sure.expected_entropy_reduction


def test_words_find_their_belief(b: Beliefs) -> None:
    thin, _ = furnished(b)
    found, lost = b.forecast.predict(["check whether the cache is warm", "paint the bikeshed"])
    assert found.target_id == thin
    assert (lost.target_id, lost.score) == (None, 0.0)
    assert b.forecast.predict([]) == []


def test_any_wording_is_the_belief(b: Beliefs) -> None:
    b.add(["Acme bought Initech", "Initech was acquired by Acme"])
    ids = [belief.id for belief in b.list()]
    b.link()
    one, other = b.forecast.predict([ids[0], Ask(ids[1])])
    assert one.target_id == other.target_id == min(ids)
    assert one.score == other.score > 0


def test_a_seed_makes_it_repeatable(b: Beliefs) -> None:
    thin, thick = furnished(b)
    one = b.forecast.predict([thin, thick], horizon=3, rollouts=20, seed=7)
    assert b.forecast.predict([thin, thick], horizon=3, rollouts=20, seed=7) == one


def test_a_move_is_forecast_by_its_target(b: Beliefs) -> None:
    thin, _ = furnished(b)
    b.gap("Who pays?")
    for move in b.moves.list():
        expected = thin if move.target_id == thin else None
        if move.target_id in (thin, b.gaps()[0].id):
            assert b.moves.forecast(move).target_id == expected


@pytest.mark.parametrize("actions", ["cache", None, 5, [5], [None], ["a\0b"]], ids=repr)
def test_actions_are_a_list(b: Beliefs, actions: Any) -> None:
    with refused(InvalidInput, b):
        b.forecast.predict(actions)


def test_numbers_and_choices_can_be_asked_about(b: Beliefs) -> None:
    b.add(
        [
            Statement("Latency", value=3.0, stdev=1.0),
            Statement("Region", choice="eu", among=("eu", "us")),
        ]
    )
    for one in b.forecast.predict([belief.id for belief in b.list()], horizon=2):
        assert 0 <= one.score <= 1
