"""Request bodies: not too large, not too slow, and not left behind unread."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beliefs.serve.refusals import refuse

MOST_BYTES = 4 * 1024 * 1024
MOST_SECONDS = 30.0
_LONGEST_LENGTH = 18
"""Digits of a Content-Length that are read; the largest of them is larger than anything."""


class _Refusal(NamedTuple):
    status: HTTPStatus
    code: str
    detail: str


class _Limits(NamedTuple):
    most: int
    seconds: float

    def too_large(self) -> _Refusal:
        return _Refusal(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "input/too_large",
            f"the body may have {self.most} bytes; send less at once.",
        )

    def too_slow(self) -> _Refusal:
        return _Refusal(
            HTTPStatus.REQUEST_TIMEOUT,
            "input/too_slow",
            f"the body was not there within {self.seconds:g} seconds; send it again.",
        )


_NO_LENGTH = _Refusal(
    HTTPStatus.BAD_REQUEST, "input/invalid", "Content-Length must be one whole number."
)


class Bodies:
    """Middleware that refuses a body as soon as it is known to be too large or too slow.

    A length that is announced is judged before anything is read, and one that is not, as in
    chunks, while it is read. It belongs outside of everything that reads bodies.
    """

    def __init__(
        self, app: ASGIApp, *, most: int = MOST_BYTES, seconds: float = MOST_SECONDS
    ) -> None:
        self._app = app
        self._limits = _Limits(most, seconds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, its body watched."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        length = lengths[0] if lengths else b"0"
        if len(lengths) > 1 or not length.isdigit():
            await refuse(scope, receive, send, _NO_LENGTH)
        elif len(length) > _LONGEST_LENGTH or int(length) > self._limits.most:
            await refuse(scope, receive, send, self._limits.too_large())
        elif int(length) or any(name == b"transfer-encoding" for name, _ in scope["headers"]):
            await self._watched(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _watched(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = _Body(self._limits, receive, send)
        try:
            await self._app(scope, body.receive, body.send)
        except Exception:
            # An application that was told its client has gone may say so: it is answered below.
            if body.refusal is None or body.answered:
                raise
        if body.refusal is not None and not body.answered:
            await refuse(scope, receive, send, body.refusal)


class _Body:
    """One body on its way. To the application, one that is refused looks like a lost client."""

    def __init__(self, limits: _Limits, receive: Receive, send: Send) -> None:
        self._limits = limits
        self._receive = receive
        self._send = send
        self._deadline = asyncio.get_running_loop().time() + limits.seconds
        self._read = 0
        self._complete = False
        self.answered = False
        self.refusal: _Refusal | None = None

    async def receive(self) -> Message:
        if self.refusal is not None:
            return {"type": "http.disconnect"}
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            self.refusal = self._limits.too_slow()
            return {"type": "http.disconnect"}
        self._read += len(message.get("body", b""))
        self._complete = not message.get("more_body", False)
        if self._read > self._limits.most:
            self.refusal = self._limits.too_large()
            return {"type": "http.disconnect"}
        return message

    async def send(self, message: Message) -> None:
        if self.refusal is not None and not self.answered:
            return  # ours is sent instead
        if message["type"] == "http.response.start":
            self.answered = True
            if not self._complete:
                # A server goes on reading what nobody wants, for as long as it takes to arrive.
                headers = [*message.get("headers", ()), (b"connection", b"close")]
                message = {**message, "headers": headers}
        await self._send(message)
