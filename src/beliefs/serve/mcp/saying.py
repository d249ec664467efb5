"""Tools that state, answer and correct."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from beliefs.mind.beliefs import Beliefs
from beliefs.serve.mcp.answers import Changes
from beliefs.serve.mcp.arguments import (
    Agent,
    Among,
    Choice,
    Confidence,
    EvidenceType,
    Id,
    Ids,
    Key,
    Moment,
    Origin,
    Quote,
    Reference,
    Reliability,
    Source,
    Stdev,
    Strength,
    Unit,
    Value,
    full_id,
    full_ids,
)
from beliefs.serve.mcp.tool import writes
from beliefs.serve.mcp.turn_answers import TrustAnswer

Claim = Annotated[str, Field(description="One claim in one sentence, without hedges.")]
Reason = Annotated[str | None, Field(description="Why; it is kept in the history.")]


def add(
    beliefs: Beliefs,
    claim: Claim,
    *,
    confidence: Confidence = None,
    strength: Strength = None,
    refutes: Annotated[bool, Field(description="The evidence speaks against the claim.")] = False,
    choice: Choice = None,
    among: Among = None,
    value: Value = None,
    stdev: Stdev = None,
    evidence_type: EvidenceType = None,
    source: Source = None,
    origin: Origin = None,
    agent: Agent = None,
    reliability: Reliability = None,
    quote: Quote = None,
    reference: Reference = None,
    observed: Moment | None = None,
    depends_on: Ids = None,
    role: Annotated[
        Literal["assumption", "risk", "decision", "insight"] | None,
        Field(description="What kind of claim it is, if it is one of these."),
    ] = None,
    idempotency_key: Key = None,
) -> Changes:
    """State one claim directly, with numbers of your own.

    Adds evidence to the belief with these words, or creates it. A claim is true or false unless
    you give `choice` (one of several answers) or `value` (a number). Said twice without an
    origin or a key it counts twice.
    """
    given = {
        "confidence": confidence, "strength": strength, "refutes": refutes, "choice": choice,
        "among": among, "value": value, "stdev": stdev, "evidence_type": evidence_type,
        "source": source, "origin": origin, "agent": agent, "reliability": reliability,
        "quote": quote, "reference": reference, "observed": observed, "role": role,
        "depends_on": full_ids(beliefs, depends_on),
    }  # fmt: skip
    return Changes.of(beliefs.add(claim, **_said(given), idempotency_key=idempotency_key))


def supersede(
    beliefs: Beliefs,
    belief: Id,
    claim: Claim,
    *,
    confidence: Confidence = None,
    strength: Strength = None,
    choice: Choice = None,
    value: Value = None,
    stdev: Stdev = None,
    source: Source = None,
    idempotency_key: Key = None,
) -> Changes:
    """Put a new claim in the place of a belief that the world has moved past.

    Adds the claim and hides the old belief, which stays in the history. Use it when things
    changed; when the old belief was never true, use `add` with `refutes`.
    """
    given = {
        "confidence": confidence, "strength": strength, "choice": choice, "value": value,
        "stdev": stdev, "source": source, "supersedes": full_id(beliefs, belief),
    }  # fmt: skip
    return Changes.of(beliefs.add(claim, **_said(given), idempotency_key=idempotency_key))


def _said(given: dict[str, Any]) -> dict[str, Any]:
    """What was said; what was not keeps the client's own default."""
    return {name: value for name, value in given.items() if value is not None}


def outcome(
    beliefs: Beliefs,
    belief: Id,
    truth: Annotated[
        bool | float | str,
        Field(
            description="true or false for a claim, the category for a choice, the number for a "
            "number."
        ),
    ],
    *,
    observed: Moment | None = None,
    note: Annotated[str | None, Field(description="How that is known.")] = None,
    idempotency_key: Key = None,
) -> Changes:
    """Say what turned out to be true, once the world has answered.

    Adds no evidence. Those who spoke about the belief are graded by it, so it changes how much
    their words weigh, here and everywhere else.
    """
    return Changes.of(
        beliefs.outcome(
            full_id(beliefs, belief),
            truth,
            observed=observed,
            note=note,
            idempotency_key=idempotency_key,
        )
    )


def note(
    beliefs: Beliefs,
    kind: Annotated[
        Literal["goal", "gap"],
        Field(description="goal: something that is wanted. gap: something that is not known."),
    ],
    text: Annotated[str, Field(description="The goal, or the open question, in words.")],
    *,
    idempotency_key: Key = None,
) -> Changes:
    """Write down a goal, or a gap in what is known.

    Opens it until `resolve` closes it. It never moves a confidence.
    """
    write = beliefs.goal if kind == "goal" else beliefs.gap
    return Changes.of(write(text, idempotency_key=idempotency_key))


def resolve(
    beliefs: Beliefs,
    note: Annotated[str, Field(description="The id of a goal or gap, or exactly its words.")],
    *,
    reason: Reason = None,
    idempotency_key: Key = None,
) -> Changes:
    """Close a goal that is reached or a gap that is answered.

    It is no longer open; its history stays. What answered a gap is said with `after` or `add`.
    """
    meant = _note_id(beliefs, note)
    return Changes.of(beliefs.resolve(meant, reason, idempotency_key=idempotency_key))


def _note_id(beliefs: Beliefs, typed: str) -> str:
    """The open goal or gap whose id begins as typed; anything else is taken for words."""
    digits = typed.removeprefix("#").lower()
    if len(digits) < 4 or digits.strip("0123456789abcdef"):
        return typed
    notes = (*beliefs.gaps(), *beliefs.goals())
    fits = [one.id for one in notes if one.id.startswith(digits)]
    return fits[0] if len(fits) == 1 else typed


def relate(
    beliefs: Beliefs,
    belief: Id,
    relation: Literal["supports", "contradicts", "derived_from", "depends_on"],
    to: Id,
    *,
    idempotency_key: Key = None,
) -> Changes:
    """Say how one belief stands to another.

    Records the relation; a contradiction shows in `contradictions` and lowers clarity.
    """
    return Changes.of(
        beliefs.relate(
            full_id(beliefs, belief),
            relation,
            full_id(beliefs, to),
            idempotency_key=idempotency_key,
        )
    )


def retract(
    beliefs: Beliefs, belief: Id, *, reason: Reason = None, idempotency_key: Key = None
) -> Changes:
    """Hide a belief that should never have been written.

    What rests on it loses that ground. Its history stays, and new evidence brings it back
    afresh. When a claim is merely wrong, use `add` with `refutes`; when it was true once, use
    `supersede`.
    """
    found = full_id(beliefs, belief)
    return Changes.of(beliefs.retract(found, reason, idempotency_key=idempotency_key))


def trust_set(
    beliefs: Beliefs,
    confidence: Annotated[Unit, Field(description="How often the voice is right, 0 to 1.")],
    *,
    agent: Annotated[str | None, Field(description="The agent that is meant.")] = None,
    source: Annotated[str | None, Field(description="Or the source that is meant.")] = None,
    strength: Annotated[float, Field(gt=0, description="How firm the decision is.")] = 10.0,
    lock: Annotated[bool, Field(description="Whether outcomes leave it as it is.")] = False,
) -> TrustAnswer:
    """Decide how far to trust an agent or a source.

    Replaces the decision before, and changes the weight of everything that this voice ever
    said, on the next read. Name either an agent or a source.
    """
    return TrustAnswer.of(
        beliefs.trust.set(
            agent=agent, source=source, confidence=confidence, strength=strength, lock=lock
        )
    )


STATEMENTS = (
    writes("add", "State a claim", add),
    writes("supersede", "Replace a belief that is out of date", supersede, destructive=True),
    writes("outcome", "Say what turned out to be true", outcome),
    writes("note", "Write down a goal or a gap", note),
    writes("resolve", "Close a goal or a gap", resolve, idempotent=True),
    writes("relate", "Relate two beliefs", relate),
    writes("retract", "Hide a belief", retract, destructive=True, idempotent=True),
    writes("trust_set", "Decide about a voice", trust_set, destructive=True, idempotent=True),
)
