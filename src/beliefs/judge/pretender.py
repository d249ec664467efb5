"""A service that is its Spec: answers made by interpreting it, for trying a judge out.

A judge that cannot tell a mutated Spec from the Spec would not see the same fault in a program
either; that is found here in milliseconds, without building or starting anything.
"""

from __future__ import annotations

import json
import secrets
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from beliefs.judge.asking import Request
from beliefs.judge.carried import Sent
from beliefs.judge.forged import forged
from beliefs.judge.functions import Moment
from beliefs.judge.interpreter import Expected
from beliefs.judge.oracle import Got, Oracle, filled
from beliefs.judge.world import PLACEHOLDER, World, replaced
from beliefs.spec.service import Spec

_NO_BODY = (204, 304)
Way: TypeAlias = tuple[Expected, World]  # a right answer, and the world after it


class Pretender:
    """Answers as the Spec says, with tokens and chance of its own.

    `choose` takes one of the ways in which a request may be answered.
    """

    def __init__(
        self,
        spec: Spec,
        clock: Callable[[], float] = time.time,
        choose: Callable[[Sequence[Way]], Way] = secrets.choice,
    ) -> None:
        self._oracle = Oracle(spec)
        self._spec = spec
        self._clock = clock
        self._choose = choose
        self._passed = 0.0

    def ask(self, request: Request) -> Got:
        """One answer; what the Spec does not provide for is an error of the server's own."""
        try:
            return self._answer(request)
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError):
            return Got(500, {"content-type": "text/plain"}, b"Internal Server Error")

    def together(self, requests: Sequence[Request]) -> list[Got]:
        """One after the other, in an order of chance."""
        got: dict[int, Got] = {}
        for at in sorted(range(len(requests)), key=lambda _: secrets.randbits(16)):
            got[at] = self.ask(requests[at])
        return [got[at] for at in range(len(requests))]

    def _answer(self, request: Request) -> Got:
        now = Moment(self._clock() + self._passed)
        ways = list(self._oracle.foretell(request, now))
        expected, world = self._choose(ways)
        headers = expected.headers | self._oracle.crossing(request)
        body = self._told(expected)
        for placeholder in PLACEHOLDER.findall(
            json.dumps([body, headers], default=str, ensure_ascii=False)
        ):
            body, headers = self._invent(world, placeholder, body, headers)
        self._oracle.world = world
        told = {name.lower(): str(each) for name, each in headers.items()}
        if expected.status in _NO_BODY:
            return Got(expected.status, told, b"")
        if isinstance(body, Sent):
            headers_of_file, content = forged(body)
            content = b"" if request.method == "HEAD" else content
            return Got(expected.status, headers_of_file | told, content)
        if request.method == "WEBSOCKET" and isinstance(body, str):
            return Got(200, {}, body.encode())
        media = self._spec.failures.media if expected.way else expected.media
        raw = json.dumps(body).encode() if "json" in media else str(body).encode()
        raw = b"" if request.method == "HEAD" else raw
        return Got(expected.status, {"content-type": media} | told, raw)

    def restart(self) -> None:
        """What it holds stays."""
        self._oracle.forget()

    def shift(self, seconds: float) -> None:
        """Let so much time have passed."""
        self._passed = seconds

    def _told(self, expected: Expected) -> Any:
        found = expected.failure
        if found is None:
            return expected.body
        body = json.loads(found.body or self._spec.failures.body)
        values = {"{message}": expected.message or "wrong", "{code}": found.code, "{field}": "x"}
        for place, text in values.items():
            body = replaced(body, place, text)
        return filled(body, [], expected.status)

    def _invent(self, world: World, placeholder: str, body: Any, headers: Any) -> tuple[Any, Any]:
        text = str(uuid.uuid4()) if "uuid" in placeholder else secrets.token_hex(8)
        world.learn(placeholder, text)
        return replaced(body, placeholder, text), replaced(dict(headers), placeholder, text)
