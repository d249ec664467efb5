"""The server on stdin and stdout; when stdin closes, what was asked before is still answered."""

from __future__ import annotations

from typing import Any, Final

import anyio
from anyio import create_memory_object_stream, create_task_group, move_on_after
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

PATIENCE: Final = 5.0
"""Seconds that the last answers may take once stdin has closed."""

_ENDLESS = "subscriptions/listen"
"""What is answered when it ends, so nobody waits for that."""
_CANCELLED = "notifications/cancelled"


def serve_stdio(server: Server[Any]) -> None:
    """Speak MCP on stdin and stdout until stdin closes; nothing else reaches stdout meanwhile."""
    gone = None
    try:
        anyio.run(_serve, server)
    except* BrokenPipeError as errors:  # whoever asked listens no more
        gone = errors
    if gone is not None:
        raise BrokenPipeError from gone


async def _serve(server: Server[Any]) -> None:
    # The SDK drops what is being answered as soon as stdin closes, so it is told of that later.
    asked = Asked()
    heard, inbox = create_memory_object_stream[SessionMessage | Exception]()
    outbox, said = create_memory_object_stream[SessionMessage]()
    async with stdio_server() as (requests, replies), create_task_group() as tasks:

        async def hear() -> None:
            async with requests, heard:
                async for message in requests:
                    asked.hear(message)
                    await heard.send(message)
                with move_on_after(PATIENCE):
                    await asked.answered()

        async def say() -> None:
            async with replies, said:
                async for message in said:
                    await replies.send(message)
                    asked.say(message)

        tasks.start_soon(hear)
        tasks.start_soon(say)
        await server.run(inbox, outbox, server.create_initialization_options())


class Asked:
    """The requests that are not answered yet."""

    def __init__(self) -> None:
        self._open: set[str | int] = set()
        self._news = anyio.Event()

    def hear(self, item: SessionMessage | Exception) -> None:
        """Note what is asked, and what is no longer wanted."""
        message = item.message if isinstance(item, SessionMessage) else None
        if isinstance(message, JSONRPCRequest) and message.method != _ENDLESS:
            self._open.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == _CANCELLED:
            self._close((message.params or {}).get("requestId"))

    def say(self, item: SessionMessage) -> None:
        """Note what is answered."""
        if isinstance(item.message, JSONRPCResponse | JSONRPCError):
            self._close(item.message.id)

    def _close(self, request: Any) -> None:
        if isinstance(request, str | int):
            self._open.discard(request)
            self._news.set()

    async def answered(self) -> None:
        """Wait until all is answered."""
        while self._open:
            self._news = anyio.Event()
            await self._news.wait()
