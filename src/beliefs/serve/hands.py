"""Hands: the few threads in which a server does what may have to wait for a disk.

Few, since a store takes one call at a time, and threads that only wait for each other cost more
than they do. What is done is told to the event loop as soon as it is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

MOST = 2

T = TypeVar("T")
P = ParamSpec("P")


class Hands:
    """Does calls in threads, for those who await them."""

    def __init__(self, most: int = MOST) -> None:
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="beliefs hand")

    async def do(self, call: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Do a call, and return or raise what it does.

        >>> asyncio.run(Hands().do(max, 2, 3))
        3
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def work() -> None:
            result: Any = None
            error: BaseException | None = None
            try:
                result = call(*args, **options)
            except BaseException as raised:  # noqa: BLE001 - whoever awaits it is told
                error = raised
            loop.call_soon_threadsafe(_tell, done, result, error)

        # Its own future is not needed: the loop is told directly, which takes half as long.
        self._threads.submit(work)
        return await done


def _tell(done: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if done.cancelled():
        return  # nobody waits any more
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
