"""The way in to MCP beside the API: the same keys, the same ledgers, the same rights.

Each request is looked at by itself, and no session is kept: whatever a key loses, it loses at once,
and any worker may answer. The query says which ledger is meant and as whom, as everywhere else.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as Received
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from beliefs.errors import BeliefsError, InvalidInput, StoreUnavailable
from beliefs.serve.asked import Request, asked, refuse_more
from beliefs.serve.clients import MOST_SCOPES
from beliefs.serve.clients import Scope as Whose
from beliefs.serve.header import only_authorization
from beliefs.serve.mcp.server import http_app, mcp_server
from beliefs.serve.problems import problem

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from beliefs.mind.beliefs import Beliefs
    from beliefs.serve.app import Application

PATH = "/mcp"
_ASKING = "beliefs.asking"


class Asking(NamedTuple):
    """Whose ledger a request is about, and why it may not write, if it may not."""

    client: Beliefs
    refusal: BeliefsError | None


class Door:
    """Lets requests in to an MCP server over the ledgers of an application."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._server = mcp_server(_client_for)
        self._inside: Starlette | None = None
        self._clients: OrderedDict[Whose, Beliefs] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def route(self) -> Route:
        """Where it is. Nothing is ever told unasked, so there is nothing to GET."""
        return Route(PATH, self, methods=["POST"])

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        """Be open while the application runs."""
        # Hosts and origins were looked at before a request gets here.
        app = http_app(self._server, path=PATH, hosts=None, stateless=True)
        async with app.router.lifespan_context(app):
            self._inside = app
            try:
                yield
            finally:
                self._inside = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, if it is allowed."""
        try:
            scope[_ASKING] = await run_in_threadpool(self._asked, Received(scope))
            if self._inside is None:
                raise StoreUnavailable("MCP is not there yet, or no longer; try again.")
        except BeliefsError as error:
            await problem(error)(scope, receive, send)
            return
        await self._inside(scope, receive, send)

    def _asked(self, received: Received) -> Asking:
        question = asked(Request({}, received.query_params.multi_items(), b""))
        refuse_more(question.rest)
        if question.as_of is not None:
            raise InvalidInput("over MCP there is only the present; leave out as_of.")
        authorization = only_authorization(received.scope["headers"])
        self._application.allow(authorization, question, "read")
        refusal = None
        try:
            self._application.check(authorization, question, "write")
        except BeliefsError as error:
            refusal = error
        return Asking(self._client(question.scope), refusal)

    def _client(self, whose: Whose) -> Beliefs:
        """The client of a scope; its calls do not overtake each other, so one is enough."""
        with self._lock:
            client = self._clients.get(whose)
            if client is None:
                client = self._clients[whose] = self._application.clients.open(whose)
            self._clients.move_to_end(whose)
            if len(self._clients) > MOST_SCOPES:
                self._clients.popitem(last=False)
        return client


def _client_for(received: Received | None, writes: bool) -> Beliefs:
    assert received is not None
    asking: Asking = received.scope[_ASKING]
    if writes and asking.refusal is not None:
        raise asking.refusal
    return asking.client
