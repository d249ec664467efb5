"""Tokens: short-lived, narrower than the key they were made from, and kept nowhere.

A token is written `bt_<signing id>_<payload>_<mac>`. The payload says what it grants, until when
and to whom it speaks; the mac, HMAC-SHA-256 under a secret of the keyring, says that we wrote it.
It names its key, and holds only as long as that key does.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from beliefs.errors import Unauthorised
from beliefs.serve.rights import Grant, right_named

LONGEST_SECONDS = 3_600
ROTATION_SECONDS = 86_400
"""How long a signing secret makes new tokens; it then checks old ones until they are over."""

_WRITTEN = re.compile(r"bt_([0-9a-f]{12})_([A-Za-z0-9_-]+)_([0-9a-f]{64})")
_NOBODY = secrets.token_bytes(32)
"""Signs nothing. A token of an unknown secret is checked against it, and so costs the same."""


class Signing(NamedTuple):
    """A secret that tokens are signed with, and when it was made."""

    id: str
    secret: bytes
    created: int

    def __repr__(self) -> str:
        return f"Signing({self.id!r})"

    def signs(self, now: float) -> bool:
        """Whether new tokens are made with it."""
        return 0 <= now - self.created < ROTATION_SECONDS

    def checks(self, now: float) -> bool:
        """Whether a token made with it can still hold."""
        return now - self.created < ROTATION_SECONDS + LONGEST_SECONDS


def looks_like_token(text: str) -> bool:
    """Whether it is written like a token; whether it holds is another question."""
    return _WRITTEN.fullmatch(text) is not None


def sign(grant: Grant, *, expires: int, audience: str, signing: Signing) -> str:
    """Write a token.

    >>> from beliefs.serve.rights import Right
    >>> grant = Grant("0123456789ab", frozenset({"team"}), Right.READ)
    >>> signing = Signing("ba9876543210", bytes(32), 0)
    >>> token = sign(grant, expires=60, audience="here", signing=signing)
    >>> verify(token, audience="here", signings={signing.id: signing}, now=59).right
    <Right.READ: 1>
    """
    said = {
        "key": grant.key_id,
        "namespaces": None if grant.namespaces is None else sorted(grant.namespaces),
        "right": grant.right.word,
        "expires": expires,
        "audience": audience,
    }
    packed = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    payload = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"bt_{signing.id}_{payload}_{_mac(signing.id, payload, signing.secret)}"


def verify(token: str, *, audience: str, signings: Mapping[str, Signing], now: float) -> Grant:
    """What a token grants, or why it does not hold; nothing in it is read before its mac is."""
    match = _WRITTEN.fullmatch(token)
    if not match:
        raise Unauthorised("this is not a token; ask for a new one with your key.")
    signing_id, payload, mac = match.groups()
    signing = signings.get(signing_id)
    secret = _NOBODY if signing is None else signing.secret
    ours = hmac.compare_digest(_mac(signing_id, payload, secret), mac)
    if not ours or signing is None or not signing.checks(now):
        raise Unauthorised("this token does not hold; ask for a new one with your key.")
    said = _unpacked(payload)
    if now >= said["expires"]:
        raise Unauthorised("this token has expired; ask for a new one with your key.")
    if said["audience"] != audience:
        raise Unauthorised("this token is for another server; ask this one for its own.")
    namespaces = said["namespaces"]
    return Grant(
        said["key"],
        None if namespaces is None else frozenset(namespaces),
        right_named(said["right"]),
        token=True,
    )


def _mac(signing_id: str, payload: str, secret: bytes) -> str:
    # The first words keep this use of the secret apart from any other.
    message = f"beliefs token 1\0{signing_id}\0{payload}".encode()
    return hmac.new(secret, message, hashlib.sha256).hexdigest()


def _unpacked(payload: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return said
