"""Moving a ledger: one JSON line per claim and per entry, readable by people and by merge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from beliefs.errors import InvalidInput
from beliefs.ledger.entries import Entry, canonical, claim_id, subject_of
from beliefs.ledger.fold import NOTES, Claim, evidence_of
from beliefs.ledger.stores.protocol import Snapshot

FORMAT = 1
_KINDS = NOTES | {
    "contribution", "supersession", "retraction", "removal", "erasure", "stub", "reset",
    "outcome", "trust", "setting", "relation", "resolution",
}  # fmt: skip


class Export(NamedTuple):
    """A ledger as it was read from lines."""

    entries: list[Entry]
    claims: dict[bytes, Claim]


def export_lines(snapshot: Snapshot, namespace: str) -> Iterator[str]:
    """Write a ledger down; the order is a function of its content."""
    head = snapshot.head
    entries = sorted(snapshot.entries(), key=lambda e: (e.recorded, e.text, e.id))
    claims = snapshot.claims({entry.subject for entry in entries})
    header = {"beliefs": FORMAT, "namespace": namespace, "entries": len(entries)}
    yield canonical({**header, "digest": head.fingerprint.digest()})
    for claim, (family, text) in sorted(claims.items()):
        yield canonical({"claim": claim.hex(), "family": family, "text": text})
    for entry in entries:
        about = {"id": entry.id.hex(), "recorded": entry.recorded}
        yield canonical({**about, "entry": entry.body})


def read_lines(lines: Iterable[str]) -> Export:
    """Read an export, trusting nothing in it."""
    entries: list[Entry] = []
    claims: dict[bytes, Claim] = {}
    expected: int | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            if expected is None:
                expected = _header(data)
            elif "entry" in data:
                entries.append(_entry(data))
            else:
                claim, family, text = bytes.fromhex(data["claim"]), data["family"], data["text"]
                if claim_id(family, text) != claim:
                    raise InvalidInput("its words do not match its id")
                claims[claim] = (family, text)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InvalidInput(f"line {number} is not part of an export: {error}.") from None
    if expected is None:
        raise InvalidInput("this is not an export: it is empty.")
    if expected != len(entries):
        raise InvalidInput(
            f"the export is cut off: {len(entries)} of {expected} entries are there."
        )
    return Export(entries, claims)


def _header(data: dict[str, Any]) -> int:
    if "beliefs" not in data:
        raise InvalidInput("the first line must say which format follows")
    if data["beliefs"] != FORMAT:
        raise InvalidInput(f"format {data['beliefs']} is not known here; use a newer release")
    return int(data["entries"])


def _entry(data: dict[str, Any]) -> Entry:
    body, recorded, id_ = data["entry"], data["recorded"], bytes.fromhex(data["id"])
    if body["kind"] not in _KINDS:
        raise InvalidInput(f"unknown kind {body['kind']!r}")
    if len(id_) != 16 or type(recorded) is not int or abs(recorded) >= 1 << 62:
        raise InvalidInput("id or moment is out of bounds")
    if body["kind"] == "contribution":
        evidence_of(body)
    return Entry(id_, subject_of(body), recorded, canonical(body))
