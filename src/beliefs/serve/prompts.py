"""What prompts have shown, told from process to process through the database they serve.

An agent may ask one worker before it acts and tell another one what came of it. Only ids and
figures are written here, no words, so an erasure has nothing to look for; after a day they go.
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable, Sequence

from beliefs.errors import StoreError
from beliefs.mind.hearing import MOST_SHOWN, Glimpse
from beliefs.serve.cabinets import Cabinet

TABLE = """CREATE TABLE IF NOT EXISTS beliefs.prompts (number bigserial PRIMARY KEY,
    namespace text NOT NULL, agent text NOT NULL, process text NOT NULL, at bigint NOT NULL,
    shown text NOT NULL)"""
INDEX = "CREATE INDEX IF NOT EXISTS prompts_agent ON beliefs.prompts (namespace, agent, number)"
_DAY = 86_400
_TIDY_SECONDS = 3_600
_OVERLAP = 64
"""Rows that are looked for again: one with a smaller number may have become visible later."""
_POST = (
    "INSERT INTO beliefs.prompts (namespace, agent, process, at, shown) VALUES (%s, %s, %s, %s, %s)"
)
_NEWS = (
    "SELECT number, shown FROM beliefs.prompts WHERE namespace = %s AND agent = %s"
    " AND number > %s AND process <> %s AND at >= %s ORDER BY number DESC LIMIT %s"
)
_log = logging.getLogger("beliefs.serve")


class Prompts:
    """The boards of one process, one for each agent of a namespace."""

    def __init__(self, cabinet: Cabinet, *, clock: Callable[[], float] = time.time) -> None:
        self.cabinet = cabinet
        self.clock = clock
        self.process = secrets.token_hex(8)
        self._tidied = -float(_TIDY_SECONDS)

    def board(self, namespace: str, agent: str) -> PromptBoard:
        """Where prompts for an agent are told of."""
        return PromptBoard(self, namespace, agent)

    def tidy(self) -> None:
        """Delete what is too old to be said back, now and then."""
        if time.monotonic() - self._tidied >= _TIDY_SECONDS:
            self._tidied = time.monotonic()
            old = int(self.clock()) - _DAY
            self.cabinet.write(("DELETE FROM beliefs.prompts WHERE at < %s", (old,)))


class PromptBoard:
    """What other processes have shown to one agent.

    Whoever cannot reach the database still knows what it has shown itself: the loop goes on.
    """

    def __init__(self, prompts: Prompts, namespace: str, agent: str) -> None:
        self._prompts = prompts
        self._place = namespace, agent
        self._read: set[int] = set()
        self._last = 0

    def post(self, glimpses: Sequence[Glimpse]) -> None:
        """Tell the others."""
        prompts = self._prompts
        row = (*self._place, prompts.process, int(prompts.clock()), json.dumps(glimpses))
        try:
            prompts.cabinet.write((_POST, row))
            prompts.tidy()
        except StoreError as error:
            _log.warning("other workers were not told what a prompt has shown: %s", error)

    def news(self) -> list[Glimpse]:
        """What the others have told since the last time, the oldest first."""
        prompts = self._prompts
        since, oldest = self._last - _OVERLAP, int(prompts.clock()) - _DAY
        try:
            found = prompts.cabinet.ask(
                _NEWS, (*self._place, since, prompts.process, oldest, MOST_SHOWN)
            )
        except StoreError as error:
            _log.warning("what other workers have shown is not known: %s", error)
            return []
        fresh = [(number, shown) for number, shown in reversed(found) if number not in self._read]
        if found:
            self._last = max(self._last, found[0][0])
        self._read = {number for number, _ in found if number > self._last - _OVERLAP}
        return [_glimpse(*one) for _, shown in fresh for one in json.loads(shown)]


def _glimpse(
    id_: str,
    family: str,
    held: bool | None,
    leading: str | None,
    interval: tuple[float, float] | None,
) -> Glimpse:
    return Glimpse(
        id_, family, held, leading, None if interval is None else (interval[0], interval[1])
    )
