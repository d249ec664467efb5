"""What a build is called with, as sources: sentences, descriptions and OpenAPI documents."""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from beliefs.build.wanted import Wanted

_LARGEST = 1_000_000  # bytes; whoever says more than that does not describe one service
# What lays a text out: a heading, a list, a table, a fence, or a line for each request.
_MARK = re.compile(
    r"(?m)^[ ]{0,3}(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\||```|~~~|>|<\w|[=-]{3,}\s*$)"
    r"|^(?:\t|[ ]{4})\s*\S|^\W*(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\W{1,8}?/"
)


def wanted_of(
    goals: tuple[str, ...], files: tuple[Path, ...], openapi: tuple[Path, ...], told: dict[str, Any]
) -> Wanted:
    """What is asked for, as data; `-` among the goals is standard input."""
    texts = [_text_of(None) if each == "-" else each for each in goals]
    text = "\n".join(each for each in texts if each).strip()
    if len(text) > _LARGEST:
        raise click.UsageError(f"The goal {_TOO_LARGE}")
    sources = [["goal", text, "sentences"]] if text else []
    for each in files:
        held = _text_of(each)
        sources.append([each.name, held, "markdown" if is_laid_out(held) else "sentences"])
    sources += [[each.name, _text_of(each), "openapi"] for each in openapi]
    if not any(held.strip() for _, held, _ in sources):
        message = 'Nothing was asked for; say it, as in belief --goal "A notes API: CRUD."'
        raise click.UsageError(message)
    return {"sources": sources, "told": told, "answers": {}}


def is_laid_out(text: str) -> bool:
    r"""Whether a text is laid out as Markdown is; what is not are sentences, as in a goal.

    >>> is_laid_out("A notes API: CRUD.\nWith tags."), is_laid_out("# Notes\n\nA notes API.")
    (False, True)
    """
    return _MARK.search(text) is not None


_TOO_LARGE = f"is larger than what is read: at most {_LARGEST:,} bytes."


def _text_of(path: Path | None) -> str:
    """The text of a file, or of standard input."""
    name = "standard input" if path is None else str(path)
    try:
        with nullcontext(sys.stdin.buffer) if path is None else path.open("rb") as file:
            held = file.read(_LARGEST + 1)
    except OSError as error:
        message = f"{name} cannot be read: {(error.strerror or str(error)).lower()}."
        raise click.UsageError(message) from None
    if len(held) > _LARGEST:
        raise click.UsageError(f"{name} {_TOO_LARGE}")
    try:
        return held.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise click.UsageError(f"{name} cannot be read: it is no UTF-8.") from None
