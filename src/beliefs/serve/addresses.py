"""How often each address may ask, whoever it is: looked at before a key or a body is."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.types import ASGIApp, Receive, Scope, Send

from beliefs.errors import TooMany
from beliefs.serve.problems import problem
from beliefs.serve.rates import Limiter, Rate, neighbourhood
from beliefs.serve.refusals import close_with


class Addresses:
    """Middleware that refuses an address that asks too often; guessing keys is slow, too.

    An address is the one that the connection comes from. Behind a proxy that is always the proxy's.
    """

    def __init__(
        self, app: ASGIApp, rate: Rate, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._limiter = Limiter(rate)
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say when to come again."""
        if scope["type"] == "http":
            host, _ = scope.get("client") or ("", 0)  # a socket file has none
            try:
                self._limiter.take(neighbourhood(host), self._clock())
            except TooMany as error:
                await close_with(problem(error), scope, receive, send)
                return
        await self._app(scope, receive, send)
