"""Requests that a goal shows as they are sent, told as routes.

"curl -X DELETE http://localhost:8000/notes/7 -> 204" says what "DELETE /notes/{id} -> 204" says. A
line that begins with an arrow goes on with the one before it. Lines keep their numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.curl import Command, command, is_command

_ARROW = re.compile(r"\s*(?:->|=>|→|⇒|⟶)\s*")
# What curl printed, as a comment behind it: "# 201", "# => {...}", "# the note".
_COMMENT = re.compile(r"\s*#\s*(?:->|=>|→)?\s*(?=\S)")
_KEYS = ("id", "code", "slug", "key", "token", "name", "number")


def told(text: str) -> str:
    """The text with its commands as routes.

    >>> told("curl localhost:8000/notes/7\\n  -> the note\\n  -> 404 if there is none")
    'GET /notes/{id} -> the note, 404 if there is none\\n\\n'
    """
    lines = _joined(text.split("\n"))
    if not any(map(is_command, lines)):
        return "\n".join(lines)
    asked = {at: command(line) for at, line in enumerate(lines) if is_command(line)}
    prose = "\n".join(line for at, line in enumerate(lines) if at not in asked)
    shown = dict(_samples("\n".join(lines)))
    for at, each in asked.items():
        lines[at] = _told(each, prose, shown)
    return "\n".join(lines)


def _joined(lines: list[str]) -> list[str]:
    """Lines that go on with the one before it, as a part of that."""
    made: list[str] = []
    blank = 0
    for line in lines:
        last = made[-1] if made else ""
        arrow = _ARROW.match(line) or (_COMMENT.match(line) if is_command(last) else None)
        if last.rstrip().endswith("\\") and is_command(last):
            made[-1] = f"{last.rstrip()[:-1]} {line.strip()}"
            blank += 1
        elif arrow is not None and last.strip() and _asks(last):
            behind = line[arrow.end() :]
            sign = "," if re.search(r"->|=>|→|⇒|⟶", last) else " ->"
            made[-1] = f"{last.rstrip()}{sign} {behind}"
            blank += 1
        else:
            made += [*[""] * blank, line]
            blank = 0
    return [*made, *[""] * blank]


def _asks(line: str) -> bool:
    return is_command(line) or re.search(r"\b(?:GET|POST|PUT|PATCH|DELETE)\s+/", line) is not None


def _told(asked: Command, prose: str, shown: dict[str, str]) -> str:
    """A command in the words of a route; headers that the prose speaks of need no word here."""
    path, sign, query = asked.path.partition("?")
    parts = [asked.method, f"{_general(path, shown)}{sign}{query}", asked.body]
    parts += [f"(header {name})" for name, _ in asked.headers if name.lower() not in prose.lower()]
    parts += [*asked.options, f"-> {asked.rest}" if asked.rest else ""]
    return " ".join(each for each in parts if each)


def _general(path: str, shown: dict[str, str]) -> str:
    """A path with names in place of samples: numbers, and what an answer shows."""
    parts = path.split("/")
    for at, each in enumerate(parts):
        if each.isdigit():
            parts[at] = "{id}"
        elif each in shown:
            parts[at] = f"{{{shown[each]}}}"
    return "/".join(parts)


def _samples(text: str) -> Iterator[tuple[str, str]]:
    """Values that answers show, with the names of their keys; what tells rows apart comes last."""
    found: list[tuple[str, str]] = []
    for each in re.finditer(r"(?:->|=>|→)[^{\n]*(?=\{)", text):
        try:
            value: Any = json.JSONDecoder().raw_decode(text, each.end())[0]
        except ValueError:
            continue
        found += [(one, name) for name, one in value.items() if isinstance(one, str)]
    yield from sorted(found, key=lambda each: each[1] in _KEYS)


__all__ = ["told"]
