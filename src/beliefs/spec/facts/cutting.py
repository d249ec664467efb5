"""Where in a source sentences stand that are about the service, and not about one request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re

# Where a sentence ends; "e.g.", "..." and numbers do not end one.
_END = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!etc)(?<!\.\.)(?<=[.!?])\s+(?=[\"'`(\[A-Z0-9])|\n+")
ROUTE = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[ `*]+/|^#+ .*`?/\w")
# A request, and more lines about it.
_OF_ONE = re.compile(r"\W*(?:GET|POST|PUT|PATCH|DELETE)\b[ `*]+/.*\n\s*\S")
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_APART = re.compile(r"^(?:#|\||>|\s*$)")
_ITEM = re.compile(r"^(\s*)(?:[-*•]|\d+[.)])\s+")
# What is said of it, or them, is said of what stands before.
_LEANS = re.compile(
    r"(?i)^\s*(?:→|->|=>|\d{3}\b.*\b(?:it|that)\b)|^\W*(?:(?:and|but|then|so) )?(?:it|its|they|"
    r"them|their|this|these|those|that|both|each "
    r"one|"
    r"all of them|none of them|the same|such|he|she|there)\b(?! (?:is|are) no\b)"
)


class Sentence(NamedTuple):
    """A sentence and where it stands."""

    text: str
    start: int
    end: int


def sentences(text: str, kind: str) -> list[Sentence]:
    """The sentences of a source that stand for themselves.

    >>> [each.text for each in sentences("Notes. It is sorted. Titles are unique.", "sentences")]
    ['Notes.', 'Titles are unique.']
    """
    blocks = [(0, text)] if kind == "sentences" else list(_paragraphs(text))
    found = []
    for at, block in blocks:
        start = 0
        for end in [*(each.span() for each in _END.finditer(block)), (len(block), len(block))]:
            said = block[start : end[0]]
            lead = len(said) - len(said.lstrip())
            found.append(Sentence(said.strip(), at + start + lead, at + end[0]))
            start = end[1]
    return [each for each in found if each.text and not _LEANS.match(each.text)]


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs and items of a description that stand below no request."""
    at, start, held = 0, 0, ""
    fenced = below = False
    for line in [*text.splitlines(keepends=True), "\n"]:
        item = _ITEM.match(line)
        apart = fenced or bool(_FENCE.match(line)) or bool(_APART.match(line))
        if held and (apart or item):
            if not _OF_ONE.match(held):
                yield start, held
            held = ""
        if _FENCE.match(line):
            fenced = not fenced
        elif line.startswith("#"):
            below = bool(ROUTE.search(line))
        elif not apart and not below and not (item and item[1]):
            if not held:
                start = at + (item.end() if item else 0)
                held = line[item.end() :] if item else line
            else:
                held += line
        at += len(line)


def without(text: str, taken: list[Sentence]) -> str:
    """A source without some of its sentences; its lines keep their numbers."""
    for each in sorted(taken, key=lambda each: -each.start):
        lines = "\n" * text.count("\n", each.start, each.end)
        before, after = text[: each.start], text[each.end :]
        bullet = re.search(r"(?:^|\n)([-*•] )$", before)
        before = before[: bullet.start(1)] if bullet else before
        text = before + lines + after
    return text
