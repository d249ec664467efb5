"""What tools answer: typed documents, each with the words for it.

A document is read off what the client returned, field by field; `told` says the same to a reader.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from beliefs.mind.prompt import plain
from beliefs.mind.wording import CONFLICT_FROM, share

SHORT_ID = 12
"""Digits of an id in texts; any unique beginning is understood."""


def _finite(number: Any) -> Any:
    """What is infinite is not known, so null: JSON has no word for it."""
    return number if not isinstance(number, float) or math.isfinite(number) else None


Finite = Annotated[float | None, BeforeValidator(_finite)]


class Answer(BaseModel):
    """A document with words for it."""

    model_config = ConfigDict(from_attributes=True, frozen=True, use_attribute_docstrings=True)

    @classmethod
    def of(cls, found: object) -> Self:
        """Read the document off something with the same names."""
        return cls.model_validate(found)

    def told(self) -> str:
        """Say it in words."""
        return ""


def lines(head: str, items: list[str]) -> str:
    r"""A heading and its items, a line each: no claim may look like a line of ours.

    >>> lines("Gaps:", ["why?\n- [0.99] The moon is cheese"])
    'Gaps:\n- why? - [0.99] The moon is cheese'
    """
    return "\n".join([head, *(f"- {one_line(item)}" for item in items)])


def one_line(text: str) -> str:
    """A text on one line, all of it."""
    return plain(text, max(len(text), 1))


def counted(number: int, noun: str, *, more: bool) -> str:
    """How many there are.

    >>> counted(1, "belief", more=False), counted(2, "belief", more=True)
    ('1 belief:', '2 beliefs, and there are more:')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}{', and there are more' if more else ''}:"


class Estimate(Answer):
    """A number and its standard error."""

    value: Finite
    spread: Finite


class BeliefAnswer(Answer):
    """A claim with everything that was said about it, added up."""

    id: str
    claim: str
    family: str
    """binary, categorical or numeric."""
    status: str
    """active, unsupported, retracted, superseded or reset."""
    confidence: float | None
    """The mean of the claim, or of its leading category, from 0 to 1; null for a number."""
    leading: str | None
    """The weightiest category of a categorical belief."""
    estimate: Estimate | None
    """For a number: a robust mean over the voices."""
    interval: tuple[Finite, Finite]
    """The central 95%; null where it is open."""
    evidence: Finite
    """How much evidence there is, after every weight; of a number, its precision."""
    contributions: int
    probability: float | None
    """What the record of its voices is worth as a bet; null until outcomes are known."""
    label: str | None
    """high, medium or low, once calibrated on outcomes."""
    conflict: float
    """How far the voices disagree, from 0 to 1."""
    fragility: Finite
    """What one more observation is expected to tell, in nats."""
    freshness: float
    """The weight left of its newest evidence."""
    stale: bool
    """Whether it should be checked again."""
    depends_on: tuple[str, ...]
    """The premises that it rests on."""
    fallen: tuple[str, ...]
    """Those premises that no longer stand."""
    superseded_by: str | None
    why: str | None
    """Why it is not active, or why some of its evidence does not count."""
    created: datetime
    observed: datetime | None

    def told(self) -> str:
        """One line: where it stands, the claim, its id."""
        told = f"[{', '.join(self._figures())}] {self.claim} #{self.id[:SHORT_ID]}"
        return f"{told} ({self.why})" if self.why else told

    def _figures(self) -> list[str]:
        if self.estimate is not None and self.estimate.value is not None:
            stands = f"{self.estimate.value:.4g} ± {self.estimate.spread or 0:.2g}"
        elif self.confidence is None:
            stands = "not known"
        else:
            stands = share(self.confidence)
            stands = stands if self.leading is None else f"{self.leading} {stands}"
        told = [stands] if self.family == "numeric" else [stands, f"evidence {self.evidence:.3g}"]
        if self.status != "active":
            told.append(self.status)
        if self.stale:
            told.append("stale")
        if self.conflict >= CONFLICT_FROM:
            told.append(f"conflict {share(self.conflict)}")
        return told


class VoiceAnswer(Answer):
    """One voice behind a belief, and what it adds after every weight."""

    agent: str
    source: str | None
    origin: str | None
    weight: float
    freshness: float
    amounts: tuple[Finite, ...]
    """What it adds: (for, against), or per category in `labels`, or (τ, τx, τx²)."""
    labels: tuple[str, ...]
    contributions: int
    observed: datetime


class OneBelief(Answer):
    """One belief, and who is behind it."""

    belief: BeliefAnswer
    voices: tuple[VoiceAnswer, ...]
    dependents: tuple[str, ...]
    """The ids of beliefs that have rested on this one."""

    def told(self) -> str:
        """The belief's line, and a line for each voice."""
        items = [
            f"{voice.agent}{f' from {voice.source}' if voice.source else ''}: "
            f"{voice.contributions} said, weight {voice.weight:.3g}"
            for voice in self.voices
        ]
        return lines(one_line(self.belief.told()), items)


class SomeBeliefs(Answer):
    """Beliefs, and whether there are more."""

    beliefs: tuple[BeliefAnswer, ...]
    more: bool
    """Whether there are more than the limit."""

    def told(self) -> str:
        """A line each."""
        if not self.beliefs:
            return "No belief fits."
        head = counted(len(self.beliefs), "belief", more=self.more)
        return lines(head, [one.told() for one in self.beliefs])


class ChangeAnswer(Answer):
    """What one call did to one belief, goal or gap."""

    action: str
    id: str = Field(validation_alias=AliasChoices("belief_id", "id"))
    claim: str
    before: Finite
    """Its confidence, or the mean of a number, before the call; null if it was not active."""
    after: Finite
    reason: str | None

    def told(self) -> str:
        """One line."""
        moved = ""
        if self.before != self.after and self.action != "resolved":  # a note has no confidence
            moved = f" ({_amount(self.before)} → {_amount(self.after)})"
        return f"{self.action}: {self.claim}{moved} #{self.id[:SHORT_ID]}"


def _amount(number: float | None) -> str:
    return "–" if number is None else f"{number:.4g}"


class Changes(Answer):
    """What a write changed."""

    replayed: bool
    """Whether this key had been used for the same call; then nothing was changed now."""
    changes: tuple[ChangeAnswer, ...]

    def told(self) -> str:
        """A line each."""
        if self.replayed:
            head = "This key was used before for the same call; nothing was changed now. It did:"
        else:
            head = "Changed:" if self.changes else "Nothing was changed."
        return lines(head, [one.told() for one in self.changes])


class NoteAnswer(Answer):
    """A goal or a gap."""

    id: str
    kind: str
    text: str
    status: str
    created: datetime


class Notes(Answer):
    """Goals or gaps, the oldest first."""

    notes: tuple[NoteAnswer, ...]
    more: bool
    """Whether there are more than the limit."""

    def told(self) -> str:
        """A line each."""
        if not self.notes:
            return "Nothing is open."
        head = counted(len(self.notes), f"open {self.notes[0].kind}", more=self.more)
        return lines(head, [f"{note.text} #{note.id[:SHORT_ID]}" for note in self.notes])


class TraceLine(Answer):
    """One line of a belief's history."""

    action: str
    recorded: datetime
    observed: datetime
    agent: str
    source: str | None
    layer: str
    reason: str | None
    details: dict[str, Any]


class Trace(Answer):
    """The history of a belief, the oldest first."""

    entries: tuple[TraceLine, ...]
    more: bool
    """Whether there is more, before these."""

    def told(self) -> str:
        """A line each."""
        head = "The latest of its history:" if self.more else "Its whole history:"
        items = [
            f"{one.recorded:%Y-%m-%d %H:%M:%S}Z {one.action} by {one.agent or 'nobody'}"
            f"{f' from {one.source}' if one.source else ''}"
            f"{f': {one.reason}' if one.reason else ''}"
            for one in self.entries
        ]
        return lines(head, items)


class ContradictionAnswer(Answer):
    """Something that cannot all be true."""

    beliefs: tuple[str, ...]
    """One id where voices disagree about one belief, two where two exclude each other."""
    claims: tuple[str, ...]
    severity: float
    """From 0 to 1."""
    observed: datetime


class Contradictions(Answer):
    """What cannot all be true, the worst first."""

    contradictions: tuple[ContradictionAnswer, ...]
    more: bool
    """Whether there are more than the limit."""

    def told(self) -> str:
        """A line each."""
        if not self.contradictions:
            return "Nothing contradicts itself or anything else."
        items = []
        for one in self.contradictions:
            ids = " ".join(f"#{name[:SHORT_ID]}" for name in one.beliefs)
            how = "voices disagree" if len(one.beliefs) == 1 else "exclude each other"
            items.append(f"[{share(one.severity)}, {how}] {' / '.join(one.claims)} {ids}")
        return lines("The worst first:", items)
