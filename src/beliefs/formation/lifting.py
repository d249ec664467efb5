"""The bridge: what simulated agents believe, as claims with evidence in a `Beliefs`, and back.

A belief of the rule `evidence` is a count of trouble and a count of success, and so is a binary
claim: its words are the key, trouble speaks for it, success against it. Counts are multiples of
2^−16, so they cross as they are and come back bit for bit. What several agents are lifted with
adds up, as when their stores are merged.
"""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.errors import InvalidInput, NotFound, shown
from beliefs.formation.config import BeliefConfig
from beliefs.formation.fixed import CRUMB, FULL, day_of, word_of
from beliefs.formation.rules import Held
from beliefs.formation.store import BeliefStore
from beliefs.kernel.families import Beta
from beliefs.ledger.entries import claim_id
from beliefs.ledger.statements import Statement
from beliefs.ledger.text import clean, clean_name
from beliefs.mind.belief import Delta
from beliefs.mind.beliefs import Beliefs

SOURCE = "formation"
"""The source that lifted claims name."""


def lift(store: BeliefStore, into: Beliefs, *, agent: str, day: int) -> Delta:
    """State what an agent believes on a day, in one write that happens once.

    What has faded to nothing by then is not stated. Counts of another day of the same agent are
    never added to: they hold the same evidence.

    >>> from beliefs.formation import Belief
    >>> store, mind = BeliefStore(), Beliefs(":memory:")
    >>> store.upsert(Belief("route-risk:a-b", 0, 0, last_day=4, trouble=2.0, success=0.5))
    >>> lift(store, mind, agent="courier-7", day=4).replayed
    False
    >>> mind.list()[0].claim, mind.list()[0].parameters
    ('route-risk:a-b', Beta(alpha=3.0, beta=1.5))
    >>> lift(store, mind, agent="courier-7", day=4).replayed
    True
    """
    _counted(store.rule.config)
    name = clean_name(agent, "agent")
    lifting = f"{SOURCE}:{name}:{day_of(day)}"
    said = list(_statements(store, name, lifting, day))
    for key in {one.claim for one in said if one.claim is not None}:
        _refuse_twice(into, key, name, lifting)
    return into.add(said, idempotency_key=lifting)


def lower(beliefs: Beliefs, *, day: int, config: BeliefConfig | None = None) -> BeliefStore:
    """What a `Beliefs` says now of claims that were lifted into it, as beliefs of a day.

    All that speaks for and against them counts, whoever said it, weighed as there; to the nearest
    2^−16. Of more than there is room for, the strongest stay.

    >>> from beliefs.formation import Belief
    >>> store, mind = BeliefStore(), Beliefs(":memory:")
    >>> store.upsert(Belief("route-risk:a-b", 0, 0, last_day=4, trouble=2.0, success=0.5))
    >>> lift(store, mind, agent="courier-7", day=4).replayed
    False
    >>> lower(mind, day=4).signature() == store.signature()
    True
    """
    config = config or BeliefConfig()
    _counted(config)
    day_of(day)
    store = BeliefStore(config=config)
    for belief in beliefs.list(limit=None, family="binary", status="active"):
        if any(voice.source == SOURCE for voice in belief.voices):
            parameters = belief.parameters
            assert isinstance(parameters, Beta)
            # One of each is the prior.
            trouble, success = (min(round((n - 1) * CRUMB), FULL) for n in parameters)
            store.hold(belief.claim, word_of(belief.claim), Held(trouble, success, day))
    return store


def _counted(config: BeliefConfig) -> None:
    if config.rule != "evidence":
        raise InvalidInput(
            f"Beliefs of the rule {config.rule!r} keep no counts: use the rule 'evidence'."
        )


def _statements(store: BeliefStore, agent: str, lifting: str, day: int) -> Iterator[Statement]:
    """Two for each belief, as far as there is something to say."""
    for key, _ in store.all_held():
        if clean(key, "a key") != key:
            raise InvalidInput(
                f"The key {shown(key)} would come back as {shown(clean(key, 'a key'))}: rename it."
            )
        belief = store.get(key, day)
        assert belief is not None
        sides = (("trouble", belief.trouble, False), ("success", belief.success, True))
        for side, count, refutes in sides:
            if count:
                # Contributions of one origin are one report: the two sides are two.
                yield Statement(
                    key,
                    strength=count,
                    refutes=refutes,
                    agent=agent,
                    source=SOURCE,
                    origin=f"{lifting}:{side}",
                )


def _refuse_twice(into: Beliefs, key: str, agent: str, lifting: str) -> None:
    """An agent's counts hold those of its earlier days."""
    try:
        voices = into.get(claim_id("binary", key).hex()).voices
    except NotFound:
        return
    for voice in voices:
        if (voice.agent, voice.source) != (agent, SOURCE):
            continue
        if not (voice.origin or "").startswith(f"{lifting}:"):
            raise InvalidInput(
                f"{shown(agent)} was lifted here on another day, and its evidence would count "
                "twice: reset this scope first, or lift into another thread or namespace."
            )
