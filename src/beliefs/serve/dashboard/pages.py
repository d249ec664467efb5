"""The addresses of the dashboard, and how each is answered. Nothing here writes."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from importlib.resources import files
from typing import TYPE_CHECKING

from fastapi import FastAPI, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as Received

from beliefs.errors import BeliefsError, NotFound, Unauthorised
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.wire import as_json
from beliefs.serve.asked import Request, asked
from beliefs.serve.dashboard.here import Here
from beliefs.serve.dashboard.listing import listing
from beliefs.serve.dashboard.markup import Html, joined, tag
from beliefs.serve.dashboard.moved import past
from beliefs.serve.dashboard.pasts import Pasts
from beliefs.serve.dashboard.portrait import portrait
from beliefs.serve.dashboard.shell import Page, shell
from beliefs.serve.dashboard.signing import HEADERS, page, to_sign_in
from beliefs.serve.dashboard.standing import clarity_past, contradicted, contradictions, opened
from beliefs.serve.dashboard.trusting import trusted
from beliefs.serve.problems import PROBLEM, status_of

if TYPE_CHECKING:
    from beliefs.serve.app import Application

ASSETS = {"style.css": "text/css", "live.js": "text/javascript", "icon.svg": "image/svg+xml"}

Show = Callable[[Pasts, Here, dict[str, str]], Page | Html | bytes]
"""What is shown for a question: a page, a part of one, or a document for the script."""


def _with(show: Callable[[Beliefs, Here, dict[str, str]], Page | Html]) -> Show:
    """Show something with a client of the scope and the moment that are asked for."""

    def shown(pasts: Pasts, here: Here, path: dict[str, str]) -> Page | Html:
        with pasts.lend(here.question.scope, here.as_of) as client:
            return show(client, here, path)

    return shown


def _timeline(pasts: Pasts, here: Here, _: dict[str, str]) -> bytes:
    stops = pasts.stops(here.question.scope)
    return as_json({"stops": [moment.isoformat() for moment in stops]})


def _clarity(pasts: Pasts, here: Here, _: dict[str, str]) -> Html:
    until = here.as_of
    moments = [at for at in pasts.stops(here.question.scope) if until is None or at <= until]
    return pasts.drawn(here.question.scope, until, lambda client: clarity_past(client, moments))


SHOWN: dict[str, Show] = {
    "/": _with(lambda client, here, _: listing(client, here)),
    "/belief/{belief}": _with(lambda client, here, path: portrait(client, here, path["belief"])),
    "/belief/{belief}/past": _with(
        lambda client, _, path: past(client, client.get(path["belief"]))
    ),
    "/contradictions": lambda _, here, __: contradicted(here),
    "/contradictions/found": _with(lambda client, here, _: contradictions(client, here)),
    "/open": _with(lambda client, here, _: opened(client, here)),
    "/open/past": _clarity,
    "/trust": _with(lambda client, _, __: trusted(client)),
    "/timeline": _timeline,
}


def add_dashboard(app: FastAPI, application: Application) -> None:
    """Let an application carry the dashboard."""
    pasts = Pasts(application.clients)
    for path, show in SHOWN.items():
        endpoint = _endpoint(application, pasts, show)
        app.add_api_route(path, endpoint, methods=["GET"], include_in_schema=False)
    for name, kind in ASSETS.items():
        body = files("beliefs.serve.dashboard").joinpath("assets", name).read_bytes()
        path = f"/assets/{name}"
        app.add_api_route(path, _asset(body, kind), methods=["GET"], include_in_schema=False)


def _asset(body: bytes, kind: str) -> Callable[[Received], Awaitable[Response]]:
    async def respond(received: Received) -> Response:
        return _unless_known(Response(body, headers=HEADERS, media_type=kind), received)

    return respond


def _endpoint(
    application: Application, pasts: Pasts, show: Show
) -> Callable[[Received], Awaitable[Response]]:
    def answered(received: Received) -> Response:
        here = None
        try:
            # A form sends what was left empty as well.
            query = [(key, one) for key, one in received.query_params.multi_items() if one]
            here = Here(asked(Request(received.path_params, query, b"")))
            holds = application.look(received, here.question)
            here = here._replace(signed_in=holds is not None and not _says_itself(received))
            made = show(pasts, here, received.path_params)
        except BeliefsError as error:
            unknown = isinstance(error, Unauthorised) and not _says_itself(received)
            if unknown and application.keys is not None:
                return to_sign_in(received)
            received.scope[PROBLEM] = error.code
            return _sorry(error, here)
        if isinstance(made, bytes):
            return Response(made, headers=HEADERS, media_type="application/json")
        return page(shell(made, here) if isinstance(made, Page) else made)

    async def respond(received: Received) -> Response:
        return _unless_known(await run_in_threadpool(answered, received), received)

    return respond


def _says_itself(received: Received) -> bool:
    """Whether it shows a key by itself, as no browser does when it goes to a page."""
    return "authorization" in received.headers


def _sorry(error: BeliefsError, here: Here | None) -> Response:
    """An error as a page."""
    here = here or Here(asked(Request({}, [], b"")))
    heading = "Not here" if isinstance(error, NotFound) else "That did not work"
    back = tag("p", tag("a", "All beliefs", href="/"))
    main = joined(tag("h1", heading), tag("p", str(error), class_="note"), back)
    return page(shell(Page(heading, main, ""), here), status_of(error))


def _unless_known(response: Response, received: Received) -> Response:
    """The answer with its hash, or only that it is known already."""
    if response.status_code != HTTPStatus.OK:
        return response
    tag_ = f'"{hashlib.sha256(response.body).hexdigest()[:32]}"'
    if received.headers.get("if-none-match") == tag_:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"etag": tag_})
    response.headers["etag"] = tag_
    return response
