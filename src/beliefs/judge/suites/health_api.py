"""Three small answers: health, the time, and an echo."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("health-api", "service")

# The clock is the judge's own; a second for times without fractions, and one for a busy machine.
_NEAR_SECONDS = 2.0


def _now(service: Service) -> datetime:
    told = service.get("/time").is_(200).json()["time"]
    read = datetime.fromisoformat(told)
    expect("T" in told, "ISO 8601 has a T between date and time")
    # Without an offset the goal's word counts: it is UTC.
    return read if read.tzinfo else read.replace(tzinfo=UTC)


@suite.check("GET /health answers the document of the goal, and nothing more")
def health(service: Service) -> None:
    equal(service.get("/health").is_(200).json(), {"status": "ok"}, "the answer")


@suite.check("POST /echo returns any JSON body as it was")
def echo(service: Service) -> None:
    inside = {"a": [1, 2.5, True, False, None, {"ż": '東京 "x" \\ \n'}], "b": {}, "c": [], "d": ""}
    bodies: list[Any] = [
        {token_hex(4): randbelow(10**9), "nested": inside},
        [randbelow(10**9), [token_hex(4)], {"x": -1e-9}],
        {},
    ]
    for body in bodies:
        told = service.post("/echo", json=body).is_(200, 201).json()
        # As text, since for Python True is 1 and 1.0 too.
        equal(json.dumps(told, sort_keys=True), json.dumps(body, sort_keys=True), "the echo")


@suite.check("what is not JSON is refused, and echo is for POST")
def malformed(service: Service) -> None:
    headers = {"content-type": "application/json"}
    service.post("/echo", content=f'{{"{token_hex(2)}": ', headers=headers).refused()
    service.get("/echo").is_(404, 405)
    equal(service.get("/health").is_(200).json(), {"status": "ok"}, "the answer")


@suite.check("GET /time tells the time in UTC, and the time goes on")
def clock(service: Service) -> None:
    first = _now(service)
    time.sleep(1.1)
    asked = datetime.now(UTC)
    second = _now(service)
    offset = second.utcoffset()
    expect(offset is not None and offset.total_seconds() == 0, "the offset is that of UTC")
    expect(abs((second - asked).total_seconds()) < _NEAR_SECONDS, f"{second} is about {asked}")
    expect(second > first, "the time is later when it is asked for later")
