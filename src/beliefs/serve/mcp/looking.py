"""Tools that look: none of them changes anything."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from beliefs.mind.belief import Belief, Note
from beliefs.mind.beliefs import Beliefs
from beliefs.serve.mcp.answers import (
    BeliefAnswer,
    Contradictions,
    Notes,
    OneBelief,
    SomeBeliefs,
    Trace,
)
from beliefs.serve.mcp.arguments import Id, Limit, full_id
from beliefs.serve.mcp.tool import reads
from beliefs.serve.mcp.turn_answers import CalibrationAnswer, MoveAnswer, Moves, Voices

Family = Literal["binary", "categorical", "numeric"]
Status = Literal["active", "unsupported", "retracted", "superseded", "reset"]


def get(beliefs: Beliefs, belief: Id) -> OneBelief:
    """Read one belief: where it stands, who said what with which weight, and what rests on it.

    Also finds beliefs that are no longer active, and says why.
    """
    found = beliefs.get(full_id(beliefs, belief))
    resting = beliefs.dependents(found)
    return OneBelief.of({"belief": found, "voices": found.voices, "dependents": resting})


def list_beliefs(
    beliefs: Beliefs,
    limit: Limit = 50,
    *,
    stale: Annotated[bool, Field(description="Only those that should be checked again.")] = False,
    family: Annotated[Family | None, Field(description="Only of this kind.")] = None,
    status: Annotated[
        Status | None, Field(description="Only with this status; else active and unsupported.")
    ] = None,
) -> SomeBeliefs:
    """List beliefs in the order in which they were first recorded.

    To find those about something, use `search` or `before`.
    """
    found = beliefs.list(limit=limit + 1, stale=stale, family=family, status=status)
    return _some(found, limit)


def search(
    beliefs: Beliefs,
    query: Annotated[str, Field(description="Words that the claim should contain.")],
    limit: Limit = 20,
) -> SomeBeliefs:
    """Find active beliefs that share words with a query, the best first."""
    return _some(beliefs.search(query, limit=limit + 1), limit)


def _some(found: list[Belief], limit: int) -> SomeBeliefs:
    shown = [BeliefAnswer.of(one) for one in found[:limit]]
    return SomeBeliefs(beliefs=tuple(shown), more=len(found) > limit)


def trace(beliefs: Beliefs, belief: Id, limit: Limit = 50) -> Trace:
    """Tell the history of a belief: who said what when, and what was hidden or replaced and why.

    The latest part of it, the oldest line first; also of beliefs that were removed.
    """
    found = beliefs.trace(full_id(beliefs, belief), limit=limit + 1)
    return Trace.of({"entries": found[-limit:], "more": len(found) > limit})


def goals(beliefs: Beliefs, limit: Limit = 50) -> Notes:
    """List what is wanted: the open goals, the oldest first."""
    return _notes(beliefs.goals(limit=limit + 1), limit)


def gaps(beliefs: Beliefs, limit: Limit = 50) -> Notes:
    """List what is not known: the open gaps, the oldest first."""
    return _notes(beliefs.gaps(limit=limit + 1), limit)


def _notes(found: list[Note], limit: int) -> Notes:
    return Notes.of({"notes": found[:limit], "more": len(found) > limit})


def contradictions(
    beliefs: Beliefs,
    limit: Limit = 20,
    severity: Annotated[float, Field(ge=0, le=1, description="The least to show.")] = 0.0,
) -> Contradictions:
    """List what cannot all be true, the worst first.

    Beliefs whose voices disagree, and pairs that were said to contradict each other. Looks at
    every belief.
    """
    found = beliefs.contradictions(severity=severity, limit=limit + 1)
    return Contradictions.of({"contradictions": found[:limit], "more": len(found) > limit})


def moves(
    beliefs: Beliefs,
    about: Annotated[str, Field(description="What it should be about. Empty for everything.")] = "",
    limit: Limit = 5,
) -> Moves:
    """List what to find out next, the most valuable question first."""
    found = beliefs.moves.list(about, limit=limit)
    return Moves(moves=tuple(MoveAnswer.of(move) for move in found))


def trust_list(
    beliefs: Beliefs,
    kind: Annotated[
        Literal["agent", "source"] | None, Field(description="Only these voices.")
    ] = None,
) -> Voices:
    """List every voice with a decision or a record, and what its words are multiplied by."""
    return Voices.of({"voices": beliefs.trust.list(kind=kind)})


def calibration(beliefs: Beliefs) -> CalibrationAnswer:
    """Show whether probabilities came true as often as they said, per kind of source.

    Looks at every belief that has an outcome.
    """
    return CalibrationAnswer.of(beliefs.calibration())


LOOKS = (
    reads("get", "Read one belief", get),
    reads("list", "List beliefs", list_beliefs),
    reads("search", "Find beliefs", search),
    reads("trace", "A belief's history", trace),
    reads("goals", "What is wanted", goals),
    reads("gaps", "What is not known", gaps),
    reads("contradictions", "What cannot all be true", contradictions),
    reads("moves", "What to find out next", moves),
    reads("trust_list", "How far voices are trusted", trust_list),
    reads("calibration", "Do probabilities come true", calibration),
)
