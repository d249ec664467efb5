"""Lines of YAML that no parser takes, as they may have been meant.

A parser stops at a line; what is wrong stands there or shortly before. Each candidate is the whole
text with one line otherwise, and a few words about it. Those that are sure come first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re


class Stop(NamedTuple):
    """Where a parser stopped, from 0, and why."""

    line: int
    column: int
    why: str


class Mended(NamedTuple):
    """All lines, which of them is another now, and what was done to it."""

    lines: list[str]
    at: int
    said: str


_KEY = re.compile(r"(\s*(?:- )?)([^\s:#'\"][^:]*?|\"[^\"]*\"|'[^']*'):(\s+)(.+?)\s*$")
_COLON_LOST = re.compile(
    r"(\s*(?:- )?)(summary|description|operationId|type|format|name|in|required|title|version|"
    r"url|minimum|maximum|minLength|maxLength|pattern|default|example|\$ref) +(\S.*)"
)
_ENDS = {"[": "]", "{": "}"}


def candidates(lines: list[str], stop: Stop) -> Iterator[Mended]:
    """What may have been meant where a parser stopped.

    >>> next(candidates(["a: [1, 2"], Stop(0, 8, ""))).lines
    ['a: [1, 2]']
    """
    at = min(stop.line, len(lines) - 1)
    near = [each for each in (at, at - 1, at - 2) if 0 <= each < len(lines)]
    if "expected ',' or" in stop.why and stop.line < len(lines):
        line = lines[stop.line]
        word = re.search(r"(?<=[:,\[{] )[\w|. -]*$", line[: stop.column])
        if word and line[stop.column : stop.column + 1] == "?":  # a key begins so, in braces
            end = stop.column + 1
            marked = f'{line[: word.start()]}"{line[word.start() : end]}"{line[end:]}'
            yield Mended(_with(lines, stop.line, marked), stop.line, "a text with signs was quoted")
        comma = f"{line[: stop.column].rstrip()}, {line[stop.column :]}"
        yield Mended(
            _with(lines, stop.line, comma), stop.line, "a comma was put between two values"
        )
    for where in near:
        for line, said in _in_one_line(lines[where]):
            yield Mended(_with(lines, where, line), where, said)
    yield from _indented(lines, at, near)


def _in_one_line(line: str) -> Iterator[tuple[str, str]]:
    closed = _closed(line)
    if closed:
        yield closed, "a bracket was closed at the end of its line"
    if match := re.match(r"(\s*(?:- )?[^\s:'\"]+:\s+)(['\"])([^'\"]*?)\s*$", line):
        quoted = f"{match[1]}{json.dumps(match[3], ensure_ascii=False)}"
        yield quoted, "a quotation mark was closed at the end of its line"
    if match := _COLON_LOST.fullmatch(line):
        yield f"{match[1]}{match[2]}: {match[3]}", "a colon was put after the key"
    match = _KEY.match(line)
    if match and match[4][0] not in "'\"|>":
        quoted = f"{match[1]}{match[2]}: {json.dumps(match[4], ensure_ascii=False)}"
        yield quoted, "a text with signs was quoted"
    if re.fullmatch(r"\s*[^\s:]+:[^\s/].*", line):
        yield re.sub(r"^(\s*[^\s:]+):", r"\1: ", line), "a space was put after the colon"
    if re.fullmatch(r"\s*(/\S*|[\w{}]+)\s*", line):
        yield f"{line.rstrip()}:", "a colon was put after the key"


def _closed(line: str) -> str:
    """A line whose brackets are closed; empty where none is open, or a text has them."""
    value = re.match(r"\s*(?:- )?[^\s:'\"]+:\s+(?=[\[{])", line)
    if value is None or re.search(r"['\"]", line):
        return ""
    opened: list[str] = []
    for each in line[value.end() :]:
        if each in _ENDS:
            opened.append(each)
        elif opened and each == _ENDS[opened[-1]]:
            opened.pop()
    return line.rstrip() + "".join(_ENDS[each] for each in reversed(opened)) if opened else ""


def _indented(lines: list[str], at: int, near: list[int]) -> Iterator[Mended]:
    indents = {_indent(each) for each in lines[max(0, at - 8) : at + 3] if each.strip()}
    for where in near:
        now = _indent(lines[where])
        for indent in sorted(indents - {now}, key=lambda each: abs(each - now)):
            alone = _with(lines, where, " " * indent + lines[where].lstrip())
            yield Mended(alone, where, "a line was indented like its neighbours")
            moved = _moved(lines, where, indent - now)
            yield Mended(moved, where, "lines were indented like their neighbours")


def _with(lines: list[str], at: int, line: str) -> list[str]:
    return [*lines[:at], line, *lines[at + 1 :]]


def _moved(lines: list[str], at: int, by: int) -> list[str]:
    """A line and all that is deeper than it, moved."""
    now, end = _indent(lines[at]), at + 1
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > now):
        end += 1
    moved = [
        " " * max(0, _indent(each) + by) + each.lstrip() if each.strip() else each
        for each in lines[at:end]
    ]
    return [*lines[:at], *moved, *lines[end:]]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
