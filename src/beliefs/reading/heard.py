"""What a reader makes of a text: one `Reading` a sentence, and nothing dropped.

text ──sentences──► Reading(sentence, heard=(Heard, …))     understood
                    Reading(sentence, heard=(), why="…")    listed as not understood
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol, runtime_checkable

Kind = Literal["claim", "goal", "gap"]
Role = Literal["claim", "assumption", "risk", "decision", "insight"]


class Heard(NamedTuple):
    """One thing that a sentence says."""

    kind: Kind
    text: str
    """The claim in its positive form, without hedge, attribution and number; or the goal or gap."""
    role: Role = "claim"
    refutes: bool = False
    """Whether the sentence denies it."""
    confidence: float | None = None
    """How sure the words are, for a claim that is true or false; None asserts it."""
    choice: str | None = None
    among: tuple[str, ...] = ()
    value: float | None = None
    stdev: float | None = None
    """How far off the number may typically be; the unit is part of the text."""
    evidence_type: str = "inference"
    source: str | None = None
    """Whom the sentence names as its source."""
    replaces: str | None = None
    """The claim that, as the sentence says, no longer holds."""


class Reading(NamedTuple):
    """One sentence of a text, and what was understood of it."""

    sentence: str
    heard: tuple[Heard, ...] = ()
    why: str | None = None
    """Why nothing of it, or not all of it, was understood, if so."""


class Listened(NamedTuple):
    """What was made of a text, by whom, and at what cost."""

    readings: list[Reading]
    by: list[str]
    """The name of the reader of each reading: the one asked, or its fallback."""
    reason: str | None
    """Why the fallback read some of them, if it did."""
    input_tokens: int
    output_tokens: int


class Reader(Protocol):
    """Anything that turns a text into readings."""

    @property
    def name(self) -> str:
        """Which reader this is, as it is recorded beside what it read."""

    def read(self, text: str) -> list[Reading]:
        """Read a text, sentence by sentence."""


@runtime_checkable
class Listener(Reader, Protocol):
    """A reader that can fail, and says who read what in its place."""

    def listen(self, text: str) -> Listened:
        """Read a text, and say who read what."""
