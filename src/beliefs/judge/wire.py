"""A running service as a candidate: requests over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from websockets.exceptions import WebSocketException

from beliefs.judge.asking import Request
from beliefs.judge.oracle import Got
from beliefs.judge.race import at_once
from beliefs.judge.service import Service
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
        return self._service.speech.ask(request)

    def together(self, requests: Sequence[Request]) -> list[Got]:
        """What comes of requests that are sent at the same moment."""
        return at_once([partial(self.ask, each) for each in requests])

    def restart(self) -> None:
        """Stop and start the service on what it kept."""
        self._service.restart()

    def shift(self, seconds: float) -> None:
        """Let so much time have passed."""
        self._service.clock.write_text(str(seconds), encoding="utf-8")

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
