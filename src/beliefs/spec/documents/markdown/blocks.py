"""Markdown, as far as descriptions use it: headings, tables, bullets, fenced text, paragraphs."""

from __future__ import annotations

from textwrap import dedent
from typing import Literal, NamedTuple, TypeAlias

from beliefs.spec import patterns as re

Kind: TypeAlias = Literal["heading", "table", "bullet", "code", "text"]
_FENCE = re.compile(r"\s*(```+|~~~+)\s*([\w+-]*)")
_BULLET = re.compile(r"(\s*)(?:[-*+•]|\d{1,2}[.)]|[a-z][.)])\s+(.*)")


class Block(NamedTuple):
    """A piece of a document and the line it begins at."""

    kind: Kind
    line: int
    text: str
    level: int = 0  # of a heading, or how far a bullet or a text is indented
    rows: tuple[tuple[str, ...], ...] = ()  # of a table, its head first
    leads: bool = False  # to the requests that are shown right before it now


def blocks(text: str) -> list[Block]:
    """The pieces of a document, in order.

    >>> [(each.kind, each.text) for each in blocks("# A\\n- b\\n\\nc")]
    [('heading', 'A'), ('bullet', 'b'), ('text', 'c')]
    """
    lines = [re.sub(r"^\s{0,3}>\s?", "", each) for each in text.lstrip("\ufeff").split("\n")]
    found: list[Block] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if fence:
            at = _code(lines, at, fence, found)
        elif _is_indented(lines, at, found):
            at = _indented(lines, at, found)
        elif match := re.match(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$", line):
            found.append(Block("heading", at + 1, match[2], len(match[1])))
            at += 1
        elif (
            line.strip()
            and at + 1 < len(lines)
            and re.fullmatch(r"\s*(=+|-{3,})\s*", lines[at + 1])
            and (not line.lstrip().startswith(("|", "-", "*")))
        ):
            level = 1 if "=" in lines[at + 1] else 2
            found.append(Block("heading", at + 1, line.strip(), level))
            at += 2
        elif _is_table(lines, at):
            at = _table(lines, at, found)
        elif match := _BULLET.match(line):
            found.append(Block("bullet", at + 1, match[2].strip(), len(match[1])))
            at += 1
            while at < len(lines) and _continues(lines[at], len(match[1])):
                last = found[-1]
                found[-1] = last._replace(text=f"{last.text} {lines[at].strip()}")
                at += 1
        elif line.strip():
            found.append(Block("text", at + 1, line.strip(), len(line) - len(line.lstrip())))
            at += 1
            while at < len(lines) and lines[at].strip() and not _begins(lines, at):
                last = found[-1]
                found[-1] = last._replace(text=f"{last.text}\n{lines[at].strip()}")
                at += 1
        else:
            at += 1
    return found


def _code(lines: list[str], at: int, fence: re.Match[str], found: list[Block]) -> int:
    end = at + 1
    while end < len(lines) and not lines[end].strip().startswith(fence[1]):
        end += 1
    found.append(Block("code", at + 2, "\n".join(lines[at + 1 : end]), rows=((fence[2],),)))
    return end + 1


def _is_indented(lines: list[str], at: int, found: list[Block]) -> bool:
    """Whether code begins here that four spaces mark as such, and not a part of a bullet."""
    text = lines[at].expandtabs(4)
    if not text.strip() or not text.startswith("    ") or (at and lines[at - 1].strip()):
        return False
    return not (found and found[-1].kind == "bullet") or text.strip()[0] in "{["


def _indented(lines: list[str], at: int, found: list[Block]) -> int:
    end = at
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith(("    ", "\t"))):
        end += 1
    text = dedent("\n".join(each.expandtabs(4) for each in lines[at:end])).rstrip()
    found.append(Block("code", at + 1, text, rows=(("",),)))
    return end


def _is_table(lines: list[str], at: int) -> bool:
    return (
        "|" in lines[at]
        and at + 1 < len(lines)
        and re.fullmatch(r"\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-+:?\s*)*\|?\s*", lines[at + 1]) is not None
    )


def _table(lines: list[str], at: int, found: list[Block]) -> int:
    rows = [_cells(lines[at])]
    end = at + 2
    while end < len(lines) and "|" in lines[end] and lines[end].strip():
        rows.append(_cells(lines[end]))
        end += 1
    found.append(Block("table", at + 1, lines[at].strip(), rows=tuple(rows)))
    return end


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    parts = re.split(r"(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)", inner)
    return tuple(each.strip().replace("\\|", "|") for each in parts)


def _continues(line: str, indent: int) -> bool:
    deep = len(line) - len(line.lstrip())
    return (
        bool(line.strip()) and deep > indent and not _BULLET.match(line) and not _FENCE.match(line)
    )


def _begins(lines: list[str], at: int) -> bool:
    line = lines[at]
    return bool(
        _FENCE.match(line)
        or _BULLET.match(line)
        or re.match(r"\s{0,3}#{1,6}\s", line)
        or _is_table(lines, at)
    )
