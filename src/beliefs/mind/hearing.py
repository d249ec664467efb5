"""Hearing: what was read in a text becomes statements, goals and gaps.

What only repeats the agent's prompt is no evidence (the echo guard), and what somebody wants is
none either: goals and gaps go their own way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, Protocol

from beliefs.ledger.entries import claim_id
from beliefs.ledger.fold import NOTES, Claim
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


class Glimpse(NamedTuple):
    """What a prompt said of one belief, goal or gap; its words are found by its id."""

    id: str
    family: str
    held: bool | None = None
    leading: str | None = None
    """A hash of the leading category."""
    interval: tuple[float, float] | None = None


class Board(Protocol):
    """Where processes that serve the same agents tell each other what they have shown."""

    def post(self, glimpses: Sequence[Glimpse]) -> None:
        """Tell the others."""

    def news(self) -> list[Glimpse]:
        """What the others have told since the last time, the oldest first."""


Worded = Mapping[bytes, Claim]
"""Families and words by ids, as far as they are known."""


def glimpse(belief: Belief) -> Glimpse:
    """What a prompt says of a belief."""
    held = None if belief.confidence is None else belief.confidence >= 0.5
    leading = None if belief.leading is None else _hashed(belief.leading)
    numeric = belief.family == "numeric"
    return Glimpse(belief.id, belief.family, held, leading, belief.interval if numeric else None)


class Shown:
    """What was put into prompts lately: said back, it is an echo."""

    def __init__(self, board: Board | None = None) -> None:
        self._board = board
        self._beliefs: dict[str, tuple[Glimpse, str]] = {}  # the ones shown last at the end
        self._under: dict[tuple[str, str], dict[str, tuple[Glimpse, str]]] = {}
        self._notes: dict[str, None] = {}
        self._lock = threading.RLock()  # one thread may be shown what another thread is asked

    def remember(self, beliefs: Iterable[Belief], notes: Iterable[Claim]) -> None:
        """Note what a prompt contained, and forget what was shown long ago."""
        seen = [(glimpse(belief), belief.claim) for belief in beliefs]
        wanted = [Glimpse(claim_id(*note).hex(), note[0]) for note in notes]
        with self._lock:
            self._remember(seen, wanted)
        if self._board is not None and (seen or wanted):
            self._board.post([*(one for one, _ in seen), *wanted])

    def hear_of(self, words: Callable[[list[bytes]], Worded]) -> None:
        """Remember what prompts of other processes contained, as far as its words are there."""
        told = [] if self._board is None else self._board.news()
        if not told:
            return
        known = words([bytes.fromhex(one.id) for one in told if one.family not in NOTES])
        with self._lock:
            self._remember(
                (
                    (one, known[bytes.fromhex(one.id)][1])
                    for one in told
                    if bytes.fromhex(one.id) in known
                ),
                (one for one in told if one.family in NOTES),
            )

    def _remember(self, seen: Iterable[tuple[Glimpse, str]], notes: Iterable[Glimpse]) -> None:
        for one, words in seen:
            self._forget(one.id)
            self._beliefs[one.id] = one, words
            for handle in handles(words, one.family):
                self._under.setdefault((one.family, handle), {})[one.id] = one, words
        for note in notes:
            self._notes.pop(note.id, None)
            self._notes[note.id] = None
        while len(self._beliefs) > MOST_SHOWN:
            self._forget(next(iter(self._beliefs)))
        while len(self._notes) > MOST_SHOWN:
            del self._notes[next(iter(self._notes))]

    def _forget(self, name: str) -> None:
        if name in self._beliefs:
            one, words = self._beliefs.pop(name)
            for handle in handles(words, one.family):
                under = self._under[one.family, handle]
                del under[name]
                if not under:
                    del self._under[one.family, handle]

    def is_echo(self, heard: Heard) -> bool:
        """Whether something heard says no more than what was shown."""
        with self._lock:
            return self._is_echo(heard)

    def _is_echo(self, heard: Heard) -> bool:
        if heard.kind != "claim":
            words = clean(heard.text, f"a {heard.kind}")
            return claim_id(heard.kind, words).hex() in self._notes
        family = family_of(heard)
        for handle in handles(heard.text, family):
            for one, words in self._under.get((family, handle), {}).values():
                bond = compare(heard.text, words, family)
                if bond is not None and _agrees(heard, one, denies=bond.denies):
                    return True
        return False


def _hashed(category: str) -> str:
    # Nobody has looked yet whether what a reader heard can be stored.
    return sha256(category.encode(errors="surrogatepass")).hexdigest()


def family_of(heard: Heard) -> str:
    """The family of the belief that something heard is about."""
    if heard.value is not None:
        return "numeric"
    return "binary" if heard.choice is None else "categorical"


def _agrees(heard: Heard, shown: Glimpse, *, denies: bool) -> bool:
    if heard.choice is not None:
        return shown.leading == _hashed(heard.choice)
    if heard.value is not None:
        assert shown.interval is not None
        low, high = shown.interval
        return low <= heard.value <= high
    return (shown.held or False) == (heard.refutes == denies)


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
