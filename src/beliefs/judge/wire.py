"""A running service as a candidate: requests over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

from websockets.exceptions import WebSocketException

from beliefs.judge.asking import Request
from beliefs.judge.oracle import Got
from beliefs.judge.race import at_once
from beliefs.judge.service import Service
from beliefs.judge.stage import CLOCK
from beliefs.judge.unmet import Unmet

_TALK_SECONDS = 5.0


class Wire:
    """Sends the requests of an examination to a service on stage."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def ask(self, request: Request) -> Got:
        """One answer; no answer at all is unmet."""
        if request.method == "WEBSOCKET":
            return self._talked(request)
        given: dict[str, Any] = {"params": list(request.query), "headers": list(request.headers)}
        if request.json is not None:
            given["json"] = request.json
        if request.text is not None:
            given["content"] = request.text
        if request.form:
            given["data"] = dict(request.form)
        if request.files:
            given["files"] = [
                (field, (name, held, kind)) for field, name, kind, held in request.files
            ]
        path = quote(request.path, safe="/:@")
        self._service.client.cookies.clear()  # whoever asks says themselves what they bring
        answer = self._service.ask(request.method, path, follow_redirects=False, **given)
        headers = {name.lower(): value for name, value in answer.headers.items()}
        return Got(answer.status, headers, answer.body)

    def together(self, requests: Sequence[Request]) -> list[Got]:
        """What comes of requests that are sent at the same moment."""
        return at_once([partial(self.ask, each) for each in requests])

    def restart(self) -> None:
        """Stop and start the service on what it kept."""
        self._service.restart()

    def shift(self, seconds: float) -> None:
        """Let so much time have passed."""
        (self._service.folder / CLOCK).write_text(str(seconds), encoding="utf-8")

    def _talked(self, request: Request) -> Got:
        """One message of a conversation, and what comes back."""
        try:
            with self._service.talk(request.path) as open_:
                open_.send(request.text or "")
                told = open_.recv(timeout=_TALK_SECONDS)
        except WebSocketException as error:
            message = f"{request} → {type(error).__name__}: {error}"
            raise Unmet(message) from None
        return Got(200, {}, told.encode() if isinstance(told, str) else told)
