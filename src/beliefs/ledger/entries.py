"""Entries: the append-only record everything else is folded from.

An entry is a canonical body (what was said, where), the moment it was recorded, and a random id
by which two ledgers recognise the same entry. References between entries use the hash of the
body alone: what was said, not when it was written down, so a retry that arrived in two ledgers at
two moments is still one thing to refer to.

Kinds and what their bodies hold, beside `kind`, `layer`, `agent`:

    contribution  claim, evidence fields, provenance, premises, epoch, generation, mark
    supersession  claim, by, heir, closes      the older claim gives way to a newer one
    retraction    claim, closes, reason        hidden, and said why
    removal       claim, closes, reason        gone from the state, still in the ledger
    erasure       claim, marks                 gone from the ledger; this tombstone stays
    stub          claim, key, call             what is left of an erased entry that had a key
    reset         epochs                       everything in one layer is closed
    outcome       claim, truth, replaces       the world has answered
    trust         target, override, replaces   somebody decided about a voice
    learned       lessons, from, replaces      how agents err, as their agreement taught
    setting       half_life, half_lives, replaces
    relation      claim, relation, to
    link          claim, to, denies, score     two claims are one belief, or one denies the other
    unlink        claim, to                    two claims are not one belief, whatever links say
    goal, gap     claim, epoch, mark           wishes and questions; never evidence
    resolution    claim, closes, reason        a goal or a gap is closed
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256, shake_256
from typing import Any, NamedTuple

Body = dict[str, Any]

_encode = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False
).encode

INSTANCE_BYTES = 12
"""The random part of an entry id; the other four bytes count the entries of one call."""

_ELEMENT_BYTES = 256
_MODULUS = (1 << 8 * _ELEMENT_BYTES) - 1
_RECORDED_OFFSET = 1 << 63


def canonical(body: Any) -> str:
    """The one way to write a body down.

    >>> canonical({"b": 1.5, "a": "é"})
    '{"a":"é","b":1.5}'
    """
    return _encode(body)


def short_hash(text: str) -> bytes:
    """The first 128 bits of SHA-256, enough to name content without collisions."""
    return sha256(text.encode()).digest()[:16]


class Entry(NamedTuple):
    """One line of the ledger."""

    id: bytes
    subject: bytes
    recorded: int
    text: str
    """The canonical body, exactly as it is stored and hashed."""

    @property
    def body(self) -> Body:
        """The body as data."""
        decoded: Body = json.loads(self.text)
        return decoded

    @property
    def instance(self) -> bytes:
        """What the entries of one call have in common."""
        return self.id[:INSTANCE_BYTES]


def reference(text: str) -> str:
    """How other entries refer to a canonical body."""
    return short_hash(text).hex()


def entry_id(instance: bytes, position: int) -> bytes:
    """The id of one entry of a call."""
    return instance + position.to_bytes(4, "big")


@lru_cache(maxsize=8192)
def claim_id(family: str, text: str) -> bytes:
    """The identity of a claim: its family and its words."""
    return short_hash(f"{family}\0{text}")


def subject_of(body: Body) -> bytes:
    """What an entry is about; entries with one subject are refolded together."""
    claim = body.get("claim")
    if claim is not None:
        return bytes.fromhex(claim)
    kind = body["kind"]
    if kind == "trust":
        return short_hash("trust\0" + "\0".join(body["target"]))
    return short_hash(f"{kind}\0{body['layer']}")


def stub_of(entry: Entry, body: Body) -> Entry | None:
    """What stays of an erased entry: its key if it had one, so that a retry changes nothing."""
    if "key" not in body:
        return None
    kept = {name: body[name] for name in ("layer", "claim", "mark", "key", "call") if name in body}
    return entry._replace(text=canonical({"kind": "stub", **kept}))


def moment_key(moment: int) -> bytes:
    """A moment as bytes that sort as moments do."""
    return (moment + _RECORDED_OFFSET).to_bytes(8, "big")


class Fingerprint(NamedTuple):
    """A hash of a multiset of entries, kept by adding and subtracting.

    Each entry is stretched to 2,048 bits and added modulo 2^2048, so order does not matter, the
    same entry twice is not the same as once, and finding another multiset with the same sum is
    out of reach (Bellare and Micciancio's additive construction at a safe width).
    """

    total: int = 0
    entries: int = 0

    def plus(self, entries: Iterable[Entry]) -> Fingerprint:
        """Return the fingerprint with these entries added."""
        total, count = self
        for entry in entries:
            total += _element(entry)
            count += 1
        return Fingerprint(total & _MODULUS, count)

    def minus(self, entries: Iterable[Entry]) -> Fingerprint:
        """Return the fingerprint with these entries taken out."""
        total, count = self
        for entry in entries:
            total -= _element(entry)
            count -= 1
        return Fingerprint(total & _MODULUS, count)

    def digest(self) -> str:
        """The digest as people see it."""
        return sha256(self.entries.to_bytes(8, "big") + self.to_bytes()).hexdigest()

    def to_bytes(self) -> bytes:
        """The sum as stored."""
        return self.total.to_bytes(_ELEMENT_BYTES, "big")


_NOTHING_HASHED = shake_256()
"""Copied for each entry: to ask for the algorithm anew takes as long as hashing one."""


def _element(entry: Entry) -> int:
    stretched = _NOTHING_HASHED.copy()
    stretched.update(entry.text.encode() + moment_key(entry.recorded))
    return int.from_bytes(stretched.digest(_ELEMENT_BYTES), "big")
