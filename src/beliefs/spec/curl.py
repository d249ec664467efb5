"""Requests as curl commands, as people show them."""

from __future__ import annotations

import shlex
from typing import NamedTuple
from urllib.parse import urlsplit

from beliefs.spec import patterns as re

_BEGIN = re.compile(r"\s*(?:[-*•]\s+)?`{0,3}\s*(?:\$\s*)?curl\s")
# Where a command ends and what came of it is told.
_END = re.compile(r"\s+(?:#|->|=>|→)\s*")
_VALUED = frozenset({"-o", "-u", "--user", "-F", "--form", "-w", "-A", "-b", "-c", "-m"})
_DATA = frozenset({"-d", "--data", "--data-raw", "--json", "--data-binary"})
_PLAIN = frozenset({"content-type", "accept"})


class Command(NamedTuple):
    """A request, what else was said to curl, and what stands behind the command."""

    method: str
    path: str
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    rest: str = ""


def is_command(line: str) -> bool:
    """Whether a line is a curl command.

    >>> is_command("$ curl localhost:8000/notes"), is_command("Ask it with curl.")
    (True, False)
    """
    return _BEGIN.match(line) is not None


def command(line: str) -> Command:
    """The request that a line asks for.

    >>> told = command("curl -d '{\\"a\\": 1}' http://localhost:8000/notes?q=x -> 201")
    >>> told.method, told.path, told.body, told.rest
    ('POST', '/notes?q=x', '{"a": 1}', '201')
    """
    text = _BEGIN.sub("", line, count=1)
    end = next((each for each in _END.finditer(text) if not _quoted(text[: each.start()])), None)
    asked, rest = (text[: end.start()], text[end.end() :]) if end else (text, "")
    try:
        parts = shlex.split(asked.rstrip(" `"))
    except ValueError:
        parts = asked.split()
    method, path, body = "", "", ""
    headers: list[tuple[str, str]] = []
    options: list[str] = []
    words = iter(parts)
    for each in words:
        if each in {"-X", "--request"}:
            method = next(words, "")
        elif each in {"-H", "--header"}:
            name, _, value = next(words, "").partition(":")
            headers.append((name.strip(), value.strip()))
        elif each in _DATA:
            body = next(words, "")
        elif each in _VALUED:
            options += [each, next(words, "")]
        elif re.match(r"https?://|localhost|/|\$", each) and not path:
            path = _path(each)
    kept = tuple(each for each in headers if each[0].lower() not in _PLAIN)
    method = method or ("POST" if body else "GET")
    return Command(method, path or "/", body, kept, tuple(options), rest.strip())


def _quoted(before: str) -> bool:
    """Whether what follows stands in quotes."""
    plain = re.sub(r"'[^']*'", "", before)
    return "'" in plain or re.sub(r'"[^"]*"', "", plain).count('"') > 0


def _path(address: str) -> str:
    whole = address if "://" in address or address.startswith("/") else f"http://{address}"
    split = urlsplit(whole)
    return (split.path or "/") + (f"?{split.query}" if split.query else "")
