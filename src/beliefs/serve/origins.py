"""Which web pages may speak to the server: its own, and those of origins that were named.

CORS alone keeps other pages from reading answers, not from sending: a form on any page can post to
a server on the reader's own machine. So a request that names a foreign origin is refused. And as
long as such a server asks for no key, a name that someone else points at this machine is refused,
too, since a page under that name would count as the server's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from beliefs.errors import InvalidInput, shown
from beliefs.serve.binding import is_loopback
from beliefs.serve.refusals import refuse

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[A-Za-z0-9.-]+(:\d+)?|[a-z]+://\[[0-9a-f:]+\](:\d+)?")
_SENT = ("Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID")
_SEEN = ("ETag", "Retry-After")


class Origins:
    """Middleware that lets no other web page in; with `loopback_only`, under no other name."""

    def __init__(
        self, app: ASGIApp, *, origins: Sequence[str] = (), loopback_only: bool = False
    ) -> None:
        for origin in origins:
            if not _ORIGIN.fullmatch(origin):
                raise InvalidInput(
                    f"an origin is written https://example.org, with no path, not {shown(origin)}."
                )
        self._origins = frozenset(origins)
        self._loopback_only = loopback_only
        self._app = app
        if origins:
            self._app = CORSMiddleware(
                app,
                allow_origins=list(origins),
                allow_methods=("GET", "POST", "PUT", "PATCH", "DELETE"),
                allow_headers=_SENT,
                expose_headers=_SEEN,
            )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse the page that it comes from."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        origins = _values(scope, b"origin")
        hosts = _values(scope, b"host")
        if len(hosts) > 1 or (self._loopback_only and not any(map(_is_here, hosts))):
            detail = "this server is called localhost; it does not answer to other names."
            misdirected = (HTTPStatus.MISDIRECTED_REQUEST, "access/unknown_host", detail)
            await refuse(scope, receive, send, misdirected)
        elif len(origins) > 1 or not all(self._may(origin, hosts) for origin in origins):
            detail = "this web page may not use this server; name its origin when starting it."
            forbidden = (HTTPStatus.FORBIDDEN, "access/foreign_origin", detail)
            await refuse(scope, receive, send, forbidden)
        else:
            await self._app(scope, receive, send)

    def _may(self, origin: str, hosts: list[str]) -> bool:
        return origin in self._origins or origin.partition("://")[2] in hosts


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _is_here(host: str) -> bool:
    name = re.sub(r":\d+\Z", "", host)
    return is_loopback(name.removeprefix("[").removesuffix("]").lower())
