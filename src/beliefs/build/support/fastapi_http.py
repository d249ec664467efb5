"""Answers that are the same everywhere: failures, methods, HEAD."""

from __future__ import annotations

from typing import Any

from app.failures import FAILURES
from app.refusals import Refusal, Told, invalid, told
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """Answers HEAD as GET; the server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)


def install(app: FastAPI) -> None:
    """Let an app answer its failures in one voice."""
    app.add_middleware(HeadAsGet)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def documented(*ways: str) -> dict[int | str, dict[str, Any]]:
    """The failures of a route, for the OpenAPI document."""
    return {FAILURES[way][0]: {"description": FAILURES[way][1], "model": Any} for way in ways}


# What every route may answer to a request that cannot be read.
INVALID = documented("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")


def absolute(request: Request, path: str) -> str:
    """A path of this service as the caller reaches it."""
    return f"{str(request.base_url).rstrip('/')}{path}"


def _answer(failed: Told) -> Response:
    return JSONResponse(failed.body, failed.status, headers=failed.headers)


async def _refused(_request: Request, refusal: Any) -> Response:
    return _answer(told(refusal.way, refusal.message))


async def _invalid(_request: Request, error: Any) -> Response:
    return _answer(invalid(error.errors()))


async def _http(request: Request, error: Any) -> Response:
    if error.status_code == 405:
        answer = _answer(told("not_allowed"))
        answer.headers["Allow"] = ", ".join(_methods(request))
        return answer
    return _answer(told("no_route" if error.status_code == 404 else "malformed"))


def _methods(request: Request) -> list[str]:
    found: set[str] = set()
    for included in request.app.routes:
        # An included router stands there as one; its paths are whole.
        held = getattr(included, "original_router", None)
        for route in held.routes if held else [included]:
            if route.matches(request.scope)[0] is not Match.NONE:
                found |= set(getattr(route, "methods", None) or ())
    return sorted(found | ({"HEAD"} if "GET" in found else set()))
