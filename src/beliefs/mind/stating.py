"""Stating: everything that writes, except what is read from texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from beliefs.errors import InvalidInput, shown
from beliefs.ledger.entries import claim_id
from beliefs.ledger.statements import Statement, id_of, statement
from beliefs.ledger.text import clean
from beliefs.ledger.writing import Reply
from beliefs.mind.belief import Belief, Delta, Note
from beliefs.mind.client import Client, Said, named


class Stating(Client):
    """The ways to state, answer and correct."""

    def add(
        self,
        claim: Said | Iterable[Said] | None = None,
        *,
        confidence: float | None = None,
        choice: str | None = None,
        among: Sequence[str] = (),
        value: float | None = None,
        stdev: float | None = None,
        strength: float | None = None,
        refutes: bool = False,
        evidence_type: str = "inference",
        source: str | None = None,
        origin: str | None = None,
        agent: str | None = None,
        reliability: float | None = None,
        quote: str | None = None,
        reference: str | None = None,
        observed: datetime | None = None,
        pinned: bool = False,
        supersedes: str | Belief | None = None,
        depends_on: Sequence[str | Belief] = (),
        role: str | None = None,
        belief: str | Belief | None = None,
        idempotency_key: str | None = None,
    ) -> Delta:
        """State a claim, or many at once; without a confidence it is asserted.

        Many are words, mappings or `Statement`s, each with its own fields; the keywords here
        are for a single claim.
        """
        one = Statement(
            claim if isinstance(claim, str) else None,
            confidence, choice, among, value, stdev, strength, refutes, evidence_type,
            source, origin, agent, reliability, quote, reference, observed, pinned,
            None if supersedes is None else named(supersedes),
            _premises(depends_on),
            role,
            None,
            None if belief is None else named(belief),
        )  # fmt: skip
        if claim is None or isinstance(claim, str):
            said: tuple[Statement, ...] = (one,)
        else:
            if one != Statement():
                raise InvalidInput("many claims carry their own fields; pass them in each.")
            many = [claim] if isinstance(claim, Statement | Mapping) else claim
            if not isinstance(many, Iterable):
                raise InvalidInput(
                    f"a claim must be text, or a list of statements, not {shown(many)}."
                )
            said = tuple(statement(item) for item in many)
        return Delta(self._contribute(said, idempotency_key), said)

    def _contribute(self, said: tuple[Statement, ...], key: str | None) -> Reply:
        return self._ledger.contribute(self._scope, said, self.agent, key)

    def outcome(
        self,
        belief: str | Belief,
        truth: bool | str | float,
        *,
        observed: datetime | None = None,
        note: str | None = None,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Say what turned out to be true: no evidence, but those who spoke are graded."""
        claim = id_of(named(belief))
        reply = self._ledger.outcome(
            self._scope, claim, truth, self.agent, observed=observed, note=note, key=idempotency_key
        )
        return Delta(reply)

    def retract(
        self,
        belief: str | Belief,
        reason: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Hide a belief. It stays in `trace`, and new evidence brings it back afresh."""
        claim = id_of(named(belief))
        return Delta(self._ledger.retract(self._scope, claim, self.agent, reason, idempotency_key))

    def remove(
        self,
        belief: str | Belief,
        reason: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Take a belief out of the state; only `trace` still shows it."""
        claim = id_of(named(belief))
        return Delta(self._ledger.remove(self._scope, claim, self.agent, reason, idempotency_key))

    def reset(self) -> int:
        """Hide everything in the scope that is written to; returns how much that was."""
        return self._ledger.reset(self._scope, self.agent)

    def erase(self, belief: str | Belief) -> int:
        """Delete a belief and every copy of its words, for good; returns the entries deleted."""
        return self._ledger.erase(self._scope, id_of(named(belief)), self.agent)

    def relate(
        self,
        belief: str | Belief,
        relation: str,
        to: str | Belief,
        *,
        idempotency_key: str | None = None,
    ) -> Delta:
        """Say that a belief supports, contradicts, is derived_from or depends_on another."""
        one, other = id_of(named(belief)), id_of(named(to))
        return Delta(
            self._ledger.relate(self._scope, one, relation, other, self.agent, idempotency_key)
        )

    def goal(self, text: str, *, idempotency_key: str | None = None) -> Delta:
        """Write down what is wanted; it never moves a confidence."""
        return Delta(self._ledger.note(self._scope, "goal", text, self.agent, idempotency_key))

    def gap(self, text: str, *, idempotency_key: str | None = None) -> Delta:
        """Write down what is not known; it never moves a confidence."""
        return Delta(self._ledger.note(self._scope, "gap", text, self.agent, idempotency_key))

    def resolve(
        self, note: str | Note, reason: str | None = None, *, idempotency_key: str | None = None
    ) -> Delta:
        """Close a goal or a gap, given its id or its words."""
        claim = self._note_id(note.id if isinstance(note, Note) else note)
        return Delta(self._ledger.resolve(self._scope, claim, self.agent, reason, idempotency_key))

    def _note_id(self, note: str) -> bytes:
        try:
            return id_of(note)
        except InvalidInput:
            words = clean(note, "a note")
            claims = [claim_id(kind, words) for kind in ("gap", "goal")]
            with self._ledger.view(self._scope) as view:
                view.load(claims)
                known = view.figures(claims)
            said = [claim for claim in claims if claim in known]
            if not said:
                raise InvalidInput(
                    f"{shown(note)} is no id, and no gap or goal reads so; use one of gaps()."
                ) from None
            # An open one first; a closed one may be what a retry means.
            return min(said, key=lambda claim: known[claim].closed is not None)

    def link(self) -> int:
        """Compare all claims that were stated directly; returns how many links were made.

        Reading a text does this too, for up to a thousand claims at once.
        """
        from beliefs.mind.hearing import Words

        return self._ledger.link(self._scope, Words(), self.agent)

    def join(self, one: str | Belief, other: str | Belief, *, denies: bool = False) -> Delta:
        """Say that two beliefs are one, or that one denies the other; this survives."""
        claims = id_of(named(one)), id_of(named(other))
        return Delta(self._ledger.bind(self._scope, *claims, self.agent, denies=denies))

    def split(self, claim: str | Belief) -> Delta:
        """Say that a claim is none of those that it was linked with; this survives."""
        return Delta(self._ledger.part(self._scope, id_of(named(claim)), self.agent))


def _premises(depends_on: object) -> tuple[str, ...]:
    """The ids of the beliefs that a statement rests on."""
    if isinstance(depends_on, tuple) and not depends_on:
        return ()
    rest = (depends_on,) if isinstance(depends_on, str | Belief) else depends_on
    if not isinstance(rest, Iterable):
        raise InvalidInput(f"depends_on must be a list of beliefs, not {shown(rest)}.")
    return tuple(named(premise) for premise in rest)
