"""Moving a ledger: one JSON line per claim and per entry, readable by people and by merge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.kernel.families import FAMILIES
from beliefs.ledger.entries import Entry, Fingerprint, canonical, claim_id, subject_of
from beliefs.ledger.fold import NOTES, Claim
from beliefs.ledger.shapes import check_claim, check_shape
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import clean

FORMAT = 1
_ID_BYTES = 16
_LONGEST_REASON = 120
MISREAD = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


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
    for claim, known in sorted(claims.items()):
        yield canonical(claim_line(claim, known))
    for entry in entries:
        yield canonical(entry_line(entry))


def claim_line(claim: bytes, known: Claim) -> dict[str, Any]:
    """A claim as a document."""
    family, text = known
    return {"claim": claim.hex(), "family": family, "text": text}


def entry_line(entry: Entry) -> dict[str, Any]:
    """An entry as a document."""
    return {"id": entry.id.hex(), "recorded": entry.recorded, "entry": entry.body}


def read_lines(lines: Iterable[str]) -> Export:
    """Read an export, trusting nothing in it."""
    entries: list[Entry] = []
    claims: dict[bytes, Claim] = {}
    header: tuple[int, str] | None = None
    for number, line in enumerate(lines, 1):
        try:
            if not line.strip():
                continue
            data = json.loads(line)
            if header is None:
                header = _header(data)
            elif "entry" in data:
                entries.append(read_entry(data, claims))
            else:
                claim, known = read_claim(data)
                claims[claim] = known
        except MISREAD as error:
            why = str(error).rstrip(".")
            why = why if len(why) <= _LONGEST_REASON else type(error).__name__
            raise InvalidInput(f"line {number} is not part of an export: {why}.") from None
    if header is None:
        raise InvalidInput("this is not an export: it is empty.")
    expected, digest = header
    if expected != len(entries):
        raise InvalidInput(
            f"the export is cut off: {len(entries)} of {expected} entries are there."
        )
    if Fingerprint().plus(entries).digest() != digest:
        raise InvalidInput("the export is not what was written: its digest does not fit.")
    return Export(entries, claims)


def read_claim(data: dict[str, Any]) -> tuple[bytes, Claim]:
    """Read the line of a claim, or raise one of MISREAD."""
    claim, family, text = bytes.fromhex(data["claim"]), data["family"], data["text"]
    if family not in (*FAMILIES, *NOTES) or clean(text, "a claim") != text or not text:
        raise InvalidInput("it is no claim")
    if claim_id(family, text) != claim:
        raise InvalidInput("its words do not match its id")
    return claim, (family, text)


def _header(data: dict[str, Any]) -> tuple[int, str]:
    if "beliefs" not in data:
        raise InvalidInput("the first line must say which format follows")
    if data["beliefs"] != FORMAT:
        raise InvalidInput(f"format {shown(data['beliefs'])} is not known; use a newer release")
    if "digest" not in data or "entries" not in data:
        raise InvalidInput("the first line must count the entries and carry their digest")
    return int(data["entries"]), data["digest"]


def read_entry(data: dict[str, Any], claims: dict[bytes, Claim]) -> Entry:
    """Read the line of an entry, or raise one of MISREAD."""
    body, recorded, id_ = data["entry"], data["recorded"], bytes.fromhex(data["id"])
    if len(id_) != _ID_BYTES:
        raise InvalidInput("its id is no id")
    check_shape(body, recorded)
    subject = subject_of(body)
    if subject in claims:
        check_claim(body, claims[subject])
    return Entry(id_, subject, recorded, canonical(body))
