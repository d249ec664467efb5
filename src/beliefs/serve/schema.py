"""The description of the server as OpenAPI 3.1, drawn from the table and types of its routes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from beliefs import __version__
from beliefs.ledger.merging import Merged
from beliefs.ledger.statements import Statement
from beliefs.ledger.writing import Change
from beliefs.mind.asking import Page
from beliefs.mind.belief import Belief, Delta
from beliefs.mind.calls import CALLS, Call, Right, asked_as, signature, wrapping
from beliefs.mind.outlook import Outlook
from beliefs.mind.turns import TurnDelta
from beliefs.mind.wire import BELIEF, fields_of, options_of
from beliefs.reading.heard import Reading
from beliefs.serve.asked import EVENTS, KEY
from beliefs.serve.routes import JSON, LINES, LIST, MOST_PER_PAGE, OUTLOOK, TokenAsked
from beliefs.serve.tokens import LONGEST_SECONDS

Schema = dict[str, Any]

_ID: Schema = {"type": "string", "pattern": "^[0-9a-fA-F]{32}$"}
_LAYER = "(self|thread|agent|space)"
_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"anyOf": [{"type": "number"}, {"enum": ["inf", "-inf", "nan"]}]},
    datetime: {"type": "string", "format": "date-time"},
    timedelta: {"type": "string", "format": "duration"},
    NoneType: {"type": "null"},
    Any: {},
    object: {},
}
_PROBLEMS = {
    "400": "It is no HTTP that can be read.",
    "401": "Nobody known asks.",
    "403": "Whoever asks may not do this.",
    "404": "There is no such belief.",
    "409": "An idempotency key was used for something else, or the past would have to change.",
    "413": "The body is too large.",
    "422": "What was asked cannot be done; the detail says why.",
    "429": "Too much was asked at once.",
    "502": "A language model gave no answer that can be used.",
    "503": "The store cannot be reached now; try again.",
    "507": "There is no space left.",
}
_EXAMPLES: dict[str, Any] = {
    "add": {"claim": "The cache is warm", "confidence": 0.8, "source": "logs"},
    "after": {"text": "The well is probably safe.", "tool": "survey"},
    "before": {"text": "Is the well safe?", "budget": 400},
    "observe": {"observation": {"text": "The well is safe.", "tool": "survey"}},
    "outcome": {"truth": True},
    "relate": {"relation": "supports", "to": "0" * 32},
    "join": {"one": "0" * 32, "other": "1" * 32},
    "goal": {"text": "Find a well that is safe"},
    "gap": {"text": "When the well was last tested"},
    "resolve": {"note": "When the well was last tested"},
    "fuse": {"deltas": ["The cache is warm", {"claim": "The cache is warm", "confidence": 0.6}]},
    "forecast.predict": {"actions": ["test the well"], "horizon": 2},
    "tools.observe": {"tool": "survey", "success": True},
    "trust.set": {"agent": "scout", "confidence": 0.9, "strength": 20},
    "settings.set": {"half_life": "P30D"},
}


class Drawing:
    """Schemas by name, drawn when they are first needed."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of what has a type."""
        if hint in _PLAIN:
            return _PLAIN[hint]
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            kinds = [self.of(one) for one in options_of(hint)]
            return {"anyOf": [*kinds, {"type": "null"}] if NoneType in inner else kinds}
        if origin is Literal:
            return {"enum": list(inner)}
        if origin is tuple and inner[-1:] != (...,):
            return {"type": "array", "prefixItems": [self.of(one) for one in inner]}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        if isinstance(origin, type) and issubclass(origin, Iterable):
            return {"type": "array", "items": self.of(inner[0])}
        return self._reference(hint)

    def _reference(self, kind: Any) -> Schema:
        name = kind.__name__
        if name not in self.named:
            self.named[name] = {}  # a type may hold itself
            self.named[name] = self._object(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, kind: Any) -> Schema:
        if issubclass(kind, Belief):
            hints = {n: get_type_hints(getattr(Belief, n).fget)["return"] for n in BELIEF}
            required = [n for n in BELIEF if n in ("id", "claim", "family", "status", "parameters")]
        elif issubclass(kind, Delta):
            hints = {"replayed": bool, "changes": tuple[Change, ...]}
            if issubclass(kind, TurnDelta):
                hints |= {"said": tuple[Statement, ...], "unknown": tuple[Reading, ...]}
                hints |= {"echoes": tuple[str, ...], "fallback": str | None}
            required = list(hints)
        else:
            hints = fields_of(kind)
            required = [name for name in hints if name not in kind._field_defaults]
        drawn: Schema = {
            "type": "object",
            "description": (inspect.getdoc(kind) or "").partition("\n")[0],
            "properties": {name: self.of(hint) for name, hint in hints.items()},
            "additionalProperties": False,
        }
        return {**drawn, "required": required} if required else drawn


def describe() -> Schema:
    """Draw the whole description."""
    drawing = Drawing()
    paths: dict[str, Schema] = {}
    for call in CALLS:
        paths.setdefault(f"/v1{call.path}", {})[call.verb.lower()] = _operation(drawing, call)
    for verb, path, operation in _others(drawing):
        paths.setdefault(path, {})[verb] = operation
    drawing.named["Problem"] = _problem()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "beliefs",
            "version": __version__,
            "description": "A belief is evidence that adds up.",
        },
        "paths": paths,
        "components": {
            "schemas": drawing.named,
            "parameters": {one["name"]: one for one in _scope()},
            "responses": {
                status: {
                    "description": words,
                    "content": {
                        "application/problem+json": {
                            "schema": {"$ref": "#/components/schemas/Problem"}
                        }
                    },
                }
                for status, words in _PROBLEMS.items()
            },
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"key": []}],
    }


def _operation(drawing: Drawing, call: Call) -> Schema:
    about = signature(call)
    asked: dict[str, Schema] = {}
    needed = []
    for name in about.named:
        default = about.parameters[name].default
        drawn = drawing.of(about.hints[name])
        if default is about.parameters[name].empty:
            needed.append(name)
        elif default is not None and isinstance(default, str | int | float):
            drawn = {**drawn, "default": default}
        asked[name] = drawn
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _ID} for name in about.path
    ]
    body = None
    if call.verb in ("GET", "DELETE"):
        parameters += [
            _query(asked_as(name), drawn, needed=name in needed) for name, drawn in asked.items()
        ]
    else:
        body = {"type": "object", "properties": asked, "additionalProperties": False}
        if needed:
            body["required"] = needed
    if KEY in about.parameters:
        parameters.append({"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}})
    wrapped, answer = wrapping(about.answer), drawing.of(about.answer)
    if wrapped is not None:
        answer = {"type": "object", "properties": {wrapped: answer}, "required": [wrapped]}
    is_second = call.verb == "POST" and call._replace(verb="GET") in CALLS
    name = f"{call.name}.post" if is_second else call.name
    about_it = _described(name, call.right, about.doc)
    example = _EXAMPLES.get(call.name)
    return _whole(about_it, parameters, answer, body, example, cached=call.verb == "GET")


def _described(name: str, right: Right, doc: str) -> Schema:
    summary, _, more = doc.partition("\n\n")
    text = " ".join(f"{more} Needs the right to {right}.".split())
    return {"operationId": name, "summary": " ".join(summary.split()), "description": text}


def _whole(
    about: Schema,
    parameters: list[Schema],
    answer: Schema,
    body: Schema | None = None,
    example: Any = None,
    *,
    cached: bool = False,
) -> Schema:
    scope = [{"$ref": f"#/components/parameters/{one['name']}"} for one in _scope()]
    done: Schema = {"description": "Done.", "content": {JSON: {"schema": answer}}}
    if cached:
        done["headers"] = {"ETag": {"schema": {"type": "string"}, "required": True}}
    operation = {
        **about,
        "parameters": [*parameters, *scope],
        "responses": {
            "200": done,
            **({"304": {"description": "It is the one that is known."}} if cached else {}),
            **{status: {"$ref": f"#/components/responses/{status}"} for status in _PROBLEMS},
        },
    }
    if body is not None:
        content: Schema = {"schema": body}
        if example is not None:
            content["example"] = example
        operation["requestBody"] = {"content": {JSON: content}, "required": "required" in body}
    return operation


def _others(drawing: Drawing) -> Iterable[tuple[str, str, Schema]]:
    """What is no plain call."""
    limits = {"limit": {"minimum": 0, "maximum": MOST_PER_PAGE, "default": 100}}
    listed = [_query(n, {**drawing.of(hint), **limits.get(n, {})}) for n, hint in LIST.items()]
    about = _described("list", "read", "List beliefs in the order they were first recorded.")
    yield "get", "/v1/beliefs", _whole(about, listed, drawing.of(Page), cached=True)
    outlook = {"type": "object", "required": list(OUTLOOK), "additionalProperties": False}
    outlook["properties"] = {name: drawing.of(hint) for name, hint in OUTLOOK.items()}
    about = _described("outlook", "read", "Say where a text leaves things that it changed.")
    example = {"text": "Is the well safe?", "beliefs": []}
    yield "post", "/v1/outlook", _whole(about, [], drawing.of(Outlook), outlook, example)
    yield "post", "/v1/tokens", _token(drawing)
    lines = {LINES: {"schema": {"type": "string"}}}
    export = _whole(_described("export", "read", "Export the ledger."), [], {}, cached=True)
    export["responses"]["200"]["content"] = lines
    yield "get", "/v1/export", export
    merge = _whole(_described("merge", "admin", "Unite with an export."), [], drawing.of(Merged))
    yield "post", "/v1/merge", {**merge, "requestBody": {"content": lines, "required": True}}
    last = {"type": "object", "properties": {"value": {"type": "integer"}}, "required": ["value"]}
    about = _described("events.last", "read", "Say where events from now on begin.")
    yield "get", "/v1/events/last", _whole(about, [], last, cached=True)
    given = [_query(name, drawing.of(hint)) for name, hint in EVENTS.items()]
    given.append({"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}})
    about = _described("events", "read", "Follow changes as server-sent events.")
    events = _whole(about, given, {})
    events["responses"]["200"]["content"] = {"text/event-stream": {}}
    yield "get", "/v1/events", events


def _token(drawing: Drawing) -> Schema:
    fields = {name: drawing.of(hint) for name, hint in fields_of(TokenAsked).items()}
    for name, default in TokenAsked._field_defaults.items():
        fields[name] = {**fields[name], "default": default}
    fields["seconds"] |= {"minimum": 1, "maximum": LONGEST_SECONDS}
    text = {"type": "string"}
    made: Schema = {"token": text, "namespace": text, **fields}
    about = _described("tokens", "read", "Make a token that does part of what a key does.")
    body = {"type": "object", "properties": fields, "additionalProperties": False}
    answer = {"type": "object", "properties": made, "required": list(made)}
    return _whole(about, [], answer, body, {"right": "read", "seconds": 600})


def _query(name: str, schema: Schema, *, needed: bool = False) -> Schema:
    return {"name": name, "in": "query", "required": needed, "schema": schema}


def _scope() -> list[Schema]:
    text: Schema = {"type": "string", "minLength": 1}
    known: dict[str, Schema] = {
        "namespace": {**text, "default": "default"},
        "agent": {**text, "default": "agent"},
        "thread": text,
        "write_scope": {"enum": ["thread", "agent", "space"], "default": "space"},
        "layers": {"type": "string", "pattern": f"^({_LAYER}(,{_LAYER})*)?$"},
        "as_of": _PLAIN[datetime],
        "fields": {"enum": ["all", "facts"], "default": "all"},
    }
    return [_query(name, schema) for name, schema in known.items()]


def _problem() -> Schema:
    text = {"type": "string"}
    fields = {"type": text, "title": text, "status": {"type": "integer"}, "code": text}
    return {
        "type": "object",
        "description": "What went wrong, as RFC 9457 has it, with the code of the Python error.",
        "properties": {**fields, "detail": text},
        "required": [*fields, "detail"],
    }
