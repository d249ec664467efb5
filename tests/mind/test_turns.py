"""The loop of an agent: look before it acts, and write down what it said after."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from beliefs import (
    Beliefs,
    BeliefsError,
    Beta,
    FromTheFuture,
    InvalidInput,
    KeyConflict,
    NotFound,
    Observation,
    ReadOnlyStore,
    UnboundThread,
)
from beliefs.mind import observation as module
from beliefs.reading.heard import Heard, Reading
from tests.ledger.places import (
    DAY,
    SECOND,
    START,
    Clock,
    beside,
    fresh,
    id_of,
    refused,
    seen,
    sound,
)

WARM = "The cache is warm"


def claims(b: Beliefs) -> list[str]:
    return [belief.claim for belief in b.list()]


def test_examples() -> None:
    assert doctest.testmod(module).failed == 0


# before


def test_nothing_is_shown_of_an_empty_mind(b: Beliefs) -> None:
    context = b.before("Is the cache warm?")
    assert (context.prompt, context.beliefs, context.goals, context.gaps) == ("", (), (), ())
    assert (context.contradictions, context.moves, context.left_out) == ((), (), 0)


def test_looking_writes_nothing(b: Beliefs) -> None:
    b.after("The cache is warm. We want the queue to be empty. Who pays for the disk?")
    before = seen(b)
    b.before("cache")
    b.before("")
    b.read()
    b.snapshot()
    b.moves.list()
    b.contradictions()
    assert seen(b) == before


def test_what_matters_is_shown(b: Beliefs) -> None:
    b.add([WARM, "Moons orbit planets"])
    b.goal("Ship it")
    b.gap("Who pays?")
    context = b.before("How warm is the cache?")
    assert [belief.claim for belief in context.beliefs] == [WARM]
    assert [goal.text for goal in context.goals] == ["Ship it"]
    assert [gap.text for gap in context.gaps] == ["Who pays?"]
    for words in (WARM, "Ship it", "Who pays?"):
        assert words in context.prompt
    assert "Moons" not in context.prompt
    assert 0 <= context.clarity <= 1
    assert context.readiness in ("low", "medium", "high")


def test_premises_and_contradictions_come_along(b: Beliefs) -> None:
    rock = id_of(b, "Granite is hard")
    house = id_of(b, "The house stands", depends_on=[rock])
    fallen = id_of(b, "It is a ruin")
    b.relate(house, "contradicts", fallen)
    context = b.before("house stands")
    assert {belief.id for belief in context.beliefs} == {rock, house, fallen}
    assert context.contradictions == (tuple(sorted((house, fallen))),)


def test_what_is_over_is_not_shown(b: Beliefs) -> None:
    b.after("The cache is warm. Who pays for the cache?")
    b.retract(id_of(b, "The cache is large"))
    b.resolve("Who pays for the cache?")
    context = b.before("cache")
    assert [belief.claim for belief in context.beliefs] == [WARM]
    assert context.gaps == ()


def test_what_does_not_fit_is_counted(b: Beliefs) -> None:
    b.add([f"The cache of host {number} is warm" for number in range(30)])
    wide, narrow = b.before("cache", budget=4_000), b.before("cache", budget=120)
    assert wide.left_out < narrow.left_out
    assert len(narrow.prompt) < len(wide.prompt)
    assert narrow.beliefs == wide.beliefs


@pytest.mark.parametrize("text", [None, 5, b"cache", "a\0b", "half a pair \ud83d"], ids=repr)
def test_what_is_no_text_is_refused(b: Beliefs, text: Any) -> None:
    for call in (b.before, b.after, lambda t: b.observe(Observation(t)), b.moves.list):
        with refused(InvalidInput, b):
            call(text)


# after


def test_what_was_said_is_written_down(b: Beliefs) -> None:
    delta = b.after("The cache is warm. We want the queue to be empty. Who pays for the disk?")
    assert claims(b) == [WARM]
    assert [goal.text for goal in b.goals()] == ["The queue to be empty"]
    assert [gap.text for gap in b.gaps()] == ["Who pays for the disk?"]
    assert {change.action for change in delta.changes} == {"created"}
    assert len(delta.changes) == 3
    assert delta.state.beliefs == tuple(b.list())
    assert sound(b)


def test_what_was_not_understood_is_listed(b: Beliefs) -> None:
    delta = b.after("Thanks! 0x1F. The cache is warm.")
    assert [one.sentence for one in delta.unknown] == ["Thanks!", "0x1F."]
    assert all(one.why for one in delta.unknown)
    assert claims(b) == [WARM]


def test_what_is_wanted_moves_no_confidence(b: Beliefs) -> None:
    belief = id_of(b, WARM)
    for wish in (
        "We want the cache to be warm.",
        "The cache should be warm.",
        "The cache must be warm.",
        "I hope that the cache is warm.",
        "Is the cache warm?",
        "I do not know whether the cache is warm.",
    ):
        b.after(wish, tool="probe")
        assert b.get(belief).parameters == Beta(2.0, 1.0)
    assert claims(b) == [WARM]
    b.goal(WARM)
    b.gap(WARM)
    assert b.get(belief).parameters == Beta(2.0, 1.0)


def test_an_agents_words_are_one_report_however_often(b: Beliefs) -> None:
    for _ in range(3):
        b.after("The cache is warm.")
    b.after("It turns out that the cache is warm.")
    (belief,) = b.list()
    assert (belief.evidence, belief.contributions) == (1.0, 4)


def test_a_tools_output_is_one_report_until_it_says_something_else(b: Beliefs) -> None:
    for number in (1, 1, 2, 1, 2):
        b.after(f"Run {number}. The cache is warm.", tool="probe")
    (belief,) = (one for one in b.list() if one.claim == WARM)
    assert belief.evidence == 2.0


def test_whoever_quotes_a_source_it_is_one_report(b: Beliefs) -> None:
    for agent in ("scout", "critic", "clerk"):
        b.observe(Observation("According to the vendor, the cache is warm.", agent=agent))
    (belief,) = b.list()
    (alone,) = {voice.source for voice in belief.voices}
    assert alone == "the vendor"
    assert belief.evidence == b.get(belief.id).voices[0].weight * 3 * belief.evidence
    other = beside(b, namespace=fresh())
    other.observe(Observation("According to the vendor, the cache is warm."))
    assert other.list()[0].evidence == pytest.approx(belief.evidence)


def test_provenance_is_kept(b: Beliefs) -> None:
    b.observe(
        Observation(
            "The cache is warm.",
            agent="scout",
            tool="probe",
            origin="the night run",
            reliability=0.9,
            evidence_type="measurement",
            observed=START - DAY,
            reference="run 17",
        )
    )
    (belief,) = b.list()
    (voice,) = belief.voices
    assert (voice.agent, voice.source, voice.origin) == ("scout", "probe", "the night run")
    assert voice.observed == START - DAY
    (line,) = b.evidence(belief)
    assert line.details["reliability"] == 0.9
    assert line.details["type"] == "measurement"
    assert line.details["reference"] == "run 17"
    assert line.details["quote"] == "The cache is warm."


def test_a_quote_never_holds_the_words_of_two_claims(b: Beliefs) -> None:
    b.after("The cache is warm and the queue is empty.")
    assert len(b.list()) == 2
    b.erase(next(belief for belief in b.list() if "queue" in belief.claim))
    assert "queue" not in b.export()


@pytest.mark.parametrize("key", [None, "k"])
@pytest.mark.parametrize(
    "wrong",
    [
        {"reliability": 1j},
        {"reliability": float("nan")},
        {"reliability": 2},
        {"source": 5},
        {"tool": b"probe"},
        {"tool": " "},
        {"origin": 5},
        {"agent": ""},
        {"observed": "now"},
        {"observed": datetime(2030, 1, 1)},  # noqa: DTZ001
        {"evidence_type": "rumour"},
        {"evidence_type": []},
        {"reference": 5},
    ],
    ids=repr,
)
@pytest.mark.parametrize("text", ["The cache is warm.", "Thanks!"])
def test_a_wrong_provenance_is_refused(wrong: dict[str, Any], text: str, key: str | None) -> None:
    b = Beliefs(":memory:")
    with refused(InvalidInput, b):
        b.observe(Observation(text, **wrong), idempotency_key=key)


def test_what_is_no_observation_is_refused(b: Beliefs) -> None:
    for wrong in ("The cache is warm.", None, 5):
        with refused(InvalidInput, b):
            b.observe(wrong)  # type: ignore[arg-type]


def test_the_future_cannot_have_been_observed(b: Beliefs) -> None:
    with refused(FromTheFuture, b):
        b.observe(Observation("The cache is warm.", observed=START + SECOND))


def test_the_past_can_be_looked_at_and_not_spoken_to(b: Beliefs, clock: Clock) -> None:
    b.add(WARM)
    clock.now += DAY
    b.add("The cache is large")
    past = b.at(START)
    assert [belief.claim for belief in past.before("cache").beliefs] == [WARM]
    with refused(ReadOnlyStore, b):
        past.after("The queue is empty.")


# Changes of position


def test_no_longer_so_begins_anew(b: Beliefs, clock: Clock) -> None:
    b.add(WARM, strength=50)
    clock.now += DAY
    b.after("The cache is no longer warm.", tool="probe")
    (belief,) = b.list()
    assert belief.parameters == Beta(1.0, 2.0)
    actions = [line.action for line in b.trace(belief)]
    assert actions == ["contribution", "retraction", "contribution"]
    assert b.at(START).list()[0].evidence == 50.0
    assert sound(b)


def test_instead_of_supersedes(b: Beliefs, clock: Clock) -> None:
    old = id_of(b, "The launch is in May")
    clock.now += DAY
    b.after("The launch is in June instead of May.")
    assert claims(b) == ["The launch is in June"]
    assert b.get(old).status == "superseded"
    assert b.get(old).superseded_by == b.list()[0].id


def test_instead_of_supersedes_every_wording(b: Beliefs, clock: Clock) -> None:
    one = id_of(b, "The launch is in May")
    b.add("May is when the launch is")
    b.join(one, b.list()[1].id)
    clock.now += DAY
    b.after("The launch is in June instead of May.")
    assert claims(b) == ["The launch is in June"]


@pytest.mark.parametrize("close", ["retract", "remove", "erase"])
def test_what_is_gone_need_not_be_superseded(b: Beliefs, clock: Clock, close: str) -> None:
    getattr(b, close)(id_of(b, "The launch is in May"))
    clock.now += DAY
    b.after("The launch is in June instead of May.")
    assert claims(b) == ["The launch is in June"]
    assert sound(b)


def test_one_side_of_a_belief_instead_of_the_other_begins_anew(b: Beliefs, clock: Clock) -> None:
    b.add(["The launch is in May", "The launch is in June"])
    b.join(*(belief.id for belief in b.list()), denies=True)
    clock.now += DAY
    b.after("The launch is in June instead of May.", tool="calendar")
    (belief,) = b.list()
    assert belief.evidence == 1.0
    assert belief.confidence == (2 / 3 if belief.claim.endswith("June") else 1 / 3)
    assert sound(b)


def test_there_and_back_again(b: Beliefs, clock: Clock) -> None:
    b.after("The launch is in May.", tool="calendar")
    for there, back in (("June", "May"), ("May", "June"), ("June", "May")):
        clock.now += DAY
        b.after(f"The launch is in {there} instead of {back}.", tool="calendar")
        assert claims(b) == [f"The launch is in {there}"]
        assert b.list()[0].contributions == 1
    assert sound(b)


# Once


def test_a_retry_answers_the_same_and_changes_nothing(b: Beliefs, clock: Clock) -> None:
    first = b.after("The cache is warm. Who pays for the disk?", idempotency_key="k")
    b.after("The cache is cold.", tool="gauge")
    before = seen(b)
    clock.now += DAY
    again = b.after("The cache is warm. Who pays for the disk?", idempotency_key="k")
    assert (first.replayed, again.replayed) == (False, True)
    assert again.changes == first.changes
    assert seen(b) == before


def test_a_retry_is_known_by_what_it_means(b: Beliefs) -> None:
    said = Observation("The caf\u00e9 is open.", tool="probe", observed=START)
    b.observe(said, idempotency_key="k")
    east = START.astimezone(timezone(timedelta(hours=2)))
    for same in (
        said._replace(text=" The cafe\u0301 is open. "),
        said._replace(observed=east),
        said._replace(tool="probe "),
    ):
        assert b.observe(same, idempotency_key="k").replayed
    for other in (
        said._replace(text="The caf\u00e9 is closed."),
        said._replace(observed=START - SECOND),
        said._replace(observed=None),
        said._replace(tool=None, source="probe"),
        said._replace(reliability=0.9),
        said._replace(origin="elsewhere"),
    ):
        with refused(KeyConflict, b):
            b.observe(other, idempotency_key="k")


def test_a_retry_is_recognised_also_where_it_would_be_an_echo(b: Beliefs) -> None:
    b.after("The cache is warm.", idempotency_key="k")
    b.before("cache")
    assert b.after("The cache is warm.", idempotency_key="k").replayed


def test_texts_that_say_nothing_use_no_key(b: Beliefs) -> None:
    before = seen(b)
    for nothing in ("", " \n\t", "Thanks!", "```\nx = 1\n```"):
        assert b.after(nothing, idempotency_key="k").changes == ()
        assert b.observe(Observation(nothing), idempotency_key="k").changes == ()
    assert seen(b) == before
    assert not b.after("The cache is warm.", idempotency_key="k").replayed


def test_a_key_is_not_shared_with_other_calls(b: Beliefs) -> None:
    b.after("The cache is warm.", idempotency_key="k")
    for call in (b.add, b.goal, b.gap):
        with refused(KeyConflict, b):
            call(WARM, idempotency_key="k")


# Scopes


def test_a_scope_that_needs_a_thread_says_so_first(b: Beliefs) -> None:
    b.add(WARM)
    adrift = beside(b, write_scope="thread", thread=None)
    for call in (
        lambda: adrift.before("cache"),
        lambda: adrift.after("The queue is empty."),
        lambda: adrift.observe(Observation("The queue is empty.")),
        adrift.link,
        adrift.read,
        adrift.snapshot,
        adrift.contradictions,
        adrift.decisions,
        adrift.moves.list,
    ):
        with refused(UnboundThread, b):
            call()


def test_a_thread_keeps_what_it_hears_to_itself(b: Beliefs) -> None:
    thread = b.with_thread("one")
    thread.after("The cache is warm. We want it to stay so. Who pays for the disk?")
    assert b.list() == b.goals() == b.gaps() == []
    assert b.before("cache").prompt == ""
    assert claims(thread) == [WARM]
    assert thread.gaps() != []
    assert b.with_thread("two").list() == []


def test_agents_are_told_apart(b: Beliefs) -> None:
    for agent in ("scout", "critic"):
        beside(b, agent=agent).after("The cache is warm.")
    b.observe(Observation("The cache is warm.", agent="scout"))
    (belief,) = b.list()
    assert {voice.agent for voice in belief.voices} == {"scout", "critic"}
    assert belief.evidence == 2.0


# Asking


def test_a_gap_is_closed_by_its_words(b: Beliefs) -> None:
    b.gap("Who pays?")
    b.goal("Ship it")
    assert [change.action for change in b.resolve(" Who pays? ").changes] == ["resolved"]
    assert b.resolve("Ship it").changes
    assert b.gaps() == b.goals() == []
    assert b.resolve("Who pays?").changes == ()  # it is closed already
    with refused(InvalidInput, b):
        b.resolve("Who cares?")


def test_read_and_snapshot_show_the_same_world(b: Beliefs) -> None:
    b.after("The cache is warm. We want the queue to be empty. Who pays for the disk?")
    world, outlook = b.snapshot(), b.read()
    assert tuple(world.beliefs) == outlook.beliefs
    assert (tuple(world.goals), tuple(world.gaps)) == (outlook.goals, outlook.gaps)
    assert b.snapshot(limit=0).beliefs == []


def test_related_beliefs_that_both_stand_are_a_contradiction(b: Beliefs) -> None:
    one, other = id_of(b, "The house stands", strength=9), id_of(b, "It is a ruin", strength=9)
    b.relate(one, "contradicts", other)
    (found,) = b.contradictions()
    assert found.beliefs == tuple(sorted((one, other)))
    assert 0 < found.severity <= 1
    b.retract(other)
    assert b.contradictions() == []
    assert b.contradictions(limit=0) == []


def test_evidence_is_told_in_any_wording(b: Beliefs, clock: Clock) -> None:
    b.after("Acme bought Initech.", tool="probe")
    clock.now += SECOND
    b.after("Initech was acquired by Acme.", tool="gauge")
    (belief,) = b.list()
    assert [line.source for line in b.evidence(belief)] == ["probe", "gauge"]
    assert [line.source for line in b.evidence(belief, since=clock.now)] == ["gauge"]
    assert len(b.evidence(belief, limit=1)) == 1
    with refused(NotFound, b):
        b.evidence("0" * 32)


# Readers


class Parrot:
    """Reads every text as one and the same claim."""

    name = "parrot/1"

    def __init__(self, *heard: Heard) -> None:
        self.heard = heard

    def read(self, text: str) -> list[Reading]:
        return [Reading(text, self.heard)]


def test_a_reader_of_ones_own_is_asked() -> None:
    b = Beliefs(":memory:", reader=Parrot(Heard("claim", WARM, confidence=0.75)))
    b.after("Whatever")
    assert b.list()[0].parameters == Beta(1.75, 1.25)


@pytest.mark.parametrize(
    "nonsense",
    [
        Heard("claim", WARM, confidence=7.0),
        Heard("claim", "a\0b"),
        Heard("claim", "Latency", value=1.0),
        Heard("goal", "a\0b"),
        Heard("gap", "half a pair \ud83d"),
    ],
    ids=repr,
)
def test_a_reader_that_talks_nonsense_writes_nothing(nonsense: Heard) -> None:
    b = Beliefs(":memory:", reader=Parrot(Heard("claim", "The queue is empty"), nonsense))
    before = seen(b)
    with pytest.raises(BeliefsError):
        b.after("Whatever")
    assert seen(b) == before


def test_a_text_may_say_the_same_thing_many_times(b: Beliefs) -> None:
    delta = b.after("The cache is warm. " * 50)
    assert len(delta.changes) == 1
    assert b.list()[0].evidence == pytest.approx(1.0)


def test_moments_of_the_clock_are_those_of_the_text(b: Beliefs, clock: Clock) -> None:
    clock.now = datetime(2031, 5, 1, tzinfo=UTC)
    b.after("The cache is warm.")
    assert b.list()[0].observed == clock.now


def test_notes_of_a_reader_are_kept_as_all_text_is(b: Beliefs) -> None:
    for words in (" the cafe\u0301 ", "the caf\u00e9", "  "):
        heard = Parrot(Heard("goal", words))
        client = Beliefs(b.url, namespace=b.namespace, reader=heard)
        if b.url == ":memory:":
            client = Beliefs(":memory:", reader=heard)
        client.after("Whatever")
        kept = [goal.text for goal in client.goals()]
        assert kept in (["the caf\u00e9"], [])
        client.close()


def test_views_take_a_moment_with_its_zone_alone() -> None:
    b = Beliefs(":memory:", clock=lambda: START)
    b.after("The cache is warm. There is a risk that the disk fills up. Who is on call?")
    b.add("The cache is warm", refutes=True, agent="critic")
    naive, later = START.replace(tzinfo=None), START + DAY
    for view in (b.gaps, b.risks, b.contradictions):
        with pytest.raises(InvalidInput):
            view(since=naive)
    assert [len(view(since=START)) for view in (b.gaps, b.risks, b.contradictions)] == [1, 1, 1]
    assert [view(since=later) for view in (b.gaps, b.risks, b.contradictions)] == [[], [], []]
    (found,) = b.contradictions()
    assert b.contradictions(severity=found.severity) == [found]
    assert b.contradictions(severity=found.severity + 0.01) == []
