"""Keys: what one is, how its secret is made and read, and the digest that is kept of it.

A key is written `bk_<id>_<secret>`. The id is no secret: lists show it, and it finds the row.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field

from beliefs.serve.rights import Grant, Right

_WRITTEN = re.compile(r"bk_([0-9a-f]{12})_[0-9a-f]{64}")
ID_BYTES = 6
SECRET_BYTES = 32
PEPPER_BYTES = 32


@dataclass(frozen=True, slots=True)
class Key:
    """One key as it is kept. Moments are seconds since the epoch."""

    id: str
    digest: bytes = field(repr=False)
    name: str
    namespaces: frozenset[str] | None
    right: Right
    created: int
    used: int | None = None
    expires: int | None = None
    revoked: int | None = None

    def state(self, now: float) -> str:
        """How it stands: active, revoked or expired."""
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.expires is not None and now >= self.expires else "active"

    def grant(self) -> Grant:
        """What it may do, while it is active."""
        return Grant(self.id, self.namespaces, self.right)


def new_id() -> str:
    """A name for a key or a signing secret."""
    return secrets.token_hex(ID_BYTES)


def new_secret(key_id: str) -> str:
    """The text that its owner shows: 256 bits from the system's source of chance.

    >>> id_of(new_secret("0123456789ab"))
    '0123456789ab'
    """
    return f"bk_{key_id}_{secrets.token_hex(SECRET_BYTES)}"


def id_of(text: str) -> str | None:
    """The id in the text of a key, or None if it is not written like one."""
    match = _WRITTEN.fullmatch(text)
    return match and match[1]


def digest_of(text: str, pepper: bytes) -> bytes:
    """What is kept of a key.

    One fast hash is right here. Slow hashes make guessing dear where there is little to guess, as
    with passwords; this is 256 bits of chance, which nobody runs through at any speed, while a slow
    hash would let anyone keep the server busy. The pepper, one per keyring, makes digests of one
    keyring say nothing about another's; the id is hashed too, so rows cannot be swapped.
    """
    return hashlib.blake2b(
        text.encode(), key=pepper, digest_size=32, person=b"beliefs key"
    ).digest()
