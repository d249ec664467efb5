"""Following: whoever subscribed to a resource is told when it changed, by whichever process.

The ledger is followed from the first subscription on. Clients of 2026 listen on a stream of their
own; clients of the handshake years subscribe and get notifications. Both hang on one bus.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from anyio import CancelScope, Lock, create_task_group, to_thread
from anyio.abc import TaskGroup
from anyio.from_thread import BlockingPortal
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    ResourceUpdated,
    ServerEvent,
)
from mcp_types import (
    EmptyResult,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    UnsubscribeRequestParams,
)

from beliefs.serve.mcp.resources import BELIEF_URI, WORLD_URI

if TYPE_CHECKING:
    from beliefs.mind.beliefs import Beliefs
    from beliefs.mind.events import Event, Subscription

Context = ServerRequestContext[Any, Any]

_log = logging.getLogger("beliefs.mcp")

_WANTED = "beliefs.wanted"
"""Where a connection keeps the addresses that it subscribed to."""


class Following:
    """Tells subscribers of one client's ledger what changed."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus)
        self._subscription: Subscription | None = None
        self._tasks: TaskGroup | None = None
        self._portal: BlockingPortal | None = None
        self._beginning = Lock()
        self._asked_for: set[str] = set()

    @asynccontextmanager
    async def lifespan(self, _: Server[Any]) -> AsyncIterator[None]:
        """Be there for as long as the server is."""
        async with BlockingPortal() as self._portal, create_task_group() as self._tasks:
            try:
                yield
            finally:
                self._tasks.cancel_scope.cancel()
                if self._subscription is not None:
                    with CancelScope(shield=True):  # its thread may be about to speak to the loop
                        await to_thread.run_sync(self._subscription.close)
                    self._subscription = None

    async def listen(
        self, context: Context, params: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Serve a stream of changes."""
        await self._follow(params.notifications.resource_subscriptions or ())
        return await self._listen(context, params)

    async def subscribe(self, context: Context, params: SubscribeRequestParams) -> EmptyResult:
        """Let a connection hear of changes to one resource."""
        await self._follow([params.uri])
        # The SDK makes a session for each request; what lasts is the connection behind it.
        connection = context.session._connection  # noqa: SLF001
        wanted: set[str] | None = connection.state.get(_WANTED)
        if wanted is None:
            wanted = connection.state[_WANTED] = set()
            leave = self._bus.subscribe(self._sender(context, wanted))
            connection.exit_stack.callback(leave)
        wanted.add(params.uri)
        return EmptyResult()

    async def unsubscribe(self, context: Context, params: UnsubscribeRequestParams) -> EmptyResult:
        """Let it hear no more of them."""
        context.session._connection.state.get(_WANTED, set()).discard(params.uri)  # noqa: SLF001
        return EmptyResult()

    def _sender(self, context: Context, wanted: set[str]) -> Callable[[ServerEvent], None]:
        """What passes news on to one connection: once each, however slowly it reads."""
        waiting: set[str] = set()
        turn = Lock()

        async def deliver(uri: str) -> None:
            async with turn:
                waiting.discard(uri)
                try:
                    await context.session.send_resource_updated(uri)
                except Exception as error:  # noqa: BLE001 - it must not end the others' server
                    _log.info("a subscriber could not be told of %s: %s", uri, error)

        def send(event: ServerEvent) -> None:
            if isinstance(event, ResourceUpdated) and event.uri in wanted - waiting and self._tasks:
                waiting.add(event.uri)
                self._tasks.start_soon(deliver, event.uri)

        return send

    async def _follow(self, uris: Sequence[str]) -> None:
        ours = BELIEF_URI.partition("{")[0]
        self._asked_for.update(uri for uri in uris if uri == WORLD_URI or uri.startswith(ours))
        async with self._beginning:
            if self._subscription is None:
                self._subscription = await to_thread.run_sync(self._beliefs.subscribe, self._hear)

    def _hear(self, event: Event) -> None:
        """Pass on what changed; this is called in the thread that follows the ledger."""
        assert self._portal is not None
        self._portal.call(self._publish, event)

    async def _publish(self, event: Event) -> None:
        uris = {BELIEF_URI.replace("{id}", found) for found in event.beliefs}
        if event.kind == "stale":  # anything may have changed
            uris = self._asked_for
        for uri in sorted({WORLD_URI, *uris} & self._asked_for):
            await self._bus.publish(ResourceUpdated(uri))
