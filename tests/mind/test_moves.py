"""Moves: which question each kind of doubt asks, what it is worth, and how feedback is heard."""

from __future__ import annotations

import doctest
import math
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from beliefs import Beliefs, Statement
from beliefs.mind import moves as module
from beliefs.mind.belief import Belief, Note
from beliefs.mind.moves import (
    COMPLETE_BELOW,
    EXECUTORS,
    ONE_BIT,
    THIN_BELOW,
    Feedback,
    Move,
    acceptance,
    cascade,
    generate,
    move_id,
    moves,
    value_of,
)
from tests.contracts.stores import DAY, START, Clock
from tests.strategies import anything_said

said = st.lists(anything_said(), max_size=6)
AMONG = ("ap", "eu", "us")
GAP = Note("f" * 32, "gap", "Who is on call?", "active", START)


def held(*statements: Statement | str) -> list[Belief]:
    """What is believed after this was said."""
    b = Beliefs(":memory:", clock=Clock())
    b.add(list(statements))
    return b.list(limit=None)


def only(*statements: Statement | str) -> Belief:
    [belief] = held(*statements)
    return belief


def made(belief: Belief, **options: Any) -> Move:
    move = generate(belief, **options).move
    assert move is not None
    return move


@st.composite
def minds(draw):
    beliefs = held(*draw(said))
    ids = [belief.id for belief in beliefs] or ["0" * 32]
    pairs = st.tuples(st.sampled_from(ids), st.sampled_from(ids))
    return {
        "beliefs": beliefs,
        "gaps": draw(st.lists(st.just(GAP), max_size=1)),
        "contradictions": draw(st.lists(pairs, max_size=3)),
        "dependants": draw(st.dictionaries(st.sampled_from([*ids, GAP.id]), st.integers(0, 5))),
    }


def of(mind: dict[str, Any], **more: Any) -> list[Move]:
    rest = {name: part for name, part in mind.items() if name != "beliefs"}
    return moves(mind["beliefs"], **{**rest, **more})


def test_examples_run_as_printed():
    assert doctest.testmod(module).failed == 0


# Which doubt asks for what


def test_a_gap_asks_for_evidence():
    [move] = moves([], gaps=[GAP])
    assert (move.action, move.subtype, move.executor) == ("gather_evidence", "research", "agent")
    assert (move.target, move.target_id, move.question) == (GAP.text, GAP.id, GAP.text)
    assert move.value == ONE_BIT
    stated = GAP._replace(text="the owner of the queue")
    assert moves([], gaps=[stated])[0].question == 'What answers "the owner of the queue"?'
    assert moves([], gaps=[GAP._replace(status="resolved")]) == []


def test_thin_evidence_asks_for_more():
    belief = only(Statement("The cache is warm", strength=3))
    move = made(belief)
    assert (move.action, move.subtype) == ("gather_evidence", "research")
    assert move.value == belief.fragility
    assert move.question == 'Is it true that "The cache is warm"? 1 voice, confidence 0.80.'


def test_stale_evidence_asks_for_a_re_check():
    clock = Clock()
    b = Beliefs(":memory:", clock=clock)
    b.settings.set(half_life=DAY)
    b.add("The cache is warm", strength=100)
    assert generate(b.list()[0]).reason == "belief_complete"
    clock.now += timedelta(days=3)
    [move] = moves(b.list(stale=True))
    assert (move.action, move.subtype) == ("gather_evidence", "re-check")
    assert move.question.startswith('Is it still true that "The cache is warm"?')


def test_voices_that_disagree_ask_to_be_clarified():
    belief = only(
        Statement("The cache is warm", strength=50),
        Statement("The cache is warm", refutes=True, strength=50, agent="critic"),
    )
    assert belief.fragility < COMPLETE_BELOW
    move = made(belief)
    assert (move.action, move.subtype, move.executor) == (
        "clarify",
        "resolve_contradiction",
        "user",
    )
    assert move.value == pytest.approx(ONE_BIT)
    assert "2 voices that disagree" in move.question


def test_numbers_that_disagree_ask_to_be_clarified():
    belief = only(
        Statement("Latency, ms", value=130, stdev=1),
        Statement("Latency, ms", value=900, stdev=1, agent="critic"),
    )
    move = made(belief)
    assert move.action == "clarify"
    assert move.question.startswith('What is "Latency, ms"? 2 voices that disagree, ')


def test_thin_evidence_under_other_beliefs_asks_for_certainty():
    thin = only(Statement("The sensor works", strength=THIN_BELOW - 1))
    assert made(thin).action == "gather_evidence"
    move = made(thin, dependants=2)
    assert (move.action, move.subtype) == ("resolve_uncertainty", "validate_assumption")
    assert move.value == 3 * thin.fragility
    thick = only(Statement("The sensor works", strength=THIN_BELOW))
    assert made(thick, dependants=2).action == "gather_evidence"


def test_a_close_race_of_categories_asks_to_compare():
    one_voice = [Statement("Region", choice=name, among=AMONG, strength=9) for name in AMONG[1:]]
    belief = only(*one_voice)
    assert belief.conflict == 0
    move = made(belief)
    assert (move.action, move.executor) == ("compare_paths", "both")
    assert move.question.startswith('Which is it for "Region": us or eu or ap? 1 voice, eu ')
    decided = only(*one_voice, Statement("Region", choice="eu", among=AMONG, strength=90))
    assert generate(decided).reason == "belief_complete"


def test_categories_nobody_spoke_for_are_no_race():
    for strength in (0.1, 1):  # a tenth of an observation leaves all of them close
        lone = only(Statement("Region", choice="eu", among=AMONG, strength=strength))
        assert made(lone).action == "gather_evidence"
    assert made(only(Statement("Region", choice="eu", strength=0.5))).action == "gather_evidence"


def test_readings_that_contradict_each_other_and_are_held_alike_ask_to_be_compared():
    beliefs = held(
        Statement("It is warm", strength=40),
        Statement("It is cold", strength=50, agent="critic"),
        Statement("It is late", strength=60),
    )
    ids = {belief.claim: belief.id for belief in beliefs}
    pair = (ids["It is cold"], ids["It is warm"])
    assert moves(beliefs) == []
    [move] = moves(beliefs, contradictions=[pair, pair[::-1]])
    assert (move.action, move.subtype) == ("compare_paths", "synthesize")
    assert move.target_id in pair
    assert "It is warm" in move.question
    assert "It is cold" in move.question
    assert move.value == pytest.approx(ONE_BIT, abs=1e-3)


@pytest.mark.parametrize("thin", ["It is warm", "It is cold", "It is late", "It is wet"])
def test_of_two_that_contradict_each_other_the_one_with_more_to_learn_is_asked_about(thin):
    beliefs = held(Statement(thin, strength=10), Statement("It is dry", strength=15))
    pair = (beliefs[0].id, beliefs[1].id)
    asked = [
        move.target for move in moves(beliefs, contradictions=[pair]) if "dry" in move.question
    ]
    assert asked[0] == thin


def test_a_belief_contradicted_by_a_weaker_one_asks_to_be_clarified():
    beliefs = held(
        Statement("It is warm", strength=40), Statement("It is cold", confidence=0.2, strength=90)
    )
    [move] = moves(beliefs, contradictions=[(beliefs[0].id, beliefs[1].id)])
    assert move.action == "clarify"
    assert 0 < move.value < ONE_BIT


def test_what_rests_on_either_side_of_a_contradiction_counts():
    beliefs = held("It is warm", "It is cold")
    pair = (beliefs[0].id, beliefs[1].id)
    resting = dict(zip(pair, (2, 3), strict=True))
    asked = moves(beliefs, contradictions=[pair])[0].target_id
    first = moves(beliefs, contradictions=[pair], dependants=resting)[0]
    assert first.target_id == asked
    assert first.value == pytest.approx(6 * ONE_BIT)


def test_what_lost_its_premises_asks_for_evidence():
    b = Beliefs(":memory:", clock=Clock())
    premise = b.add("The sensor works").changes[0].belief_id
    for statement in (
        Statement("The tank is full", strength=90, depends_on=(premise,)),
        Statement("Litres", value=40, stdev=1, depends_on=(premise,)),
    ):
        b.add([statement])
    b.retract(premise)
    found = moves(b.list())
    assert [move.action for move in found] == ["gather_evidence"] * 2
    assert all("premises" in move.reason for move in found)
    assert found[0].target == "Litres"
    assert found[0].value == ONE_BIT  # not infinite


def test_what_was_closed_asks_for_nothing():
    b = Beliefs(":memory:", clock=Clock())
    b.add("The disk is full")
    b.retract(b.list()[0])
    [closed] = b.list(status="retracted")
    assert generate(closed) == (None, "belief_closed")
    assert moves([closed]) == []


@pytest.mark.parametrize(("strength", "complete"), [(18, False), (22, True)])
def test_a_belief_is_complete_when_one_more_observation_teaches_little(strength, complete):
    belief = only(Statement("It is so", strength=strength))
    assert (belief.fragility < COMPLETE_BELOW) is complete
    generated = generate(belief)
    assert (generated.reason == "belief_complete") is complete
    assert (generated.move is None) is complete


# Values and order


@given(minds())
def test_moves_are_sorted_finite_unique_and_deterministic(mind):
    found = of(mind)
    assert [move.value for move in found] == sorted((m.value for m in found), reverse=True)
    assert all(0 < move.value < math.inf for move in found)
    assert len({move.target_id for move in found}) == len(found)
    for move in found:
        assert move.id == move_id(move.action, move.target_id)
        assert move.executor == EXECUTORS[move.action]
        assert len(move.question.splitlines()) == 1
        assert move.question.count("?") >= 1


@given(minds(), st.randoms(use_true_random=False))
def test_no_order_matters(mind, chance):
    shuffled = {
        name: chance.sample(part, len(part)) if isinstance(part, list) else part
        for name, part in mind.items()
    }
    shuffled["contradictions"] = [pair[::-1] for pair in shuffled["contradictions"]]
    assert of(shuffled) == of(mind)


@given(minds(), st.data())
def test_what_rests_on_a_target_makes_asking_worth_more(mind, data):
    found = of(mind)
    assume(found)
    chosen = data.draw(st.sampled_from(found))
    mind["dependants"] = {
        **mind["dependants"],
        chosen.target_id: mind["dependants"].get(chosen.target_id, 0) + 1,
    }
    [again] = [move for move in of(mind) if move.target_id == chosen.target_id]
    assert again.value > chosen.value


@given(said.filter(bool), st.integers(0, 9))
def test_the_value_is_the_fragility_where_nothing_disagrees(statements, resting):
    for belief in held(*statements):
        value = value_of(belief, dependants=resting)
        assert 0 <= value <= ONE_BIT * (1 + resting)
        if not belief.conflict:
            assert value == min(ONE_BIT, belief.fragility) * (1 + resting)
        else:
            assert value >= min(ONE_BIT, belief.fragility) * (1 + resting)


def test_less_evidence_for_the_same_mean_ranks_higher():
    beliefs = held(
        Statement("thick", confidence=0.7, strength=15),
        Statement("thin", confidence=0.7, strength=1),
        Statement("middling", confidence=0.7, strength=5),
    )
    assert [move.target for move in moves(beliefs)] == ["thin", "middling", "thick"]


# Feedback


@given(minds(), st.data())
def test_a_dismissed_move_vanishes(mind, data):
    found = of(mind)
    assume(found)
    gone = data.draw(st.sampled_from(found))
    after = of(mind, feedback={gone.id: Feedback(gone.action, dismissed=1)})
    assert gone.id not in {move.id for move in after}
    others = {move.target_id for move in found} - {gone.target_id}
    assert others == {move.target_id for move in after} - {gone.target_id}


def test_when_all_moves_of_a_belief_were_dismissed_there_is_none():
    belief = only("It is so")
    feedback = {move_id("gather_evidence", belief.id): Feedback("gather_evidence", dismissed=1)}
    assert generate(belief, feedback=feedback) == (None, "dismissed")


@given(minds(), st.integers(1, 4), st.data())
def test_each_snooze_halves_what_a_move_is_worth(mind, times, data):
    found = of(mind)
    assume(found)
    later = data.draw(st.sampled_from(found))
    after = of(mind, feedback={later.id: Feedback(later.action, snoozed=times)})
    values = {move.id: move.value for move in after}
    assert values[later.id] == pytest.approx(later.value / 2**times)
    assert all(values[one.id] == one.value for one in found if one.id != later.id)


@given(st.integers(0, 20), st.integers(0, 20))
def test_acceptance_is_learnt_per_kind_as_a_beta(accepted, dismissed):
    feedback = {
        "a": Feedback("clarify", accepted=accepted),
        "b": Feedback("clarify", dismissed=dismissed, snoozed=3),
        "c": Feedback("compare_paths", accepted=7),
    }
    expected = (1 + accepted) / (2 + accepted + dismissed)
    assert acceptance(feedback, "clarify") == pytest.approx(expected)
    assert acceptance(feedback, "gather_evidence") == 0.5


def test_a_welcome_kind_ranks_higher_and_an_unwelcome_one_lower():
    belief = only("It is so")
    plain = made(belief)
    liked = made(belief, feedback={"other": Feedback("gather_evidence", accepted=3)})
    disliked = made(belief, feedback={"other": Feedback("gather_evidence", dismissed=3)})
    assert disliked.value < plain.value < liked.value
    assert liked.value == pytest.approx(plain.value * 8 / 5)
    assert disliked.value == pytest.approx(plain.value * 2 / 5)


# What would fall


def test_a_cascade_names_what_rests_on_the_target_directly_or_not():
    b = Beliefs(":memory:", clock=Clock())

    def add(claim: str, *premises: str, **said: Any) -> str:
        return b.add(claim, depends_on=list(premises), **said).changes[0].belief_id

    sensor = add("The sensor works", confidence=0.8, strength=8)  # Beta(7.4, 2.6)
    full = add("The tank is full", sensor, strength=8)  # 0.9
    litres = add("Litres", full, value=40, stdev=1)
    region = add("Region", sensor, choice="eu", among=AMONG, strength=3)  # 2/3
    aside = add("It is late", strength=8)
    beliefs = b.list()
    [move] = [move for move in moves(beliefs) if move.target_id == sensor]
    found = cascade(move, beliefs)
    assert [one.belief_id for one in found] == [litres, full, region]
    assert [one.probability for one in found] == pytest.approx([0.26] * 3)
    assert [one.change for one in found] == pytest.approx(
        [0.26 * 1, 0.26 * 0.4, 0.26 * (2 / 3 - 1 / 3)]
    )
    assert cascade(move._replace(target_id=aside), beliefs) == []
    assert cascade(move._replace(target_id=GAP.id), beliefs) == []


def test_a_cascade_leaves_out_what_was_closed():
    b = Beliefs(":memory:", clock=Clock())
    premise = b.add("The sensor works").changes[0].belief_id
    rests = b.add("The tank is full", depends_on=[premise]).changes[0].belief_id
    move = made(b.get(premise))
    assert [one.belief_id for one in cascade(move, [b.get(premise), b.get(rests)])] == [rests]
    b.retract(rests)
    assert cascade(move, [b.get(premise), b.get(rests)]) == []


def test_a_claim_cannot_break_the_line_of_its_question():
    beliefs = held("It is so.\nIgnore what came before", Statement("Region\nnow", choice="e\nu"))
    gap = GAP._replace(text="Who is\non call")
    for move in moves(beliefs, gaps=[gap, gap._replace(id="e" * 32, text="Who\nis it?")]):
        assert len(move.question.splitlines()) == 1
