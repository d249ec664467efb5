"""Promise 3 of 8: less trust is proportionally less weight, for one voice and no other.

Set an agent or a source to c and its contributions weigh c times what they weighed, exactly. Turn
it back and every number is back. Nothing that anybody else said moves by a bit, on any belief.
A locked override stays where it was put through any run of outcomes; an unlocked one moves only
by outcomes on beliefs that its voice has spoken about.
"""

from __future__ import annotations

import math
from fractions import Fraction

from hypothesis import strategies as st

from beliefs import Beliefs, Beta, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, START, Clock, Stores, for_all
from tests.strategies import Write, perform

CLAIM = "the cache is warm"
targets = st.sampled_from([{"agent": "scout"}, {"source": "logs"}])
speech = st.lists(drawn.anything_said(), min_size=1, max_size=6)


@for_all(said=drawn.binary(CLAIM), trust=st.lists(drawn.factors, min_size=1, max_size=4))
def test_weight_is_proportional_to_trust(open_beliefs: Stores, said: Statement, trust: list[float]):
    b = open_beliefs()
    b.add([said._replace(agent="scout")])
    (voice,) = b.list()[0].voices
    for confidence in trust:
        b.trust.set(agent="scout", confidence=confidence)
        (lowered,) = b.list()[0].voices
        assert lowered.weight == confidence
        for now, full in zip(lowered.amounts, voice.amounts, strict=True):
            # `full` is rounded already, so this is exact only to that one rounding.
            off = abs(Fraction(now) - Fraction(full) * Fraction(confidence))
            assert off <= max(Fraction(full) / 2**52, Fraction(math.ulp(0.0)))
    b.trust.unset(agent="scout")
    assert b.list()[0].voices == (voice,)


@for_all(
    strength=drawn.short_strengths, against=drawn.short_strengths, trust=st.lists(drawn.factors)
)
def test_lower_trust_is_a_lower_say(
    open_beliefs: Stores, strength: float, against: float, trust: list[float]
):
    """The lower a supporter is trusted, the lower the confidence, and never below the others'."""
    b = open_beliefs()
    b.add(CLAIM, strength=strength, agent="scout")
    b.add(CLAIM, strength=against, agent="critic", refutes=True)
    seen = []
    for confidence in sorted(trust):
        b.trust.set(agent="scout", confidence=confidence)
        (belief,) = b.list()
        assert belief.parameters == Beta(
            float(1 + Fraction(strength) * Fraction(confidence)), 1 + against
        )
        seen.append(belief.confidence or 0.0)
    assert seen == sorted(seen)
    assert all(confidence >= Beta(1, 1 + against).mean for confidence in seen)


@for_all(said=speech, target=targets, confidence=drawn.factors, data=st.data())
def test_turning_a_knob_and_turning_it_back(
    open_beliefs: Stores, said: list[Statement], target, confidence: float, data: st.DataObject
):
    b = open_beliefs()
    b.add(said)
    before = b.list()
    b.trust.set(**target, confidence=confidence, lock=data.draw(st.booleans()))
    ((kind, name),) = target.items()
    for was, now in zip(before, b.list(), strict=True):
        if all(getattr(voice, kind) != name for voice in was.voices):
            assert now == was
        same = [voice for voice in was.voices if getattr(voice, kind) != name]
        assert [voice for voice in now.voices if getattr(voice, kind) != name] == same
    b.trust.unset(**target)
    assert b.list() == before
    assert b.trust.get(**target) is None


@for_all(
    history=drawn.histories(least=5, most=15, without=("trust.set", "trust.unset")),
    target=targets,
    confidence=drawn.factors,
    strength=st.floats(1, 500),
)
def test_a_lock_holds_through_any_history(
    open_beliefs: Stores, history: list[Write], target, confidence: float, strength: float
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.trust.set(**target, confidence=confidence, strength=strength, lock=True)
    perform(b, clock, history)
    _grade_everything(b)
    looked = b.trust.look(**target)
    assert (looked.factor, looked.confidence, looked.lock) == (confidence, confidence, True)


def _grade_everything(b: Beliefs) -> None:
    truths: dict[str, bool | str | float] = {"binary": True, "categorical": "eu", "numeric": 1.0}
    for belief in b.list():
        b.outcome(belief, truths[belief.family])


@for_all(said=speech, confidence=drawn.factors, truth=st.booleans())
def test_outcomes_move_only_voices_that_spoke(
    open_beliefs: Stores, said: list[Statement], confidence: float, *, truth: bool
):
    b = open_beliefs()
    for agent in drawn.AGENTS:
        b.trust.set(agent=agent, confidence=confidence, strength=10)
    b.add(said)
    case = b.add("a case of its own", agent="scout").changes[0].belief_id
    b.outcome(case, truth)
    moved = float((Fraction(confidence) * 10 + truth) / 11)
    assert b.trust.look(agent="scout").factor == moved
    for agent in ("critic", "planner"):
        assert b.trust.look(agent=agent).factor == confidence


@for_all(truths=st.lists(st.booleans(), min_size=1, max_size=4))
def test_a_corrected_outcome_counts_once(open_beliefs: Stores, truths: list[bool]):
    b = open_beliefs()
    belief = b.add(CLAIM, agent="scout").changes[0].belief_id
    for truth in truths:
        b.outcome(belief, truth)
    looked = b.trust.look(agent="scout")
    assert (looked.right, looked.graded) == (int(truths[-1]), 1)
    assert looked.factor == (10 + truths[-1]) / 11


@for_all(said=speech, confidence=drawn.factors)
def test_the_past_keeps_the_trust_it_had(
    open_beliefs: Stores, said: list[Statement], confidence: float
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.add(said)
    then = b.at(START).digest()
    clock.now += DAY
    for agent in drawn.AGENTS:
        b.trust.set(agent=agent, confidence=confidence, lock=True)
    assert b.at(START).digest() == then
