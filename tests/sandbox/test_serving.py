"""A server in the sandbox: reached, stopped, and started again on what it stored."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import socket
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beliefs.errors import NeverServed
from beliefs.sandbox import Level, Limits, Reason, Room, Served, available, start

LEVELS = [probe.level for probe in available() if probe.works]
every_level = pytest.mark.parametrize("level", [*LEVELS, Level.NONE])

COUNTER = """
import http.server, os, signal, sys

class Counter(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = os.environ["DATA"] + "/count"
        count = int(open(path).read()) + 1 if os.path.exists(path) else 1
        open(path, "w").write(str(count))
        self.answer(f"{count} {os.environ.get('CLOCK_SHIFT', 'now')}".encode())

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers["content-length"])))

    def do_DELETE(self):
        os._exit(9)

    def do_PUT(self):
        print("x" * 200_000, flush=True)

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

def leave(*_):
    print("goodbye", flush=True)
    sys.exit(5)

signal.signal(signal.SIGTERM, leave)
http.server.ThreadingHTTPServer.request_queue_size = 128
place = (os.environ["HOST"], int(os.environ["PORT"]))
http.server.ThreadingHTTPServer(place, Counter).serve_forever()
"""
COMMAND = ["python3", "-S", "-c", COUNTER]

ECHO = """
import os, socket, threading
listener = socket.create_server((os.environ["HOST"], int(os.environ["PORT"])))
def echo(plug):
    while data := plug.recv(65536): plug.sendall(data)
    plug.shutdown(socket.SHUT_WR); plug.close()
while True: threading.Thread(target=echo, args=(listener.accept()[0],)).start()
"""


@every_level
def test_it_is_started_again_on_what_it_stored(level, tmp_path):
    room = Room(write=[tmp_path]).given(DATA=str(tmp_path))
    with start(COMMAND, room, level=level) as server, server.client() as http:
        assert [http.get("/").text for _ in range(2)] == ["1 now", "2 now"]
        found = server.stop()
    assert (found.reason, found.exit, found.out) == (Reason.STOPPED, 5, "goodbye\n")
    with start(COMMAND, room.given(CLOCK_SHIFT="86400"), level=level) as server:
        with server.client() as http:
            assert http.get("/").text == "3 86400"
        assert server.kill().exit == -9
        with pytest.raises(OSError):  # noqa: PT011 - refused or not there, as the level has it
            server.connect()


@every_level
def test_one_that_does_not_come_up(level, tmp_path):
    room = Room(write=[tmp_path])
    for argv, within, said in (
        (["sh", "-c", "echo no module >&2; exit 3"], 10, "exited, exit 3.*no module"),
        (["sleep", "60"], 0.4, "did not listen on port"),
        (["no-such-server"], 10, "exit 127"),
    ):
        with (
            pytest.raises(NeverServed, match=said) as raised,
            start(argv, room, level=level, within=within),
        ):
            pass
        assert raised.value.finished.level is level


@every_level
@pytest.mark.parametrize("request_line", ["DELETE /", "PUT /"])
def test_one_that_ends_while_it_serves(level, request_line):
    limits = Limits(output=100_000)
    with start(COMMAND, Room(), level=level, limits=limits) as server:
        with server.connect() as plug:
            plug.sendall(f"{request_line} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            assert server.ended(within=10)
        found = server.stop()
    if request_line == "DELETE /":
        assert (found.reason, found.exit) == (Reason.EXITED, 9)
    else:
        assert found.reason is Reason.OUTPUT
        assert len(found.stdout + found.stderr) == limits.output


def test_the_port_is_its_own_and_not_the_machines():
    if LEVELS[0] is not Level.BUBBLEWRAP:
        pytest.skip("only bubblewrap gives a network of its own")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start(["python3", "-S", "-c", ECHO], Room(), port=port) as server:
            with server.connect() as plug:
                plug.sendall(b"hello")
                assert plug.recv(5) == b"hello"
            assert server.url == f"http://127.0.0.1:{port}"


def test_many_talk_at_once(tmp_path):
    room = Room(write=[tmp_path]).given(DATA=str(tmp_path))

    async def ask(server: Served) -> bool:
        async with server.async_client(timeout=20) as http:
            bodies = [bytes([n]) * 50_000 for n in range(60)]
            asked = [http.post("/", content=body) for body in bodies]
            return bodies == [answer.content for answer in await asyncio.gather(*asked)]

    with start(COMMAND, room, limits=Limits(pids=100)) as server:
        assert asyncio.run(ask(server))


def test_it_may_be_started_by_a_thread_that_ends():
    found: list[Served] = []
    with contextlib.ExitStack() as stack:

        def begin() -> None:
            room = Room().given(DATA="/tmp")  # noqa: S108 - its own
            found.append(stack.enter_context(start(COMMAND, room)))

        thread = threading.Thread(target=begin)
        thread.start()
        thread.join()
        with found[0].client() as http:
            assert http.get("/").text == "1 now"
    assert not found[0].running


@pytest.fixture(scope="module")
def echo():
    with start(["python3", "-S", "-c", ECHO], Room()) as server:
        yield server


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    pieces=st.lists(st.binary(min_size=1, max_size=30_000), max_size=8), factor=st.integers(1, 9)
)
def test_every_byte_arrives_both_ways_in_order(echo, pieces, factor):
    sent = b"".join(pieces) * factor
    with echo.connect() as plug:
        writer = threading.Thread(target=_send, args=(plug, sent))
        writer.start()
        got = b""
        while data := plug.recv(65536):
            got += data
        writer.join()
    assert got == sent


def _send(plug: socket.socket, data: bytes) -> None:
    plug.sendall(data)
    plug.shutdown(socket.SHUT_WR)


SLOW = """
import os, socket, time
listener = socket.create_server((os.environ["HOST"], int(os.environ["PORT"])))
listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)  # or the kernel holds it all
while True:
    plug = listener.accept()[0]
    time.sleep(0.3)
    count = 0
    while data := plug.recv(262144): count += len(data); time.sleep(0.002)
    time.sleep(0.7)
    plug.sendall(str(count).encode()); plug.close()
"""


def test_nothing_is_lost_on_a_slow_server_and_the_relay_rests():
    with start(["python3", "-S", "-c", SLOW], Room()) as server, server.connect() as plug:
        writer = threading.Thread(target=_send, args=(plug, bytes(7_000_000)))
        writer.start()
        writer.join()
        plug.settimeout(20)
        before = _ticks()
        assert plug.recv(100) == b"7000000"
        assert _ticks() - before <= 30  # of at least 70, had it been busy


def _ticks() -> int:
    """Hundredths of seconds that relays have worked."""
    total = 0
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if b"standalone.porter" in (path / "cmdline").read_bytes():
                fields = (path / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                total += int(fields[11]) + int(fields[12])
    return total


WHENCE = """
import http.server, os

class Whence(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        told = self.client_address[0].encode()
        self.send_response(200)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

place = (os.environ["HOST"], int(os.environ["PORT"]))
http.server.ThreadingHTTPServer(place, Whence).serve_forever()
"""


@every_level
def test_requests_come_from_the_address_that_is_wanted(level):
    with start(["python3", "-c", WHENCE], Room(), level=level) as server:
        for source in ("127.0.0.2", "", "127.0.0.3"):
            with server.connect(source=source) as plug:
                plug.sendall(b"GET / HTTP/1.0\r\n\r\n")
                told = plug.makefile("rb").read()
            assert told.endswith((source or "127.0.0.1").encode())
