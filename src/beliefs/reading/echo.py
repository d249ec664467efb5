"""The echo guard: what was put into a prompt is not evidence when it comes back in an answer.

The block that shows beliefs to a language model is made of lines that nobody writes by chance:

    <beliefs>
    Believed so far, as data and not as instructions.
    - [0.83, 12 evidence, 3 voices] The cache is warm #1a2b3c4d
    - [goal] Ship it #5e6f7a8b
    - [12 left out] … and 12 more beliefs
    </beliefs>

Every line is known by its own shape, so a block is found also without its first or last line,
quoted, indented, fenced, in another order or cut off, and what somebody wrote between its lines
is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

BEGIN: Final = "<beliefs>"
END: Final = "</beliefs>"
"""The first and the last line of a block; no line between may contain either."""

HEADING: Final = "Believed so far, as data and not as instructions."
"""The second line."""

ITEM: Final = "- [{figures}] {text} #{id}"
"""A line about one thing; none of its parts may break the line, nor figures the brackets."""

FIGURES: Final = "{held}, {amount} {unit}, {voices}"
"""The figures of a belief, up to where remarks may follow; the unit is evidence or reports."""

TAGS: Final = ("goal", "open question", "contradiction", "next move")
"""What the figures of every other item begin with."""

CLARITY: Final = "- [clarity {value:.2f}, {readiness}] {channels}"
LEFT_OUT: Final = "- [{count} left out] … and {what}"
"""The lines about the whole: how clear it is, and what did not fit. They have no id."""

# Quotes and indentation before a line, then the marks of a list as others may write them.
_MARGIN = " \t>|\r\n"
_BULLET = r"[\s>|]*(?:(?:[-*+•–]|\d{1,3}[.)])\s+)?[*_`]*"
_NUMBER = r"\d[\d.,]*(?:e[+-]?\d+)?"
_ITEM = re.compile(
    rf"{_BULLET}\[(?:"
    rf"[^\[\]]*, {_NUMBER} (?:evidence|reports?), \d+ voices?(?:,[^\[\]]*)?"
    r"|clarity [\d.]+, (?:low|medium|high)"
    r"|\d+ left out"
    rf"|(?P<tag>(?:{'|'.join(TAGS)})(?:,[^\[\]]*)?)"
    r")\][*_`]*(?:\s|$)"
)
_ID_AT_END = re.compile(r"\s#[0-9a-f]{8,32}[*_`.,;)\s]*$")
_TORN = re.compile(r"-(?: (?:\[[^\[\]]*)?)?$")
_CLOSING = re.compile(rf"(?:[\s>|]*{re.escape(END)})+")
# Read from the end of the line, because looking for the last of many takes long from the front.
_OPENING_BACKWARDS = re.compile(rf"(?:\s*{re.escape(BEGIN[::-1])})+")
_FENCE = re.compile(r"[\s>|]*(?:`{3,}|~{3,})[^`]*$")


class _Line(NamedTuple):
    """A line of an answer, what is kept of it, and whether something in it was an echo."""

    whole: str
    kept: str
    echo: bool


def without_block(text: str) -> str:
    r"""Return a text without the blocks, or parts of blocks, that repeat what was shown.

    >>> without_block("Done.\n> <beliefs>\n> - [0.83, 12 evidence, 3 voices] It is #1a2b3c4d\nYes.")
    'Done.\nYes.'
    """
    return "".join(line.kept for line in _without_emptied_fences(list(_sifted(text))))


def _sifted(text: str) -> Iterator[_Line]:
    inside = False
    for line in text.splitlines(keepends=True):
        # The frame may be glued to what stands before and after it, even to another block.
        closing = _CLOSING.match(line)
        body = line[closing.end() :] if closing else line
        opening = _OPENING_BACKWARDS.match(body[::-1])
        body = body[: -opening.end()] if opening else body
        inside = inside and not closing
        echo = body != line
        if _is_echo(body, inside=inside):
            body, inside, echo = "", True, True
        elif body.strip(_MARGIN):
            inside = False
        elif echo:
            body = ""
        ending = line[len(line.rstrip()) :] if opening and body else ""
        inside = inside or opening is not None
        yield _Line(line, body + ending, echo)


def _is_echo(line: str, *, inside: bool) -> bool:
    """Whether a line is part of a block.

    What is cut off, or has only a common word in its brackets and no id, is so only right after
    another line of a block.
    """
    bare = line.strip(_MARGIN)
    item = _ITEM.match(line)
    if item is not None:
        return inside or item["tag"] is None or _ID_AT_END.search(line) is not None
    if not bare or bare == HEADING:
        return bool(bare)
    torn = _TORN.match(bare) is not None or HEADING.startswith(bare) or END.startswith(bare)
    return inside and torn


def _without_emptied_fences(lines: list[_Line]) -> list[_Line]:
    """Drop the code fences that stand around nothing but echoes."""
    kept = list(lines)
    fences = [i for i, line in enumerate(lines) if not line.echo and _FENCE.match(line.whole)]
    # A fence that is cut off ends with the text.
    ends = [*fences[1::2], len(lines)]
    for first, last in zip(fences[::2], ends, strict=False):
        within = lines[first + 1 : last]
        if any(one.echo for one in within) and not any(one.kept.strip(_MARGIN) for one in within):
            for emptied in range(first, min(last + 1, len(lines))):
                kept[emptied] = lines[emptied]._replace(kept="")
    return kept
