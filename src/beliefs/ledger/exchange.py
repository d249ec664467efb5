"""Moving a ledger: one JSON line per claim and per entry, readable by people and by merge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from beliefs.errors import InvalidInput
from beliefs.kernel.families import FAMILIES
from beliefs.ledger.entries import Entry, canonical, claim_id, subject_of
from beliefs.ledger.fold import NOTES, Claim
from beliefs.ledger.shapes import check_claim, check_shape
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.text import clean

FORMAT = 1
_ID_BYTES = 16


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
                entries.append(_entry(data, claims))
            else:
                claim, known = _claim(data)
                claims[claim] = known
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            sentence = str(error).rstrip(".")
            raise InvalidInput(f"line {number} is not part of an export: {sentence}.") from None
    if expected is None:
        raise InvalidInput("this is not an export: it is empty.")
    if expected != len(entries):
        raise InvalidInput(
            f"the export is cut off: {len(entries)} of {expected} entries are there."
        )
    return Export(entries, claims)


def _claim(data: dict[str, Any]) -> tuple[bytes, Claim]:
    claim, family, text = bytes.fromhex(data["claim"]), data["family"], data["text"]
    if family not in (*FAMILIES, *NOTES) or clean(text, "a claim") != text or not text:
        raise InvalidInput("it is no claim")
    if claim_id(family, text) != claim:
        raise InvalidInput("its words do not match its id")
    return claim, (family, text)


def _header(data: dict[str, Any]) -> int:
    if "beliefs" not in data:
        raise InvalidInput("the first line must say which format follows")
    if data["beliefs"] != FORMAT:
        raise InvalidInput(f"format {data['beliefs']} is not known here; use a newer release")
    return int(data["entries"])


def _entry(data: dict[str, Any], claims: dict[bytes, Claim]) -> Entry:
    body, recorded, id_ = data["entry"], data["recorded"], bytes.fromhex(data["id"])
    if len(id_) != _ID_BYTES:
        raise InvalidInput("its id is no id")
    check_shape(body, recorded)
    subject = subject_of(body)
    if subject in claims:
        check_claim(body, claims[subject])
    return Entry(id_, subject, recorded, canonical(body))
