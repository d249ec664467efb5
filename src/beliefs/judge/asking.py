"""A request as the judge sends it, and what of it an operation's inputs see.

`read` does with a request what a service must do before its effect runs: find the operation, read
the body, check every input. It gives the inputs, or the way in which the request fails.
"""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from beliefs.judge.functions import said
from beliefs.judge.interpreter import Failed
from beliefs.spec.failures import Way
from beliefs.spec.operations import Input, Operation, in_order
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

_BLANK = r"\s\x00-\x1f\x7f-\x9f\ufeff"
_EMAIL = re.compile(rf"[^@{_BLANK}]+@[^@{_BLANK}]+\.[^@{_BLANK}]+")
_URL = re.compile(rf"https?://[^/?#{_BLANK}]+[^{_BLANK}]*")
_MAX_INTEGER = 2**53
_LENGTHS = {"email": 254, "url": 2048}


@dataclass(frozen=True, slots=True)
class Request:
    """One request; a body is JSON when it is `json`, else text as it stands."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    json: Any = None
    text: str | None = None
    form: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str, str, bytes], ...] = ()  # field, name, type, content
    address: str = ""  # that it comes from; the usual one, when it is empty

    @property
    def size(self) -> int:
        """How many bytes its body has, where that is plain to see."""
        if self.text is not None:
            return len(self.text.encode())
        return len(json.dumps(self.json, separators=(",", ":"))) if self.json is not None else 0

    def header(self, name: str) -> str:
        """One of its headers; empty when it has none of that name."""
        found = (value for key, value in self.headers if key.lower() == name.lower())
        return next(found, "")

    def __str__(self) -> str:
        """The line that a verdict shows."""
        query = (
            "?" + "&".join(f"{name}={value}" for name, value in self.query) if self.query else ""
        )
        body = f" {json.dumps(self.json, ensure_ascii=False)}" if self.json is not None else ""
        body = f" {self.text!r}" if self.text is not None else body
        source = f" (from {self.address})" if self.address else ""
        return f"{self.method} {self.path}{query}{body}{source}"


@dataclass(frozen=True, slots=True)
class Read:
    """What an operation is given."""

    operation: Operation
    inputs: dict[str, Any]
    given: set[str] = field(default_factory=set)


def routed(spec: Spec, request: Request) -> tuple[Operation, dict[str, str]]:
    """The operation that a request is for, with the texts of its path.

    Named parts go first, and the path that fits first says which methods there are.
    """
    taken = ""
    for operation in in_order(spec.operations):
        found = _pattern(operation.path).fullmatch(request.path)
        form = re.sub(r"\{\w+\}", "{}", operation.path)
        if found is None or (taken and form != taken):
            continue
        if operation.method in {request.method, "GET" if request.method == "HEAD" else ""}:
            return operation, found.groupdict()
        taken = form
    raise Failed("not_allowed" if taken else "no_route", "")


def allowed(spec: Spec, path: str) -> list[str]:
    """The methods of a path, in order of name: those of the first that fits."""
    fits = [
        each
        for each in in_order(spec.operations)
        if _pattern(each.path).fullmatch(path) is not None
    ]
    form = re.sub(r"\{\w+\}", "{}", fits[0].path)
    methods = {each.method for each in fits if re.sub(r"\{\w+\}", "{}", each.path) == form}
    return sorted(methods | ({"HEAD"} if "GET" in methods else set()))


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", path)
    named = (f"(?P<{each}>[^/]+)" if at % 2 else re.escape(each) for at, each in enumerate(parts))
    return re.compile("".join(named))


def read(operation: Operation, path: dict[str, str], request: Request, body: Any) -> Read:
    """The inputs of a request, whose body was read, or the first fault of them."""
    fields = any(each.place == "json" for each in operation.inputs)
    if fields and body is not None and not isinstance(body, dict):
        raise Failed("wrong_type", "")
    inputs: dict[str, Any] = {}
    given: set[str] = set()
    for each in operation.inputs:
        there, value = _brought(each, path, request, body)
        if there:
            given.add(each.name)
            lax = each.place in {"path", "query", "header", "cookie", "form"}
            inputs[each.name] = checked(value, each.type, lax=lax)
        elif each.required:
            raise Failed("missing", "")
        else:
            inputs[each.name] = json.loads(each.default) if each.default else None
    names = {each.wire for each in operation.inputs if each.place == "json"}
    if operation.closed and isinstance(body, dict) and not body.keys() <= names:
        raise Failed("out_of_range", "")
    return Read(operation, inputs, given)


def body_of(spec: Spec, operation: Operation, request: Request) -> Any:
    """The body of a request, whatever it is; one that cannot be read is malformed."""
    if spec.largest and request.size > spec.largest:
        raise Failed("too_large", "")
    wants = any(each.place in {"json", "body"} for each in operation.inputs)
    if not wants or request.json is not None or request.text is None:
        return request.json
    if any(each.place == "body" and each.type.kind == "string" for each in operation.inputs):
        return request.text
    try:
        return json.loads(request.text)
    except ValueError:
        raise Failed("malformed", "") from None


def _brought(given: Input, path: dict[str, str], request: Request, body: Any) -> tuple[bool, Any]:
    name = given.wire
    match given.place:
        case "path":
            return True, path[name]
        case "body":
            return body is not None, body
        case "json":
            return isinstance(body, dict) and name in body, (body or {}).get(name)
        case "file":
            files = [each for each in request.files if each[0] == name]
            return bool(files), _files(files, several=given.type.kind == "list")
    cookies = tuple(
        (key, value)
        for each in request.header("cookie").split("; ")
        for key, _, value in [each.partition("=")]
    )
    pairs = {"query": request.query, "form": request.form, "header": request.headers}
    pairs["cookie"] = cookies
    found = [value for key, value in pairs.get(given.place, ()) if key.lower() == name.lower()]
    if given.type.kind == "list":
        return bool(found), found
    return bool(found), found[0] if found else None


def _files(files: list[tuple[str, str, str, bytes]], *, several: bool) -> Any:
    told = [
        {"name": re.split(r"[/\\]", name)[-1], "type": kind, "size": len(held), "content": held}
        for _, name, kind, held in files
    ]
    return told if several else told[0] if told else None


def checked(value: Any, kind: Type, *, lax: bool = False) -> Any:
    """A value as the effect sees it, or the way in which it is wrong."""
    if value is None:
        if kind.nullable:
            return None
        raise Failed("wrong_type", "")
    if kind.choices:
        if value not in kind.choices:
            raise Failed("unknown_choice", "")
        return value
    if lax and isinstance(value, str):
        value = _parsed(value, kind)
    match kind.kind:
        case "integer":
            value = int(value) if isinstance(value, float) and value.is_integer() else value
            _hold(type(value) is int, "wrong_type")
            _hold(-_MAX_INTEGER < value < _MAX_INTEGER, "out_of_range")
        case "number":
            _hold(type(value) in {int, float}, "wrong_type")
        case "boolean":
            _hold(isinstance(value, bool), "wrong_type")
        case "list":
            _hold(isinstance(value, list), "wrong_type")
            value = [checked(each, kind.item, lax=lax) for each in value] if kind.item else value
        case "record":
            _hold(isinstance(value, dict), "wrong_type")
            value = _record(value, kind)
        case "json" | "file":
            pass
        case _:
            _hold(isinstance(value, str), "wrong_type")
            value = _textual(value, kind)
    _bounded(value, kind)
    return value


def _record(value: dict[str, Any], kind: Type) -> dict[str, Any]:
    if not kind.fields:
        return value
    inner: dict[str, Any] = {}
    for each in kind.fields:
        if each.name in value:
            inner[each.name] = checked(value[each.name], each.type)
        elif each.required:
            raise Failed("missing", "")
        else:
            inner[each.name] = json.loads(each.default) if each.default else None
    return inner


def _hold(holds: bool, way: Way) -> None:
    if not holds:
        raise Failed(way, "")


def _parsed(text: str, kind: Type) -> Any:
    """A text of a path, query, header or form as its type."""
    try:
        match kind.kind:
            case "integer":
                return int(text)
            case "number":
                return float(text)
            case "boolean":
                return {"true": True, "1": True, "false": False, "0": False}[text.lower()]
    except (ValueError, KeyError):
        raise Failed("wrong_type", "") from None
    return text


def _textual(text: str, kind: Type) -> str:
    try:
        match kind.kind:
            case "date":
                return date.fromisoformat(text).isoformat()
            case "datetime":
                _hold(re.search(kind.pattern, text) is not None, "out_of_range")
                moment = datetime.fromisoformat(text)
                return said(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
            case "uuid":
                return str(uuid.UUID(text))
    except (ValueError, OverflowError):
        raise Failed("out_of_range", "") from None
    patterns = {"email": _EMAIL, "url": _URL}
    pattern = patterns.get(kind.kind)
    _hold(pattern is None or pattern.fullmatch(text) is not None, "out_of_range")
    _hold(len(text) <= _LENGTHS.get(kind.kind, len(text)), "out_of_range")
    return text


def _bounded(value: Any, kind: Type) -> None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        _hold(kind.minimum is None or value >= kind.minimum, "out_of_range")
        _hold(kind.maximum is None or value <= kind.maximum, "out_of_range")
        _hold(kind.above is None or value > kind.above, "out_of_range")
        _hold(kind.below is None or value < kind.below, "out_of_range")
    if isinstance(value, str | list):
        _hold(kind.min_length is None or len(value) >= kind.min_length, "out_of_range")
        _hold(kind.max_length is None or len(value) <= kind.max_length, "out_of_range")
    if isinstance(value, str) and kind.pattern:
        _hold(re.search(kind.pattern, value) is not None, "out_of_range")
