"""Answers given before a request reaches the application: problem details, and a closed door."""

from __future__ import annotations

import json
from http import HTTPStatus

from starlette.types import Send


async def refuse(send: Send, status: HTTPStatus, code: str, detail: str) -> None:
    """Answer with a problem and close the connection: what else was sent on it is not read."""
    problem = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
        "code": code,
    }
    body = json.dumps(problem).encode()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body})
