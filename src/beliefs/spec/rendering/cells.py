"""Texts that may stand in lines and tables: as they are where that is safe, else as JSON."""

from __future__ import annotations

import json

from beliefs.errors import InvalidInput, shown
from beliefs.spec import patterns as re

_NONE = "-"
WORD = r'("(?:[^"\\]|\\.)*"|[^\s",;|]+)'  # what `word` writes, as a pattern


def cell(text: str) -> str:
    """A text for one line of a table.

    >>> cell("Not found"), cell(""), cell("a|b")
    ('Not found', '-', '"a\\\\u007cb"')
    """
    if not text:
        return _NONE
    plain = text.isprintable() and text == text.strip() and text[0] not in '"#'
    if plain and "|" not in text and text != _NONE:
        return text
    return _quoted(text)


def word(text: str) -> str:
    """A text without spaces for the middle of a line.

    >>> word("/notes/{id}"), word("two words")
    ('/notes/{id}', '"two words"')
    """
    plain = re.fullmatch(r"[^\s\",;|-][^\s\",;|]*", text) and text.isprintable()
    return text if plain and not text.endswith(":") else _quoted(text)


def several(texts: tuple[str, ...]) -> str:
    """Several texts in one cell."""
    return _quoted(list(texts)) if texts else _NONE


def unseveral(told: str) -> tuple[str, ...]:
    """The texts of such a cell."""
    return () if told == _NONE else tuple(json.loads(told))


def _quoted(value: object) -> str:
    # A bar would end the cell of a table.
    return json.dumps(value).replace("|", "\\u007c")


def uncell(told: str) -> str:
    """The text of a cell."""
    if told == _NONE:
        return ""
    if told.startswith('"'):
        try:
            return str(json.loads(told))
        except ValueError:
            message = f"The cell {shown(told)} is no text."
            raise InvalidInput(message) from None
    return told


def table(*rows: tuple[str, ...]) -> list[str]:
    """Lines of a table: the first row is its head. Cells are written as they are."""
    head, *rest = rows
    lines = [_line(head), _line(tuple("---" for _ in head))]
    return [*lines, *(_line(each) for each in rest)]


def _line(row: tuple[str, ...]) -> str:
    return f"| {' | '.join(row)} |"


def untable(lines: list[str]) -> list[tuple[str, ...]]:
    """The rows of a table, without its head."""
    return [tuple(each.strip()[2:-2].split(" | ")) for each in lines[2:]]
