"""Clarity: four channels, each with its own laws, and a value that is their mean."""

from __future__ import annotations

import doctest
import math
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from beliefs import Beliefs, Statement
from beliefs.mind import clarity as module
from beliefs.mind.belief import Belief, Note
from beliefs.mind.clarity import (
    HIGH_FROM,
    MEDIUM_FROM,
    Channels,
    Clarity,
    clarity,
    readiness,
    resolution,
)
from tests.contracts.stores import DAY, START, Clock
from tests.strategies import anything_said, strengths

said = st.lists(anything_said(), max_size=6)
counts = st.integers(0, 5)
NOTES = [f"{number:032x}" for number in range(4)]


def held(*statements: Statement | str) -> list[Belief]:
    """What is believed after this was said."""
    b = Beliefs(":memory:", clock=Clock())
    b.add(list(statements))
    return b.list(limit=None)


def note(identity: str, status: str = "active", kind: str = "gap") -> Note:
    return Note(identity, kind, "who pays?", status, START)


notes = st.dictionaries(
    st.sampled_from(NOTES), st.sampled_from(["active", "resolved", "retracted"]), max_size=4
).map(lambda found: [note(identity, status) for identity, status in found.items()])


def channels(*statements: Statement | str) -> Channels:
    return clarity(held(*statements)).channels


@st.composite
def minds(draw):
    """Draw beliefs, gaps, contradictions between them, and who rests on whom."""
    beliefs = held(*draw(said))
    ids = [belief.id for belief in beliefs] or NOTES
    pair = st.tuples(st.sampled_from(ids), st.sampled_from([*ids, *NOTES]))
    return {
        "beliefs": beliefs,
        "gaps": draw(notes),
        "contradictions": draw(st.lists(pair, max_size=4)),
        "dependants": draw(st.dictionaries(st.sampled_from([*ids, *NOTES]), counts, max_size=4)),
    }


def of(mind: dict[str, Any]) -> Clarity:
    return clarity(mind["beliefs"], **{k: v for k, v in mind.items() if k != "beliefs"})


# The whole


def test_examples_run_as_printed():
    assert doctest.testmod(module).failed == 0


def test_an_empty_mind_is_coherent_and_nothing_else():
    assert clarity([]) == (0.25, (0.0, 0.0, 1.0, 0.0), "low")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.0, "high"),
        (HIGH_FROM, "high"),
        (math.nextafter(HIGH_FROM, 0), "medium"),
        (MEDIUM_FROM, "medium"),
        (math.nextafter(MEDIUM_FROM, 0), "low"),
        (0.0, "low"),
    ],
)
def test_readiness_has_published_thresholds(value, expected):
    assert (HIGH_FROM, MEDIUM_FROM) == (0.7, 0.4)
    assert readiness(value) == expected


@given(minds())
def test_the_value_is_the_mean_of_four_channels_between_0_and_1(mind):
    found = of(mind)
    assert all(0 <= channel <= 1 for channel in found.channels)
    assert found.value == math.fsum(found.channels) / 4
    assert found.readiness == readiness(found.value)


@given(minds(), st.randoms(use_true_random=False))
def test_no_order_matters(mind, chance):
    shuffled = {
        name: chance.sample(part, len(part)) if isinstance(part, list) else part
        for name, part in mind.items()
    }
    shuffled["contradictions"] = [pair[::-1] for pair in shuffled["contradictions"]]
    assert of(shuffled) == of(mind)


@given(minds())
def test_what_is_given_twice_counts_once(mind):
    twice = {name: part + part if isinstance(part, list) else part for name, part in mind.items()}
    assert of(twice) == of(mind)


def test_what_was_closed_does_not_count():
    b = Beliefs(":memory:", clock=Clock())
    b.add("The leader is node 1", strength=9)
    before = clarity(b.list(limit=None))
    old = b.add("The disk is full", confidence=0.5).changes[0].belief_id
    b.add("The moon is cheese")
    assert clarity(b.list(limit=None)) != before
    b.retract(old)
    b.retract(b.search("moon")[0])
    everything = [b.get(old), *b.list(status="retracted"), *b.list()]
    assert len(everything) == 4
    assert clarity(everything) == before


def test_what_lost_its_premises_is_undecided_and_unknown():
    b = Beliefs(":memory:", clock=Clock())
    premise = b.add("The sensor works").changes[0].belief_id
    b.add("The tank is full", strength=9, depends_on=[premise])
    b.retract(premise)
    assert clarity(b.list()).channels == (0.0, 0.0, 1.0, 1.0)


@given(minds(), st.data())
def test_a_load_bearing_belief_weighs_more(mind, data):
    assume(mind["beliefs"])
    chosen = data.draw(st.sampled_from(mind["beliefs"]))
    before = of(mind).channels.decision_resolution
    mind["dependants"] = {**mind["dependants"], chosen.id: 1000}
    after = of(mind).channels.decision_resolution
    target = resolution(chosen)
    assert abs(after - target) <= abs(before - target) + 1e-12
    assert after == pytest.approx(target, abs=0.05)


# Decision resolution


@pytest.mark.parametrize(("mean", "resolved"), [(0.5, 0.0), (0.75, 0.5), (0.25, 0.5), (1.0, 0.998)])
def test_a_claim_is_resolved_as_far_as_it_is_from_a_half(mean, resolved):
    # A thousand observations: the prior hardly shows.
    found = channels(Statement("It is so", confidence=mean, strength=1000))
    assert found.decision_resolution == pytest.approx(resolved, abs=1e-3)


@given(st.floats(0.5, 1), st.floats(0.5, 1), strengths)
def test_a_claim_further_from_a_half_is_no_less_resolved(one, other, strength):
    near, far = sorted([one, other])
    resolved = [
        channels(Statement("It is so", confidence=mean, strength=strength)).decision_resolution
        for mean in (near, far, 1 - far)
    ]
    assert resolved[0] <= resolved[1] + 1e-12
    assert resolved[2] == pytest.approx(resolved[1], abs=1e-9)


def test_categories_are_resolved_as_far_as_the_leading_one_is_from_its_even_share():
    among = ("ap", "eu", "us")
    even = [Statement("Region", choice=name, among=among) for name in among]
    assert channels(*even).decision_resolution == pytest.approx(0.0)
    ahead = Statement("Region", choice="eu", among=among, strength=3)
    # Dirichlet(1, 4, 1): a mean of 2/3 where 1/3 would be even.
    assert channels(ahead).decision_resolution == pytest.approx(0.5)
    # Something else is a way it could be, too: Dirichlet(3, rest 1).
    assert channels(ahead._replace(among=())).decision_resolution == pytest.approx(0.5)


def test_two_categories_are_as_resolved_as_a_claim():
    claim = channels(Statement("It is so", strength=5))
    pair = channels(Statement("It is", choice="so", among=("otherwise", "so"), strength=5))
    assert pair == claim


def test_a_number_is_resolved_as_far_as_it_stands_out_of_its_spread():
    assert channels(Statement("ms", value=90, stdev=10)).decision_resolution == pytest.approx(0.9)
    assert channels(Statement("ms", value=-10, stdev=10)).decision_resolution == pytest.approx(0.5)
    assert channels(Statement("ms", value=0, stdev=10)).decision_resolution == 0


def test_the_unit_of_a_number_does_not_matter():
    in_seconds = [Statement("t", value=2, stdev=0.5), Statement("t", value=3, stdev=1, agent="b")]
    in_other = [
        one._replace(value=one.value * 1024, stdev=one.stdev * 1024)
        for one in in_seconds
        if one.value and one.stdev
    ]
    assert channels(*in_other) == pytest.approx(channels(*in_seconds))


# Knowledge certainty


@pytest.mark.parametrize(("evidence", "known"), [(2, 1 / 2), (8, 8 / 10), (98, 98 / 100)])
def test_knowledge_saturates_with_evidence(evidence, known):
    for confidence in (1.0, 0.5, 0.1):  # whatever the evidence says
        found = channels(Statement("It is so", confidence=confidence, strength=evidence))
        assert found.knowledge_certainty == pytest.approx(known)


@given(said.filter(bool), strengths)
def test_more_supporting_evidence_never_lowers_knowledge(statements, strength):
    b = Beliefs(":memory:", clock=Clock())
    b.add([one._replace(origin=None) for one in statements])
    before = clarity(b.list(limit=None)).channels.knowledge_certainty
    again = statements[0]._replace(origin=None, agent="newcomer", strength=strength)
    b.add([again if again.value is None else again._replace(strength=None)])
    assert clarity(b.list(limit=None)).channels.knowledge_certainty >= before - 1e-12


def test_reports_of_a_number_are_counted_and_not_their_precision():
    vague = channels(Statement("ms", value=130, stdev=100))
    precise = channels(Statement("ms", value=130, stdev=0.1))
    assert vague.knowledge_certainty == precise.knowledge_certainty == pytest.approx(1 / 3)
    twice = channels(*[Statement("ms", value=130, stdev=1, agent=agent) for agent in ("a", "b")])
    assert twice.knowledge_certainty == pytest.approx(1 / 2)


def test_one_report_of_a_number_told_often_is_one_report():
    for spreads in [(1, 1, 1, 1), (1, 10, 100, 1000)]:
        retold = [
            Statement("ms", value=130, stdev=stdev, agent=agent, origin="a dashboard")
            for stdev, agent in zip(spreads, "abcd", strict=True)
        ]
        assert channels(*retold).knowledge_certainty == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    "statement", [Statement("It is so", strength=8), Statement("ms", value=130, stdev=1)]
)
def test_knowledge_fades_with_its_evidence(statement):
    clock = Clock()
    b = Beliefs(":memory:", clock=clock)
    b.settings.set(half_life=DAY)
    b.add([statement])
    seen = []
    for _ in range(3):
        seen.append(clarity(b.list()).channels.knowledge_certainty)
        clock.now += timedelta(days=2)
    assert seen[0] > seen[1] > seen[2] > 0


# Coherence


@given(minds(), st.data())
def test_another_contradiction_never_raises_coherence(mind, data):
    assume(len(mind["beliefs"]) > 1)
    before = of(mind)
    ids = st.sampled_from([belief.id for belief in mind["beliefs"]])
    mind["contradictions"] = [*mind["contradictions"], data.draw(st.tuples(ids, ids))]
    after = of(mind)
    assert after.channels.coherence <= before.channels.coherence
    assert after.value <= before.value


def test_voices_that_disagree_lower_coherence():
    found = [
        channels(
            Statement("It is so", strength=4),
            Statement("It is so", refutes=True, strength=against, agent="critic"),
        ).coherence
        for against in (0.5, 1, 2, 4)
    ]
    assert found == sorted(found, reverse=True)
    assert found[-1] == 0


def test_a_contradiction_counts_as_far_as_both_are_held():
    warm, cold = Statement("It is warm", strength=98), Statement("It is cold", strength=98)
    for statement, coherence in [
        (cold, 0.0),
        (cold._replace(confidence=0.5), 0.0),
        (cold._replace(confidence=0.0), 0.98),
    ]:
        beliefs = held(warm, statement)
        pair = (beliefs[0].id, beliefs[1].id)
        found = clarity(beliefs, contradictions=[pair]).channels
        assert found.coherence == pytest.approx(coherence)


def test_a_mild_contradiction_does_not_hide_a_conflict():
    beliefs = held(
        Statement("It is warm", strength=9),
        Statement("It is warm", refutes=True, strength=9, agent="critic"),
        Statement("It is cold", confidence=0.0, strength=98),
    )
    alone = clarity(beliefs).channels.coherence
    assert alone == pytest.approx(0.5)
    pair = (beliefs[0].id, beliefs[1].id)
    # It is cold is ruled out but for 0.01, so only its own tension grows, by twice that.
    together = clarity(beliefs, contradictions=[pair]).channels.coherence
    assert together == pytest.approx(0.5 - 0.01)


def test_a_contradiction_with_what_is_not_here_does_not_count():
    beliefs = held("It is warm", "It is cold")
    strangers = [(beliefs[0].id, NOTES[0]), (NOTES[1], NOTES[0]), (beliefs[0].id, beliefs[0].id)]
    assert clarity(beliefs, contradictions=strangers) == clarity(beliefs)


# Coverage


@given(minds(), st.data())
def test_closing_a_gap_never_lowers_coverage(mind, data):
    still_open = [gap for gap in mind["gaps"] if gap.status == "active"]
    assume(still_open)
    before = of(mind)
    closed = data.draw(st.sampled_from(still_open))
    mind["gaps"] = [
        gap._replace(status="resolved") if gap is closed else gap for gap in mind["gaps"]
    ]
    after = of(mind)
    assert after.channels.coverage > before.channels.coverage
    assert after.value >= before.value


@given(minds(), st.sampled_from(["gaps", "goals"]))
def test_an_open_gap_or_goal_never_raises_clarity(mind, kind):
    before = of(mind)
    mind[kind] = [*mind.get(kind, []), note("f" * 32, kind=kind[:-1])]
    after = of(mind)
    assert after.channels.coverage <= before.channels.coverage
    assert after.value <= before.value
    assert after.channels[:3] == before.channels[:3]


def test_coverage_is_the_part_of_the_questions_that_is_answered():
    beliefs = held("It is so")
    gaps = [note(identity) for identity in NOTES[:2]]
    assert clarity(beliefs).channels.coverage == 1
    assert clarity(beliefs, gaps=gaps[:1]).channels.coverage == pytest.approx(1 / 2)
    assert clarity(beliefs, gaps=gaps).channels.coverage == pytest.approx(1 / 3)
    closed = [gaps[0], gaps[1]._replace(status="resolved")]
    assert clarity(beliefs, gaps=closed).channels.coverage == pytest.approx(2 / 3)
    assert clarity([], gaps=gaps).channels.coverage == 0
    goal = note(NOTES[3], kind="goal")
    assert clarity(beliefs, goals=[goal]).channels.coverage == pytest.approx(1 / 2)


def test_an_open_gap_weighs_by_what_rests_on_it():
    beliefs, gap = held("It is so"), note(NOTES[0])
    found = [
        clarity(beliefs, gaps=[gap], dependants={gap.id: count}).channels.coverage
        for count in range(4)
    ]
    assert found == pytest.approx([1 / 2, 1 / 3, 1 / 4, 1 / 5])
