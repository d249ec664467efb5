"""HTTP as a judge speaks it to a service on stage: one connection at a time, and no more than that.

A judge asks a thousand times in a few seconds. A client that can do everything takes longer over
most requests than the service does.
"""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPException
from urllib.parse import quote, urlencode

import httpx

from beliefs.judge.asking import Request
from beliefs.judge.oracle import Got
from beliefs.judge.unmet import TooLate, Unmet

_ANSWER_SECONDS = 10.0
_FORM = "application/x-www-form-urlencoded"


class Speech:
    """Connections to one service, kept open between requests."""

    def __init__(self, plug: Callable[[str], socket.socket], host: str) -> None:
        self._plug = plug
        self._host = host
        self._idle: dict[str, list[_Line]] = {}  # by the address that they come from

    def ask(self, request: Request) -> Got:
        """One answer; no answer at all is unmet."""
        path = quote(request.path, safe="/:@")
        query = f"?{urlencode(request.query, quote_via=quote)}" if request.query else ""
        body, headers = _written(request)
        line = self._line(request.address)
        try:
            line.request(request.method, f"{path}{query}", body, headers)
            came = line.getresponse()
            got = Got(came.status, _told(came.getheaders()), came.read())
        except (OSError, HTTPException) as error:
            line.close()
            message = f"{request} → no answer ({type(error).__name__}: {error})"
            raise (TooLate if isinstance(error, TimeoutError) else Unmet)(message) from None
        if line.sock is not None:
            self._idle.setdefault(request.address, []).append(line)
        return got

    def close(self) -> None:
        """Hang up."""
        for line in [line for lines in self._idle.values() for line in lines]:
            line.close()
        self._idle = {}

    def _line(self, source: str) -> _Line:
        idle = self._idle.get(source, [])
        while idle:
            line = idle.pop()
            # Whoever has something to say unasked has hung up.
            if line.sock is not None and not select.select([line.sock], [], [], 0)[0]:
                return line
            line.close()
        return _Line(partial(self._plug, source), self._host)


class _Line(HTTPConnection):
    def __init__(self, plug: Callable[[], socket.socket], host: str) -> None:
        super().__init__(host)
        self._plugged = plug

    def connect(self) -> None:
        self.sock = self._plugged()
        self.sock.settimeout(_ANSWER_SECONDS)


def _written(request: Request) -> tuple[bytes | None, dict[str, str]]:
    """The body of a request, and its headers."""
    headers = {"accept": "*/*"}
    body: bytes | None = None
    if request.files:
        files = [(field, (name, held, kind)) for field, name, kind, held in request.files]
        # How files are put into one body is nothing to have a second opinion on.
        whole = httpx.Request("POST", "http://x/", data=dict(request.form), files=files)
        body, headers["content-type"] = whole.read(), whole.headers["content-type"]
    elif request.form:
        body, headers["content-type"] = urlencode(dict(request.form)).encode(), _FORM
    elif request.text is not None:
        body = request.text.encode()
    elif request.json is not None:
        text = json.dumps(request.json, ensure_ascii=False, separators=(",", ":"))
        body, headers["content-type"] = text.encode(), "application/json"
    return body, headers | {name.lower(): value for name, value in request.headers}


def _told(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in pairs:
        key = name.lower()
        found[key] = f"{found[key]}, {value}" if key in found else value
    return found
