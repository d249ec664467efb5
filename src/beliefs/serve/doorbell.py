"""MCP is there once somebody asks for it.

Its library takes longer to import than everything else that a server needs, and most servers are
never asked: the first request to it rings, and waits until the door is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

if TYPE_CHECKING:
    from beliefs.serve.app import Application
    from beliefs.serve.mcp.door import Door

PATH = "/mcp"


class Doorbell:
    """Stands where the door will be."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._door: Door | None = None
        self._rung = asyncio.Event()
        self._opened = asyncio.Event()

    @property
    def route(self) -> Route:
        """Where it is. Nothing is ever told unasked, so there is nothing to GET."""
        return Route(PATH, self, methods=["POST"])

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncIterator[None]:
        """Be there while the application runs."""
        # What the door keeps running has to be begun and ended by one and the same task.
        keeper = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, the first one after a while."""
        self._rung.set()
        await self._opened.wait()
        assert self._door is not None
        await self._door(scope, receive, send)

    async def _keep(self) -> None:
        await self._rung.wait()
        door = await run_in_threadpool(self._made)
        async with door.lifespan(None):
            self._door = door
            self._opened.set()
            await asyncio.Event().wait()  # until the application ends

    def _made(self) -> Door:
        from beliefs.serve.mcp.door import Door

        return Door(self._application)
