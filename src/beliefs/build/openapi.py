"""The OpenAPI document of a service, for frameworks that make none themselves."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from beliefs.build.outcomes import answers, media_of, ways
from beliefs.spec.health import health_paths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from beliefs.spec.failures import Way
    from beliefs.spec.operations import Input, Operation
    from beliefs.spec.service import Spec
    from beliefs.spec.types import Field, Type

_JSON = "application/json"
_PARAMETERS = ("path", "query", "header", "cookie")
_UNREADABLE: tuple[Way, ...] = (
    "malformed",
    "missing",
    "wrong_type",
    "out_of_range",
    "unknown_choice",
)
_LARGEST = 2**53 - 1
# As support/inputs.py has them: blank differs from one engine to the next.
_BLANK = r"\s\x00-\x1f\x7f-\x9f\ufeff"
_PART = rf"[^@{_BLANK}]+"
_URL = rf"^https?://[^/?#{_BLANK}]+[^{_BLANK}]*$"
_KINDS: dict[str, dict[str, Any]] = {
    "integer": {"type": "integer", "minimum": -_LARGEST, "maximum": _LARGEST},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "email": {"type": "string", "pattern": rf"^{_PART}@{_PART}\.{_PART}$", "maxLength": 254},
    "url": {"type": "string", "pattern": _URL, "maxLength": 2048},
    "uuid": {"type": "string", "format": "uuid"},
    "json": {},
    "list": {"type": "array"},
    "record": {"type": "object"},
    "file": {"type": "string", "format": "binary"},
}


def openapi(spec: Spec) -> dict[str, Any]:
    """The document as JSON data."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in spec.operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, spec)
    for path in health_paths(spec):
        prefix = re.sub(r"\W", "_", path.removesuffix("/health"))
        paths.setdefault(path, {})["get"] = {
            "operationId": f"health{prefix}",
            "summary": "Say that the service is up.",
            "responses": {"200": {"description": "It is up", "content": {_JSON: {"schema": {}}}}},
        }
    told = {"title": spec.title, "description": spec.summary, "version": "0.1.0"}
    return {"openapi": "3.1.0", "info": told, "paths": paths}


def _operation(operation: Operation, spec: Spec) -> dict[str, Any]:
    told: dict[str, Any] = {"operationId": operation.name}
    if operation.summary:
        told["summary"] = operation.summary
    parameters = [_parameter(each) for each in operation.inputs if each.place in _PARAMETERS]
    if parameters:
        told["parameters"] = parameters
    if body := _body(operation):
        told["requestBody"] = body
    told["responses"] = _responses(operation, spec)
    return told


def _parameter(given: Input) -> dict[str, Any]:
    return {
        "name": given.wire,
        "in": given.place,
        "required": given.required,
        "schema": _schema(given.type) | _default(given.default),
    }


def _body(operation: Operation) -> dict[str, Any]:
    whole = next((each for each in operation.inputs if each.place == "body"), None)
    if whole is not None:
        media = "text/plain" if whole.type.kind == "string" else _JSON
        return {"required": whole.required, "content": {media: {"schema": _schema(whole.type)}}}
    fields = [each for each in operation.inputs if each.place not in _PARAMETERS]
    if not fields:
        return {}
    schema = _object((each.wire, each) for each in fields)
    forms = [each.place for each in fields if each.place != "json"]
    media = _JSON
    if forms:
        media = "multipart/form-data" if "file" in forms else "application/x-www-form-urlencoded"
    required = any(each.required for each in fields)  # else it may be left out as a whole
    return {"required": required, "content": {media: {"schema": schema}}}


def _object(fields: Iterable[tuple[str, Input | Field]]) -> dict[str, Any]:
    held = dict(fields)
    properties = {name: _schema(each.type) | _default(each.default) for name, each in held.items()}
    required = [name for name, each in held.items() if each.required]
    told: dict[str, Any] = {"type": "object", "properties": properties}
    return told | ({"required": required} if required else {})


def _default(text: str) -> dict[str, Any]:
    return {"default": json.loads(text)} if text else {}


def _schema(kind: Type) -> dict[str, Any]:
    """A type as JSON Schema."""
    if kind.choices:
        told: dict[str, Any] = {"type": "string", "enum": list(kind.choices)}
    elif kind.fields:
        told = _object((each.name, each) for each in kind.fields)
    else:
        told = dict(_KINDS.get(kind.kind, {"type": "string"}))
    if kind.item:
        told["items"] = _schema(kind.item)
    several = kind.kind == "list"
    bounds = {
        "minimum": kind.minimum,
        "maximum": kind.maximum,
        "exclusiveMinimum": kind.above,
        "exclusiveMaximum": kind.below,
        "minItems" if several else "minLength": kind.min_length,
        "maxItems" if several else "maxLength": kind.max_length,
        "pattern": kind.pattern or None,
    }
    told |= {name: bound for name, bound in bounds.items() if bound is not None}
    return {"anyOf": [told, {"type": "null"}]} if kind.nullable else told


def _responses(operation: Operation, spec: Spec) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for answer in answers(operation.effect):
        content: dict[str, Any] = (
            {} if answer.body is None else {"content": {media_of(answer): {"schema": {}}}}
        )
        told[str(answer.status)] = {"description": operation.summary or "Done", **content}
    found = [*(_UNREADABLE if operation.inputs else ()), *ways(operation, spec)]
    for way in found:
        failure = spec.failures.of(way, operation.failures)
        said = {"description": failure.message or "Invalid request"}
        content = {"content": {spec.failures.media: {"schema": {}}}}
        told.setdefault(str(failure.status), said | content)
    return told
