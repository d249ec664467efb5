"""Routes that are told of by their paths alone, beside one that is told in full.

"GET /add, /sub and /mul take a and b" names three routes of one method; "GET /add?a=1&b=2 -> {…},
same for /sub (a minus b)" says of a second one what it said of the first.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.drafts import METHODS

_PATH = r"`?(?:/[a-z][\w{}-]*)+`?"
_BESIDE = re.compile(
    rf"((?:^|[\s`(:])(?P<method>{METHODS}) {_PATH})(?P<more>(?:(?:, (?:and |or )?| and | or )"
    rf"{_PATH}(?=[\s,.:;`]|$))+)"
)
_SAME = re.compile(
    r"(?i)[,;:]?\s*\(?(?:and )?(?:(?:it is |it's )?the )?(?:same|likewise|similarly|"
    r"analogous(?:ly)?|equally)(?: goes| holds| is true| applies| works)?,?(?: for| with| at| on)?"
    rf" (?={_PATH})"
)


class Other(NamedTuple):
    """A path, and what is said of it alone."""

    path: str
    words: str


def spread(text: str) -> str:
    """A text in which every path of several has its method.

    >>> spread("GET /add, /sub and /mul take a and b")
    'GET /add and GET /sub and GET /mul take a and b'
    """

    def told(found: re.Match[str]) -> str:
        paths = re.findall(_PATH, found["more"])
        return found[1] + "".join(f" and {found['method']} {each}" for each in paths)

    return _BESIDE.sub(told, text)


def likewise(text: str) -> tuple[str, list[Other]]:
    """What a text says of its own route, and the routes of which it says the same.

    >>> likewise('?a=1 -> {"r": 3}, same for /sub (a minus b) and /mul')
    ('?a=1 -> {"r": 3}', [Other(path='/sub', words='a minus b'), Other(path='/mul', words='')])
    """
    found = _SAME.search(text)
    if found is None:
        return text, []
    others: list[Other] = []
    at = found.end()
    each = rf"(?:[,;]? ?(?:and |or )?)({_PATH})(?: \(([^()]*)\))?"
    while match := re.match(each, text[at:]):
        others.append(Other(match[1].strip("`"), (match[2] or "").strip()))
        at += match.end()
    return text[: found.start()] + text[at:], others


def in_general(record: str) -> str:
    """A record without its values: those of another route are others.

    >>> in_general('{"result": 3, "of": "a"}')
    '{result: number, of: string}'
    """
    try:
        value = json.loads(record)
    except ValueError:
        return record
    if not isinstance(value, dict):
        return record
    return f"{{{', '.join(f'{name}: {_kind(each)}' for name, each in value.items())}}}"


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, list):
        return f"{_kind(value[0])}[]" if value else "string[]"
    return "string"
