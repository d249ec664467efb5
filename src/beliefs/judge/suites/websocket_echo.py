"""An echo over WebSocket, with the time in front."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from secrets import token_hex

from websockets.sync.connection import Connection

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("websocket-echo", "service")

_WAIT_SECONDS = 3.0
_NEAR_SECONDS = 2.0


def _stamped(told: str | bytes, message: str) -> datetime:
    expect(isinstance(told, str), "a message of text")
    stamp, _, rest = str(told).partition(" ")
    equal(rest, message, "the message behind the timestamp and the space")
    expect("T" in stamp, f"{stamp!r} is a timestamp of date, T and time")
    return datetime.fromisoformat(stamp)


def _echo(open_: Connection, message: str) -> datetime:
    open_.send(message)
    return _stamped(open_.recv(timeout=_WAIT_SECONDS), message)


def _is_now(stamp: datetime) -> bool:
    """About the judge's own time; without an offset, UTC and the local time are both right."""
    now = datetime.now(UTC)
    nows = (
        [now] if stamp.tzinfo else [each.replace(tzinfo=None) for each in (now, now.astimezone())]
    )
    return any(abs((stamp - each).total_seconds()) < _NEAR_SECONDS for each in nows)


@suite.check("GET /health answers")
def health(service: Service) -> None:
    service.get("/health").is_(200)
    service.get(f"/{token_hex(4)}").is_(404)


@suite.check("each message comes back as it was, behind the time")
def echo(service: Service) -> None:
    with service.talk("/ws") as open_:
        for message in (
            token_hex(8),
            "two words  and a gap ",
            "żółw 東京 🐢",
            '{"a": [1]}',
            "",
            " ",
        ):
            stamp = _echo(open_, message)
            expect(_is_now(stamp), f"{stamp} is the time of the judge")
        _echo(open_, token_hex(30_000))


@suite.check("messages sent at once come back in order")
def order(service: Service) -> None:
    messages = [token_hex(4) for _ in range(20)]
    with service.talk("/ws") as open_:
        for message in messages:
            open_.send(message)
        stamps = [_stamped(open_.recv(timeout=_WAIT_SECONDS), message) for message in messages]
    equal(stamps, sorted(stamps), "the times")


@suite.check("conversations are apart, and go on when another one ends")
def apart(service: Service) -> None:
    one, two = token_hex(4), token_hex(4)
    with service.talk("/ws") as mine:
        with service.talk("/ws") as yours:
            mine.send(one)
            yours.send(two)
            _stamped(yours.recv(timeout=_WAIT_SECONDS), two)
        _stamped(mine.recv(timeout=_WAIT_SECONDS), one)
        _echo(mine, token_hex(4))
    with service.talk("/ws") as again:
        _echo(again, one)
    service.get("/health").is_(200)


@suite.check("the time goes on within a conversation")
def clock(service: Service) -> None:
    with service.talk("/ws") as open_:
        first = _echo(open_, token_hex(4))
        time.sleep(1.1)
        expect(_echo(open_, token_hex(4)) > first, "a later message has a later time")
