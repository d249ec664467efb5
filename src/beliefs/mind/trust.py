"""Trust: what somebody decided about a voice, and what its record says."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.kernel.evidence import checked, checked_strength
from beliefs.kernel.trust import Override
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.scopes import Scope
from beliefs.ledger.text import clean_name

_SPACE = Scope("space", ("space",))


class Trusted(NamedTuple):
    """A voice and the weight its words carry."""

    kind: str
    """agent or source."""
    name: str
    confidence: float | None
    """The stated mean, or None where nobody decided."""
    strength: float | None
    lock: bool
    right: int
    graded: int
    factor: float
    """What its contributions are multiplied by."""


class Trust:
    """Overrides of a namespace: `b.trust.set(agent="scout", confidence=0.1, strength=50)`."""

    def __init__(self, ledger: Ledger, agent: str) -> None:
        self._ledger = ledger
        self._agent = agent

    def set(
        self,
        *,
        agent: str | None = None,
        source: str | None = None,
        confidence: float,
        strength: float = 10.0,
        lock: bool = False,
    ) -> Trusted:
        """Decide how far to trust a voice; unlocked, outcomes keep refining it."""
        kind, name = _target(agent, source)
        override = Override(
            checked("confidence", confidence, 0.0, 1.0), checked_strength(strength), lock
        )
        if not isinstance(lock, bool):
            raise InvalidInput(f"lock must be True or False, not {shown(lock)}.")
        self._ledger.set_trust(kind, name, override, self._agent)
        return self.look(agent=agent, source=source)

    def get(self, *, agent: str | None = None, source: str | None = None) -> Trusted | None:
        """Return the decision about a voice, or None if there is none."""
        trusted = self.look(agent=agent, source=source)
        return None if trusted.confidence is None else trusted

    def look(self, *, agent: str | None = None, source: str | None = None) -> Trusted:
        """Return what holds for a voice, decided or earned."""
        kind, name = _target(agent, source)
        with self._ledger.view(_SPACE) as view:
            override = view.override(kind, name)
            right, graded = view.record(kind, name)
            factor = view.factor(kind, name)
        confidence, strength, lock = override or (None, None, False)
        return Trusted(kind, name, confidence, strength, lock, right, graded, factor)

    def list(self, *, kind: str | None = None) -> list[Trusted]:
        """Return every voice with a decision or a record, in order of kind and name."""
        if kind not in (None, "agent", "source"):
            raise InvalidInput(f"kind must be agent or source, not {shown(kind)}.")
        with self._ledger.view(_SPACE) as view:
            keys = [key for key, _ in view.rows.under(b"a" + (kind or "").encode())]
        targets = [key[1:].decode().split("\0", 1) for key in keys]
        found = [self.look(**{kind_: name}) for kind_, name in targets]
        return [one for one in found if one.confidence is not None or one.graded]

    def unset(self, *, agent: str | None = None, source: str | None = None) -> None:
        """Take a decision back."""
        kind, name = _target(agent, source)
        self._ledger.set_trust(kind, name, None, self._agent)


def _target(agent: str | None, source: str | None) -> tuple[str, str]:
    if (agent is None) == (source is None):
        raise InvalidInput("name one voice: agent=... or source=...")
    kind, name = ("agent", agent) if agent is not None else ("source", source)
    return kind, clean_name(name, kind)
