"""Answers that are the same everywhere: failures, methods, HEAD."""

from __future__ import annotations

from typing import Any

from app.failures import FAILURES, body
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send


class Refusal(Exception):
    """A request that cannot be done, and the way it fails."""

    def __init__(self, way: str, message: str = "") -> None:
        super().__init__(message)
        self.way = way
        self.message = message


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


def failed(way: str, message: str = "", errors: list[dict[str, str]] | None = None) -> Response:
    """The answer to a request that fails in this way."""
    status, usual, code = FAILURES[way]
    told = body(status, message or usual, code, errors or [])
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return JSONResponse(told, status, headers=headers)


async def _refused(_request: Request, refusal: Any) -> Response:
    return failed(refusal.way, refusal.message)


async def _invalid(_request: Request, invalid: Any) -> Response:
    faults = [_fault(each) for each in invalid.errors()]
    errors = [{"field": name, "message": message} for _, name, message in faults]
    way, name, message = faults[0]
    return failed(way, f"{name}: {message}" if name else message, errors)


def _fault(error: dict[str, Any]) -> tuple[str, str, str]:
    kind: str = error["type"]
    name = ".".join(str(each) for each in error["loc"][1:])
    if kind == "json_invalid":
        return "malformed", "", ""
    if kind == "missing":
        return "missing", name, error["msg"]
    if kind == "literal_error":
        return "unknown_choice", name, error["msg"]
    if kind.endswith(("_type", "_parsing")):
        return "wrong_type", name, error["msg"]
    return "out_of_range", name, error["msg"]


async def _http(request: Request, error: Any) -> Response:
    if error.status_code == 405:
        answer = failed("not_allowed")
        answer.headers["Allow"] = ", ".join(_methods(request))
        return answer
    return failed("no_route") if error.status_code == 404 else failed("malformed")


def _methods(request: Request) -> list[str]:
    found = set()
    for route in request.app.routes:
        match, _ = route.matches(request.scope)
        if match is not Match.NONE:
            found |= set(getattr(route, "methods", None) or ())
    return sorted(found | ({"HEAD"} if "GET" in found else set()))
