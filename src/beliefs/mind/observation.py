"""An observation: a text with everything that is known about where it comes from."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from beliefs.ledger.entries import short_hash


class Observation(NamedTuple):
    """A text to be read, and its provenance.

    >>> Observation("The cache is warm.", tool="probe").origin_of("agent") == Observation(
    ...     "The cache is warm.", tool="probe"
    ... ).origin_of("another agent")
    True
    """

    text: str
    agent: str | None = None
    """Who says it, if not the client's own agent."""
    tool: str | None = None
    """The tool whose output it is."""
    source: str | None = None
    """The kind of source; a tool is its own kind."""
    origin: str | None = None
    """Where it comes from at first: texts of one origin are one report."""
    reliability: float | None = None
    evidence_type: str | None = None
    """The kind of evidence, if the words themselves do not say."""
    observed: datetime | None = None
    reference: str | None = None

    @property
    def is_own(self) -> bool:
        """Whether these are an agent's own words, which may echo what it was shown."""
        return self.tool is None and self.source is None

    def origin_of(self, agent: str) -> str:
        """What makes two texts one report: said again, words add nothing."""
        if self.origin is not None:
            return self.origin
        if self.is_own:
            return f"agent {agent}"
        return f"{self.tool or self.source} {short_hash(self.text).hex()}"
