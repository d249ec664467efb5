"""Text that every store keeps as the same bytes: NFC, no NUL, no broken Unicode, bounded.

Each Python brings its own version of Unicode, but all of them also bring version 3.2, unchanged.
Normalising and telling letters apart goes by that one, so that a text has one id and one set of
search terms under every Python. Characters that came later stay as they are and count as letters.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Literal
from unicodedata import ucd_3_2_0 as unicode

from beliefs.errors import InvalidInput, InvalidText, shown

LONGEST_TEXT = 65_536
LONGEST_NAME = 1_000
"""Bytes; names are parts of index keys, and those are bounded in every database."""

LONGEST_TERM = 48
_TERM = re.compile(r"\w+", re.ASCII)


def clean(text: object, what: str, longest: int = LONGEST_TEXT) -> str:
    """Return stripped NFC text, or say in one sentence why it cannot be stored.

    >>> clean("  The cache is warm ", "a claim")
    'The cache is warm'
    """
    if not isinstance(text, str):
        raise InvalidText(f"{what} must be text, not {type(text).__name__}.")
    if "\0" in text:
        raise InvalidText(f"{what} contains a NUL character; remove it.")
    size = len(text)
    if not text.isascii():
        text = _normal("NFC", text)
        try:
            size = len(text.encode())
        except UnicodeEncodeError:
            raise InvalidText(
                f"{what} contains a lone surrogate; decode it properly first."
            ) from None
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
    if not text.isascii():
        text = "".join(map(_folded, _normal("NFKC", text)))
        words = "".join(c if _is_letter(c) else " " for c in text).split()
    else:
        words = _TERM.findall(text.lower())
    if len(text) > LONGEST_TERM:
        words = [word[:LONGEST_TERM] for word in words]
    return list(dict.fromkeys(words))


def _is_later(character: str) -> bool:
    return unicode.category(character) == "Cn"


def _normal(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Normalise what was settled by then; later characters stand between as they are."""
    stretches = ((later, "".join(run)) for later, run in groupby(text, _is_later))
    return "".join(run if later else unicode.normalize(form, run) for later, run in stretches)


def _folded(character: str) -> str:
    """Lower case, where it has been settled what that is."""
    return character if _is_later(character) else character.casefold()


def _is_letter(character: str) -> bool:
    return character == "_" or _is_later(character) or unicode.category(character)[0] in "LMN"


def moment_of(time: object, what: str) -> int:
    """Return an aware datetime as microseconds since the epoch."""
    if not isinstance(time, datetime) or time.utcoffset() is None:
        raise InvalidInput(f"{what} must be a datetime with a time zone, not {shown(time)}.")
    try:
        delta = (time if time.tzinfo is UTC else time.astimezone(UTC)) - _EPOCH
    except OverflowError:
        raise InvalidInput(f"{what} must lie between the years 1 and 9999 in UTC.") from None
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


def datetime_of(moment: int) -> datetime:
    """Return microseconds since the epoch as an aware datetime in UTC."""
    return _EPOCH + timedelta(microseconds=moment)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
