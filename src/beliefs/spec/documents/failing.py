"""How requests fail, by the answers that a document shows: statuses, bodies, codes, messages."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from beliefs.spec.documents.contract import Contract, Reply, Shape, is_list, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.documents.writing import said_in
from beliefs.spec.failures import DEFAULT_BODY, HOUSE, Failure, Failures, Way
from beliefs.spec.service import Assumption

INVALID: tuple[Way, ...] = ("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")
_MESSAGE = {"message", "detail", "error", "msg", "title", "reason", "description", "errormessage"}
_BY_STATUS: dict[int, Way] = {
    401: "unauthenticated",
    403: "forbidden",
    404: "absent",
    409: "conflict",
    410: "gone",
    412: "precondition",
    413: "too_large",
    415: "unsupported_type",
    429: "rate",
}


def failures(contract: Contract, said: list[Assumption]) -> Failures:
    """The failure table of a service."""
    replies = [each for route in contract.routes for each in route.replies if each.status >= 400]
    stated: list[Failure] = []
    status = _invalid(contract, said)
    codes = _codes(contract, replies)
    body = contract.error or _body(replies, said)
    for way in INVALID:
        if status != 422 or codes.get(status):
            message = "The body is not valid JSON." if way == "malformed" else ""
            stated.append(Failure(way, status, message, codes.get(status, "")))
    for number, way in _BY_STATUS.items():
        if codes.get(number):
            house = next(each for each in HOUSE if each.way == way)
            stated.append(Failure(way, number, house.message, codes[number]))
    if "{code}" in body:
        known = {each.way for each in stated}
        for house in HOUSE:
            if house.way not in known:
                code = codes.get(house.status) or _code(house.way, codes)
                stated.append(Failure(house.way, house.status, house.message, code))
        stated = [
            each
            if each.code
            else Failure(each.way, each.status, each.message, _code(each.way, codes))
            for each in stated
        ]
    return Failures(tuple(stated), body)


def _invalid(contract: Contract, said: list[Assumption]) -> int:
    """The status of requests that do not fit, by what routes with a body answer."""
    votes: Counter[int] = Counter()
    for route in contract.routes:
        takes = route.body is not None or any(each.place == "query" for each in route.params)
        for status in (422, 400):
            if takes and status in route.statuses:
                reply = route.reply(status)
                about = re.search(
                    r"(?i)valid|malformed|bad request|missing|required|input|body",
                    reply.words if reply else "",
                )
                votes[status] += 2 if about else 1
    for fault in contract.faults:
        if fault.status in {400, 422} and re.search(
            r"(?i)valid|malformed|missing|bad", fault.words
        ):
            votes[fault.status] += 3
    if not votes:
        return 422
    status, _ = votes.most_common(1)[0]
    if len(votes) > 1:
        other = 400 if status == 422 else 422
        said.append(Assumption("requests that do not fit", f"status {status}", "", (str(other),)))
    return status


def _codes(contract: Contract, replies: list[Reply]) -> dict[int, str]:
    found = {each.status: each.code for each in reversed(contract.faults) if each.code}
    for reply in replies:
        try:
            told = json.loads(reply.example) if reply.example else None
        except ValueError:
            continue
        code = _found_code(told)
        if code:
            found.setdefault(reply.status, code)
    return found


def _found_code(told: Any) -> str:
    if not isinstance(told, dict):
        return ""
    for name, value in told.items():
        worded = isinstance(value, str) and re.fullmatch(r"[A-Za-z][\w.-]*", value)
        if plain(name) in {"code", "errorcode", "type"} and worded:
            return str(value)
        if (
            plain(name) == "error"
            and isinstance(value, str)
            and re.fullmatch(r"[A-Z][A-Z_]+|[a-z]+(_[a-z]+)+", value)
            and said_in(json.dumps({key: each for key, each in told.items() if key != name}))
        ):
            return value
        inner = _found_code(value)
        if inner:
            return inner
    return ""


def _code(way: Way, codes: dict[int, str]) -> str:
    """A code where the document shows none, in the casing of those it does."""
    usual = {
        "absent": "not_found",
        "no_route": "not_found",
        "unauthenticated": "unauthorized",
        "not_allowed": "method_not_allowed",
        "refused": "bad_request",
        "rate": "too_many_requests",
        "not_built": "not_implemented",
    }
    code = usual.get(way, "validation_error" if way in INVALID else way)
    shown = next(iter(codes.values()), "")
    return code if shown and shown.islower() else code.upper()


def _body(replies: list[Reply], said: list[Assumption]) -> str:
    """The template of a failure, by the commonest shape or example."""
    votes: Counter[str] = Counter()
    for reply in replies:
        template = ""
        if reply.example:
            template = templated(reply.example)
        if not template and is_record(reply.shape) and reply.shape is not None:
            template = _template(reply.shape)
        if template:
            votes[template] += 1
    if not votes:
        return DEFAULT_BODY
    body, _ = votes.most_common(1)[0]
    if len(votes) > 1:
        others = tuple(each for each in votes if each != body)
        said.append(Assumption("the body of failures", body, "", others))
    return body


def templated(example: str) -> str:
    """The template that an example of a failure is made from.

    >>> templated('{"error": {"code": "NOT_FOUND", "message": "No such book"}}')
    '{"error": {"code": "{code}", "message": "{message}"}}'
    """
    try:
        told = json.loads(example)
    except ValueError:
        return ""
    return json.dumps(_placed(told)) if isinstance(told, dict) and said_in(example) else ""


def _placed(told: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    has_message = any(plain(each) in {"message", "detail", "msg"} for each in told)
    for name, value in told.items():
        key = plain(name)
        if isinstance(value, dict):
            made[name] = _placed(value)
        elif isinstance(value, list):
            made[name] = "{errors}"
        elif key in {"code", "status", "statuscode", "errorcode"} and isinstance(value, int):
            made[name] = "{status}"
        elif key in {"code", "errorcode", "type"} and isinstance(value, str):
            made[name] = "{code}" if not value.startswith(("about:", "http")) else value
        elif key == "error" and has_message and isinstance(value, str):
            made[name] = "{code}"
        elif key in _MESSAGE:
            made[name] = "{message}"
        elif key == "field":
            made[name] = "{field}"
        else:
            made[name] = value
    return made


def _template(shape: Shape) -> str:
    made = _parts(shape)
    return json.dumps(made) if made and "{message}" in json.dumps(made) else ""


def _parts(shape: Shape) -> dict[str, Any]:
    made: dict[str, Any] = {}
    has_message = any(plain(each) in {"message", "detail", "msg"} for each in shape.names)
    for part in shape.properties:
        name, kind = plain(part.name), part.shape.type.kind
        if is_record(part.shape):
            inner = _parts(part.shape)
            if inner:
                made[part.name] = inner
        elif is_list(part.shape):
            if part.required or name == "errors":
                made[part.name] = "{errors}"
        elif kind == "boolean":
            made[part.name] = False
        elif name in {"code", "status", "statuscode", "errorcode"} and kind in {
            "integer",
            "number",
        }:
            made[part.name] = "{status}"
        elif name in {"code", "errorcode", "status"} or (name == "error" and has_message):
            made[part.name] = "{code}"
        elif name in _MESSAGE:
            made[part.name] = "{message}"
        elif name == "type":
            made[part.name] = "about:blank"
        elif name == "field" and part.required:
            made[part.name] = "{field}"
        elif name == "instance" or not part.required:
            continue
    return made
