"""How often may be asked, and how much a body may hold: seen before a body is read."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from app.bounds import LARGEST, RATES
from app.refusals import Refusal
from fastapi import Request
from fastapi.responses import Response
from fastapi.routing import APIRoute


class Limited(APIRoute):
    """A route that is asked no more than it may be."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The usual handler, behind the limits."""
        handle = super().get_route_handler()

        async def limited(request: Request) -> Response:
            RATES.count(self.name, request.client.host if request.client else "")
            if LARGEST and await _size(request) > LARGEST:
                raise Refusal("too_large")
            return await handle(request)

        return limited


async def _size(request: Request) -> int:
    said = int(request.headers.get("content-length") or 0)
    return said if said > LARGEST else len(await request.body())
