"""Words about an input that is not there, with its name among them: "subject is required".

One such message stands for those about every input; what is told of a rule of one input does not.
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route
from beliefs.spec.inferring.rules.refusing import message_of

_LACKING = re.compile(
    r"(?i)\b(?:required|missing|not (?:given|provided|present|set)|"
    r"must be (?:given|provided|present|set))\b"
)
_MORE = re.compile(r"(?i)\d|\band\b|\bor\b|\bmust be (?:a|an|one|at|between|greater|less)\b")
FIELD = "{field}"


def lacking(message: str, names: tuple[str, ...]) -> str:
    """The words with a place for the name of the input; empty where they say something else.

    >>> lacking("subject is required", ("subject", "text"))
    '{field} is required'
    >>> lacking("title is required, at most 80 characters", ("title",))
    ''
    """
    named = [each for each in names if re.search(_alone(each), message)]
    if len(named) != 1 or not _LACKING.search(message) or _MORE.search(message):
        return ""
    return re.sub(_alone(named[0]), FIELD, message)


def _alone(name: str) -> str:
    return rf"(?<![\w.]){re.escape(name)}(?!\w)"


def brought(route: Route) -> tuple[str, ...]:
    """The names of what a request may bring."""
    body = route.body.names if route.body is not None else ()
    return (*body, *(each.name for each in route.params if each.place != "path"))


def lacking_body(contract: Contract, status: int, body: str) -> str:
    """The template of all answers about an input that is not there, where all shown are alike."""
    found = {
        words
        for route in contract.routes
        for each in route.faults
        if each.status == status and (words := lacking(message_of(each), brought(route)))
    }
    if len(found) != 1 or "{message}" not in body:
        return ""
    return body.replace("{message}", json.dumps(found.pop(), ensure_ascii=False)[1:-1])
