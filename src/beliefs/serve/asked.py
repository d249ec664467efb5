"""What a request asks: the scope and the arguments of a call, read from path, query and body."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.ledger.entries import INSTANCE_BYTES
from beliefs.ledger.writing import Once
from beliefs.mind.calls import SCOPE, Call, Signature, asked_as, signature
from beliefs.mind.wire import BELIEF, FACTS, from_json, options_of, read
from beliefs.serve.clients import Scope

KEY = "idempotency_key"


class Request(NamedTuple):
    """A request as it came."""

    path: Mapping[str, str]
    query: Sequence[tuple[str, str]]
    body: bytes
    authorization: str | None = None
    key: str | None = None
    """What the header Idempotency-Key says."""
    once: Once | None = None
    """How the headers Once and Attempt name the write."""


def once_of(instance: str | None, attempt: str | None) -> Once | None:
    """Read how a write is named that may be sent again."""
    if instance is None:
        return None
    try:
        name = bytes.fromhex(instance)
    except ValueError:
        name = b""
    if len(name) != INSTANCE_BYTES:
        raise InvalidInput(f"the header Once must be {2 * INSTANCE_BYTES} hex digits.")
    return Once(name, attempt not in (None, "1"))


class Asked(NamedTuple):
    """Which ledger is meant, as of when, and the rest of the query."""

    scope: Scope
    as_of: datetime | None
    fields: tuple[str, ...]
    rest: dict[str, str]


_HERE = Scope()


def asked(request: Request) -> Asked:
    """Read the scope of a request."""
    if not request.query:
        return Asked(_HERE, None, BELIEF, {})
    query: dict[str, str] = {}
    for name, value in request.query:
        if name in query:
            raise InvalidInput(f"{shown(name)} is given twice; give it once.")
        query[name] = value
    said = {name: query.pop(name) for name in SCOPE if name in query}
    as_of = read(datetime, said.pop("as_of"), "as_of") if "as_of" in said else None
    layers = said.pop("layers", None)
    seen = None if layers is None else tuple(layers.split(",") if layers else ())
    fields = query.pop("fields", "all")
    if fields not in ("all", "facts"):
        raise InvalidInput(f"fields must be all or facts, not {shown(fields)}.")
    return Asked(
        Scope(**said, context_layers=seen), as_of, BELIEF if fields == "all" else FACTS, query
    )


def arguments(call: Call, request: Request, query: Mapping[str, str]) -> dict[str, Any]:
    """Read the arguments of a call, each by its type."""
    about = signature(call)
    if call.verb in ("GET", "DELETE"):
        given = _from_queries(about, query) if query else {}
    else:
        refuse_more(query)
        given = body_of(request)
    if KEY in about.parameters and request.key is not None:
        if given.get(KEY, request.key) != request.key:
            raise InvalidInput("the header and the body give two idempotency keys; give one.")
        given[KEY] = request.key
    for name in given:
        if name not in about.named:
            raise InvalidInput(
                f"{shown(name)} is nothing that {call.name} takes; "
                f"it takes {', '.join(about.named) or 'nothing'}."
            )
    for name in about.named:
        if name not in given and about.parameters[name].default is about.parameters[name].empty:
            raise InvalidInput(f"{call.name} needs {name}; give it.")
    found = {name: read(about.hints[name], value, name) for name, value in given.items()}
    return {**found, **{name: request.path[name] for name in about.path}}


def _from_queries(about: Signature, query: Mapping[str, str]) -> dict[str, Any]:
    names = {asked_as(name): name for name in about.named}
    given = {names.get(name, name): value for name, value in query.items()}
    return {
        name: from_query(about.hints[name], value) if name in about.hints else value
        for name, value in given.items()
    }


EVENTS: dict[str, Any] = {"since": int, "timeout": float, "heartbeat": float}
"""What a listener may ask for."""


class Listening(NamedTuple):
    """Where to begin, how long to wait when nothing changes, how often to show a sign of life."""

    since: int | None = None
    timeout: float | None = None
    heartbeat: float = 15.0


def listening(question: Asked, last: str | None) -> Listening:
    """Read what a listener asks for; the last event it has seen goes before the query."""
    given = {}
    for name, value in question.rest.items():
        if name not in EVENTS:
            raise InvalidInput(f"{shown(name)} is nothing that events take: {', '.join(EVENTS)}.")
        given[name] = read(EVENTS[name], from_query(EVENTS[name], value), name)
    if last is not None:
        if not last.isascii() or not last.isdecimal() or len(last) > 18:
            raise InvalidInput(f"Last-Event-ID must be the id of an event, not {shown(last)}.")
        given["since"] = int(last)
    found = Listening(**given)
    if not found.heartbeat >= 0.1 or not (found.timeout is None or found.timeout >= 0):
        raise InvalidInput("heartbeat must be 0.1 or more, and timeout 0 or more, in seconds.")
    return found


def body_of(request: Request) -> dict[str, Any]:
    """The JSON object in a body; nothing at all is an empty one."""
    document = from_json(request.body) if request.body else {}
    if not isinstance(document, dict):
        raise InvalidInput(f"the body must be a JSON object, not {shown(document)}.")
    return document


def refuse_more(query: Mapping[str, str]) -> None:
    """Say that a query holds something that nothing here takes."""
    for name in query:
        raise InvalidInput(f"{shown(name)} is no parameter here; use {', '.join(SCOPE)}.")


def from_query(hint: Any, text: str) -> Any:
    """The document that some text in a query stands for.

    >>> from_query(int | None, "12"), from_query(int | None, "null"), from_query(str, "12")
    (12, None, '12')
    """
    if str in options_of(hint):
        return text
    if text == "null":
        return None
    if datetime in options_of(hint):
        return text.replace(" ", "+")  # a plus sign that nobody escaped
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return text if isinstance(found, str) else found
