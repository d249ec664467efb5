"""Tables: beliefs, histories, voices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from beliefs.cli.drawing.figures import (
    change,
    gauge,
    headline,
    remarks,
    share,
    short,
    when,
)
from beliefs.mind.wording import number, stated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from beliefs.ledger.writing import Change
    from beliefs.mind.belief import Belief, TraceEntry, Voice
    from beliefs.mind.trust import Trusted


def table(*columns: str, right: Iterable[str] = ()) -> Table:
    """An empty table in the house style."""
    made = Table(
        box=SIMPLE_HEAD, header_style="quiet", border_style="quiet", pad_edge=False, show_edge=False
    )
    for column in columns:
        made.add_column(
            column,
            justify="right" if column in right else "left",
            no_wrap=column not in _PROSE,
            overflow="fold",
        )
    return made


_PROSE = ("claim", "what", "why", "remarks")


def beliefs_table(beliefs: Sequence[Belief]) -> Table:
    """Beliefs, one a line."""
    made = table(
        "id", "claim", "belief", "0        …       1", "evidence", "remarks", right=["evidence"]
    )
    made.columns[3].header = Text("0".ljust(13) + "1", style="quiet")
    for belief in beliefs:
        made.add_row(
            short(belief.id),
            Text(belief.claim, style="" if belief.status == "active" else "quiet"),
            headline(belief),
            gauge(belief),
            number(belief.evidence),
            remarks(belief),
        )
    if not any(row for row in made.columns[5].cells):
        made.columns.pop()
    return made


def changes_table(changes: Sequence[Change]) -> Table:
    """What a write did."""
    made = table("id", "claim", "", "belief")
    for one in changes:
        made.add_row(
            short(one.belief_id), Text(one.claim), one.action, change(one.before, one.after)
        )
    made.show_header = False
    made.box = None
    return made


def trace_table(entries: Sequence[TraceEntry]) -> Table:
    """A belief's history."""
    made = table("recorded (UTC)", "", "by", "what", "why")
    for entry in entries:
        by = entry.agent if entry.source is None else f"{entry.agent} via {entry.source}"
        layer = "" if entry.layer == "space" else f" in {entry.layer}"
        late = "" if entry.observed >= entry.recorded else f", seen {when(entry.observed)}"
        made.add_row(
            Text(when(entry.recorded), style="quiet"),
            Text(entry.action, style=_ACTIONS.get(entry.action, "")),
            Text(by + layer),
            Text(stated(entry.details) + late),
            Text(entry.reason or "", style="quiet"),
        )
    if not any(entry.reason for entry in entries):
        made.columns.pop()
    return made


_ACTIONS = {
    "contribution": "good",
    "retraction": "warn",
    "supersession": "warn",
    "removal": "bad",
    "erasure": "bad",
    "outcome": "bold",
}


def voices_table(belief: Belief) -> Table:
    """Who said it, what the words weigh, and what that adds."""
    made = table("voice", "says", "weight", "fresh", "times", "adds", right=_VOICE_NUMBERS)
    for voice in sorted(belief.voices, key=lambda one: -_size(one, belief)):
        name = Text(voice.agent)
        if voice.source:
            name.append(f" via {voice.source}", "quiet")
        if voice.origin:
            name.append(f" from {voice.origin}", "quiet")
        made.add_row(
            name,
            _says(voice, belief),
            share(voice.weight),
            share(voice.freshness),
            f"{voice.contributions:,}",
            number(_size(voice, belief)),
        )
    return made


_VOICE_NUMBERS = ("weight", "fresh", "times", "adds")


def _size(voice: Voice, belief: Belief) -> float:
    """The evidence a voice adds; of a number, its precision alone."""
    return voice.amounts[0] if belief.family == "numeric" else sum(voice.amounts)


def _says(voice: Voice, belief: Belief) -> str:
    amounts = voice.amounts
    size = _size(voice, belief)
    if not size:
        return "nothing that counts"
    if belief.family == "numeric":
        return number(amounts[1] / size)
    if belief.family == "categorical":
        best = max(range(len(amounts)), key=amounts.__getitem__)
        return f"{voice.labels[best]} {share(amounts[best] / size)}"
    word, side = ("true", amounts[0]) if amounts[0] >= amounts[1] else ("false", amounts[1])
    return f"{word} {share(side / size)}"


def trust_table(voices: Sequence[Trusted]) -> Table:
    """Who is trusted how far, and why."""
    made = table("voice", "decided", "record", "words count", right=["words count"])
    for one in voices:
        decided = "–"
        if one.confidence is not None and one.strength is not None:
            lock = ", locked" if one.lock else ""
            decided = f"{share(one.confidence)} × {number(one.strength)}{lock}"
        record = f"{one.right} of {one.graded} right" if one.graded else "–"
        made.add_row(
            Text.assemble((f"{one.kind} ", "quiet"), one.name),
            decided,
            record,
            Text(f"× {share(one.factor)}", style="bold"),
        )
    return made
