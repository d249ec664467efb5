"""Sentences that say several things, cut where the next one begins with a subject of its own."""

from __future__ import annotations

import re

from beliefs.reading import lexicon as lex
from beliefs.reading.attribution import is_clause
from beliefs.reading.verbs import FORMS, main_verb
from beliefs.reading.wishes import is_order

_STRONG = re.compile(
    r"; |,? but |, so (?!that\b|far\b)|,? because (?!of\b)|, whereas |, while |,? although |"
    r",? (?:even )?though |, yet | – |(?<=\w): ",
    re.IGNORECASE,
)
_AND = re.compile(r",? and (?:also |then |now )?", re.IGNORECASE)
_CONCEDED = re.compile(
    r"(?:although|though|even though|while|whereas|because) (?P<first>[^,]+), (?P<second>.+)$",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\w+ (?:about |around |roughly )?[$€£¥~]?\d")
_CONDITIONS = frozenset(
    {"if", "when", "whenever", "unless", "once", "after", "before", "until", "as"}
)
_LEAST_BEFORE_COLON = 3
_LEADS = lex.SUBORDINATORS | lex.PREPOSITIONS


def parts(clause: str) -> list[str]:
    """The clauses that stand on their own, apart from those joined by "and".

    >>> parts("The deploy failed because the disk was full; use another")
    ['The deploy failed', 'the disk was full', 'use another']
    """
    if match := _CONCEDED.match(clause):
        first, second = match["first"], match["second"]
        if is_clause(first) and is_clause(second):
            return [first, *parts(second)]
    start = 0
    for cut in _STRONG.finditer(clause):
        left, right = clause[start : cut.start()], clause[cut.end() :]
        if "but" in cut[0].lower() and (whole := _with_subject(left, right)):
            return [left, *parts(whole)]
        if cut[0] == ": " and len(left.split()) < _LEAST_BEFORE_COLON:
            continue  # "Lesson learned: …"
        if cut[0] != "; " and not (_says_something(left) and _goes_on(right)):
            continue
        if left and right:
            return [left, *parts(right)]
    return [clause]


def joined(clause: str) -> list[str]:
    """The clauses that "and" joins.

    >>> joined("The linter passes and the type checker reports two errors")
    ['The linter passes', 'the type checker reports two errors']
    >>> joined("It reads and writes files")
    ['It reads and writes files']
    """
    if clause.split(" ", 1)[0].lower() in _CONDITIONS:
        return [clause]
    for cut in _AND.finditer(clause):
        left, right = clause[: cut.start()], clause[cut.end() :]
        if is_clause(left) and _stands_alone(right):
            return [left, *joined(right)]
        if whole := _with_subject(left, right):
            return [left, *joined(whole)]
    return [clause]


def lead_in(clause: str) -> tuple[str, str]:
    """What is said before the main clause, and the main clause.

    >>> lead_in("When the queue is full, the producer blocks")
    ('When the queue is full', 'the producer blocks')
    """
    if "," not in clause or clause.split(" ", 1)[0].lower() not in _LEADS:
        return "", clause
    at = clause.find(", ")
    while at > 0:
        if is_clause(clause[at + 2 :]):
            return clause[:at], clause[at + 2 :]
        at = clause.find(", ", at + 2)
    return "", clause


def _with_subject(left: str, right: str) -> str | None:
    """The second clause with the subject of the first, if it only has a verb of its own.

    "It is fast but is not safe", "it is fast but not safe", "it takes an hour and costs $3".
    """
    words, first = left.split(), right.split(" ", 1)[0].lower()
    verb = main_verb(words)
    if verb < 1 or words[0].lower() in _CONDITIONS:
        return None
    known = FORMS.get(first)
    has_figure = (
        _FIGURE.match(right) is not None and known is not None and known.form in ("s", "past")
    )
    if (first in lex.AUXILIARIES and len(right.split()) > 1) or has_figure:
        return " ".join([*words[:verb], right])
    is_denial = first == "not" and not right.lower().startswith(("not only", "not just"))
    if is_denial and words[verb].lower() in lex.BE and "not" not in words:
        return " ".join([*words[: verb + 1], right])
    return None


def _goes_on(right: str) -> bool:
    return _stands_alone(right) or right.lower().startswith("please ") or is_order(right)


def _says_something(words: str) -> bool:
    return is_clause(words) or is_order(words)


def _stands_alone(clause: str) -> bool:
    """Whether these words have a subject and a verb of their own."""
    words = clause.split()
    verb = main_verb(words)
    if verb < 1 or words[0].lower() in lex.RELATIVES or words[0].lower() in lex.AUXILIARIES:
        return False
    first = FORMS.get(words[0].lower())
    if first is None or words[verb].lower() in lex.AUXILIARIES:
        return True
    if first.form not in ("s", "past", "base"):
        return first.form == "ing"
    # "and writes files" goes on; "and tests pass on Linux" is new.
    following = words[verb + 1].lower() if verb + 1 < len(words) else ""
    plain = FORMS.get(words[verb].lower())
    ends = not following or following in lex.PREPOSITIONS or following in lex.DETERMINERS
    return (
        first.noun
        and first.form == "s"
        and verb == 1
        and plain is not None
        and plain.form != "s"
        and ends
    )
