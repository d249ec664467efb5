"""Identifiers that a service never gave out, in the shape of those that it did."""

from __future__ import annotations

import secrets
import uuid
from contextlib import suppress

_FAR = 999_983


def unknown(given: object) -> object:
    """Another identifier of the same shape: a number stays a number, a UUID a UUID.

    A service with UUIDs may answer `/notes/7` with 422 and be right; 404 is asked of an identifier
    that could have been one of its own.

    >>> unknown(4)
    999987
    >>> len(str(unknown("f3a9c1"))), len(str(unknown(str(uuid.uuid4()))))
    (6, 36)
    """
    if isinstance(given, int):
        return given + _FAR
    text = str(given)
    if text.isdecimal():
        return str(int(text) + _FAR)
    with suppress(ValueError):
        uuid.UUID(text)
        return str(uuid.uuid4())
    return secrets.token_hex(len(text))[: len(text)]
