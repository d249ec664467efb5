"""What the routes do: one function for every call of the client, and one each for the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import Response

from beliefs.errors import InvalidInput, InvalidText, shown
from beliefs.ledger.statements import id_of
from beliefs.ledger.text import clean
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.calls import CALLS, Call, Right, Verb, bound, signature, wrapping
from beliefs.mind.wire import as_json, read, written
from beliefs.serve.asked import KEY, Asked, Request, arguments, body_of, from_query, refuse_more
from beliefs.serve.tokens import LONGEST_SECONDS

JSON = "application/json"
LINES = "application/x-ndjson"
MOST_PER_PAGE = 1_000

LIST: dict[str, Any] = {
    "limit": int,
    "cursor": str,
    "stale": bool,
    "family": str,
    "status": str,
}
"""What a list is asked with."""
OUTLOOK: dict[str, Any] = {"text": str, "beliefs": list[str]}
"""What an outlook is asked with: a text, and the ids of what it changed."""

Work = Callable[[Beliefs, Request, Asked], Response]
"""What a route does with a client that was lent to it."""


class Route(NamedTuple):
    """How something is asked for, who may, and what is done."""

    verb: Verb
    path: str
    right: Right
    work: Work
    keyed: bool
    """Whether the ledger itself knows a repetition by its key."""


def _answer(document: object) -> Response:
    return Response(as_json(document), media_type=JSON)


def _performing(call: Call) -> Work:
    name = wrapping(signature(call).answer)

    def perform(client: Beliefs, request: Request, question: Asked) -> Response:
        found = bound(client, call.name)(**arguments(call, request, question.rest))
        document = written(found, question.fields)
        return _answer(document if name is None else {name: document})

    return perform


def _list(client: Beliefs, _: Request, question: Asked) -> Response:
    given = {}
    for name, value in question.rest.items():
        if name not in LIST:
            raise InvalidInput(f"{shown(name)} is nothing that list takes: {', '.join(LIST)}.")
        given[name] = read(LIST[name], from_query(LIST[name], value), name)
    if given.get("limit", 0) > MOST_PER_PAGE:
        raise InvalidInput(f"a page holds at most {MOST_PER_PAGE}; use its `next` as cursor.")
    page = client._page(**given)  # noqa: SLF001 - made for this
    return _answer(written(page, question.fields))


def _outlook(client: Beliefs, request: Request, question: Asked) -> Response:
    refuse_more(question.rest)
    body = body_of(request)
    if set(body) != set(OUTLOOK):
        raise InvalidInput("an outlook is asked with a text, and with beliefs: a list of ids.")
    given = {name: read(hint, body[name], name) for name, hint in OUTLOOK.items()}
    about = client._turn.about  # noqa: SLF001 - what a turn's delta asks later
    found = about(clean(given["text"], "a text"), list(map(id_of, given["beliefs"])))
    return _answer(written(found, question.fields))


def _export(client: Beliefs, _: Request, question: Asked) -> Response:
    refuse_more(question.rest)
    return Response(client.export().encode(), media_type=LINES)


def _merge(client: Beliefs, request: Request, question: Asked) -> Response:
    refuse_more(question.rest)
    try:
        text = request.body.decode()
    except UnicodeDecodeError:
        raise InvalidText("an export is UTF-8; send it as it was written.") from None
    return _answer(written(client.merge(text.split("\n"))))


def _last(client: Beliefs, _: Request, question: Asked) -> Response:
    refuse_more(question.rest)
    return _answer({"value": client._arrivals()})  # noqa: SLF001 - where events go on from


class TokenAsked(NamedTuple):
    """What a token is to allow in the namespace of the query, and for how long."""

    right: Right = "read"
    seconds: int = LONGEST_SECONDS


def token_asked(request: Request, question: Asked) -> TokenAsked:
    """Read what a token is to allow."""
    refuse_more(question.rest)
    found: TokenAsked = read(TokenAsked, body_of(request), "a token")
    return found


TOKENS: tuple[Verb, str, Right] = ("POST", "/tokens", "read")
"""Where tokens are made; what does it has to know the keys."""

ROUTES = (
    *(
        Route(call.verb, call.path, call.right, _performing(call), KEY in signature(call).named)
        for call in CALLS
    ),
    Route("GET", "/beliefs", "read", _list, keyed=False),
    Route("POST", "/outlook", "read", _outlook, keyed=False),
    Route("GET", "/export", "read", _export, keyed=False),
    Route("POST", "/merge", "admin", _merge, keyed=False),
    Route("GET", "/events/last", "read", _last, keyed=False),
)
