"""Answers given before a request reaches the application: problem details, and a closed door."""

from __future__ import annotations

from http import HTTPStatus

from starlette.types import Send

from beliefs.serve.problems import answer


async def refuse(send: Send, status: HTTPStatus, code: str, detail: str) -> None:
    """Answer with a problem and close the connection: what else was sent on it is not read."""
    response = answer(status, code, detail, {"connection": "close"})
    headers = response.raw_headers
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})
