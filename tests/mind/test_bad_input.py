"""Bad input gets one clear sentence and changes nothing, on every store.

One ledger per store is filled once; every test here must leave it exactly as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from beliefs import (
    Beliefs,
    BeliefsError,
    Cycle,
    FamilyMismatch,
    FromTheFuture,
    InvalidEvidence,
    InvalidInput,
    InvalidText,
    KeyConflict,
    NotFound,
    ReadOnlyStore,
    Statement,
    UnboundThread,
)
from tests.ledger.places import (
    DAY,
    KINDS,
    NOBODY,
    START,
    Clock,
    Seen,
    assert_clear,
    beside,
    fresh,
    id_of,
    refused,
    seen,
    unclear,
    url_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAN, INFINITY = float("nan"), float("inf")
HUGE = 10**5000
"""Too large for a double, and too long to be printed."""

Error = type[BeliefsError]


class World(NamedTuple):
    """A ledger with something of everything in it, and the ids of what is there."""

    b: Beliefs
    warm: str
    region: str
    latency: str
    rests: str
    deeper: str
    older: str
    hidden: str
    gone: str
    goal: str
    gap: str


@pytest.fixture(scope="module", params=KINDS)
def store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[tuple[World, Seen]]]:
    """Where the ledger is kept; a test that changes it leaves the list empty, so it is refilled."""
    url = url_of(request, request.param, tmp_path_factory.mktemp("store"))
    with Beliefs(url, namespace=fresh(), agent="scout", clock=Clock()) as opened:
        yield [_filled(opened)]


@pytest.fixture
def world(store: list[tuple[World, Seen]]) -> Iterator[World]:
    """A ledger that must be the same afterwards, in everything that can be seen of it."""
    filled, before = store.pop()
    try:
        yield filled
        assert seen(filled.b) == before
        store.append((filled, before))
    finally:
        if not store:
            store.append(_filled(beside(filled.b, namespace=fresh())))


def _filled(b: Beliefs) -> tuple[World, Seen]:
    warm = id_of(b, "The cache is warm", confidence=0.8, strength=5, idempotency_key="used")
    region = id_of(b, "Serving region", choice="eu", among=["eu", "us"])
    latency = id_of(b, "p99 latency, ms", value=130, stdev=10)
    rests = id_of(b, "Requests are fast", depends_on=[warm])
    deeper = id_of(b, "Users are happy", depends_on=[rests])
    older = id_of(b, "The leader is node 1")
    id_of(b, "The leader is node 2", supersedes=older)
    hidden, gone = id_of(b, "The disk is full"), id_of(b, "The moon is cheese")
    b.retract(hidden, "measured again")
    b.remove(gone)
    b.trust.set(agent="scout", confidence=0.5)
    b.settings.set(half_life=30 * DAY)
    b.with_thread("release 7").add("The release is late")
    goal = b.goal("Ship it").changes[0].belief_id
    gap = b.gap("Who is on call?").changes[0].belief_id
    world = World(b, warm, region, latency, rests, deeper, older, hidden, gone, goal, gap)
    return world, seen(b)


def all_refused(world: World, error: Error, calls: Mapping[str, Callable[[], object]]) -> None:
    """Expect every call to be refused clearly and to change nothing; names those that were not."""
    problems = {}
    digest = world.b.digest()
    for name, call in calls.items():
        try:
            answer = call()
        except error as refusal:
            problems[name] = unclear(refusal)
        except Exception as other:  # noqa: BLE001 - whatever else it is, it is the finding
            problems[name] = f"{type(other).__name__}: {other}"[:200]
        else:
            problems[name] = f"accepted: {answer!r}"[:200]
        if world.b.digest() != digest:
            problems[name] = f"changed the ledger; {problems[name]}"
            digest = world.b.digest()
    assert {name: problem for name, problem in problems.items() if problem} == {}


# Evidence

NO_NUMBERS = {
    "nan": NAN,
    "inf": INFINITY,
    "-inf": -INFINITY,
    "huge": HUGE,
    "-huge": -HUGE,
    "True": True,
    "text": "0.5",
    "bytes": b"1",
    "list": [1.0],
    "complex": 1j,
    "long text": "9" * 10_000,
}
OUT_OF_BOUNDS: dict[str, dict[str, Any]] = {
    "confidence below 0": {"confidence": -0.001},
    "confidence above 1": {"confidence": 1.001},
    "strength 0": {"strength": 0},
    "strength negative": {"strength": -1},
    "strength too small": {"strength": 2.0**-65},
    "strength too large": {"strength": 2.0**65},
    "reliability below 0": {"reliability": -0.1},
    "reliability above 1": {"reliability": 1.1},
    "stdev 0": {"value": 1, "stdev": 0},
    "stdev negative": {"value": 1, "stdev": -1},
    "stdev too small": {"value": 1, "stdev": 2.0**-33},
    "stdev too large": {"value": 1, "stdev": 2.0**33},
    "value too large": {"value": 2.0**256, "stdev": 1},
    "value too small": {"value": -(2.0**256), "stdev": 1},
}
NOT_TOGETHER: dict[str, dict[str, Any]] = {
    "confidence and choice": {"confidence": 0.5, "choice": "eu"},
    "confidence and value": {"confidence": 0.5, "value": 1, "stdev": 1},
    "choice and value": {"choice": "eu", "value": 1, "stdev": 1},
    "all three": {"confidence": 0.5, "choice": "eu", "value": 1, "stdev": 1},
    "value without stdev": {"value": 1},
    "stdev without value": {"stdev": 1},
    "choice with stdev": {"choice": "eu", "stdev": 1},
    "value with strength": {"value": 1, "stdev": 1, "strength": 1},
    "value with reliability": {"value": 1, "stdev": 1, "reliability": 0.5},
    "value refuted": {"value": 1, "stdev": 1, "refutes": True},
    "choice refuted": {"choice": "eu", "refutes": True},
    "value among": {"value": 1, "stdev": 1, "among": ["eu"]},
    "among without choice": {"among": ["eu"]},
    "choice not among": {"choice": "eu", "among": ["us"]},
    "choice not among many": {"choice": "eu", "among": [f"region {n}" for n in range(100)]},
    "among is one text": {"choice": "eu", "among": "eu"},
    "among is a number": {"choice": "eu", "among": 5},
    "reliable choice, not among": {"choice": "eu", "reliability": 0.9},
    "reliable choice, among one": {"choice": "eu", "among": ["eu"], "reliability": 0.9},
    "unknown type": {"evidence_type": "rumour"},
    "type is no text": {"evidence_type": ["measurement"]},
    "type is huge": {"evidence_type": HUGE},
    "type is long": {"evidence_type": "x" * 10_000},
}


@pytest.mark.parametrize("field", ["confidence", "strength", "reliability", "value", "stdev"])
def test_evidence_is_made_of_finite_numbers(world: World, field: str) -> None:
    rest: Any = {"value": {"stdev": 1}, "stdev": {"value": 1}}.get(field, {})
    say = partial(world.b.add, "The cache is warm", **rest)
    calls = {name: partial(say, **{field: number}) for name, number in NO_NUMBERS.items()}
    all_refused(world, InvalidEvidence, calls)


def test_evidence_is_within_bounds(world: World) -> None:
    say: Any = partial(partial, world.b.add, "The cache is warm")
    all_refused(world, InvalidEvidence, {n: say(**said) for n, said in OUT_OF_BOUNDS.items()})


def test_evidence_is_of_one_family(world: World) -> None:
    say: Any = partial(partial, world.b.add, "The cache is warm")
    all_refused(world, InvalidInput, {n: say(**said) for n, said in NOT_TOGETHER.items()})


@pytest.mark.parametrize("field", ["refutes", "pinned"])
def test_yes_or_no_is_not_guessed_from_something_else(world: World, field: str) -> None:
    said: list[Any] = ["false", "no", 0.5, 2, [], None]
    say = partial(world.b.add, "The cache is warm")
    all_refused(world, InvalidInput, {repr(one): partial(say, **{field: one}) for one in said})


def test_evidence_of_another_family_for_a_belief_by_id(world: World) -> None:
    evidence: dict[str, dict[str, Any]] = {
        world.warm: {"confidence": 0.5},
        world.region: {"choice": "eu"},
        world.latency: {"value": 1, "stdev": 1},
    }
    for belief in evidence:
        for owner, other in evidence.items():
            if owner != belief:
                with refused(FamilyMismatch, world.b):
                    world.b.add(belief=belief, **other)
                with refused(FamilyMismatch, world.b):
                    world.b.add([{"claim": "Fine so far"}, {"belief": belief, **other}])


# Statements

NO_STATEMENTS: dict[str, Callable[[World], object]] = {
    "nothing": lambda w: w.b.add(),
    "a number": lambda w: w.b.add(5),  # type: ignore[arg-type]
    "bytes": lambda w: w.b.add(b"The cache is warm"),  # type: ignore[arg-type]
    "a list with a number": lambda w: w.b.add(["A claim", 5]),  # type: ignore[list-item]
    "a list with None": lambda w: w.b.add(["A claim", None]),  # type: ignore[list-item]
    "a list with a long list": lambda w: w.b.add([["x" * 10_000]]),  # type: ignore[list-item]
    "claim and belief": lambda w: w.b.add("A claim", belief=w.warm),
    "many with keywords": lambda w: w.b.add(["A claim"], confidence=0.5),
    "an unknown field": lambda w: w.b.add({"claim": "A claim", "certainty": 0.5}),
    "a field with a long name": lambda w: w.b.add({"claim": "A claim", "x" * 10_000: 0.5}),
    "many unknown fields": lambda w: w.b.add({f"field {n}": n for n in range(100)}),
    "a field that is no name": lambda w: w.b.add({"claim": "A claim", 5: 0.5}),  # type: ignore[dict-item]
    "fuse a number": lambda w: w.b.fuse(5),  # type: ignore[arg-type]
    "fuse numbers": lambda w: w.b.fuse([5]),  # type: ignore[list-item]
    "fuse NaN": lambda w: w.b.fuse([Statement("A claim", confidence=NAN)]),
    "fuse one text letter by letter": lambda w: w.b.fuse("The cache is warm"),
}


def test_what_is_no_statement(world: World) -> None:
    all_refused(world, InvalidInput, {n: partial(c, world) for n, c in NO_STATEMENTS.items()})


# Text

TEXTS: dict[str, Callable[[World, Any], object]] = {
    "claim": lambda w, text: w.b.add(text),
    "claim in a batch": lambda w, text: w.b.add(["Fine so far", {"claim": text}]),
    "quote": lambda w, text: w.b.add("A claim", quote=text),
    "reference": lambda w, text: w.b.add("A claim", reference=text),
    "reason of a retraction": lambda w, text: w.b.retract(w.warm, text),
    "reason of a removal": lambda w, text: w.b.remove(w.warm, text),
    "reason of a resolution": lambda w, text: w.b.resolve(w.goal, text),
    "note of an outcome": lambda w, text: w.b.outcome(w.warm, truth=True, note=text),
    "goal": lambda w, text: w.b.goal(text),
    "gap": lambda w, text: w.b.gap(text),
    "query": lambda w, text: w.b.search(text),
}
NAMES: dict[str, Callable[[World, Any], object]] = {
    "agent": lambda w, name: w.b.add("A claim", agent=name),
    "source": lambda w, name: w.b.add("A claim", source=name),
    "origin": lambda w, name: w.b.add("A claim", origin=name),
    "choice": lambda w, name: w.b.add("A claim", choice=name),
    "category": lambda w, name: w.b.add("A claim", choice="eu", among=["eu", name]),
    "true category": lambda w, name: w.b.outcome(w.region, name),
    "true category with a key": lambda w, name: w.b.outcome(w.region, name, idempotency_key="n"),
    "key of add": lambda w, name: w.b.add("A claim", idempotency_key=name),
    "key of outcome": lambda w, name: w.b.outcome(w.warm, truth=True, idempotency_key=name),
    "key of retract": lambda w, name: w.b.retract(w.warm, idempotency_key=name),
    "key of remove": lambda w, name: w.b.remove(w.warm, idempotency_key=name),
    "key of relate": lambda w, name: w.b.relate(w.warm, "supports", w.rests, idempotency_key=name),
    "key of goal": lambda w, name: w.b.goal("A goal", idempotency_key=name),
    "key of resolve": lambda w, name: w.b.resolve(w.goal, idempotency_key=name),
    "thread": lambda w, name: w.b.with_thread(name),
    "trusted agent": lambda w, name: w.b.trust.set(agent=name, confidence=0.5),
    "trusted source": lambda w, name: w.b.trust.set(source=name, confidence=0.5),
    "looked-up agent": lambda w, name: w.b.trust.get(agent=name),
    "forgotten source": lambda w, name: w.b.trust.unset(source=name),
    "agent of a client": lambda _, name: Beliefs(":memory:", agent=name),
    "namespace of a client": lambda _, name: Beliefs(":memory:", namespace=name),
    "thread of a client": lambda _, name: Beliefs(":memory:", thread=name),
}
BROKEN = {"NUL": "a\0b", "a lone surrogate": "a\ud800b", "half a pair": "\udc00"}


@pytest.mark.parametrize("broken", BROKEN)
def test_text_that_no_store_can_keep(world: World, broken: str) -> None:
    fields = {**TEXTS, **NAMES}
    calls = {name: partial(call, world, BROKEN[broken]) for name, call in fields.items()}
    all_refused(world, InvalidText, calls)


def test_text_that_is_too_long(world: World) -> None:
    for text in ("a" * 65_537, "é" * 32_769):
        calls = {name: partial(call, world, text) for name, call in TEXTS.items()}
        all_refused(world, InvalidText, calls)


def test_names_that_are_too_long_or_empty(world: World) -> None:
    for text in ("a" * 1_001, "é" * 501, "", " \t\n"):
        calls = {name: partial(call, world, text) for name, call in NAMES.items()}
        all_refused(world, InvalidText, calls)


def test_text_is_text(world: World) -> None:
    # None is not among them: it means "not given" where a field may be left out.
    for other in (5, HUGE, b"bytes", {"text": 1}):
        calls = {n: partial(call, world, other) for n, call in {**TEXTS, **NAMES}.items()}
        all_refused(world, InvalidInput, calls)


# Ids

ADDRESSED: dict[str, Callable[[World, Any], object]] = {
    "add": lambda w, belief: w.b.add(belief=belief),
    "add many": lambda w, belief: w.b.add(["Fine so far", {"belief": belief}]),
    "supersedes": lambda w, belief: w.b.add("A claim", supersedes=belief),
    "depends_on": lambda w, belief: w.b.add("A claim", depends_on=[w.warm, belief]),
    "outcome": lambda w, belief: w.b.outcome(belief, truth=True),
    "retract": lambda w, belief: w.b.retract(belief),
    "remove": lambda w, belief: w.b.remove(belief),
    "erase": lambda w, belief: w.b.erase(belief),
    "relate": lambda w, belief: w.b.relate(belief, "supports", w.warm),
    "relate to": lambda w, belief: w.b.relate(w.warm, "supports", belief),
    "resolve": lambda w, belief: w.b.resolve(belief),
    "get": lambda w, belief: w.b.get(belief),
    "find": lambda w, belief: w.b.find(belief),
    "trace": lambda w, belief: w.b.trace(belief),
    "relations": lambda w, belief: w.b.relations(belief),
    "dependents": lambda w, belief: w.b.dependents(belief),
}
NO_IDS = {
    "empty": "",
    "too short": "ab",
    "not hex": "g" * 32,
    "too long": "0" * 33,
    "very long": "z" * 10_000,
    "spaces between digits": "00 " * 10 + "00",
    "line breaks between digits": "00\n" * 10 + "00",
    "other digits": "٠" * 32,
    "a number": 5,
    "a huge number": HUGE,
    "None": None,
    "bytes": b"0" * 32,
    "a list": [],
}


def test_a_belief_that_does_not_exist(world: World) -> None:
    all_refused(world, NotFound, {n: partial(c, world, NOBODY) for n, c in ADDRESSED.items()})


@pytest.mark.parametrize("wrong", NO_IDS)
def test_an_id_that_is_none(world: World, wrong: str) -> None:
    calls: dict[str, Callable[[], object]] = {
        name: partial(call, world, NO_IDS[wrong]) for name, call in ADDRESSED.items()
    }
    if wrong == "None":
        # Where a field may be left out, None leaves it out.
        del calls["add"], calls["add many"], calls["supersedes"]
        calls["nothing at all"] = world.b.add
    if wrong == "too long":
        del calls["find"]  # It takes the beginning of an id, and finds nothing.
    all_refused(world, InvalidInput, calls)


def test_a_removed_belief_is_not_there(world: World) -> None:
    there = ["supersedes", "depends_on", "outcome", "retract", "remove", "get"]
    all_refused(world, NotFound, {n: partial(ADDRESSED[n], world, world.gone) for n in there})


def test_a_belief_of_another_thread_is_not_there(world: World) -> None:
    late = world.b.with_thread("release 7").search("late")[0].id
    there = ["add", "supersedes", "depends_on", "outcome", "retract", "remove", "get", "find"]
    all_refused(world, NotFound, {n: partial(ADDRESSED[n], world, late) for n in there})


def test_goals_and_gaps_are_not_beliefs(world: World) -> None:
    for note in (world.goal, world.gap):
        there = ["add", "outcome", "retract", "remove", "depends_on", "supersedes"]
        all_refused(world, BeliefsError, {n: partial(ADDRESSED[n], world, note) for n in there})
        with refused(NotFound, world.b):
            world.b.get(note)


def test_only_goals_and_gaps_are_resolved(world: World) -> None:
    with refused(InvalidInput, world.b):
        world.b.resolve(world.warm)


def test_depends_on_is_a_list_of_ids(world: World) -> None:
    wrong: list[Any] = [5, [5], ["x"], [world.warm, None], "x"]
    say: Any = world.b.add
    calls = {repr(one): partial(say, "A claim", depends_on=one) for one in wrong}
    calls |= {f"many, {one!r}": partial(say, [{"claim": "A", "depends_on": one}]) for one in wrong}
    all_refused(world, InvalidInput, calls)


def test_too_many_premises(world: World) -> None:
    with refused(InvalidInput, world.b):
        world.b.add("A claim", depends_on=[f"{number:032x}" for number in range(65)])


def test_a_prefix_that_fits_more_than_one_belief() -> None:
    # Ids are hashes: among 2,000 claims some share their first four digits.
    with Beliefs(":memory:", clock=Clock()) as crowd:
        changes = crowd.add([f"Claim {number}" for number in range(2_000)]).changes
        starts = [change.belief_id[:4] for change in changes]
        twice = next(start for start in starts if starts.count(start) > 1)
        with refused(InvalidInput, crowd):
            crowd.find(twice)


# Cycles


def test_a_belief_cannot_supersede_itself(world: World) -> None:
    with refused(Cycle, world.b):
        world.b.add("The cache is warm", supersedes=world.warm)
    with refused(Cycle, world.b):
        world.b.add(belief=world.warm, supersedes=world.warm)


def test_a_belief_cannot_rest_on_itself(world: World) -> None:
    for premise in (world.warm, world.rests, world.deeper):
        with refused(Cycle, world.b):
            world.b.add(belief=world.warm, depends_on=[premise])
        with refused(Cycle, world.b):
            world.b.add("The cache is warm", depends_on=[world.latency, premise])


def test_a_batch_cannot_close_a_circle(world: World) -> None:
    with refused(Cycle, world.b):
        world.b.add([
            {"claim": "The sky is clear", "depends_on": [world.latency]},
            {"belief": world.latency, "value": 1, "stdev": 1, "depends_on": [world.rests]},
            {"claim": "The cache is warm", "depends_on": [world.latency]},
        ])  # fmt: skip


# Outcomes

NO_TRUTHS: dict[str, list[Any]] = {
    "warm": [None, 1, 0, 1.0, "true", NAN, [], object(), HUGE, "x" * 10_000],
    "region": [None, True, 1, NAN, "", "a\0b", [], object()],
    "latency": [None, True, "130", NAN, INFINITY, HUGE, 2.0**257, [], object()],
}


@pytest.mark.parametrize("key", [None, "unused"])
@pytest.mark.parametrize("name", NO_TRUTHS)
def test_an_outcome_that_the_belief_cannot_have(world: World, name: str, key: str | None) -> None:
    state = partial(world.b.outcome, getattr(world, name), idempotency_key=key)
    calls = {f"{n}, {type(one)}": partial(state, one) for n, one in enumerate(NO_TRUTHS[name])}
    all_refused(world, InvalidInput, calls)


# Relations, scopes


def test_an_unknown_relation(world: World) -> None:
    wrong: list[Any] = ["likes", "", "x" * 10_000, 5, None, ["supports"]]
    relate = world.b.relate
    calls = {repr(one)[:20]: partial(relate, world.warm, one, world.rests) for one in wrong}
    all_refused(world, InvalidInput, calls)


THREADLESS: dict[str, Callable[[Beliefs, World], object]] = {
    "add": lambda b, _: b.add("A claim"),
    "add with a key": lambda b, _: b.add("A claim", idempotency_key="unused"),
    "outcome": lambda b, w: b.outcome(w.warm, truth=True),
    "retract": lambda b, w: b.retract(w.warm),
    "remove": lambda b, w: b.remove(w.warm),
    "reset": lambda b, _: b.reset(),
    "erase": lambda b, w: b.erase(w.warm),
    "relate": lambda b, w: b.relate(w.warm, "supports", w.rests),
    "goal": lambda b, _: b.goal("A goal"),
    "gap": lambda b, _: b.gap("A gap"),
    "resolve": lambda b, w: b.resolve(w.goal),
    "get": lambda b, w: b.get(w.warm),
    "find": lambda b, w: b.find(w.warm),
    "list": lambda b, _: b.list(),
    "read": lambda b, _: b.read(),
    "search": lambda b, _: b.search("cache"),
    "goals": lambda b, _: b.goals(),
    "trace": lambda b, w: b.trace(w.warm),
    "relations": lambda b, w: b.relations(w.warm),
    "dependents": lambda b, w: b.dependents(w.warm),
    "fuse": lambda b, _: b.fuse(["A claim"]),
}


def test_a_thread_must_be_bound(world: World) -> None:
    writer = beside(world.b, write_scope="thread", thread=None)
    reader = beside(world.b, context_layers=("thread", "space"), thread=None)
    for unbound in (writer, reader):
        calls = {name: partial(call, unbound, world) for name, call in THREADLESS.items()}
        all_refused(world, UnboundThread, calls)


NO_SCOPES: list[dict[str, Any]] = [
    {"write_scope": "room"},
    {"write_scope": ""},
    {"write_scope": None},
    {"write_scope": []},
    {"write_scope": "x" * 10_000},
    {"context_layers": ["room"]},
    {"context_layers": "space"},
    {"context_layers": 5},
    {"context_layers": [None]},
    {"context_layers": ["x" * 10_000]},
]


@pytest.mark.parametrize("options", NO_SCOPES, ids=lambda options: str(options)[:40])
def test_an_unknown_scope(options: dict[str, Any]) -> None:
    with refused(InvalidInput):
        Beliefs(":memory:", **options)


# Keys

SAID: dict[str, Any] = {"confidence": 0.8, "strength": 5}
OTHER_CONTENT: dict[str, Callable[[World], object]] = {
    "other words": lambda w: w.b.add("The cache is cold", **SAID, idempotency_key="used"),
    "other evidence": lambda w: w.b.add(
        "The cache is warm", confidence=0.7, strength=5, idempotency_key="used"
    ),
    "another agent": lambda w: w.b.add(
        "The cache is warm", **SAID, agent="critic", idempotency_key="used"
    ),
    "a quote": lambda w: w.b.add("The cache is warm", **SAID, quote="Yes.", idempotency_key="used"),
    "a moment": lambda w: w.b.add(
        "The cache is warm", **SAID, observed=START, idempotency_key="used"
    ),
    "a premise": lambda w: w.b.add(
        "The cache is warm", **SAID, depends_on=[w.latency], idempotency_key="used"
    ),
    "more": lambda w: w.b.add(
        [{"claim": "The cache is warm", **SAID}, "And more"], idempotency_key="used"
    ),
    "outcome": lambda w: w.b.outcome(w.warm, truth=True, idempotency_key="used"),
    "retract": lambda w: w.b.retract(w.warm, idempotency_key="used"),
    "remove": lambda w: w.b.remove(w.warm, idempotency_key="used"),
    "relate": lambda w: w.b.relate(w.warm, "supports", w.rests, idempotency_key="used"),
    "goal": lambda w: w.b.goal("A goal", idempotency_key="used"),
    "gap": lambda w: w.b.gap("The cache is warm", idempotency_key="used"),
    "resolve": lambda w: w.b.resolve(w.goal, idempotency_key="used"),
}


def test_a_key_with_other_content(world: World) -> None:
    all_refused(world, KeyConflict, {n: partial(c, world) for n, c in OTHER_CONTENT.items()})


# Time


class Nowhere(tzinfo):
    """A time zone that does not know how far it is from anywhere."""

    def utcoffset(self, _: datetime | None) -> None:
        return None

    def tzname(self, _: datetime | None) -> str:
        return "nowhere"

    def dst(self, _: datetime | None) -> None:
        return None


NO_MOMENTS: dict[str, Any] = {
    "naive": START.replace(tzinfo=None),
    "naive in effect": START.replace(tzinfo=Nowhere()),
    "date": START.date(),
    "text": START.isoformat(),
    "long text": "x" * 10_000,
    "number": START.timestamp(),
    "huge number": HUGE,
    "before the calendar begins": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
}


@pytest.mark.parametrize("wrong", NO_MOMENTS)
def test_a_moment_is_a_datetime_with_a_time_zone(world: World, wrong: str) -> None:
    b, moment = world.b, NO_MOMENTS[wrong]
    calls: dict[str, Callable[[], object]] = {
        "add": lambda: b.add("A claim", observed=moment),
        "outcome": lambda: b.outcome(world.warm, truth=True, observed=moment),
        "at": lambda: b.at(moment),
        "clock of a write": lambda: beside(b, clock=lambda: moment).add("A claim"),
        "clock of a read": lambda: beside(b, clock=lambda: moment).list(),
    }
    all_refused(world, InvalidInput, calls)


def test_nothing_is_observed_before_it_happens(world: World) -> None:
    soon = START + timedelta(microseconds=1)
    calls: dict[str, Callable[[], object]] = {
        "add": lambda: world.b.add("A claim", observed=soon),
        "add many": lambda: world.b.add(["Fine so far", {"claim": "A claim", "observed": soon}]),
        "outcome": lambda: world.b.outcome(world.warm, truth=True, observed=soon),
        "fuse": lambda: world.b.fuse([{"claim": "A claim", "observed": soon}]),
    }
    all_refused(world, FromTheFuture, calls)


PAST: dict[str, Callable[[Beliefs, World], object]] = {
    "add": lambda b, _: b.add("A claim"),
    "outcome": lambda b, w: b.outcome(w.warm, truth=True),
    "retract": lambda b, w: b.retract(w.warm),
    "remove": lambda b, w: b.remove(w.warm),
    "reset": lambda b, _: b.reset(),
    "erase": lambda b, w: b.erase(w.warm),
    "relate": lambda b, w: b.relate(w.warm, "supports", w.rests),
    "goal": lambda b, _: b.goal("A goal"),
    "gap": lambda b, _: b.gap("A gap"),
    "resolve": lambda b, w: b.resolve(w.goal),
    "merge": lambda b, w: b.merge(w.b),
    "trust.set": lambda b, _: b.trust.set(agent="critic", confidence=0.1),
    "trust.unset": lambda b, _: b.trust.unset(agent="scout"),
    "settings.set": lambda b, _: b.settings.set(half_life=None),
    "add in a thread": lambda b, _: b.with_thread("release 7").add("A claim"),
}


def test_the_past_cannot_be_changed(world: World) -> None:
    past = world.b.at(START)
    before = seen(past)
    calls = {name: partial(call, past, world) for name, call in PAST.items()}
    all_refused(world, ReadOnlyStore, calls)
    assert seen(past) == before


# Trust and settings

NO_TRUST: dict[str, dict[str, Any]] = {
    "nobody": {"confidence": 0.5},
    "two voices": {"agent": "scout", "source": "logs", "confidence": 0.5},
    "confidence below 0": {"agent": "scout", "confidence": -0.1},
    "confidence above 1": {"agent": "scout", "confidence": 1.1},
    "confidence NaN": {"agent": "scout", "confidence": NAN},
    "confidence True": {"agent": "scout", "confidence": True},
    "confidence None": {"agent": "scout", "confidence": None},
    "confidence text": {"agent": "scout", "confidence": "x" * 10_000},
    "strength 0": {"agent": "scout", "confidence": 0.5, "strength": 0},
    "strength negative": {"agent": "scout", "confidence": 0.5, "strength": -1},
    "strength infinite": {"agent": "scout", "confidence": 0.5, "strength": INFINITY},
    "strength huge": {"agent": "scout", "confidence": 0.5, "strength": HUGE},
    "strength None": {"agent": "scout", "confidence": 0.5, "strength": None},
    "lock text": {"agent": "scout", "confidence": 0.5, "lock": "no"},
}


def test_a_decision_that_is_none(world: World) -> None:
    decide = partial(partial, world.b.trust.set)
    all_refused(world, InvalidInput, {name: decide(**said) for name, said in NO_TRUST.items()})


def test_a_voice_must_be_named(world: World) -> None:
    trust: Any = world.b.trust
    for ask in (trust.get, trust.look, trust.unset):
        both = partial(ask, agent="scout", source="logs")
        all_refused(world, InvalidInput, {"nobody": ask, "two": both})
    kinds = ["voice", "", 5, ["agent"]]
    all_refused(world, InvalidInput, {repr(k): partial(trust.list, kind=k) for k in kinds})


NO_HALF_LIVES: dict[str, Any] = {
    "zero": timedelta(0),
    "negative": -DAY,
    "too short": timedelta(milliseconds=999),
    "too long": timedelta(days=365_001),
    "number": 30,
    "NaN": NAN,
    "text": "x" * 10_000,
}


def test_a_half_life_that_is_none(world: World) -> None:
    decide: Any = world.b.settings.set
    for name, wrong in NO_HALF_LIVES.items():
        by_type = {"measurement": wrong}
        calls = {
            name: partial(decide, half_life=wrong),
            f"{name} by type": partial(decide, half_life=DAY, by_type=by_type),
        }
        all_refused(world, InvalidInput, calls)


def test_half_lives_are_by_type_of_evidence(world: World) -> None:
    wrong: list[Any] = [{"rumour": DAY}, {"x" * 10_000: DAY}, {5: DAY}, 5, "measurement"]
    decide = partial(world.b.settings.set, half_life=DAY)
    all_refused(world, InvalidInput, {repr(w)[:20]: partial(decide, by_type=w) for w in wrong})


# Asking

NO_QUESTIONS: dict[str, Callable[[Any], object]] = {
    "list, unknown family": lambda b: b.list(family="ternary"),
    "list, goals": lambda b: b.list(family="goal"),
    "list, long family": lambda b: b.list(family="x" * 10_000),
    "list, unknown status": lambda b: b.list(status="lost"),
    "list, negative limit": lambda b: b.list(limit=-1),
    "list, half a limit": lambda b: b.list(limit=2.5),
    "list, text limit": lambda b: b.list(limit="5"),
    "list, yes as a limit": lambda b: b.list(limit=True),
    "read, negative limit": lambda b: b.read(limit=-1),
    "search, negative limit": lambda b: b.search("cache", limit=-1),
    "search, text limit": lambda b: b.search("cache", limit="5"),
    "search, half a limit": lambda b: b.search("cache", limit=2.5),
    "trace, negative limit": lambda b: b.trace(b.list()[0], limit=-1),
    "trace, text limit": lambda b: b.trace(b.list()[0], limit="5"),
    "find, a number": lambda b: b.find(5),
    "find, too short": lambda b: b.find("abc"),
    "find, not hex": lambda b: b.find("wxyz"),
}


def test_a_question_that_is_none(world: World) -> None:
    all_refused(world, InvalidInput, {n: partial(ask, world.b) for n, ask in NO_QUESTIONS.items()})


def test_a_limit_may_be_larger_than_any_list(world: World) -> None:
    assert world.b.list(limit=HUGE) == world.b.list(limit=None)
    assert world.b.search("cache", limit=HUGE) == world.b.search("cache")
    assert world.b.trace(world.warm, limit=HUGE) == world.b.trace(world.warm)


# Opening

NO_URLS: dict[str, Any] = {
    "empty": "",
    "a number": 5,
    "bytes": b"beliefs.db",
    "NUL": "beliefs\0.db",
    "a lone surrogate": "beliefs\ud800.db",
    "no path": "sqlite://",
    "another database": "mysql://user:hunter2@server/db",
}


@pytest.mark.parametrize("url", NO_URLS.values(), ids=NO_URLS)
def test_a_url_that_is_none(url: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BeliefsError) as caught:
        Beliefs(url).close()
    assert_clear(caught.value)
    assert "hunter2" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_closed_client_says_so(world: World, tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path}/closed.db" if world.b.url.startswith("sqlite") else world.b.url
    client = Beliefs(url, namespace=fresh(), clock=Clock())
    client.add("A claim")
    client.close()
    client.close()
    for call in (client.list, client.digest, client.reset, lambda: client.add("A claim")):
        with pytest.raises(BeliefsError) as caught:
            call()
        assert_clear(caught.value)


# Batches and keys

BAD_ITEMS: dict[str, Callable[[World], tuple[Error, Any]]] = {
    "NaN": lambda _: (InvalidEvidence, {"claim": "B", "confidence": NAN}),
    "negative": lambda _: (InvalidEvidence, {"claim": "B", "strength": -1}),
    "two families": lambda _: (InvalidEvidence, {"claim": "B", "choice": "x", "confidence": 1}),
    "another family": lambda w: (FamilyMismatch, {"belief": w.region, "confidence": 1}),
    "NUL": lambda _: (InvalidText, "B\0"),
    "not there": lambda _: (NotFound, {"belief": NOBODY}),
    "superseding nothing": lambda _: (NotFound, {"claim": "B", "supersedes": NOBODY}),
    "resting on nothing": lambda _: (NotFound, {"claim": "B", "depends_on": [NOBODY]}),
    "future": lambda _: (FromTheFuture, {"claim": "B", "observed": START + DAY}),
    "itself": lambda w: (Cycle, {"belief": w.warm, "supersedes": w.warm}),
    "circle": lambda w: (Cycle, {"belief": w.warm, "depends_on": [w.deeper]}),
    "unknown field": lambda _: (InvalidInput, {"claim": "B", "sure": True}),
    "no statement": lambda _: (InvalidInput, 5),
}


@pytest.mark.parametrize("item", BAD_ITEMS)
def test_a_batch_with_one_bad_item_writes_nothing(world: World, item: str) -> None:
    error, bad = BAD_ITEMS[item](world)
    good = ["Good 1", {"claim": "The cache is warm", "supersedes": world.older}, "Good 2"]
    say: Any = partial(world.b.add, idempotency_key="unused")
    calls = {"first": partial(say, [bad, *good]), "last": partial(say, [*good, bad])}
    all_refused(world, error, calls)


def test_a_refused_write_uses_up_no_key(world: World) -> None:
    b = beside(world.b, namespace=fresh())
    warm = id_of(b, "The cache is warm")
    region = id_of(b, "Serving region", choice="eu")
    there = world._replace(b=b, warm=warm, region=region)
    for number, (item, error_and_bad) in enumerate(BAD_ITEMS.items()):
        error, bad = error_and_bad(there._replace(deeper=warm))
        key = f"key {number}"
        with pytest.raises(error):
            b.add(["Good", bad], idempotency_key=key)
        corrected = b.add(["Good", item], idempotency_key=key)
        assert not corrected.replayed
        assert b.add(["Good", item], idempotency_key=key).replayed
    assert b.search("good")[0].contributions == len(BAD_ITEMS)


def test_refused_corrections_use_up_no_key(world: World) -> None:
    b = beside(world.b, namespace=fresh())
    warm = id_of(b, "The cache is warm")
    for call in (b.retract, b.remove):
        with refused(NotFound, b):
            call(NOBODY, idempotency_key="key")
    with refused(InvalidInput, b):
        b.outcome(warm, "yes", idempotency_key="key")
    with refused(NotFound, b):
        b.relate(warm, "supports", NOBODY, idempotency_key="key")
    assert not b.outcome(warm, truth=True, idempotency_key="key").replayed


def test_a_first_write_that_is_refused_leaves_an_empty_ledger(world: World) -> None:
    b = beside(world.b, namespace=fresh())
    empty = seen(b)
    for call in (
        lambda: b.retract(NOBODY),
        lambda: b.add(["A", {"belief": NOBODY}]),
        lambda: b.add("A", observed=START + DAY),
        lambda: b.erase(NOBODY),
    ):
        with pytest.raises(BeliefsError):
            call()
        assert seen(b) == empty
    assert b.namespace not in b._ledger.store.namespaces()  # noqa: SLF001
