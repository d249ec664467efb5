"""Hearing: what was read in a text becomes statements, goals and gaps.

What only repeats the agent's prompt is no evidence (the echo guard), and what somebody wants is
none either: goals and gaps go their own way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from beliefs.ledger.entries import claim_id
from beliefs.ledger.fold import Claim
from beliefs.ledger.statements import Statement
from beliefs.ledger.text import clean
from beliefs.mind.belief import Belief
from beliefs.mind.observation import Observation
from beliefs.reading.heard import Heard, Reading
from beliefs.reading.linking.comparing import compare
from beliefs.reading.linking.handles import handles

MOST_SHOWN = 1_000
"""So many beliefs, and so many goals and gaps, are remembered as shown; the oldest go first."""

Find = Callable[[str, str], bytes | None]
"""Where the claim is found that a text and a family mean."""


class Words:
    """The linker that goes by words alone."""

    def handles(self, text: str, family: str) -> Sequence[str]:
        """Return keys that claims which belong together share."""
        return handles(text, family)

    compare = staticmethod(compare)


class Understood(NamedTuple):
    """What a text comes to."""

    statements: tuple[Statement, ...]
    notes: tuple[Claim, ...]
    renewed: frozenset[bytes]
    echoes: tuple[str, ...]
    """Sentences that only repeat what was shown."""
    unknown: tuple[Reading, ...]
    """Sentences that were not understood, and why."""


class Shown:
    """What was put into prompts lately: said back, it is an echo."""

    def __init__(self) -> None:
        self._beliefs: dict[str, Belief] = {}  # the ones shown last at the end
        self._under: dict[tuple[str, str], dict[str, Belief]] = {}
        self._notes: dict[Claim, None] = {}
        self._lock = threading.Lock()  # a server reads for several callers of one agent at once

    def remember(self, beliefs: Iterable[Belief], notes: Iterable[Claim]) -> None:
        """Note what a prompt contained, and forget what was shown long ago."""
        with self._lock:
            for belief in beliefs:
                self._forget(belief.id)
                self._beliefs[belief.id] = belief
                for handle in handles(belief.claim, belief.family):
                    self._under.setdefault((belief.family, handle), {})[belief.id] = belief
            for note in notes:
                self._notes.pop(note, None)
                self._notes[note] = None
            while len(self._beliefs) > MOST_SHOWN:
                self._forget(next(iter(self._beliefs)))
            while len(self._notes) > MOST_SHOWN:
                del self._notes[next(iter(self._notes))]

    def _forget(self, name: str) -> None:
        belief = self._beliefs.pop(name, None)
        if belief is not None:
            for handle in handles(belief.claim, belief.family):
                under = self._under[belief.family, handle]
                del under[name]
                if not under:
                    del self._under[belief.family, handle]

    def is_echo(self, heard: Heard) -> bool:
        """Whether something heard says no more than what was shown."""
        if heard.kind != "claim":
            return (heard.kind, heard.text) in self._notes
        family = family_of(heard)
        for handle in handles(heard.text, family):
            with self._lock:
                near = list(self._under.get((family, handle), {}).values())
            for belief in near:
                bond = compare(heard.text, belief.claim, family)
                if bond is not None and _agrees(heard, belief, denies=bond.denies):
                    return True
        return False


def family_of(heard: Heard) -> str:
    """The family of the belief that something heard is about."""
    if heard.value is not None:
        return "numeric"
    return "binary" if heard.choice is None else "categorical"


def _agrees(heard: Heard, belief: Belief, *, denies: bool) -> bool:
    if heard.choice is not None:
        return belief.leading == heard.choice
    if heard.value is not None:
        low, high = belief.interval
        return low <= heard.value <= high
    held = belief.confidence is not None and belief.confidence >= 0.5
    return held == (heard.refutes == denies)


def understand(
    readings: Sequence[Reading],
    readers: Sequence[str | None],
    observation: Observation,
    *,
    agent: str,
    shown: Shown,
    find: Find,
) -> Understood:
    """Turn what was read into what is to be written down."""
    statements, echoes, unknown = [], [], []
    notes: dict[Claim, None] = {}
    renewed: set[bytes] = set()
    for reading, reader in zip(readings, readers, strict=True):
        if not reading.heard:
            unknown.append(reading)
        for heard in reading.heard:
            if observation.is_own and shown.is_echo(heard):
                echoes.append(reading.sentence)
            elif heard.kind == "claim":
                statement, again = _statement(heard, reading, observation, agent, find)
                statements.append(statement._replace(reader=reader))
                renewed |= again
            elif words := clean(heard.text, f"a {heard.kind}"):
                notes[heard.kind, words] = None
    return Understood(
        tuple(statements), tuple(notes), frozenset(renewed), tuple(echoes), tuple(unknown)
    )


def _statement(
    heard: Heard, reading: Reading, observation: Observation, agent: str, find: Find
) -> tuple[Statement, set[bytes]]:
    family = family_of(heard)
    supersedes: str | None = None
    renewed: set[bytes] = set()
    if heard.replaces is not None:
        old = find(heard.replaces, "binary") or find(heard.replaces, family)
        own = claim_id(family, heard.text)
        if old == own or (old is not None and old == find(heard.text, family)):
            renewed.add(own)
        elif old is not None:
            supersedes = old.hex()
    origin = observation.origin_of(agent)
    if heard.source is not None and observation.origin is None:
        origin = f"source {heard.source.lower()}"  # whoever quotes it, it is one report
    kind = heard.evidence_type
    if observation.evidence_type is not None and kind == "inference":
        kind = observation.evidence_type
    binary = family == "binary"
    return (
        Statement(
            heard.text,
            confidence=heard.confidence if binary else None,
            choice=heard.choice,
            among=heard.among,
            value=heard.value,
            stdev=heard.stdev,
            refutes=heard.refutes and binary,
            evidence_type=kind,
            source=heard.source or observation.source or observation.tool,
            origin=origin,
            agent=observation.agent,
            reliability=None if family == "numeric" else observation.reliability,
            # The words of several claims must not outlive the erasure of one.
            quote=reading.sentence if len(reading.heard) == 1 else None,
            reference=observation.reference,
            observed=observation.observed,
            role=None if heard.role == "claim" else heard.role,
            supersedes=supersedes,
        ),
        renewed,
    )
