"""How a text is laid out: headings, items, paragraphs, code and rows of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

from beliefs.spec import patterns as re

Sort: TypeAlias = Literal["heading", "item", "paragraph", "code", "row"]


class Block(NamedTuple):
    """A piece of a text with the number of its first line."""

    sort: Sort
    text: str
    line: int
    depth: int = 0  # of a heading, its level; of an item, how far it stands in
    cells: tuple[tuple[str, str], ...] = ()  # of a row: header and text


_FENCE = re.compile(r"^\s*(?:```|~~~)")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"^(\s*)(?:[-*•+]|\d+[.)]|\([a-z0-9]\))\s+(.*)$")
_ROW = re.compile(r"^\s*\|.*\|\s*$")


def blocks(text: str) -> list[Block]:
    """The pieces of a text, in order.

    >>> [each.sort for each in blocks("# A\\n\\nSome\\nwords.\\n- one\\n  more\\n")]
    ['heading', 'paragraph', 'item']
    """
    return list(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        number = at + 1
        if not line.strip():
            at += 1
        elif _FENCE.match(line):
            end = next((i for i in range(at + 1, len(lines)) if _FENCE.match(lines[i])), len(lines))
            yield Block("code", "\n".join(lines[at + 1 : end]), number + 1)
            at = end + 1
        elif (heading := _HEADING.match(line)) is not None:
            yield Block("heading", heading[2], number, len(heading[1]))
            at += 1
        elif _ROW.match(line):
            end = _while(lines, at, lambda each: bool(_ROW.match(each)))
            yield from _rows(lines[at:end], number)
            at = end
        elif (item := _ITEM.match(line)) is not None:
            end = _while(lines, at + 1, _goes_on)
            words = " ".join([item[2], *(each.strip() for each in lines[at + 1 : end])])
            yield Block("item", words, number, len(item[1]) + 1)
            at = end
        elif re.match(r"^(?: {4}|\t)\S", line) and (at == 0 or not lines[at - 1].strip()):
            end = _while(lines, at, lambda each: bool(re.match(r"^(?: {4}|\t)", each)))
            yield Block("code", "\n".join(each.strip() for each in lines[at:end]), number)
            at = end
        else:
            end = _while(lines, at + 1, _goes_on)
            yield Block("paragraph", "\n".join(lines[at:end]), number)
            at = end


def _while(lines: list[str], at: int, holds: Callable[[str], bool]) -> int:
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


def _goes_on(line: str) -> bool:
    apart = _FENCE.match(line) or _HEADING.match(line) or _ROW.match(line) or _ITEM.match(line)
    return bool(line.strip()) and not apart


def _rows(lines: list[str], number: int) -> Iterator[Block]:
    cells = [[each.strip() for each in _cells(line)] for line in lines]
    ruled = len(cells) > 1 and all(re.fullmatch(r":?-*:?", each) for each in cells[1])
    header = cells[0] if ruled else [""] * len(cells[0])
    for at, row in enumerate(cells):
        if ruled and at < 2:
            continue
        named = tuple(zip([each.lower().strip("*` ") for each in header], row, strict=False))
        yield Block("row", " | ".join(row), number + at, cells=named)


def _cells(line: str) -> list[str]:
    """The cells of a row; a bar within code is none."""
    inner = line.strip().removeprefix("|").removesuffix("|")
    parts, code, part = [], False, ""
    for each in inner.replace("\\|", "\x00"):
        code = not code if each == "`" else code
        if each == "|" and not code:
            parts.append(part)
            part = ""
        else:
            part += each
    return [each.replace("\x00", "|") for each in (*parts, part)]
