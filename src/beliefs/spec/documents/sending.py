"""Requests that write to somebody: by which names they say to whom."""

from __future__ import annotations

from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain

RECEIVERS = ("to", "recipient", "receiver", "addressee")


def takes_messages(path: str, names: tuple[str, ...], base: str = "") -> bool:
    """Whether a route of this path is one that writes to somebody, by the names it is brought."""
    chain = steps(path, base)
    return bool(chain) and not chain[-1].param and any(plain(each) in RECEIVERS for each in names)
