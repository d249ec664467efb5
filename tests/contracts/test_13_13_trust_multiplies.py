"""Promise 13 of 13: trust is a plain factor, and factors multiply.

The weight of a contribution is the factor of its agent times the factor of its source. An
override (confidence c, strength s) has factor c. Locked, it stays c whatever happens. Unlocked,
k right of n outcomes make it (c·s + k) / (s + n), rounded once. Without an override, an agent is
at (10 + k) / (10 + n), which is exactly 1 before any outcome; a source is at exactly 1, always.

An override acts when beliefs are read. So it does not matter whether it was set before or after
the evidence, and it touches no voice but the one it names: at factor 0 that voice adds exactly
nothing, and everybody else's share is the same bytes. A single `add` is a pool of one.
"""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from beliefs import Beliefs, Gaussian, Statement
from tests import strategies as drawn
from tests.contracts import reckoning
from tests.contracts.stores import DAY, SECOND, START, Clock, Stores, for_all
from tests.strategies import Write, perform

CLAIM = "the cache is warm"
NOW = START + DAY
about_one_claim = st.sampled_from(drawn.FAMILIES).flatmap(
    lambda family: st.lists(drawn.said_about(family, CLAIM), min_size=1, max_size=6)
)
overrides = st.dictionaries(
    drawn.agents.map(lambda name: ("agent", name))
    | st.sampled_from(drawn.SOURCES).map(lambda name: ("source", name)),
    st.tuples(drawn.factors, st.floats(2.0**-10, 500), st.booleans()),
)
Overrides = dict[tuple[str, str], tuple[float, float, bool]]


def decide(b: Beliefs, overrides: Overrides) -> None:
    """Set overrides."""
    for (kind, name), (confidence, strength, lock) in overrides.items():
        b.trust.set(**{kind: name}, confidence=confidence, strength=strength, lock=lock)


def factor(overrides: Overrides, kind: str, name: str | None) -> Fraction:
    """The factor of a voice without outcomes."""
    return Fraction(overrides.get((kind, name or ""), (1.0, 1.0, False))[0])


@for_all(said=about_one_claim, overrides=overrides)
def test_the_weight_is_the_product(
    open_beliefs: Stores, said: list[Statement], overrides: Overrides
):
    b = open_beliefs()
    b.add(said)
    decide(b, overrides)
    weighted = [
        (one, factor(overrides, "agent", one.agent) * factor(overrides, "source", one.source))
        for one in said
    ]
    assert b.list()[0].parameters == reckoning.parameters(weighted)


@for_all(said=st.lists(drawn.anything_said(), min_size=1, max_size=5), overrides=overrides)
def test_before_or_after_the_evidence_is_the_same(
    open_beliefs: Stores, said: list[Statement], overrides: Overrides
):
    before, after = open_beliefs(), open_beliefs()
    decide(before, overrides)
    before.add(said)
    after.add(said)
    decide(after, overrides)
    assert before.digest() == after.digest()
    assert before.at(NOW).digest() == after.at(NOW).digest()
    assert before.list() == after.list()


@for_all(said=drawn.anything_said(CLAIM), overrides=overrides, history=drawn.histories(most=5))
def test_one_write_is_a_pool_of_one(
    open_beliefs: Stores, said: Statement, overrides: Overrides, history: list[Write]
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    # A past elsewhere, with outcomes and half-lives, so that trust has something to say.
    perform(b, clock, history)
    decide(b, overrides)
    said = said._replace(claim="not said before")
    (fused,) = b.fuse([said])
    belief = b.get(b.add([said]).changes[0].belief_id)
    assert fused.parameters == belief.parameters
    assert fused.evidence == belief.evidence
    assert b.fuse([b.add(said._replace(claim="nor this") for _ in range(1))])[0].parameters == (
        belief.parameters
    )


@for_all(said=about_one_claim)
def test_a_source_without_an_override_changes_no_bit(open_beliefs: Stores, said: list[Statement]):
    b, untagged = open_beliefs(), open_beliefs()
    b.add(said)
    untagged.add([one._replace(source=None) for one in said])
    assert b.list()[0].parameters == untagged.list()[0].parameters
    assert b.list()[0].parameters == reckoning.parameters(reckoning.weigh(said))
    for name in drawn.SOURCES:
        assert b.trust.look(source=name).factor == 1.0
        assert b.trust.get(source=name) is None
    for name in drawn.AGENTS:
        assert b.trust.look(agent=name).factor == 1.0


@for_all(
    said=st.lists(drawn.anything_said(), min_size=1, max_size=6),
    distrusted=drawn.agents,
    lock=st.booleans(),
)
def test_distrust_is_exact_silence(
    open_beliefs: Stores, said: list[Statement], distrusted: str, *, lock: bool
):
    b, without = open_beliefs(), open_beliefs()
    # A report told by several voices is shared between them before trust, so each tells its own;
    # and declaring what may be chosen is no evidence, so that is left to those who are heard.
    said = [
        one._replace(origin=None, among=() if one.agent == distrusted else one.among)
        for one in said
    ]
    b.add(said)
    b.trust.set(agent=distrusted, confidence=0.0, lock=lock)
    without.add([one for one in said if one.agent != distrusted])
    left = {belief.id: belief for belief in without.list()}
    for belief in b.list():
        heard = [voice for voice in belief.voices if voice.agent != distrusted]
        silent = [voice for voice in belief.voices if voice.agent == distrusted]
        assert all(amount == 0 for voice in silent for amount in voice.amounts)
        if belief.id in left:
            assert belief.parameters == left[belief.id].parameters
            assert belief.evidence == left[belief.id].evidence
            if belief.family != "categorical":  # whose amounts are in order of all names
                assert heard == [*left[belief.id].voices]
        else:
            assert belief.evidence == 0
            if belief.family == "numeric":
                assert belief.parameters == Gaussian(None, float("inf"))


@for_all(
    names=st.lists(st.text("abcdef", min_size=1, max_size=6), min_size=1, max_size=8),
    trusted=st.lists(drawn.categorical(CLAIM, declared=False), min_size=1, max_size=3),
)
def test_an_open_set_cannot_be_diluted_by_a_distrusted_agent(
    open_beliefs: Stores, names: list[str], trusted: list[Statement]
):
    b = open_beliefs()
    b.trust.set(agent="spammer", confidence=0.0, lock=True)
    b.add(trusted)
    (before,) = b.list()
    b.add({"claim": CLAIM, "choice": name, "strength": 1e6, "agent": "spammer"} for name in names)
    (after,) = b.list()
    assert after.parameters == before.parameters
    assert (after.leading, after.confidence) == (before.leading, before.confidence)
    assert after.interval == before.interval


@for_all(
    names=st.lists(st.text("abcdef", min_size=1, max_size=6), min_size=1, max_size=4),
    trusted=st.lists(drawn.categorical(CLAIM, declared=True), min_size=1, max_size=3),
)
def test_nor_a_declared_one_by_names_that_nobody_declared(
    open_beliefs: Stores, names: list[str], trusted: list[Statement]
):
    b = open_beliefs()
    b.trust.set(agent="spammer", confidence=0.0, lock=True)
    b.add(trusted)
    (before,) = b.list()
    b.add({"claim": CLAIM, "choice": name, "strength": 1e6, "agent": "spammer"} for name in names)
    (after,) = b.list()
    assert after.parameters == before.parameters
    assert after.confidence == before.confidence


@for_all(
    history=drawn.histories(least=5, most=12, without=("trust.set", "trust.unset")),
    target=st.sampled_from([("agent", "scout"), ("source", "logs")]),
    confidence=drawn.factors,
)
def test_one_override_touches_no_other_voice(
    open_beliefs: Stores, history: list[Write], target: tuple[str, str], confidence: float
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    perform(b, clock, history)
    kind, name = target

    def others() -> list[object]:
        return [[v for v in belief.voices if getattr(v, kind) != name] for belief in b.list()]

    def untouched() -> list[object]:
        return [
            belief
            for belief in b.list()
            if all(getattr(voice, kind) != name for voice in belief.voices)
        ]

    before, whole = others(), untouched()
    b.trust.set(**{kind: name}, confidence=confidence)  # type: ignore[arg-type]
    assert (others(), untouched()) == (before, whole)
    b.trust.unset(**{kind: name})
    assert (others(), untouched()) == (before, whole)


# Outcomes

graded = st.lists(st.booleans(), max_size=6)


def grade(b: Beliefs, verdicts: list[bool], **voice: str) -> None:
    """Let a voice be right or wrong about one claim each."""
    for n, right in enumerate(verdicts):
        belief = b.add(f"case {n}", **voice).changes[0].belief_id  # type: ignore[arg-type]
        b.outcome(belief, right)


@for_all(
    confidence=drawn.factors,
    strength=st.floats(2.0**-10, 500),
    before=graded,
    lock=st.booleans(),
    target=st.sampled_from([{"agent": "scout"}, {"source": "logs"}]),
    early=st.booleans(),
)
def test_locked_never_drifts_and_unlocked_follows_the_formula(
    open_beliefs: Stores,
    confidence,
    strength,
    before: list[bool],
    target,
    *,
    lock: bool,
    early: bool,
):
    b = open_beliefs()
    b.trust.set(agent=b.agent, confidence=1.0, lock=True)  # so that only the target is at work
    if early:
        b.trust.set(**target, confidence=confidence, strength=strength, lock=lock)
    grade(b, before, **target)
    if not early:
        b.trust.set(**target, confidence=confidence, strength=strength, lock=lock)
    right, n = sum(before), len(before)
    c, s = Fraction(confidence), Fraction(strength)
    expected = confidence if lock else float((c * s + right) / (s + n))
    looked = b.trust.look(**target)
    assert looked.factor == expected
    assert (looked.right, looked.graded) == (right, n)
    # And that is the factor that a contribution is multiplied by, exactly.
    belief = b.get(b.add(CLAIM, strength=3, **target).changes[0].belief_id)
    assert belief.evidence == float(3 * Fraction(expected))


@for_all(verdicts=graded)
def test_without_an_override_agents_earn_theirs_and_sources_keep_one(
    open_beliefs: Stores, verdicts: list[bool]
):
    b = open_beliefs()
    grade(b, verdicts, agent="scout", source="logs")
    assert b.trust.look(agent="scout").factor == (10 + sum(verdicts)) / (10 + len(verdicts))
    assert b.trust.look(source="logs").factor == 1.0


@for_all(verdicts=graded, overrides=overrides)
def test_an_outcome_is_no_evidence(
    open_beliefs: Stores, verdicts: list[bool], overrides: Overrides
):
    b = open_beliefs()
    locked: Overrides = {
        ("agent", name): (*overrides.get(("agent", name), (1.0, 1.0, True))[:2], True)
        for name in drawn.AGENTS
    }
    decide(b, locked)
    for n, _ in enumerate(verdicts):
        b.add(f"case {n}", agent=drawn.AGENTS[n % 3])
    before = b.list()
    for belief, truth in zip(before, verdicts, strict=True):
        b.outcome(belief, truth)
    assert b.list() == before


@for_all(strength=drawn.strengths)
def test_a_tenth_is_a_tenth(open_beliefs: Stores, strength: float):
    b = open_beliefs()
    scouted = b.add(CLAIM, strength=strength, agent="scout", confidence=1 / 3).changes[0].belief_id
    planned = b.add("of another", strength=strength, agent="planner").changes[0].belief_id
    whole, other = b.get(scouted), b.get(planned)
    b.trust.set(agent="scout", confidence=0.1, strength=50)
    assert whole.evidence == strength
    assert b.get(scouted).evidence == float(Fraction(strength) * Fraction(0.1))
    assert b.get(planned) == other
    b.trust.unset(agent="scout")
    assert (b.get(scouted), b.get(planned)) == (whole, other)


def test_the_later_of_two_decisions_holds(open_beliefs: Stores):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.add(CLAIM, strength=8, agent="scout")
    for confidence in (0.5, 0.25, 0.75):
        b.trust.set(agent="scout", confidence=confidence)
        assert b.list()[0].evidence == 8 * confidence
    clock.now += SECOND
    b.trust.set(agent="scout", confidence=0.125)
    assert b.list()[0].evidence == 1.0
    # As of then, it was as it was then.
    assert b.at(START).list()[0].evidence == 6.0
    assert b.trust.get(agent="scout") == ("agent", "scout", 0.125, 10.0, False, 0, 0, 0.125, None)
