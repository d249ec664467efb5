"""A text cut into its sentences, in order and without a gap.

Each piece is a slice of the text as it stands, so that nothing gets lost between the pieces but
white space. Lines come first (headings, items, rows, code), then the sentences within them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Shape = Literal["prose", "heading", "item", "row", "code", "json"]


class Piece(NamedTuple):
    """A sentence, or a line that stands for one."""

    text: str
    shape: Shape
    paragraph: int


class _Block(NamedTuple):
    """Lines that belong together: their place in the text."""

    start: int
    end: int
    shape: Shape
    paragraph: int


_FENCE = re.compile(r"[ \t]*(```|~~~)")
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]")
_ROW = re.compile(r"[ \t]*\|")
_ITEM = re.compile(r"[ \t]*(?:[-*+•–][ \t]+|\(?\d{1,3}[.)][ \t]+|[a-z][)][ \t]+)(?=\S)")
_RULE = re.compile(r"[ \t]*([-*_=])(?:[ \t]*\1){2,}[ \t]*$")
_PAIR = re.compile(r"[ \t>]*[*_`]*[A-Za-z][\w /-]{0,40}[*_`]*(?::[*_`]*(?:[ \t]+\S|[ \t]*$)| = )")
_JSON = re.compile(r"[ \t]*[\[{](?:[ \t]*$|[ \t]*[\"{\[])")
_SHORT_LINE = 40

# A full stop after these never ends a sentence, ...
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[\"])(?:e\.?g|i\.?e|vs|al|cf|approx|ca|pp|(?-i:Dr|Mrs?|Ms|Prof|St|[A-Z]))$",
    re.IGNORECASE,
)
# ... and after these only if a capital follows.
_MAYBE_FINAL = re.compile(
    r"(?:^|[\s(\[\"'])(?:etc|inc|ltd|co|corp|jr|sr|[ap]\.m|u\.s|u\.k|e\.u|jan|feb|mar|apr|jun|jul|"
    r"aug|sept?|oct|nov|dec|\d{1,2})$",
    re.IGNORECASE,
)
# ... and these have their number after them.
_NUMBERED = re.compile(r"(?:^|[\s(\[\"])(?:figs?|eqs?|nos?|est|secs?|vols?)$", re.IGNORECASE)
_STOP = re.compile(r"[.!?…]+[\"'”’)\]*_`]*(?=\s)")


def pieces(text: str) -> Iterator[Piece]:
    """Cut a text into sentences.

    >>> [piece.text for piece in pieces("See Fig. 2. It cost $3.5 million, i.e. too much! Why?")]
    ['See Fig. 2.', 'It cost $3.5 million, i.e. too much!', 'Why?']
    """
    for block in _blocks(text):
        if block.shape in ("prose", "item"):
            yield from _sentences(text, block)
        else:
            piece = text[block.start : block.end].strip()
            if piece:
                yield Piece(piece, block.shape, block.paragraph)


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line), line.rstrip()
        start += len(line)


def _blocks(text: str) -> Iterator[_Block]:
    """Group lines: prose runs on over line breaks, everything else starts anew."""
    paragraph = 0
    open_block: _Block | None = None
    fence = ""
    last = ""
    for start, end, line in _lines(text):
        if fence:
            assert open_block is not None
            open_block = open_block._replace(end=end)
            if line.strip().startswith(fence) or (fence == "}" and line.strip() in ("}", "]")):
                yield open_block
                open_block, fence = None, ""
            continue
        shape = _shape(line)
        if (
            shape == "prose"
            and open_block
            and line.lstrip()[:1].islower()
            and not _PAIR.match(last)
        ):
            shape = None  # "true: …" where a line of prose was broken, not a key
        opens = shape is not None or open_block is None or _breaks(last, line)
        if not line.strip() or opens:
            if open_block:
                yield open_block
            open_block = None
        last = line
        if not line.strip():
            paragraph += 1
            continue
        if opens:
            open_block = _Block(start, end, shape or "prose", paragraph)
        else:
            assert open_block is not None
            open_block = open_block._replace(end=end)
        if shape == "code" and (mark := _FENCE.match(line)):
            fence = mark[1]
        elif shape == "json" and len(line.strip()) == 1:
            fence = "}"
        elif shape in ("heading", "row", "json", "code"):
            yield open_block
            open_block = None
    if open_block:
        yield open_block


def _shape(line: str) -> Shape | None:
    """What a line is by its first characters; None if it may go on from the line before."""
    if _FENCE.match(line) or _RULE.match(line):
        return "code"
    if _HEADING.match(line):
        return "heading"
    if _ROW.match(line):
        return "row"
    if _ITEM.match(line):
        return "item"
    if _JSON.match(line):
        return "json"
    return "prose" if _PAIR.match(line) else None


def _breaks(last: str, line: str) -> bool:
    """Whether a short line followed by a capital is a line of its own, as in a letter."""
    start = line.lstrip(" \t>*_\"'“")
    return len(last) < _SHORT_LINE and start[:1].isupper()


def _sentences(text: str, block: _Block) -> Iterator[Piece]:
    start = block.start
    marker = _ITEM.match(text, block.start, block.end)
    for stop in _STOP.finditer(text, marker.end() if marker else start, block.end):
        if _ends(text, start, stop):
            piece = text[start : stop.end()].strip()
            start = stop.end()
            if piece:
                yield Piece(piece, block.shape, block.paragraph)
    piece = text[start : block.end].strip()
    if piece:
        yield Piece(piece, block.shape, block.paragraph)


def _ends(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether this stop ends a sentence, by the word before and the letter after."""
    following = text[stop.end() : stop.end() + 40].lstrip()
    upper = not following[:1].islower()
    mark = stop[0]
    if mark[0] != ".":
        return upper or len(mark) == 1
    if len(mark) > 1 and not upper:  # "It works." she said; and "..." within a sentence
        return False
    before = text[max(start, stop.start() - 12) : stop.start()]
    if _ABBREVIATION.search(before):
        # "Plan B." ends a sentence where "J. Smith" does not; "et al." goes on, "than I." does not.
        return before[-1:].isupper() and _is_last_letter(before) and upper
    if following[:1].isdigit() and _NUMBERED.search(before):
        return False
    return upper or not _MAYBE_FINAL.search(before)


def _is_last_letter(before: str) -> bool:
    """Whether a single capital follows a word in small letters, as in "plan B"."""
    words = before.split()
    return len(words) > 1 and len(words[-1]) == 1 and words[-2].islower()
