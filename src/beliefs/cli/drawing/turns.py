"""A turn for people: how clear things are, what was not read, what to ask next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from beliefs.cli.drawing.figures import share, short, when
from beliefs.cli.drawing.tables import table
from beliefs.mind.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from beliefs.mind.belief import Note
    from beliefs.mind.clarity import Clarity
    from beliefs.mind.contradictions import Contradiction
    from beliefs.mind.moves import Move
    from beliefs.mind.tools import ToolPrior
    from beliefs.reading.heard import Reading

CHANNELS = ("decision", "knowledge", "coherence", "coverage")
_READY = {"low": "bad", "medium": "warn", "high": "good"}


def clarity_line(clarity: Clarity) -> Text:
    """How clear things are, and in which respect."""
    parts = zip(CHANNELS, clarity.channels, strict=True)
    channels = ", ".join(f"{name} {share(part)}" for name, part in parts)
    return Text.assemble(
        ("clarity ", "quiet"),
        (share(clarity.value), "bold"),
        ", readiness ",
        (clarity.readiness, _READY[clarity.readiness]),
        (f"  {channels}", "quiet"),
    )


def unread_lines(unknown: Sequence[Reading], echoes: Sequence[str]) -> Iterator[Text]:
    """The sentences that brought no evidence, and why."""
    for reading in unknown:
        yield Text.assemble(
            ("? ", "warn"), reading.sentence, (f"  not understood: {reading.why}", "quiet")
        )
    for sentence in echoes:
        yield Text.assemble(("↺ ", "warn"), sentence, ("  shown before, so no evidence", "quiet"))


def moves_lines(moves: Sequence[Move]) -> Iterator[Text]:
    """The next questions, a line each."""
    for move in moves:
        yield Text.assemble(
            ("→ ", "good"),
            move.question,
            (f"  {move.action}, {move.executor}, {number(move.value)} nats", "quiet"),
        )


def moves_table(moves: Sequence[Move]) -> Table:
    """Questions worth asking, the most valuable first."""
    made = table("id", "nats", "for", "what", right=["nats"])
    for move in moves:
        why = f"\n{move.action}: {move.reason}"
        what = Text.assemble(move.question, (why, "quiet"))
        made.add_row(short(move.id), f"{move.value:.2f}", move.executor, what)
    return made


def notes_table(notes: Sequence[Note]) -> Table:
    """Goals or gaps, oldest first."""
    made = table("id", "since (UTC)", "what")
    for note in notes:
        made.add_row(short(note.id), Text(when(note.created), style="quiet"), Text(note.text))
    return made


def contradictions_table(found: Sequence[Contradiction]) -> Table:
    """What cannot all be true, the worst first."""
    made = table("severity", "id", "what", right=["severity"])
    for one in found:
        ids = Text(" ").join(short(belief) for belief in one.beliefs)
        what = one.claims[0] if len(one.claims) == 1 else " against ".join(one.claims)
        about = "its voices disagree" if len(one.claims) == 1 else "cannot both hold"
        made.add_row(share(one.severity), ids, Text.assemble(what, (f"  {about}", "quiet")))
    return made


def priors_table(priors: Sequence[ToolPrior]) -> Table:
    """How often tools succeed."""
    made = table("tool", "context", "succeeds", "95% within", "outcomes", "known", right=_NUMBERS)
    for prior in priors:
        low, high = prior.interval
        made.add_row(
            Text(prior.tool), Text(prior.context or "–"), share(prior.rate),
            f"{share(low)} to {share(high)}", number(prior.evidence), prior.confidence,
        )  # fmt: skip
    return made


_NUMBERS = ("succeeds", "outcomes")
