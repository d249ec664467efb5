"""A claim's text as plain words: lower case, contractions apart, phrases joined, numbers in digits.

Punctuation that only ends or separates is dropped. Every other sign is a word of its own, since
`a < b` and `a > b` are not one claim. Letters are told apart by the Unicode version that every
Python has, as the ledger does.
"""

from __future__ import annotations

import re
from unicodedata import ucd_3_2_0 as unicode

from beliefs.reading.linking import forms
from beliefs.reading.linking import function_words as fw
from beliefs.reading.linking.lists import listed
from beliefs.reading.linking.synonyms import PERSONS, PHRASES

_TOKEN = re.compile(
    r"(?<![\w.])-\d[\w.:,/]*\w|(?<![\w.])-\d"  # a negative number
    r"|[\w\x80-\U0010ffff](?:[\w\x80-\U0010ffff]|[.,:/'@&-](?=[\w\x80-\U0010ffff]))*(?:\+\+|#)?"
    r"|!=|[<>=]=?|[^\w\s\x80-\U0010ffff]",
    re.ASCII,
)
_WHOLE = PERSONS | fw.WHOLE_CONTRACTIONS
_INSIDE = ("A", "May")
_DROPPED = frozenset(".;:!'\"()[]{}-`")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": ",", "…": "."})
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?$", re.ASCII)
_VERSION = re.compile(r"v\d[\w.]*$", re.ASCII)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)$", re.ASCII)
_PARTICLES = listed("in on up off out over down back by e re plug add non un")
_BOUNDS = {"more": ">", "less": "<", "fewer": "<"}
# Names that would be mistaken for small words once they are in lower case.
_CAPITALS = listed("US IT WHO AM OR IN ON DO IS AS AT GO NO SO BE")


def words(text: str) -> list[str]:
    """Return the words of a claim; "," stands for itself.

    >>> words("The API doesn't accept two-part names.")
    ['the', 'api', 'does', 'not', 'accept', '2', 'part', 'names']
    """
    text = text.translate(_QUOTES)
    if not text.isascii():
        text = _plain(text)
    has_lower = text != text.upper()
    found: list[str] = []
    for token in _TOKEN.findall(text):
        if token not in _DROPPED:
            _take(token, found, has_lower)
    if len(found) > 1:
        if found[0] == "a" and text[0] == "A" and _is_predicate(found[1]):
            found[0] = "a."
        found = _numbered(_phrased(found))
    return found


def _is_predicate(after: str) -> bool:
    return after in fw.AUXILIARIES or (after.endswith("s") and after[:-1] in forms.VERBS)


def _plain(text: str) -> str:
    """Compatibility forms folded; signs that are no letters set apart."""
    return "".join(
        c if c.isascii() or unicode.category(c)[0] in "LMN" or unicode.category(c) == "Cn"
        else " " if unicode.category(c)[0] in "PZC"
        else f" {c} "
        for c in unicode.normalize("NFKC", text)
    )  # fmt: skip


def _take(token: str, found: list[str], has_lower: bool) -> None:
    """Add one token's words."""
    if has_lower and token in _CAPITALS:
        found.append(token.lower() + ".")
        return
    # Room A is not a room, and May is not perhaps.
    if token in _INSIDE and found:
        found.append(token.lower() + ".")
        return
    lower = token.lower()
    if lower.isalpha():
        found.extend(_WHOLE.get(lower) or (lower,))
    elif "'" in lower:
        found.extend(_apart(lower))
    elif "-" in lower and not any(c.isdigit() for c in lower) and lower[0] != "-":
        found.extend(_parted(lower))
    elif _VERSION.match(lower):
        found += ("version", lower[1:])
    elif _NUMBER.match(lower):
        found.append(lower.replace(",", ""))
    else:
        found.append(lower)


def _apart(token: str) -> tuple[str, ...]:
    """A contraction's words, or the owner without the sign of owning."""
    if token in fw.WHOLE_CONTRACTIONS:
        return fw.WHOLE_CONTRACTIONS[token]
    if token.endswith("n't"):
        return (token[:-3], "not")
    head, _, tail = token.rpartition("'")
    if tail == "s":
        return (head, "is") if head in fw.IS_CONTRACTED else (head,)
    if "'" + tail in fw.CONTRACTIONS:
        return (head, fw.CONTRACTIONS["'" + tail])
    return (token.replace("'", ""),)


def _parted(token: str) -> tuple[str, ...]:
    """The parts of a hyphened word, but one word if a part is a mere particle."""
    parts = [part for part in token.split("-") if part]
    if any(part in _PARTICLES for part in parts):
        return ("".join(parts),)
    return tuple(fw.NUMBERS.get(part, part) for part in parts)


def _phrased(found: list[str]) -> list[str]:
    """Phrases that are one word, joined."""
    if not any(word in PHRASES for word in found):
        return found
    joined: list[str] = []
    at = 0
    while at < len(found):
        for said, meant in PHRASES.get(found[at], ()):
            if tuple(found[at : at + len(said)]) == said:
                joined.extend(meant)
                at += len(said)
                break
        else:
            joined.append(found[at])
            at += 1
    return joined


def _numbered(found: list[str]) -> list[str]:
    """Number words as digits, with their scale; ordinals as 1st, 2nd."""
    numbered: list[str] = []
    for at, word in enumerate(found):
        before = numbered[-1] if numbered else ""
        digits = (
            word if word[-1].isdigit() else fw.NUMBERS.get(word, "") if at or word != "one" else ""
        )
        if _NUMBER.match(digits):
            if before == "than" and len(numbered) > 1 and numbered[-2] in _BOUNDS:
                numbered[-2:] = [_BOUNDS[numbered[-2]]]
            numbered.append(digits)
        elif word in fw.SCALES and _NUMBER.match(before):
            whole, _, part = before.partition(".")
            scale = fw.SCALES[word]
            zeros = len(str(scale)) - 1 - len(part)
            if zeros >= 0:
                numbered[-1] = (whole + part).lstrip("0") + "0" * zeros
            else:
                numbered.append(word)
        elif word in fw.ORDINALS and before != "per" and not _NUMBER.match(before):
            numbered.append(fw.ORDINALS[word])
        else:
            numbered.append(word)
    return numbered


def is_number(word: str) -> bool:
    """Whether a word is a number, or has one in it as names and versions do."""
    return any(c.isdigit() for c in word)
