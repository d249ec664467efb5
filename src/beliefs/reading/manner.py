"""How something is said, apart from what is said: sureness, role, source, and kind of evidence."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.reading.heard import Heard, Role
from beliefs.reading.hedges import SURE


class Manner(NamedTuple):
    """What the frame around a clause says about it."""

    role: Role = "claim"
    confidence: float = SURE
    refutes: bool = False
    evidence_type: str = "inference"
    source: str | None = None

    def said(self, confidence: float) -> Manner:
        """With one more hedge; the least sure word counts, and a minus denies.

        >>> Manner(confidence=0.75).said(-0.8)
        Manner(role='claim', confidence=0.75, refutes=True, evidence_type='inference', source=None)
        """
        return self._replace(
            confidence=min(self.confidence, abs(confidence)),
            refutes=self.refutes ^ (confidence < 0),
        )

    def denied(self, *, refuted: bool = True) -> Manner:
        """The same about the opposite."""
        return self._replace(refutes=self.refutes ^ refuted)

    def typed(self, evidence_type: str) -> Manner:
        """With a kind of evidence; the outermost frame that names one is the one that counts."""
        if self.evidence_type != "inference":
            return self
        return self._replace(evidence_type=evidence_type)

    def claim(self, text: str, replaces: str | None = None) -> Heard:
        """A claim that is true or false, said in this manner."""
        return Heard(
            "claim",
            text,
            role=self.role,
            refutes=self.refutes,
            confidence=self.confidence if self.confidence < SURE else None,
            evidence_type=self.evidence_type,
            source=self.source,
            replaces=replaces,
        )
