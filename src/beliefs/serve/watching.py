"""Watching a server: one line of JSON for each request, and counts for Prometheus.

A line says method, route, status, milliseconds, namespace and request id, and the code of a problem
where there was one; never a header, a body or a key.
"""

from __future__ import annotations

import json
import logging
import re
import time
import uuid
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from prometheus_client import CollectorRegistry, Counter, Histogram

from beliefs.serve.problems import PROBLEM

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("beliefs.serve.requests")

_SAFE_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)


class Metrics:
    """What is counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "beliefs_requests",
            "Requests that were answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.problems = Counter(
            "beliefs_problems",
            "Requests that were refused or failed, by the code of the problem.",
            ("code",),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "beliefs_request_seconds",
            "How long requests took.",
            ("route",),
            registry=self.registry,
        )


class Watching:
    """Lets requests through, and writes down what became of them."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, name = time.perf_counter(), 500, _request_id(scope)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", name.encode())]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._write(scope, status, time.perf_counter() - begun, name)

    def _write(self, scope: Scope, status: int, seconds: float, name: str) -> None:
        route = getattr(scope.get("route"), "path", "none")
        self._metrics.requests.labels(scope["method"], route, str(status)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        if PROBLEM in scope:
            self._metrics.problems.labels(scope[PROBLEM]).inc()
        if log.isEnabledFor(logging.INFO):
            log.info("%s", json.dumps(_line(scope, route, status, seconds, name)))


def _line(scope: Scope, route: str, status: int, seconds: float, name: str) -> dict[str, Any]:
    query = dict(parse_qsl(scope["query_string"].decode("latin-1"), errors="replace"))
    line = {
        "method": scope["method"],
        "route": route,
        "status": status,
        "ms": round(1000 * seconds, 3),
        "namespace": query.get("namespace", "default"),
        "request": name,
    }
    return {**line, "problem": scope[PROBLEM]} if PROBLEM in scope else line


def _request_id(scope: Scope) -> str:
    """The id that the caller gave, if it is a plain one, or a new one."""
    given = next((value for key, value in scope["headers"] if key == b"x-request-id"), b"")
    text: str = given.decode("latin-1")
    return text if _SAFE_ID.fullmatch(text) else uuid.uuid4().hex
