"""How the text of a claim is written: a capital, single spaces, no mark at its end."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*,?$")
_ENDS = " .,;:!–"


def tidy(text: str) -> str:
    """A text as a claim is written.

    >>> tidy(" the  cache is warm. "), tidy("parse_date is slow"), tidy("iOS is supported")
    ('The cache is warm', 'parse_date is slow', 'iOS is supported')
    """
    words = text.strip(_ENDS).split()
    if words and _WORD.match(words[0]):
        words[0] = words[0][0].upper() + words[0][1:]
    return _unquoted(" ".join(words))


def _unquoted(text: str) -> str:
    """A text without quotation marks that stand around all of it or have lost their partner."""
    if len(text) > 2 and text[0] == text[-1] == '"' and text.count('"') == 2:
        return tidy(text[1:-1])
    if text.count('"') % 2 and (text[0] == '"' or text[-1] == '"'):
        return tidy(text.strip('"'))
    if text.count("(") > text.count(")") and text.startswith("("):
        return tidy(text[1:])
    if text.count(")") > text.count("(") and text.endswith(")"):
        return tidy(text[:-1])
    return text
