"""The application: each call of the client as a route under /v1, and what a server needs besides.

A request travels: read it → is it allowed → lend a client of its scope → call → write the answer.
All of that is done in a thread, since a store may wait for its disk.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Protocol

from fastapi import FastAPI, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request as Received
from starlette.responses import StreamingResponse

from beliefs import __version__
from beliefs.errors import BeliefsError, Forbidden, Unauthorised
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.wire import as_json
from beliefs.serve.asked import Asked, Request, asked, listening, once_of
from beliefs.serve.clients import Clients, Open, Scope
from beliefs.serve.dashboard.pages import add_dashboard
from beliefs.serve.dashboard.signing import add_signing
from beliefs.serve.guard import Guard as Keys
from beliefs.serve.header import cookie_token, only_authorization
from beliefs.serve.live import Live
from beliefs.serve.problems import answer, problem
from beliefs.serve.rates import Limiter, Rate
from beliefs.serve.replies import Replies
from beliefs.serve.rights import Grant, Right, right_named
from beliefs.serve.routes import JSON, ROUTES, TOKENS, Route, token_asked
from beliefs.serve.schema import describe
from beliefs.serve.watching import Metrics

if TYPE_CHECKING:
    from beliefs.serve.mcp.door import Door

_log = logging.getLogger("beliefs.serve")

LOOK_AGAIN_SECONDS = 1.0
"""How long a listener is told things without asking again whether it still may hear them."""


class Guard(Protocol):
    """Says who may do what; `serve.guard` goes by keys."""

    def check(
        self, authorization: str | None, *, namespace: str | None, right: Right
    ) -> Grant | None:
        """Raise an error of the package unless it is allowed."""


class Application:
    """What the routes of one server share."""

    def __init__(self, open_: Open, guard: Guard | None, per_key: Rate | None) -> None:
        self.clients = Clients(open_)
        self.guard = guard
        self.keys = guard if isinstance(guard, Keys) else None
        self._rates = None if per_key is None else Limiter(per_key)
        self.replies = Replies()
        self.live = Live(self.clients)

    def endpoint(self, route: Route) -> Callable[[Received], Awaitable[Response]]:
        """Make the endpoint of a route."""

        async def respond(received: Received) -> Response:
            headers = received.headers
            try:
                once = once_of(headers.get("once"), headers.get("attempt"))
                authorization = only_authorization(received.scope["headers"])
            except BeliefsError as error:
                return problem(error)
            request = Request(
                received.path_params,
                received.query_params.multi_items(),
                await received.body(),
                authorization,
                headers.get("idempotency-key"),
                once,
            )
            response = await run_in_threadpool(self._answered, route, request)
            if route.verb == "GET" and response.status_code == HTTPStatus.OK:
                return _unless_known(response, headers.get("if-none-match", ""))
            return response

        return respond

    async def events(self, received: Received) -> Response:
        """Send what changes, for as long as somebody listens."""
        headers = received.headers
        last = headers.get("last-event-id")
        try:
            question = asked(Request({}, received.query_params.multi_items(), b""))
            given = listening(question, last)
            holds = await run_in_threadpool(self.look, received, question)
            # Now, so that what is wrong with the scope is said as an answer.
            await run_in_threadpool(self._opened, question)
        except BeliefsError as error:
            return problem(error)
        told = self.live.listen(question.scope, *given)
        return StreamingResponse(
            told if self.guard is None else self._while_allowed(holds, question, told),
            media_type="text/event-stream",
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )

    async def _while_allowed(
        self, authorization: str | None, question: Asked, told: AsyncGenerator[bytes, None]
    ) -> AsyncIterator[bytes]:
        """What is told, until the key is revoked or the token has expired."""
        looked = time.monotonic()
        async with aclosing(told):
            async for one in told:
                if time.monotonic() - looked >= LOOK_AGAIN_SECONDS:
                    try:
                        await run_in_threadpool(self.check, authorization, question, "read")
                    except BeliefsError:
                        return
                    looked = time.monotonic()
                yield one

    def _opened(self, question: Asked) -> None:
        with self.clients.lend(question.scope, question.as_of) as client:
            client.events(timeout=0)

    def _answered(self, route: Route, request: Request) -> Response:
        try:
            question = asked(request)
            self.allow(request.authorization, question, route.right)
            name = request.once.instance.hex() if request.once else request.key
            if name is None or route.right == "read" or (route.keyed and not request.once):
                return self._done(route, request, question)
            place = (question.scope.namespace, f"{route.verb} {route.path}", name)
            about = repr((question, request.path)).encode() + request.body
            known = self.replies.known(place, about)
            if known is None:
                known = self._done(route, request, question)
                self.replies.keep(place, about, known)
        except BeliefsError as error:
            return problem(error)
        return known

    def allow(self, authorization: str | None, question: Asked, right: str) -> None:
        """Ask the guard, if there is one, and count the request for the key."""
        grant = self.check(authorization, question, right)
        if self._rates is not None and grant is not None and grant.key_id:
            self._rates.take(grant.key_id, time.monotonic())

    def look(self, received: Received, question: Asked) -> str | None:
        """Allow whoever shows a key or, as a browser does, a cookie to read; says what holds.

        A cookie that does not hold is as good as none. Only what changes nothing may ask this.
        """
        authorization = only_authorization(received.scope["headers"])
        token = cookie_token(received.scope["headers"]) if authorization is None else None
        if token is not None:
            with suppress(Unauthorised):
                self.allow(token, question, "read")
                return token
        self.allow(authorization, question, "read")
        return authorization

    def check(self, authorization: str | None, question: Asked, right: str) -> Grant | None:
        """Ask the guard alone."""
        if self.guard is None:
            return None
        namespace = question.scope.namespace
        return self.guard.check(authorization, namespace=namespace, right=right_named(right))

    def issue(self, _: Beliefs, request: Request, question: Asked) -> Response:
        """Make a token for the namespace that is asked for."""
        right, seconds = token_asked(request, question)
        if self.keys is None:
            raise Forbidden("only a key makes tokens, and this server knows none.")
        grant, namespace = self.keys.known(request.authorization), question.scope.namespace
        token = self.keys.issue(
            grant, namespaces=[namespace], right=right_named(right), seconds=seconds
        )
        made = {"token": token, "namespace": namespace, "right": right, "seconds": seconds}
        return Response(as_json(made), headers={"cache-control": "no-store"}, media_type=JSON)

    def _done(self, route: Route, request: Request, question: Asked) -> Response:
        with self.clients.lend(question.scope, question.as_of) as client:
            ledger = client._ledger  # noqa: SLF001 - the server stands for its caller
            ledger.once = request.once
            try:
                return route.work(client, request, question)
            finally:
                ledger.once = None


def create_app(
    open_: Open, *, guard: Guard | None = None, per_key: Rate | None = None, mcp: bool = False
) -> FastAPI:
    """Make the application that serves the ledgers of a store.

    With `per_key`, each key of the guard, its tokens included, may ask that often. With `mcp`, it
    speaks MCP at /mcp as well, while its lifespan lasts.

    >>> from beliefs import Beliefs
    >>> from beliefs.serve.clients import on_one_store
    >>> app = create_app(on_one_store(Beliefs(":memory:")))
    """
    application = Application(open_, guard, per_key)
    door = _door(application) if mcp else None
    app = FastAPI(
        title="beliefs",
        version=__version__,
        docs_url=None,  # they fetch from other hosts
        redoc_url=None,
        redirect_slashes=False,
        lifespan=None if door is None else door.lifespan,
    )
    if door is not None:
        app.router.routes.append(door.route)
    for route in (*ROUTES, Route(*TOKENS, application.issue, keyed=False)):
        app.add_api_route(
            f"/v1{route.path}",
            application.endpoint(route),
            methods=[route.verb],
            include_in_schema=False,
        )
    app.add_api_route("/v1/events", application.events, methods=["GET"], include_in_schema=False)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Exception, _failed)
    app.openapi = describe  # type: ignore[method-assign]
    app.state.live = application.live
    _watch(app, application)
    add_dashboard(app, application)
    add_signing(app, application)
    return app


def _door(application: Application) -> Door:
    from beliefs.serve.mcp.door import Door  # takes longer to import than all the rest

    return Door(application)


def _watch(app: FastAPI, application: Application) -> None:
    """Add what those ask who look after a server."""
    app.state.metrics = metrics = Metrics()

    async def health() -> Response:
        return Response(as_json({"status": "ok", "version": __version__}), media_type=JSON)

    def ready() -> Response:
        try:
            with application.clients.lend(Scope()) as client:
                client.count()
        except BeliefsError as error:
            return problem(error)
        return Response(as_json({"status": "ready"}), media_type=JSON)

    async def counted() -> Response:
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    for path, endpoint in (("/health", health), ("/ready", ready), ("/metrics", counted)):
        app.add_api_route(path, endpoint, methods=["GET"], include_in_schema=False)


def _unless_known(response: Response, known: str) -> Response:
    """The answer with its hash, or only that it is the one that is known already."""
    tag = f'"{hashlib.sha256(response.body).hexdigest()[:32]}"'
    if known.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in known.split(",")):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"etag": tag})
    response.headers["etag"] = tag
    return response


async def _refused(_: Received, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    said = {
        404: ("request/not_found", "there is nothing at this address; see /openapi.json."),
        405: ("request/method", "this address does not take that method; see /openapi.json."),
    }
    code, detail = said.get(error.status_code, ("request/refused", str(error.detail)))
    return answer(status, code, detail, error.headers)


async def _failed(_: Received, error: Exception) -> Response:
    _log.error("a request could not be answered", exc_info=error)
    detail = "the server made a mistake, which is in its log; the request may be tried again."
    return answer(HTTPStatus.INTERNAL_SERVER_ERROR, "internal/error", detail)
