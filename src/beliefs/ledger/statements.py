"""Statements: what a caller says, checked and turned into what the ledger keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from beliefs.errors import InvalidEvidence, InvalidInput, shown
from beliefs.kernel import evidence as kernel
from beliefs.kernel.evidence import Evidence
from beliefs.ledger.entries import Body, canonical, claim_id
from beliefs.ledger.fold import ROLES, Claim, evidence_of
from beliefs.ledger.subtotals import Voice, voice_key
from beliefs.ledger.text import clean, clean_name, moment_of

DEFAULT_TYPE = "inference"
_ID_LENGTH = 32
_MOST_PREMISES = 64


class Statement(NamedTuple):
    """One thing that is said: a claim, the evidence in it, and where it comes from.

    >>> Statement("The cache is warm", confidence=0.8, strength=5).claim
    'The cache is warm'
    """

    claim: str | None = None
    confidence: float | None = None
    choice: str | None = None
    among: Sequence[str] = ()
    value: float | None = None
    stdev: float | None = None
    strength: float | None = None
    refutes: bool = False
    evidence_type: str = DEFAULT_TYPE
    source: str | None = None
    origin: str | None = None
    agent: str | None = None
    reliability: float | None = None
    quote: str | None = None
    reference: str | None = None
    observed: datetime | None = None
    pinned: bool = False
    supersedes: str | None = None
    depends_on: Sequence[str] = ()
    role: str | None = None
    """What the claim is: an assumption, a risk, a decision or an insight; None for just a claim."""
    reader: str | None = None
    """Which reader found it in a text, where that was not the rules; and why, where it was."""
    belief: str | None = None
    """The id of a belief that exists, instead of the words of a claim."""


def statement(said: str | Statement | Mapping[str, Any]) -> Statement:
    """Read what a caller may pass: words, a statement, or a mapping with its fields."""
    if isinstance(said, Statement):
        return said
    if isinstance(said, str):
        return Statement(said)
    if isinstance(said, Mapping):
        try:
            return Statement(**said)
        except TypeError:
            unknown = [field for field in said if field not in Statement._fields]
            raise InvalidInput(
                f"{shown(unknown[0])} is no field of a statement; use those that add() takes."
            ) from None
    raise InvalidInput(f"a statement is text, a mapping or a Statement, not {shown(said)}.")


class Manner(NamedTuple):
    """Everything about a statement but its claim: many statements share one."""

    body: Body
    """The entry with no claim in it; never changed, since it is shared."""
    evidence: Evidence
    supersedes: bytes | None
    premises: tuple[bytes, ...]
    opening: str
    """The canonical body up to the claim,"""
    ending: str
    """and from there on."""
    voice: bytes
    """The key of the voice that speaks, where nothing fades, was closed or is rested on."""

    @property
    def stands_alone(self) -> bool:
        """Whether it says nothing of any other claim, nor what kind of claim it is."""
        return self.supersedes is None and not self.premises and "role" not in self.body


class Draft(NamedTuple):
    """A statement that has passed every check that needs no ledger."""

    claim: bytes
    known: Claim | None
    """Family and words; None if the claim was addressed by id."""
    manner: Manner

    @property
    def body(self) -> Body:
        """The entry as it stands before it has seen the ledger."""
        return {**self.manner.body, "claim": self.claim.hex()}


def draft(said: Statement, layer: str, agent: str) -> Draft | None:
    """Check a statement and prepare its entry; empty words are nothing at all."""
    words = clean(said.claim, "a claim") if said.claim is not None else ""
    if said.belief is None and not words:
        if said.claim is None:
            raise InvalidInput("a statement needs a claim, or belief= with the id of one.")
        return None
    if said.belief is not None and words:
        raise InvalidInput("give a claim or belief=, not both.")
    manner = _manner_of(said, layer, agent)
    if said.belief is not None:
        return Draft(id_of(said.belief), None, manner)
    family = manner.evidence.family
    return Draft(claim_id(family, words), (family, words), manner)


def _manner_of(said: Statement, layer: str, agent: str) -> Manner:
    if said.quote is None and said.reference is None and said.observed is None:
        try:
            return _usual_manner(layer, agent, *said[1:-1])
        except TypeError:  # a list among the fields, which cannot be looked up
            pass
    return _manner(layer, agent, *said[1:-1])


def _manner(layer: str, agent: str, *fields: Any) -> Manner:
    said = Statement(None, *fields)
    for name, flag in (("refutes", said.refutes), ("pinned", said.pinned)):
        if not isinstance(flag, bool):
            raise InvalidInput(f"{name} must be True or False, not {shown(flag)}.")
    body: Body = {"kind": "contribution", "layer": layer, "claim": ""}
    body["agent"] = agent if said.agent is None else clean_name(said.agent, "agent")
    _state_evidence(body, said)
    _state_provenance(body, said)
    # Inside a string every quotation mark is escaped, so this is the claim's own place.
    opening, _, ending = canonical(body).partition('"claim":""')
    return Manner(
        body,
        evidence_of(body),
        None if said.supersedes is None else id_of(said.supersedes),
        ids_of(said.depends_on),
        f'{opening}"claim":"',
        f'"{ending}',
        voice_key(Voice(body["agent"], body.get("source", ""), body.get("origin", ""))),
    )


# One voice speaks in the same manner again and again. Typed: True is no confidence, 1.0 is.
_usual_manner = lru_cache(maxsize=1024, typed=True)(_manner)


def _state_evidence(body: Body, said: Statement) -> None:
    if [said.confidence, said.choice, said.value].count(None) < 2:
        raise InvalidEvidence("give one of confidence, choice or value: each is another family.")
    usual = kernel.default_strength(said.evidence_type)
    if said.value is not None:
        _state_number(body, said)
        return
    if said.stdev is not None:
        raise InvalidEvidence("stdev= goes with value=; a claim or a choice takes strength=.")
    body["strength"] = kernel.checked_strength(usual if said.strength is None else said.strength)
    if said.choice is not None:
        if said.refutes:
            raise InvalidEvidence(
                "only a true-or-false claim can be refuted; choose another category."
            )
        body["choice"] = clean_name(said.choice, "choice")
        if isinstance(said.among, str) or not isinstance(said.among, Iterable):
            raise InvalidEvidence(f"among must be a list of names, not {shown(said.among)}.")
        if said.among:
            names = {clean_name(name, "a category") for name in said.among}
            body["among"] = sorted(names, key=str.encode)
    elif said.among:
        raise InvalidEvidence("among= goes with choice=.")
    else:
        confidence = 1.0 if said.confidence is None else said.confidence
        body["confidence"] = kernel.checked("confidence", confidence, 0.0, 1.0)
        if said.refutes:
            body["refutes"] = True
    if said.reliability is not None:
        body["reliability"] = kernel.checked("reliability", said.reliability, 0.0, 1.0)


def _state_number(body: Body, said: Statement) -> None:
    if said.stdev is None:
        raise InvalidEvidence("value= needs stdev=: how far off the number may typically be.")
    for name in ("strength", "reliability"):
        if getattr(said, name) is not None:
            raise InvalidEvidence(f"a number takes stdev=, not {name}=: the spread says it all.")
    if said.refutes or said.among:
        raise InvalidEvidence("a number can neither be refuted nor have categories; state another.")
    # Validated where the vector is made; floats here so that 130 and 130.0 are the same bytes.
    limit = kernel.MOST_VALUE
    body["value"] = kernel.checked("value", said.value, -limit, limit)
    body["stdev"] = kernel.checked("stdev", said.stdev, 2.0**-32, 2.0**32)


def _state_provenance(body: Body, said: Statement) -> None:
    if said.evidence_type != DEFAULT_TYPE:
        body["type"] = said.evidence_type
    if said.source is not None:
        body["source"] = clean_name(said.source, "source")
    if said.origin is not None:
        body["origin"] = clean_name(said.origin, "origin")
    if said.quote is not None:
        body["quote"] = clean(said.quote, "quote")
    if said.reference is not None:
        body["reference"] = clean(said.reference, "reference")
    if said.observed is not None:
        body["observed"] = moment_of(said.observed, "observed")
    if said.pinned:
        body["pinned"] = True
    if said.reader is not None:
        body["reader"] = clean_name(said.reader, "reader")
    if said.role is not None:
        if said.role not in ROLES:
            raise InvalidInput(f"role must be one of {', '.join(ROLES)}, not {shown(said.role)}.")
        body["role"] = said.role


def id_of(belief: object) -> bytes:
    """Read a belief's id.

    >>> id_of("00" * 16) == bytes(16)
    True
    """
    if isinstance(belief, str) and len(belief) == _ID_LENGTH and belief.isalnum():
        try:
            return bytes.fromhex(belief)
        except ValueError:
            pass
    raise InvalidInput(
        f"{shown(belief)} is no id; use the {_ID_LENGTH} hex digits of a belief's id."
    )


def ids_of(beliefs: Iterable[str]) -> tuple[bytes, ...]:
    """Read several ids, each once, in order of their bytes."""
    if not beliefs:
        return ()
    if isinstance(beliefs, str):
        return (id_of(beliefs),)
    if not isinstance(beliefs, Iterable):
        raise InvalidInput(f"depends_on must be a list of ids, not {shown(beliefs)}.")
    found = tuple(sorted({id_of(belief) for belief in beliefs}))
    if len(found) > _MOST_PREMISES:
        raise InvalidInput(f"a statement may rest on {_MOST_PREMISES} premises at most.")
    return found
