"""Answers that are the same everywhere: failures, methods, HEAD."""

from __future__ import annotations

import re
from typing import Any

from app.failures import FAILURES
from app.refusals import Refusal, Told, invalid, refused, told
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
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


class FirstPath:
    """Lets the first path that fits say which methods there are."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._methods: dict[re.Pattern[str], set[str]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless only a path further down has its method."""
        if scope["type"] == "http":
            self._methods = self._methods or _methods(scope["app"])
            fits = (each for path, each in self._methods.items() if path.match(scope["path"]))
            methods = next(fits, None)
            if methods is not None and scope["method"] not in methods:
                answer = _answer(told("not_allowed"))
                answer.headers["Allow"] = ", ".join(sorted(methods))
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)


def install(app: FastAPI) -> None:
    """Let an app answer its failures in one voice."""
    app.add_middleware(FirstPath)
    app.add_middleware(HeadAsGet)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)


def documented(*ways: str) -> dict[int | str, dict[str, Any]]:
    """The failures of a route, for the OpenAPI document."""
    usual = "Invalid request"
    return {
        FAILURES[way][0]: {"description": FAILURES[way][1] or usual, "model": Any} for way in ways
    }


def answered(status: int, media: str) -> dict[int | str, dict[str, Any]]:
    """An answer that is not JSON, for the OpenAPI document."""
    return {status: {"content": {media: {}}}}


# What every route may answer to a request that cannot be read.
INVALID = documented("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")


def absolute(request: Request, path: str) -> str:
    """A path of this service as the caller reaches it."""
    return f"{str(request.base_url).rstrip('/')}{path}"


def _answer(failed: Told) -> Response:
    return JSONResponse(failed.body, failed.status, headers=failed.headers)


def _operation(request: Request) -> str:
    return getattr(request.scope.get("endpoint"), "__name__", "")


async def _refused(request: Request, refusal: Any) -> Response:
    return _answer(refused(refusal, _operation(request)))


async def _invalid(request: Request, error: Any) -> Response:
    return _answer(invalid(error.errors(), _operation(request)))


async def _http(request: Request, error: Any) -> Response:
    ways = {404: "no_route", 405: "not_allowed"}
    way = ways.get(error.status_code, "malformed")
    answer = _answer(told(way, operation=_operation(request)))
    answer.headers.update(error.headers or {})
    return answer


def _methods(app: FastAPI) -> dict[re.Pattern[str], set[str]]:
    """The methods of each path, in the order in which paths are tried."""
    found: dict[str, set[str]] = {}
    for path, operations in app.openapi()["paths"].items():
        methods = found.setdefault(re.sub(r"\{[^}]*\}", "{each}", path), set())
        methods |= {each.upper() for each in operations}
        methods |= {"HEAD"} if "GET" in methods else set()
    return {
        re.compile("[^/]+".join(map(re.escape, path.split("{each}"))) + r"\Z"): methods
        for path, methods in found.items()
    }
