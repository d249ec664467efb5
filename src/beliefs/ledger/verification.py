"""Verifying: fold the ledger again from nothing and compare with what is stored."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.errors import BeliefsError
from beliefs.ledger.entries import Entry, Fingerprint, claim_id
from beliefs.ledger.merging import replay
from beliefs.ledger.stores.protocol import Snapshot

_SHOWN = 20
_KEPT = (b"r", b"z", b"w", b"f")
"""Rows that are kept beside the ledger and cannot be derived from it."""
_UNFOLDABLE = (BeliefsError, LookupError, ValueError, TypeError, AttributeError)
"""What folding damaged entries runs into; here that is a finding and not a failure."""


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
    stored = {key: text for key, text in snapshot.load([], [b""]) if key[:1] not in _KEPT}
    try:
        problems, derived = _rebuild(snapshot, namespace, entries)
    except _UNFOLDABLE as error:
        sentence = f"the entries cannot be folded: {type(error).__name__}: {error}"
        return Verification(len(entries), len(stored), (sentence,), 0)
    for key in sorted(stored.keys() | derived.keys()):
        if stored.get(key) != derived.get(key):
            what = "missing" if key not in stored else "extra" if key not in derived else "wrong"
            problems.append(f"row {key[:1].decode()}:{key[1:].hex()} is {what}")
    conflicts = sum(text.count("[") > 2 for key, text in derived.items() if key.startswith(b"k"))
    return Verification(len(entries), len(stored), tuple(problems[:_SHOWN]), conflicts)


def _rebuild(
    snapshot: Snapshot, namespace: str, entries: list[Entry]
) -> tuple[list[str], dict[bytes, str]]:
    """Check the hashes, fold everything again, and return what is wrong and the rows."""
    problems = []
    if Fingerprint().plus(entries) != snapshot.head.fingerprint:
        problems.append("the entries do not add up to the ledger's fingerprint")
    claims = snapshot.claims({entry.subject for entry in entries})
    problems += [
        f"the words of claim {claim.hex()} were altered"
        for claim, known in claims.items()
        if claim_id(*known) != claim
    ]
    with replay(snapshot, namespace).read(namespace) as fresh:
        known, latest = snapshot.head.newest, fresh.head.newest
        # An erased entry may have been the newest; the head remembers its moment all the same.
        if latest is not None and (known is None or known < latest):
            problems.append("the ledger's head is older than its entries")
        rows = fresh.load([], [b""])
    return problems, {key: text for key, text in rows if key[:1] not in _KEPT}
