"""Text that every store keeps as the same bytes: NFC, no NUL, no broken Unicode, bounded."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime

from beliefs.errors import InvalidInput, InvalidText, shown

LONGEST_TEXT = 65_536
LONGEST_NAME = 1_000
"""Bytes; names are parts of index keys, and those are bounded in every database."""

LONGEST_TERM = 48
_TERM = re.compile(r"\w+")


def clean(text: object, what: str, longest: int = LONGEST_TEXT) -> str:
    """Return stripped NFC text, or say in one sentence why it cannot be stored.

    >>> clean("  The cache is warm ", "a claim")
    'The cache is warm'
    """
    if not isinstance(text, str):
        raise InvalidText(f"{what} must be text, not {type(text).__name__}.")
    if "\0" in text:
        raise InvalidText(f"{what} contains a NUL character; remove it.")
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InvalidText(f"{what} contains a lone surrogate; decode it properly first.") from None
    if size > longest:
        raise InvalidText(f"{what} is {size} bytes long; the most is {longest}.")
    return text.strip()


def clean_name(name: object, what: str) -> str:
    """Return a non-empty name: an agent, a source, a thread, a key."""
    cleaned = clean(name, what, LONGEST_NAME)
    if not cleaned:
        raise InvalidText(f"{what} must not be empty.")
    return cleaned


def terms(text: str) -> list[str]:
    """The distinct search terms of a text, in order of appearance.

    >>> terms("The cache, the CACHE is warm")
    ['the', 'cache', 'is', 'warm']
    """
    words = _TERM.findall(unicodedata.normalize("NFKC", text).casefold())
    return list(dict.fromkeys(word[:LONGEST_TERM] for word in words))


def moment_of(time: object, what: str) -> int:
    """Return an aware datetime as microseconds since the epoch."""
    if not isinstance(time, datetime) or time.utcoffset() is None:
        raise InvalidInput(f"{what} must be a datetime with a time zone, not {shown(time)}.")
    try:
        delta = time.astimezone(UTC) - _EPOCH
    except OverflowError:
        raise InvalidInput(f"{what} must lie between the years 1 and 9999 in UTC.") from None
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def datetime_of(moment: int) -> datetime:
    """Return microseconds since the epoch as an aware datetime in UTC."""
    seconds, micros = divmod(moment, 1_000_000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=micros)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
