"""How a rule that is broken is answered: the failure that a document states for it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import said_in
from beliefs.spec.documents.contract import Contract, Fault, Route
from beliefs.spec.documents.templates import restated
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.failures import HOUSE, Failure, Way

WAYS: dict[int, Way] = {
    400: "refused",
    401: "unauthenticated",
    403: "forbidden",
    404: "absent",
    409: "conflict",
    410: "gone",
    412: "precondition",
    413: "too_large",
    415: "unsupported_type",
    422: "out_of_range",
    428: "precondition_required",
    429: "rate",
}
# Ways that an operation may use for a second failure of the same status, with a code of its own.
_SPARE: tuple[Way, ...] = ("refused", "gone", "precondition", "precondition_required", "conflict")
# What a text looks like has failures of its own.
_LETTERS = re.compile(r"(?i)\b(?:letters|digits|underscores)\b|\b(?:begin|start) with\b")
_SPELLED = {"lett", "digit", "underscor", "begin", "start", "letter"}
_DULL = {
    *("the", "a", "an", "is", "if", "not", "already", "this", "that", "with", "there", "no", "of"),
    *("to", "in", "it", "was", "be", "are", "has", "when", "or", "and", "for", "such", "does"),
}


# What stands in the words of a failure for a value that only the request has.
PLACED = re.compile(r"\b(?:X{2,}|XYZ|ABC)\b|<[^<>]+>|\{\w+\}|…|\.{3}$")


def stems(text: str) -> set[str]:
    """The words of a text without their ends.

    >>> sorted(stems("The spot is TAKEN, ending"))
    ['end', 'spot', 'tak']
    """
    found = set()
    for each in re.findall(r"[A-Za-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text)):
        word = singular(each.lower())
        if word not in _DULL and len(word) > 1:
            found.add(re.sub(r"(?<=\w{3})(?:ing|ed|en|es|ation|ment|e|n)$", "", word))
    return found


def chosen(contract: Contract, route: Route, statuses: tuple[int, ...], about: str) -> Fault | None:
    """The stated failure that fits best: the route's own, filled in by one of the service's."""
    topic = stems(about)

    def fits(fault: Fault) -> int:
        input_ = r"(?i)must be (?:greater|at least|between|positive)|\binvalid|not valid|validation"
        wrong = 2 if re.search(input_, f"{fault.words} {fault.message}") else 0
        return len(topic & stems(_text(fault))) - wrong

    own = [
        each
        for each in route.faults
        if each.status in statuses and (not _LETTERS.search(each.words) or topic & _SPELLED)
    ]
    mine = max(own, key=lambda each: (fits(each), -statuses.index(each.status)), default=None)
    among = set(statuses) & route.statuses or set(statuses)
    shared = [
        each
        for each in contract.faults
        if each.status in among and (fits(each) > 0 or each.status == 404 or not stems(_text(each)))
    ]
    other = max(shared, key=fits, default=None)
    if mine is None or other is None:
        return mine or other
    if fits(mine) <= 0 < fits(other) and stems(_text(mine)):
        return other
    if code_of(mine) and not _coded(topic, mine) and _coded(topic, other):
        return other
    if mine.status != other.status:
        return mine
    return replace(
        mine,
        code=code_of(mine) or code_of(other),
        message=message_of(mine) or message_of(other),
    )


def _coded(topic: set[str], fault: Fault) -> int:
    """How many words of a code are about a topic."""
    return len(topic & stems(code_of(fault)))


def _text(fault: Fault) -> str:
    return f"{fault.words} {fault.message} {fault.code} {said_in(fault.body)} {code_of(fault)}"


def code_of(fault: Fault) -> str:
    """The code of a failure, stated or shown."""
    if fault.code or not fault.body:
        return fault.code
    try:
        return found_code(json.loads(fault.body))
    except ValueError:
        return ""


def found_code(told: Any) -> str:
    """The code in an example of a failure.

    >>> found_code({"error": {"code": "NOT_FOUND", "message": "No such book"}})
    'NOT_FOUND'
    """
    if not isinstance(told, dict):
        return ""
    for name, value in told.items():
        worded = isinstance(value, str) and re.fullmatch(r"[A-Za-z][\w.-]*", value)
        if plain(name) in {"code", "errorcode", "type"} and worded:
            return str(value)
        rest = {key: each for key, each in told.items() if key != name}
        said = {plain(key) for key, each in rest.items() if isinstance(each, str)}
        beside = said_in(json.dumps(rest)) or said & {"message", "detail", "msg", "description"}
        if plain(name) == "error" and worded and beside:
            return str(value)
        inner = found_code(value)
        if inner:
            return inner
    return ""


# Where a document says of which kind the words are, and not what they are.
_PLACEHOLDER = re.compile(
    r"(?i)(?:an? |the |some )?(?:error |human[- ]readable |short )?"
    r"(?:message|text|string|reason|description|explanation|what went wrong|why)"
)


def message_of(fault: Fault) -> str:
    """The words that a failure answers with, where the document shows them.

    >>> (
    ...     message_of(Fault(404, "", message="No such oak")),
    ...     message_of(Fault(404, "", message="message")),
    ... )
    ('No such oak', '')
    """
    told = fault.message or said_in(fault.body)
    return "" if _PLACEHOLDER.fullmatch(told) else told


_OF_ALL = re.compile(r"(?i)(?:(?:every|each|any|all|always|these|such|has|have|with|its?|s)\b\W*)*")


def said_always(route: Route, status: int) -> str:
    """The words of every failure of a route with a status, where it shows them of no single one."""
    mine = [each for each in route.faults if each.status == status]
    shown = {message_of(each) for each in mine if message_of(each)}
    told = [each for each in mine if each.body and _OF_ALL.fullmatch(each.words.strip())]
    if len(shown) != 1 or not told:
        return ""
    words = shown.pop()
    brought = {plain(each) for each in (route.body.names if route.body is not None else ())}
    named = brought & {plain(each) for each in re.findall(r"\w+", words)}
    return words if not named or any(each.words for each in told) else ""


def noted(stated: list[Failure], way: Way, status: int, code: str, usual: Failure) -> Way:
    """The way that answers with this status and code, noted where the service's own differs."""
    alike = usual.status == status and code in {usual.code, ""}
    code = usual.code if alike else code
    for each in (way, *_SPARE):
        known = next((one for one in stated if one.way == each), None)
        if known is not None and (known.status, known.code) == (status, code):
            return each
        if known is None and alike and each == way:
            stated.append(usual)  # so that no other failure takes its place
            return each
        if known is None:
            house = next(one for one in HOUSE if one.way == each)
            body = restated(usual.body, usual.status, status)
            stated.append(Failure(each, status, house.message, code, body))
            return each
    return way
