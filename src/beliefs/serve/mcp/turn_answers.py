"""What tools answer about turns and voices: clarity, moves, trust and calibration."""

from __future__ import annotations

from beliefs.mind.wording import share
from beliefs.serve.mcp.answers import (
    SHORT_ID,
    Answer,
    BeliefAnswer,
    Changes,
    Finite,
    NoteAnswer,
    lines,
)


class MoveAnswer(Answer):
    """One question worth asking."""

    id: str
    action: str
    target: str
    """The words of the belief or gap that it is about."""
    target_id: str
    reason: str
    value: Finite
    """What the answer is expected to tell, in nats."""
    executor: str
    """Who is likely to know."""
    question: str

    def told(self) -> str:
        """One line."""
        return f"{self.question} ({self.action}, {self.executor}) #{self.target_id[:SHORT_ID]}"


class Moves(Answer):
    """What to find out next, the most valuable first."""

    moves: tuple[MoveAnswer, ...]

    def told(self) -> str:
        """A line each."""
        if not self.moves:
            return "There is nothing to ask: no gap is open, and no belief is thin or disputed."
        return lines("The most valuable first:", [move.told() for move in self.moves])


class ChannelsAnswer(Answer):
    """The four parts of clarity, each from 0 to 1."""

    decision_resolution: float
    knowledge_certainty: float
    coherence: float
    coverage: float


class ContextAnswer(Answer):
    """What matters for a turn."""

    prompt: str
    """What is believed, wanted and not known, a line each with its id; empty if nothing is."""
    clarity: float
    """How clear the matter is, from 0 to 1."""
    channels: ChannelsAnswer
    readiness: str
    """Whether that is enough to act: low, medium or high."""
    moves: tuple[MoveAnswer, ...]
    """What to find out next, the most valuable first."""
    left_out: int
    """How many lines did not fit into the budget."""

    def told(self) -> str:
        """The prompt."""
        if self.prompt:
            return self.prompt
        if self.left_out:
            return f"{self.left_out} lines do not fit; raise the budget."
        return "Nothing is known about this yet."


class Unread(Answer):
    """A sentence that was not understood."""

    sentence: str
    why: str | None


class TurnAnswer(Changes):
    """What a text changed, and where that leaves things."""

    unknown: tuple[Unread, ...]
    """Sentences that were not understood, and so changed nothing."""
    echoes: tuple[str, ...]
    """Sentences that only repeat what `before` had shown, and so are no evidence."""
    clarity: float
    """How clear the matter is, from 0 to 1."""
    channels: ChannelsAnswer
    readiness: str
    """Whether that is enough to act: low, medium or high."""
    moves: tuple[MoveAnswer, ...]
    """What to find out next, the most valuable first."""

    def told(self) -> str:
        """What changed, what was not understood, and how clear things are."""
        told = [super().told()]
        if self.unknown:
            told.append(lines("Not understood:", [one.sentence for one in self.unknown]))
        if self.echoes:
            told.append(lines("Said before, so no evidence:", list(self.echoes)))
        told.append(f"Clarity {share(self.clarity)}, readiness {self.readiness}.")
        if self.moves:
            told.append(lines("To find out next:", [move.told() for move in self.moves]))
        return "\n".join(told)


class WorldAnswer(Answer):
    """What is believed, wanted and not known, and how clear that is."""

    beliefs: tuple[BeliefAnswer, ...]
    more: bool
    """Whether there are more beliefs; `list` and `search` find them."""
    goals: tuple[NoteAnswer, ...]
    gaps: tuple[NoteAnswer, ...]
    clarity: float
    channels: ChannelsAnswer
    readiness: str
    moves: tuple[MoveAnswer, ...]


class TrustAnswer(Answer):
    """A voice and the weight that its words carry."""

    kind: str
    """agent or source."""
    name: str
    confidence: float | None
    """How often it is right, as somebody decided; null where nobody did."""
    strength: float | None
    lock: bool
    right: int
    """How many outcomes it was right about, of those in `graded`."""
    graded: int
    factor: float
    """What its contributions are multiplied by."""
    learned: float | None
    """How often an agent is right, as learned from agreement."""

    def told(self) -> str:
        """One line."""
        decided = "" if self.confidence is None else f", decided {share(self.confidence)}"
        locked = ", locked" if self.lock else ""
        record = f", right {self.right} of {self.graded}" if self.graded else ""
        return f"{self.kind} {self.name}: factor {self.factor:.3g}{decided}{locked}{record}"


class Voices(Answer):
    """Every voice with a decision or a record."""

    voices: tuple[TrustAnswer, ...]

    def told(self) -> str:
        """A line each."""
        if not self.voices:
            return "Every voice is trusted alike: nobody decided anything, and nobody was graded."
        return lines("Voices:", [voice.told() for voice in self.voices])


class ScoresAnswer(Answer):
    """How far off probabilities are; 0 is best in each."""

    ece: float
    """Expected calibration error."""
    brier: float
    log_loss: float


class ReliabilityAnswer(Answer):
    """One kind of source: how its bets came true, before and after its map."""

    family: str
    sources: tuple[str | None, ...]
    outcomes: int
    map: str | None
    """beta or isotonic; null while there are too few outcomes."""
    before: ScoresAnswer
    after: ScoresAnswer | None


class CalibrationAnswer(Answer):
    """How far probabilities have come true, per kind of source."""

    outcomes: int
    """How many outcomes there was a bet on."""
    enough: int
    """How many outcomes of a kind it takes to fit a map."""
    labels: dict[str, float]
    """From which calibrated probability on a belief has each label."""
    kinds: tuple[ReliabilityAnswer, ...]

    def told(self) -> str:
        """A line for each kind."""
        head = f"{self.outcomes} outcomes with a bet; a kind is calibrated from {self.enough} on."
        items = []
        for kind in self.kinds:
            sources = ", ".join(source or "no source" for source in kind.sources) or "no source"
            corrected = "" if kind.after is None else f", calibrated {kind.after.ece:.3f}"
            items.append(
                f"{kind.family} from {sources}: {kind.outcomes} outcomes, "
                f"calibration error {kind.before.ece:.3f}{corrected}"
            )
        return lines(head, items)
