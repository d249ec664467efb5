"""Bodies that are too large or too slow are refused, by a real server, over real sockets."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from beliefs.serve.bodies import Bodies
from tests.serve.live import Wire, serving

MOST = 1_000
SECONDS = 0.5
READ: list[int] = []


async def echo(request: Request) -> PlainTextResponse:
    read = 0
    async for chunk in request.stream():
        read += len(chunk)
        READ.append(len(chunk))
    return PlainTextResponse(f"{read}")


async def ignore(_: Request) -> PlainTextResponse:
    return PlainTextResponse("not read")


async def catch(request: Request) -> JSONResponse:
    """As frameworks do: whatever goes wrong with a body is the client's fault."""
    try:
        await request.body()
    except Exception:  # noqa: BLE001
        return JSONResponse({"detail": "There was an error parsing the body"}, 400)
    return JSONResponse({})


async def events(request: Request) -> StreamingResponse:
    await request.body()

    async def tell() -> AsyncIterator[bytes]:
        yield b"first "
        await asyncio.sleep(SECONDS * 2)
        yield b"second"

    return StreamingResponse(tell(), headers={"content-length": "12"})


async def broken(request: Request) -> PlainTextResponse:
    await request.body()
    raise RuntimeError("a bug")


ROUTES = [
    Route("/echo", echo, methods=["POST", "GET"]),
    Route("/ignore", ignore, methods=["POST"]),
    Route("/catch", catch, methods=["POST"]),
    Route("/events", events, methods=["POST"]),
    Route("/broken", broken, methods=["POST"]),
]


@pytest.fixture(scope="module")
def connect():
    with serving(Bodies(Starlette(routes=ROUTES), most=MOST, seconds=SECONDS)) as opened:
        yield opened


def head(path: str, *lines: str) -> str:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: localhost", *lines, "", ""])


def chunk(size: int) -> str:
    return f"{size:x}\r\n{'x' * size}\r\n"


def test_what_fits_comes_through_and_the_connection_stays(connect):
    wire = connect()
    for size in (0, 1, MOST):
        said = wire.send(head("/echo", f"Content-Length: {size}"), "x" * size).read()
        assert (said.status, said.body) == (200, str(size))
        assert said.headers.get("connection") != "close"
    chunks = [chunk(300), chunk(700), "0\r\n\r\n"]
    said = wire.send(head("/echo", "Transfer-Encoding: chunked"), *chunks).read()
    assert (said.status, said.body) == (200, "1000")
    said = wire.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n").read()
    assert (said.status, said.body) == (200, "0")


def refused(wire: Wire, status: int, code: str) -> None:
    said = wire.read()
    assert said.status == status
    assert said.headers["content-type"] == "application/problem+json"
    assert json.loads(said.body)["code"] == code
    assert json.loads(said.body)["status"] == status
    assert wire.hung_up()


@pytest.mark.parametrize("path", ["/echo", "/catch", "/ignore", "/nowhere"])
@pytest.mark.parametrize("length", [MOST + 1, 10**17, 10**19])
def test_an_announced_length_is_refused_before_anything_is_read(connect, path, length):
    READ.clear()
    wire = connect().send(head(path, f"Content-Length: {length}"))
    refused(wire, 413, "input/too_large")
    assert not READ


def test_whoever_asks_before_sending_is_not_told_to_continue(connect):
    wire = connect().send(head("/echo", f"Content-Length: {MOST + 1}", "Expect: 100-continue"))
    refused(wire, 413, "input/too_large")


@pytest.mark.parametrize("path", ["/echo", "/catch", "/broken"])
def test_chunks_are_refused_while_they_come(connect, path):
    READ.clear()
    wire = connect().send(head(path, "Transfer-Encoding: chunked"))
    for _ in range(MOST // 100 + 1):
        wire.send(chunk(100))
    # No last chunk: whoever waits for it waits for ever.
    refused(wire, 413, "input/too_large")
    assert sum(READ) <= MOST


def test_one_huge_chunk_is_refused_before_its_end(connect):
    wire = connect().send(head("/echo", "Transfer-Encoding: chunked"), "ffffffff\r\n", "x" * 5_000)
    refused(wire, 413, "input/too_large")


@pytest.mark.parametrize("path", ["/echo", "/catch"])
@pytest.mark.parametrize("how", ["Content-Length: 900", "Transfer-Encoding: chunked"])
def test_a_body_that_stops_is_refused(connect, path, how):
    started = time.monotonic()
    wire = connect().send(head(path, how), "" if "Len" in how else chunk(10))
    refused(wire, 408, "input/too_slow")
    assert SECONDS <= time.monotonic() - started < SECONDS + 3


def test_a_body_that_drips_is_refused(connect):
    started = time.monotonic()
    wire = connect().send(head("/echo", "Content-Length: 900"))
    with pytest.raises(OSError, match=r"."):  # noqa: PT012 - until it hangs up
        while time.monotonic() < started + 10:
            wire.send("x")
            time.sleep(SECONDS / 20)
    assert time.monotonic() - started < SECONDS + 3


def test_a_body_that_nobody_reads_does_not_hold_the_connection(connect):
    wire = connect().send(head("/ignore", "Content-Length: 900"), "xxx")
    said = wire.read()
    assert (said.status, said.body) == (200, "not read")
    assert said.headers["connection"] == "close"
    assert wire.hung_up()


def test_only_the_body_has_a_deadline(connect):
    wire = connect().send(head("/events", "Content-Length: 3"), "abc")
    said = wire.read()
    assert (said.status, said.body) == (200, "first second")


def test_a_bug_stays_a_bug(connect, caplog):
    wire = connect().send(head("/broken", "Content-Length: 3"), "abc")
    assert wire.read().status == 500
    assert wire.hung_up()
    assert "RuntimeError: a bug" in caplog.text


@pytest.mark.parametrize(
    "lines",
    [
        ["Content-Length: -1"],
        ["Content-Length: +5"],
        ["Content-Length: 0x10"],
        ["Content-Length: 1_0"],
        ["Content-Length: 5, 6"],
        ["Content-Length: 5", "Content-Length: 6"],
        ["Content-Length: ٣".encode().decode("latin-1")],
        ["Transfer-Encoding: chunked, identity"],
        ["Transfer-Encoding: xchunked"],
    ],
)
def test_lengths_that_can_be_read_in_two_ways_are_refused(connect, lines, caplog):
    caplog.set_level(logging.CRITICAL, "uvicorn.error")
    said = connect().send(head("/echo", *lines), "xxxxx").read()
    assert 400 <= said.status < 500 or said.status == 501


def test_a_client_that_goes_away_harms_nobody(connect):
    for _ in range(20):
        connect().send(head("/echo", "Content-Length: 900"), "x").close()
    said = connect().send(head("/echo", "Content-Length: 1"), "x").read()
    assert said.status == 200


# Headers


@pytest.fixture(scope="module")
def connect_impatient():
    app = Bodies(Starlette(routes=ROUTES), seconds=5)
    with serving(app, header_seconds=SECONDS, timeout_keep_alive=3) as opened:
        yield opened


def test_whoever_says_nothing_is_hung_up_on(connect_impatient):
    started = time.monotonic()
    assert connect_impatient().hung_up()
    assert SECONDS <= time.monotonic() - started < SECONDS + 2


@pytest.mark.parametrize("first", ["", "GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_headers_that_drip_are_hung_up_on(connect_impatient, first):
    wire = connect_impatient()
    if first:
        assert wire.send(first).read().status == 200
    started = time.monotonic()
    wire.send("GET /echo HTTP/1.1\r\n")
    with pytest.raises(OSError, match=r"."):  # noqa: PT012 - until it hangs up
        while time.monotonic() < started + 10:
            wire.send("X: y\r\n")
            time.sleep(SECONDS / 20)
    assert time.monotonic() - started < SECONDS + 2


def test_a_long_answer_and_a_slow_body_are_not_hung_up_on(connect_impatient):
    wire = connect_impatient().send(head("/events", "Content-Length: 3"), "a")
    time.sleep(SECONDS * 1.5)
    assert wire.send("bc").read().body == "first second"
    # Nor is a connection that rests between requests, for as long as uvicorn lets it.
    time.sleep(SECONDS * 1.5)
    assert wire.send(head("/echo", "Content-Length: 1"), "x").read().status == 200


async def socket_app(scope: Scope, receive: Receive, send: Send) -> None:
    assert scope["type"] == "websocket"
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.sleep(SECONDS * 2)
    await send({"type": "websocket.send", "text": "still here"})
    await send({"type": "websocket.close"})


def test_a_websocket_is_no_request_that_never_comes():
    with serving(socket_app, header_seconds=SECONDS, ws="websockets-sansio") as connect:
        wire = connect().send(
            "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert wire.read().status == 101
        assert not wire.hung_up()
