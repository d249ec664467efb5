"""Verifying: fold the ledger again from nothing and compare with what is stored."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.errors import BeliefsError
from beliefs.ledger.entries import Fingerprint, claim_id
from beliefs.ledger.merging import replay
from beliefs.ledger.stores.protocol import Snapshot

_SHOWN = 20


class Verification(NamedTuple):
    """Whether the stored state is what the ledger says."""

    entries: int
    rows: int
    problems: tuple[str, ...]
    conflicts: int
    """Idempotency keys that two merged ledgers used for different content."""

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


def verify(snapshot: Snapshot, namespace: str) -> Verification:
    """Rebuild everything derived, and compare; check every hash on the way."""
    entries = list(snapshot.entries())
    stored = {key: text for key, text in snapshot.load([], [b""]) if key[:1] != b"r"}
    problems = []
    if Fingerprint().plus(entries) != snapshot.head.fingerprint:
        problems.append("the entries do not add up to the ledger's fingerprint")
    claims = snapshot.claims({entry.subject for entry in entries})
    problems += [
        f"the words of claim {claim.hex()} were altered"
        for claim, known in claims.items()
        if claim_id(*known) != claim
    ]
    try:
        rebuilt = replay(snapshot, namespace)
    except (BeliefsError, KeyError, ValueError) as error:
        problems.append(f"the entries cannot be folded: {error}")
        return Verification(len(entries), len(stored), tuple(problems[:_SHOWN]), 0)
    with rebuilt.read(namespace) as fresh:
        derived = dict(fresh.load([], [b""]))
        known, latest = snapshot.head.newest, fresh.head.newest
        # An erased entry may have been the newest; the head remembers its moment all the same.
        if latest is not None and (known is None or known < latest):
            problems.append("the ledger's head is older than its entries")
    for key in sorted(stored.keys() | derived.keys()):
        if stored.get(key) != derived.get(key):
            what = "missing" if key not in stored else "extra" if key not in derived else "wrong"
            problems.append(f"row {key[:1].decode()}:{key[1:].hex()} is {what}")
    conflicts = sum(text.count("[") > 2 for key, text in derived.items() if key.startswith(b"k"))
    return Verification(len(entries), len(stored), tuple(problems[:_SHOWN]), conflicts)
