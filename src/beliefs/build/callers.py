"""Who asks, looked up by what a request shows: the same lines, whatever the framework."""

from __future__ import annotations

import re


def reads(who: str) -> bool:
    """Whether rows are read to find out who asks.

    >>> reads("db.first(USERS, token=credential)"), reads('{"name": "key"}')
    (True, False)
    """
    return re.search(r"\bdb\b", who) is not None


def looked_up(who: str) -> list[str]:
    """The lines that find out who asks; nobody does who shows nothing."""
    found = ["    who = None", "    if credential:"]
    if not reads(who):
        return [*found, f"        who = {who}"]
    return [*found, "        with transaction() as db:", f"            who = {who}"]
