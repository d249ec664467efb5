"""The line that each fact really stands in: its own, and not that of its paragraph or its request.

Readers know where a block begins. What they keep of it has its words, or its method and path, and
so its line is found where these stand next, in whatever way they are wrapped and marked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple, TypeVar

from beliefs.spec import patterns as re
from beliefs.spec.operations import Operation
from beliefs.spec.service import Assumption, Example, Spec, Unknown

_BETWEEN = r"[\s`*_>\\]*"  # what may stand between two words that were read without it
_FEW = 4  # words are enough where the rest was said in other words
_Told = TypeVar("_Told", Unknown, Assumption, Example, Operation)


class _Text(NamedTuple):
    """A source, and where each of its lines begins."""

    text: str
    starts: tuple[int, ...]

    def line(self, pattern: str, first: int, *, near: bool) -> int:
        """The line in which something stands: from a line on, else before it; 0 for nowhere.

        What is `near` stands in the block that begins in that line.
        """
        start = self.starts[first - 1] if 0 < first <= len(self.starts) else 0
        compiled = re.compile(pattern)
        blank = re.compile(r"\n[ \t]*\n").search(self.text, start) if near else None
        found = compiled.search(self.text, start, blank.start() if blank else len(self.text))
        found = found or (None if near else compiled.search(self.text))
        return self.text.count("\n", 0, found.start()) + 1 if found else 0


def located(spec: Spec, sources: Iterable[tuple[str, str, str]]) -> Spec:
    """The Spec whose facts say the lines that they stand in.

    >>> said = (Unknown("material", "Titles rhyme", "a.md:1"),)
    >>> spec = Spec("a", "A", "", unknowns=said)
    >>> located(spec, [("a.md", "Notes.\\n`Titles`\\n rhyme.", "markdown")]).unknowns[0].source
    'a.md:2'
    """
    held = [(name, _text(text), kind) for name, text, kind in sources]
    texts = {name: text for name, text, _ in held}
    # Requests of OpenAPI have a line of their own.
    running = {name: text for name, text, kind in held if kind != "openapi"}

    def moved(told: _Told, method: str, path: str) -> _Told:
        return _moved(told, _request(method, path, spec.base), running, near=True)

    assumptions = (
        (each, match[1], match[2]) if (match := _NAMED.search(each.about)) else (each, "", "")
        for each in spec.assumptions
    )
    return replace(
        spec,
        operations=tuple(moved(each, each.method, each.path) for each in spec.operations),
        examples=tuple(moved(each, each.method, each.path) for each in spec.examples),
        unknowns=tuple(_moved(each, _worded(each.words), texts) for each in spec.unknowns),
        assumptions=tuple(moved(each, method, path) for each, method, path in assumptions),
    )


_NAMED = re.compile(r"\b([A-Z]{3,}) (/\S*)")


def _text(text: str) -> _Text:
    return _Text(text, (0, *(each.end() for each in re.finditer("\n", text))))


def _moved(
    told: _Told, patterns: tuple[str, ...], texts: dict[str, _Text], *, near: bool = False
) -> _Told:
    """A fact at the line where one of the patterns stands, the first that does."""
    name, _, line = told.source.rpartition(":")
    if name not in texts or not line.isdigit():
        return told
    found = (texts[name].line(each, int(line), near=near) for each in patterns)
    own = next((each for each in found if each), 0)
    return replace(told, source=f"{name}:{own}") if own else told


def _worded(words: str) -> tuple[str, ...]:
    """How words may stand in a text; nothing for what is hardly said in so many words."""
    pieces = re.findall(r"\w+|[^\w\s]", words)
    while pieces and not re.match(r"\w", pieces[-1]):
        pieces.pop()
    if len(re.findall(r"\w+", words)) < 2 or len(words) > _LONGEST:
        return ()
    whole = _BETWEEN.join(map(re.escape, pieces))
    start = _BETWEEN.join(map(re.escape, pieces[: _FEW + 1]))
    return (whole, start) if len(pieces) > _FEW + 1 else (whole,)


_LONGEST = 2000


def _request(method: str, path: str, base: str) -> tuple[str, ...]:
    """How a method and a path may stand in a line of prose, a table or a call."""
    paths = dict.fromkeys((path, path.removeprefix(base)))
    return tuple(
        rf"(?i)\b{method}\b[\s`*|:\"',-]*(?:-\S+ ?)*(?:https?://[^\s/]+)?\S{{0,30}}?{_path(each)}(?![\w/{{-])"
        for each in paths
        if len(each) > 1
    )


def _path(path: str) -> str:
    """A path with whatever stands for its parameters."""
    parts = re.split(r"\{\w+\}", path)
    return r"(?:\{[^{}]+\}|<[^<>]+>|:\w+|[\w-]+)".join(map(re.escape, parts))
