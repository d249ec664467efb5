"""What a sentence gives to each of several routes, which it counts or names.

"Every 400 has the body {…} for the first and {…} for the second endpoint" is two sayings.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records
from beliefs.spec.documents.markdown.drafts import METHODS

_PLACES = ("first", "second", "third", "fourth", "fifth")
_ROUTE = rf"`?(?:(?:{METHODS}) )?(?:/[a-z][\w{{}}-]*)+`?"
_NOUN = r"(?: (?:one|endpoint|route|request|call|path|operation))?"
_WHICH = rf"(?:the (?P<place>{'|'.join(_PLACES)}|last|other){_NOUN}|(?P<route>{_ROUTE}))"
_FOR = re.compile(rf"(?i)\s*\b(?:for|from|at|on|in|by) {_WHICH}(?=[\s,.;]|$)")
_VALUE = re.compile(r"(\x01+|\"[^\"]*\"|[\w-]+)$")
_NEXT = re.compile(r"\s*(?:,? and|,|;)\s+$")


class Share(NamedTuple):
    """A route, by its path or its place (from 0, or from the end), and what is said of it."""

    route: str
    place: int
    words: str


def apportioned(text: str) -> list[Share]:
    """What a sentence says of each of several routes; empty where it does not count them.

    >>> apportioned('a 400 has {"e": "x"} for the first and {"e": "y"} for the second route')
    [Share(route='', place=0, words='a 400 has {"e": "x"}'), Share(route='', place=1, words='a 400 \
has {"e": "y"}')]
    >>> [each.words for each in apportioned("It is 404 for `GET /a` and 410 for `GET /b`")]
    ['It is 404', 'It is 410']
    """
    made = list(text)
    for start, end in records(text):
        made[start:end] = "\x01" * (end - start)
    hidden = "".join(made)
    marks = list(_FOR.finditer(hidden))
    if len(marks) < 2 or hidden[marks[-1].end() :].strip(" ."):
        return []
    lead, at, found = "", 0, []
    for mark in marks:
        value = _VALUE.search(hidden[at : mark.start()])
        if value is None:
            return []
        before = hidden[at : at + value.start()]
        if at and not _NEXT.fullmatch(before):
            return []
        lead = lead if at else text[: value.start()]
        words = f"{lead}{text[at + value.start() : mark.start()]}"
        found.append(Share((mark["route"] or "").strip("`"), _place(mark["place"]), words))
        at = mark.end()
    return found


def _place(word: str | None) -> int:
    """Where a word counts to; "the other" and "the last" are counted from the end."""
    return _PLACES.index(word.lower()) if word and word.lower() in _PLACES else -1
