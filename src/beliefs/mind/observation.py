"""An observation: a text with everything that is known about where it comes from."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from beliefs.kernel.evidence import checked, default_strength
from beliefs.ledger.entries import short_hash
from beliefs.ledger.text import clean, clean_name, moment_of


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

    def checked(self) -> Observation:
        """Return it as it is kept, or say what is wrong with it, whatever the text says.

        >>> Observation(" The cache is warm. ", tool="probe ").checked()[:3]
        ('The cache is warm.', None, 'probe')
        """
        if self.evidence_type is not None:
            default_strength(self.evidence_type)
        if self.observed is not None:
            moment_of(self.observed, "observed")
        reliability, reference = self.reliability, self.reference
        if reliability is not None:
            reliability = checked("reliability", reliability, 0.0, 1.0)
        if reference is not None:
            reference = clean(reference, "reference")
        named = {
            what: clean_name(name, what)
            for what in ("agent", "tool", "source", "origin")
            if (name := getattr(self, what)) is not None
        }
        text = clean(self.text, "a text")
        checked_one = self._replace(text=text, reliability=reliability, reference=reference)
        return Observation(**{**checked_one._asdict(), **named})

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
