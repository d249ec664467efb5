"""The words of a sentence without Markdown, list marks, fancy quotes and contractions."""

from __future__ import annotations

import re

_MARKER = re.compile(
    r"^(?:[-*+•–][ \t]+|\(?\d{1,3}[.)][ \t]+|[a-z][)][ \t]+|>[ \t]*|#{1,6}[ \t]+)+"
)
_BOX = re.compile(r"^\[[ xX]\][ \t]+")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_NOTE = re.compile(r"\s?\[\^?\d{1,3}\]")
_MARKS = re.compile(
    r"\*\*|__|~~|`+|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)"
)
_SPACE = re.compile(r"\s+")
_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "—": "–"})
_QUOTED_COMMA = re.compile(r',"(?= )')

_SHORT = re.compile(
    r"\b(?:(ca)n't|(wo)n't|(sha)n't|(can)not|(\w+)n't|(i)'m|(\w+)'(re|ve|ll)|(i|we|you|they|he|"
    r"she|it)'d|"
    r"(it|he|she|that|there|here|what|who|where|how|this|let)'s)\b",
    re.IGNORECASE,
)
_HAS_BEEN = re.compile(
    r"\b(it|he|she|that|there|what|who|this)'s(?= (?:been|got|had)\b)", re.IGNORECASE
)
_LONG = {"re": "are", "ve": "have", "ll": "will"}


def plain(sentence: str) -> str:
    """The words alone, one space between them, contractions written out.

    >>> plain("- **It's** [slow](https://x.org), isn't it?")
    'It is slow, is not it?'
    """
    text = _MARKER.sub("", sentence)
    text = _BOX.sub("", text)
    if not text.isascii():
        text = text.translate(_CURLY)
    if "[" in text:
        text = _NOTE.sub("", _LINK.sub(r"\1", text))
    if "`" in text or "*" in text or "_" in text or "~" in text:
        text = _MARKS.sub("", text)
    if "'" in text or "annot" in text or "ANNOT" in text:
        text = _SHORT.sub(_written_out, _HAS_BEEN.sub(r"\1 has", text))
    if '"' in text:
        text = _QUOTED_COMMA.sub('",', text)
    return _SPACE.sub(" ", text).strip()


def _written_out(match: re.Match[str]) -> str:
    can, will, shall, cannot, verb, i, who, ending, would, be = match.groups()
    if can or cannot:
        return f"{can or cannot[:2]}n not"
    if will:
        return f"{will[0]}ill not"
    if shall:
        return f"{shall}ll not"
    if verb:
        return f"{verb} not"
    if i:
        return f"{i} am"
    if who:
        return f"{who} {_LONG[ending.lower()]}"
    if would:
        return f"{would} would"
    return f"{be} us" if be.lower() == "let" else f"{be} is"
