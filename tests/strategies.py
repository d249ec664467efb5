"""What tests draw from: evidence, statements, and whole histories of writes.

The pools are small on purpose, so that what is drawn meets: the same few claims, voices and keys
come up again and again, in one ledger and in its neighbour.
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from beliefs import Beliefs, BeliefsError, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.contracts.stores import Clock

AGENTS = ("critic", "planner", "scout")
SOURCES = ("docs", "logs")
FAMILIES = ("binary", "categorical", "numeric")
TOPICS = ("the cache is warm", "the queue is empty", "the region in use")
REGIONS = ("ap", "eu", "us")
THREAD = "release 7"

agents = st.sampled_from(AGENTS)
sources = st.none() | st.sampled_from(SOURCES)
topics = st.sampled_from(TOPICS)

# Any double is evidence; a third and a tenth are there because they are not exact in binary.
confidences = st.floats(0, 1) | st.sampled_from([0.0, 0.1, 1 / 3, 0.5, 1.0])
strengths = st.floats(0.01, 100) | st.sampled_from([2.0**-64, 0.1, 1.0, 3.0, 2.0**64])
values = st.floats(-1e6, 1e6) | st.sampled_from([0.0, 0.1, -1e-9, 1e70])
stdevs = st.floats(0.01, 1e3) | st.sampled_from([2.0**-32, 0.1, 1.0, 2.0**32])
reliabilities = st.none() | st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0])
factors = st.floats(0, 1) | st.sampled_from([0.0, 0.1, 1 / 3, 0.5, 1.0])

# Eighths: short enough in binary that one plus a product of two is still a double.
short_confidences = st.integers(0, 8).map(lambda n: n / 8)
short_strengths = st.integers(1, 400).map(lambda n: n / 8)


@st.composite
def binary(draw: st.DrawFn, claim: str | None = None, *, noisy: bool = True) -> Statement:
    """Draw something said for or against a claim."""
    return Statement(
        draw(topics) if claim is None else claim,
        confidence=draw(confidences),
        strength=draw(strengths),
        refutes=draw(st.booleans()),
        agent=draw(agents),
        source=draw(sources),
        reliability=draw(reliabilities) if noisy else None,
    )


@st.composite
def categorical(
    draw: st.DrawFn, claim: str | None = None, *, declared: bool | None = None
) -> Statement:
    """Draw a choice; `declared` says whether the categories are named beforehand."""
    return Statement(
        draw(topics) if claim is None else claim,
        choice=draw(st.sampled_from(REGIONS)),
        among=REGIONS if (draw(st.booleans()) if declared is None else declared) else (),
        strength=draw(strengths),
        agent=draw(agents),
        source=draw(sources),
    )


@st.composite
def numeric(draw: st.DrawFn, claim: str | None = None) -> Statement:
    """Draw a number and how far off it may be."""
    return Statement(
        draw(topics) if claim is None else claim,
        value=draw(values),
        stdev=draw(stdevs),
        agent=draw(agents),
        source=draw(sources),
    )


def said_about(family: str, claim: str | None = None) -> st.SearchStrategy[Statement]:
    """Draw a statement of one family."""
    drawn: dict[str, st.SearchStrategy[Statement]] = {
        "binary": binary(claim),
        "categorical": categorical(claim),
        "numeric": numeric(claim),
    }
    return drawn[family]


@st.composite
def anything_said(draw: st.DrawFn, claim: str | None = None) -> Statement:
    """Draw a statement of any family; some of them tell again what another voice told."""
    said = draw(st.sampled_from(FAMILIES).flatmap(lambda family: said_about(family, claim)))
    return said._replace(origin=draw(st.none() | st.just("one report")), pinned=draw(st.booleans()))


# Histories


class About(NamedTuple):
    """A belief by what it is about, which is its id once it has been stated."""

    family: str
    claim: str


@cache
def belief_id(about: About) -> str:
    """Return the id that a claim has in every ledger."""
    said: dict[str, Statement] = {
        "binary": Statement(about.claim, confidence=1.0),
        "categorical": Statement(about.claim, choice="eu"),
        "numeric": Statement(about.claim, value=0.0, stdev=1.0),
    }
    return Beliefs(":memory:").add([said[about.family]]).changes[0].belief_id


class Write(NamedTuple):
    """One call: which method, with what, how long after the one before, and in which thread."""

    method: str
    arguments: dict[str, Any]
    wait: timedelta
    thread: str | None = None


abouts = st.builds(About, st.sampled_from(FAMILIES), topics)
waits = st.sampled_from([0, 0, 0, 1, 60, 86_400]).map(lambda s: timedelta(seconds=s))
threads = st.sampled_from([None, None, None, THREAD])
keys = st.none() | st.sampled_from(["k1", "k2"])

_adds = st.fixed_dictionaries({"claim": anything_said(), "idempotency_key": keys})
_batches = st.fixed_dictionaries({"claim": st.lists(anything_said(), max_size=3)})
_supersessions = st.fixed_dictionaries({"claim": anything_said(), "supersedes": abouts})
_premises = st.fixed_dictionaries({"claim": anything_said(), "depends_on": abouts})
_closings = st.fixed_dictionaries({"belief": abouts, "idempotency_key": keys})
_outcomes = st.fixed_dictionaries(
    {"belief": abouts, "truth": st.booleans() | st.sampled_from(REGIONS)}
)
_overrides = st.fixed_dictionaries(
    {"confidence": factors, "strength": st.floats(1, 100), "lock": st.booleans()}
)
_targets = agents.map(lambda a: {"agent": a}) | st.sampled_from(SOURCES).map(
    lambda s: {"source": s}
)
_trusts = st.tuples(_targets, _overrides).map(lambda parts: {**parts[0], **parts[1]})
_half_lives = st.fixed_dictionaries(
    {"half_life": st.none() | st.sampled_from([timedelta(hours=1), timedelta(days=3)])}
)
_relations = st.fixed_dictionaries(
    {"belief": abouts, "relation": st.just("contradicts"), "to": abouts}
)
_notes = st.fixed_dictionaries(
    {"text": st.sampled_from(["ship it", "who pays?"]), "idempotency_key": keys}
)

_WRITES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "add": _adds | _batches | _supersessions | _premises,
    "retract": _closings,
    "remove": _closings,
    "outcome": _outcomes,
    "trust.set": _trusts,
    "trust.unset": _targets,
    "settings.set": _half_lives,
    "relate": _relations,
    "goal": _notes,
    "gap": _notes,
    "reset": st.just({}),
    "erase": st.fixed_dictionaries({"belief": abouts}),
}
# Speaking is what most writes do.
_METHODS = ("add",) * 8 + tuple(_WRITES)


def writes(*, without: Iterable[str] = ()) -> st.SearchStrategy[Write]:
    """Draw one call of any kind."""
    methods = [method for method in _METHODS if method not in set(without)]
    return st.sampled_from(methods).flatmap(
        lambda method: st.builds(Write, st.just(method), _WRITES[method], waits, threads)
    )


def histories(
    *, least: int = 0, most: int = 12, without: Iterable[str] = ()
) -> st.SearchStrategy[list[Write]]:
    """Draw a sequence of calls, some of which will be refused."""
    return st.lists(writes(without=without), min_size=least, max_size=most)


def perform(b: Beliefs, clock: Clock, history: Iterable[Write]) -> list[object]:
    """Make the calls, and return what each answered or which error refused it."""
    answers: list[object] = []
    for write in history:
        clock.now += write.wait
        target: Any = b if write.thread is None else b.with_thread(write.thread)
        for name in write.method.split("."):
            target = getattr(target, name)
        try:
            answers.append(target(**_arguments(write)))
        except BeliefsError as error:
            answers.append(error.code)
    return answers


def _arguments(write: Write) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: belief_id(value) if isinstance(value, About) else value
        for name, value in write.arguments.items()
    }
    said = found.get("claim")
    if isinstance(said, Statement):
        # What is said together with where it belongs is one statement.
        for name in ("supersedes", "depends_on"):
            if name in found:
                said = said._replace(**{name: found.pop(name)})
        found["claim"] = [said]
    return found
