"""The scene: the ledger in which a story happens, and what its chapters share."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from beliefs.mind.beliefs import Beliefs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from beliefs.ledger.statements import Statement
    from beliefs.ledger.verification import Verification
    from beliefs.mind.belief import Belief


class Scene:
    """What the chapters share."""

    def __init__(self, beliefs: Beliefs, url: str) -> None:
        self.beliefs = beliefs
        self.url = url
        self.ids: dict[str, str] = {}
        self.others: list[Verification] = []
        self.reported: tuple[datetime, Belief] | None = None
        self.clarity: list[float] = []
        """After each thing that was said."""

    @classmethod
    @contextmanager
    def at(cls, url: str, namespace: str, agent: str) -> Iterator[Scene]:
        """Open the place where the story happens."""
        with Beliefs(url, namespace=namespace, agent=agent) as beliefs:
            yield cls(beliefs, url)

    def say(self, said: Statement) -> Belief:
        """State something, and return what is believed then."""
        belief_id = self.beliefs.add([said]).changes[0].belief_id
        self.ids[said.claim or ""] = belief_id
        return self.beliefs.get(belief_id)

    def look(self, claim: str) -> Belief:
        """What is believed now."""
        return self.beliefs.get(self.ids[claim])
