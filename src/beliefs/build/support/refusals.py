"""How requests are refused: the same words, whatever answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from app.failures import FAILURES, body


class Refusal(Exception):
    """A request that cannot be done, and the way it fails."""

    def __init__(self, way: str, message: str = "") -> None:
        super().__init__(message)
        self.way = way
        self.message = message


class Told(NamedTuple):
    """An answer to a request that fails."""

    body: Any
    status: int
    headers: dict[str, str]


def told(way: str, message: str = "", errors: list[dict[str, str]] | None = None) -> Told:
    """The answer to a request that fails in this way."""
    status, usual, code = FAILURES[way]
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return Told(body(status, message or usual, code, errors or []), status, headers)


def invalid(faults: Sequence[Mapping[str, Any]]) -> Told:
    """The answer to a request with these faults, as Pydantic lists them."""
    found = [_fault(each) for each in faults]
    errors = [{"field": name, "message": message} for _, name, message in found]
    way, name, message = found[0]
    return told(way, f"{name}: {message}" if name else message, errors)


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
