"""How requests are refused: the same words, whatever answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.failures import FAILURES, body


class Refusal(Exception):
    """A request that cannot be done, and the way it fails."""

    def __init__(self, way: str, message: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.way = way
        self.message = message
        self.headers = headers or {}


class Told(NamedTuple):
    """An answer to a request that fails."""

    body: Any
    status: int
    headers: dict[str, str]


def told(
    way: str, message: str = "", errors: list[dict[str, str]] | None = None, operation: str = ""
) -> Told:
    """The answer to a request that fails in this way."""
    name = stated(way, operation)
    status, usual, code = FAILURES[name]
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    text = message or usual or "Invalid request"
    return Told(body(name, status, text, code, errors or []), status, headers)


def refused(refusal: Refusal, operation: str) -> Told:
    """The answer to a refusal."""
    answer = told(refusal.way, refusal.message, operation=operation)
    return answer._replace(headers={**answer.headers, **refusal.headers})


def stated(way: str, operation: str) -> str:
    """The line of the table that holds: that of the operation, if it has one."""
    own = f"{operation}.{way}"
    return own if own in FAILURES else way


def invalid(faults: Sequence[Mapping[str, Any]], operation: str = "") -> Told:
    """The answer to a request with these faults, as Pydantic lists them."""
    found = [_fault(each) for each in faults]
    errors = [{"field": name, "message": message} for _, name, message in found]
    way, name, message = found[0]
    words = FAILURES[stated(way, operation)][1]
    return told(way, words or (f"{name}: {message}" if name else message), errors, operation)


def _fault(error: Mapping[str, Any]) -> tuple[str, str, str]:
    kind: str = error["type"]
    name = ".".join(str(each) for each in error["loc"][1:])
    if kind == "json_invalid":
        return "malformed", "", ""
    if kind == "missing":
        return "missing", name, error["msg"]
    if kind == "literal_error":
        return "unknown_choice", name, error["msg"]
    if kind.endswith(("_type", "_parsing")):
        return "wrong_type", name, error["msg"]
    return "out_of_range", name, error["msg"]
