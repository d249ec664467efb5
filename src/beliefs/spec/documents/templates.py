"""Bodies of failures as templates: with places for the status, the code, the message, the field."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import said_in
from beliefs.spec.documents.contract import Reply, Shape, is_list, is_record
from beliefs.spec.documents.words import plain

_MESSAGE = {"message", "detail", "error", "msg", "title", "reason", "description", "errormessage"}
_MESSAGE |= {"err", "errmsg"}
STATUS_TEXT = "{status as text}"
REASON = "{what the status is called}"
PHRASES = {each.value: each.phrase for each in HTTPStatus}
# What these are called differs between the versions of HTTP; documents mostly say it so.
PHRASES |= {413: "Payload Too Large", 422: "Unprocessable Entity"}


def named(status: int) -> str:
    """What a status is called.

    >>> named(404), named(499)
    ('Not Found', 'Error')
    """
    return PHRASES.get(status, "Error")


def restated(body: str, status: int, other: int) -> str:
    """A template with one status written out, with another in its place.

    >>> restated('{"status": "404", "title": "Not Found"}', 404, 409)
    '{"status": "409", "title": "Conflict"}'
    """
    for told, instead in ((str(status), str(other)), (named(status), named(other))):
        body = body.replace(f'"{told}"', f'"{instead}"')
    return body


def with_status(body: str, status: int) -> str:
    """A template with the status written out, as a text, and what it is called.

    >>> with_status('{"title": "' + REASON + '"}', 404)
    '{"title": "Not Found"}'
    """
    return body.replace(STATUS_TEXT, str(status)).replace(REASON, named(status))


def template_of(reply: Reply) -> str:
    """The template that one answer to a failed request shows, by its example or its shape."""
    found = ""
    if reply.example:
        found = (by_field(reply.example) if reply.status in {400, 422} else "") or templated(
            reply.example
        )
    if not found and reply.shape is not None and is_record(reply.shape):
        found = shape_template(reply.shape)
    return found


_PHRASES = set(PHRASES.values())
_STATUS = {"code", "status", "statuscode", "errorcode", "http", "httpstatus", "httpcode"}


def templated(example: str) -> str:
    """The template that an example of a failure is made from.

    >>> templated('{"error": {"code": "NOT_FOUND", "message": "No such book"}}')
    '{"error": {"code": "{code}", "message": "{message}"}}'
    >>> templated('{"code": "TAKEN"}'), templated('{"least": 3}')
    ('{"code": "{code}"}', '')
    """
    try:
        told = json.loads(example)
    except ValueError:
        return ""
    placed = json.dumps(_placed(told)) if isinstance(told, dict) else ""
    return placed if placed and (said_in(example) or "{code}" in placed) else ""


def by_field(text: str) -> str:
    """The template of a failure that has its messages under the names of fields; empty for others.

    >>> by_field('{"errors": {"<field>": "<message>"}}')
    '{"errors": "{fields}"}'
    """
    try:
        told = json.loads(text)
    except ValueError:
        return ""
    for name, value in told.items() if isinstance(told, dict) else ():
        texts = isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
        if not texts or not value:
            continue
        placed = all(re.fullmatch(r"<[^<>]*>|\.{3}|…|\{\w+\}", each) for each in value)
        by_name = plain(name) in _BY_FIELD
        said = {plain(each) for each in value} & {"message", "msg", "code", "status", "field"}
        if placed or (by_name and not said):
            rest = {key: each for key, each in told.items() if key != name}
            return json.dumps({**_placed(rest), name: "{fields}"})
    return ""


def _placed(told: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    has_message = any(plain(each) in {"message", "detail", "msg"} for each in told)
    for name, value in told.items():
        key = plain(name)
        if isinstance(value, dict):
            made[name] = _placed(value)
        elif isinstance(value, list) and key not in _FAULTS and _tells(value):
            continue
        elif isinstance(value, list):
            made[name] = _items(value)
        elif isinstance(value, int) and (key in _STATUS or 400 <= value < 600):
            made[name] = "{status}"
        elif isinstance(value, str) and re.fullmatch(r"[45]\d\d", value):
            made[name] = STATUS_TEXT
        elif key in {"code", "errorcode", "type"} and isinstance(value, str):
            made[name] = "{code}" if not value.startswith(("about:", "http")) else value
        elif key == "error" and has_message and isinstance(value, str) and value not in _PHRASES:
            made[name] = "{code}"
        elif key in {"title", "error", "reason"} and value in _PHRASES and has_message:
            made[name] = REASON
        elif key in _MESSAGE:
            made[name] = "{message}"
        elif key == "field":
            made[name] = "{field}"
        else:
            made[name] = value
    return made


_BY_FIELD = {"errors", "fields", "violations", "fielderrors"}
_FAULTS = {"errors", "error", "problems", "violations", "issues"}
_OF_FAULTS = {
    "field",
    "loc",
    "path",
    "name",
    "param",
    "message",
    "msg",
    "detail",
    "error",
    "reason",
}


def _tells(value: list[Any]) -> bool:
    """Whether a list is of facts about one failure, and not of what is wrong with inputs."""
    first = value[0] if value else None
    return isinstance(first, dict) and not {plain(each) for each in first} & _OF_FAULTS


def _items(value: list[Any]) -> Any:
    """A list of faults, or of the one thing that went wrong."""
    first = value[0] if value else None
    if isinstance(first, dict) and not {plain(each) for each in first} & {"field", "loc", "path"}:
        placed = _placed(first)
        if "{message}" in placed.values():
            return [placed]
    return "{errors}"


def shape_template(shape: Shape) -> str:
    """The template that the schema of a failure stands for."""
    made = _parts(shape)
    text = json.dumps(made)
    said = any(each in text for each in ("{message}", "{fields}", "{code}"))
    return text if said else ""


def _parts(shape: Shape) -> dict[str, Any]:
    made: dict[str, Any] = {}
    has_message = any(plain(each) in {"message", "detail", "msg"} for each in shape.names)
    for part in shape.properties:
        name, kind = plain(part.name), part.shape.type.kind
        if is_record(part.shape) and name in _BY_FIELD and not part.shape.properties:
            made[part.name] = "{fields}"
        elif is_record(part.shape):
            inner = _parts(part.shape)
            if inner:
                made[part.name] = inner
        elif is_list(part.shape):
            if part.required or name == "errors":
                made[part.name] = "{errors}"
        elif kind == "boolean":
            made[part.name] = False
        elif name in _STATUS and kind in {"integer", "number"}:
            made[part.name] = "{status}"
        elif name in {"code", "errorcode", "status"} or (
            name in {"error", "reason"} and (has_message or part.shape.type.choices)
        ):
            made[part.name] = "{code}"
        elif name == "title" and has_message:
            made[part.name] = REASON
        elif name in _MESSAGE:
            made[part.name] = "{message}"
        elif name == "type":
            made[part.name] = "about:blank"
        elif name == "field" and part.required:
            made[part.name] = "{field}"
        elif name == "instance" or not part.required:
            continue
    return made
