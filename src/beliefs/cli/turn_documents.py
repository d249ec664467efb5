"""What programs read of a turn: clarity, moves, notes and contradictions as plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.cli.documents import Document, belief_document, delta_document, finite, iso

if TYPE_CHECKING:
    from beliefs.mind.belief import Note
    from beliefs.mind.contradictions import Contradiction
    from beliefs.mind.moves import Move
    from beliefs.mind.tools import ToolPrior
    from beliefs.mind.turns import Context, TurnDelta


def turn_document(delta: TurnDelta) -> Document:
    """What a text changed, and where that leaves things."""
    return {
        **delta_document(delta),
        "unknown": [{"sentence": one.sentence, "why": one.why} for one in delta.unknown],
        "echoes": list(delta.echoes),
        "fallback": delta.fallback,
        "clarity": delta.clarity,
        "channels": delta.channels._asdict(),
        "readiness": delta.readiness,
        "moves": [move_document(move) for move in delta.moves],
    }


def context_document(context: Context) -> Document:
    """What matters for a turn."""
    return {
        "prompt": context.prompt,
        "beliefs": [belief_document(belief) for belief in context.beliefs],
        "goals": [note_document(goal) for goal in context.goals],
        "gaps": [note_document(gap) for gap in context.gaps],
        "contradictions": [list(pair) for pair in context.contradictions],
        "clarity": context.clarity,
        "channels": context.channels._asdict(),
        "readiness": context.readiness,
        "moves": [move_document(move) for move in context.moves],
        "left_out": context.left_out,
    }


def move_document(move: Move) -> Document:
    """One question worth asking."""
    return {**move._asdict(), "value": finite(move.value)}


def note_document(note: Note) -> Document:
    """One goal or gap."""
    return {
        "id": note.id,
        "kind": note.kind,
        "text": note.text,
        "status": note.status,
        "created": iso(note.created),
    }


def contradiction_document(found: Contradiction) -> Document:
    """Something that cannot all be true."""
    return {
        "beliefs": list(found.beliefs),
        "claims": list(found.claims),
        "severity": found.severity,
    }


def prior_document(prior: ToolPrior) -> Document:
    """How one tool does."""
    return {**prior._asdict(), "interval": list(prior.interval)}
