"""How people say what becomes of rows: patterns in files, one a line, made of named pieces.

`@NAME = pattern` names a piece; other lines are what is taken, in their order. `@K` is how the
rows are called; callers may give more words.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from beliefs.spec import patterns as re


@cache
def _told(name: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """The pieces and the phrases of a file."""
    pieces: dict[str, str] = {}
    phrases: list[str] = []
    text = (resources.files(__package__) / "said" / f"{name}.txt").read_text("utf-8")
    for line in text.splitlines():
        piece, _, pattern = line.partition(" = ")
        if re.fullmatch(r"@[A-Z_]+", piece):
            pieces[piece[1:]] = f"(?:{_with(pattern, pieces)})"
        elif line.strip() and not line.startswith("#"):
            phrases.append(_with(line, pieces))
    return pieces, tuple(phrases)


def _with(pattern: str, words: dict[str, str]) -> str:
    return re.sub(r"@([A-Z_]+)", lambda one: words.get(one[1], one[0]), pattern)


def phrases(name: str, **words: str) -> tuple[str, ...]:
    """All that is taken of what is said of a life of rows."""
    return tuple(_with(each, words) for each in _told(name)[1])


def piece(name: str, called: str, **words: str) -> str:
    """One of the patterns of a file.

    >>> piece("trash", "BIN")[:10]
    '(?:(?:tras'
    """
    return _with(_told(name)[0][called], words)
