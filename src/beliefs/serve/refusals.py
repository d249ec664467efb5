"""Answers given before a request reaches the application: problem details, and a closed door."""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from beliefs.serve.problems import answer


async def refuse(
    scope: Scope, receive: Receive, send: Send, refusal: tuple[HTTPStatus, str, str]
) -> None:
    """Answer with a status, a code and a sentence."""
    await close_with(answer(*refusal), scope, receive, send)


async def close_with(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer and close the connection: what else was sent on it is not read."""
    response.headers["connection"] = "close"
    await response(scope, receive, send)
