"""What the server costs, as ratios against a bare FastAPI endpoint on the same store in one run.

Both are real servers in processes of their own, asked by 50 callers at once over connections that
stay open. Bare is one raw statement for each request; ours checks a key, looks, folds, writes a
line of its log, and says what is believed.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from _callers import CALLERS, Load, load, request
from _measure import Report
from engine import postgres

BELIEFS = 500
LISTENERS = 1_000
EVENTS = 30
HERE = Path(__file__).parent

# Fifty callers of one key at one address ask more often than anybody may by default.
UNLIMITED = ("--address-rate", "0", "--key-rate", "0")


class Server(NamedTuple):
    """A server that runs, and the key that it asks for."""

    name: str
    port: int
    process: int
    key: str | None

    def cpu(self) -> float:
        """The seconds of processor time that it has taken so far."""
        times = Path(f"/proc/{self.process}/stat").read_text().rpartition(") ")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, verb: str, path: str, body: object = None) -> bytes:
        """A request to it, as bytes."""
        sent = b"" if body is None else json.dumps(body).encode()
        return request(verb, path, sent, self.key)


def wait_for(port: int, seconds: float = 30) -> None:
    """Wait until somebody listens."""
    until = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


@contextmanager
def running(
    command: list[str], name: str, folder: Path, key: str | None = None
) -> Iterator[Server]:
    """Run a program that says on its first line where it listens."""
    with (folder / f"{name}.log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline().rpartition(":")[2].strip(' "}\n') or 0)
        wait_for(port)
        yield Server(name, port, process.pid, key)
    finally:
        process.terminate()
        process.wait()


@contextmanager
def both(store: str, folder: Path) -> Iterator[tuple[Server, Server]]:
    """The real server with a key, as its users start it, and the bare one."""
    os.environ["BELIEFS_HOME"] = str(folder / "home")
    belief = [sys.executable, "-m", "beliefs.cli", "--store", store]
    create = ["keys", "create", "--all-namespaces", "--right", "write"]
    made = subprocess.run([*belief, "--json", *create], capture_output=True, check=True)
    key = json.loads(made.stdout)["key"]
    table = store.replace("ours.db", "bare.db")
    with (
        running([*belief, "serve", "--port", "0", *UNLIMITED], "ours", folder, key) as ours,
        running([sys.executable, str(HERE / "_bare.py"), table], "bare", folder) as bare,
    ):
        yield ours, bare


def said(number: int) -> dict[str, object]:
    """One contribution."""
    return {
        "claim": f"Host {number % BELIEFS} answers within its limit",
        "confidence": 0.5 + number % BELIEFS / (2 * BELIEFS),
        "strength": 5,
        "agent": f"probe {number % 10}",
    }


class Asks(NamedTuple):
    """What both servers are asked, each in turn: so many ready requests, over and over."""

    posts: dict[str, Callable[[], bytes]]
    gets: dict[str, Callable[[], bytes]]


async def answered(server: Server, asked: bytes) -> dict[str, object]:
    """Ask once, on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(asked)
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    body = json.loads(await reader.readexactly(length))
    writer.close()
    assert head.startswith(b"HTTP/1.1 200"), body
    return dict(body)


async def prepared(ours: Server, bare: Server) -> Asks:
    """State every belief once on both sides, and make the requests."""
    posts: dict[str, list[bytes]] = {"ours": [], "bare": []}
    gets: dict[str, list[bytes]] = {"ours": [], "bare": []}
    for number in range(BELIEFS):
        stated = ours.ask("POST", "/v1/beliefs", said(number))
        changes = (await answered(ours, stated))["changes"]
        assert isinstance(changes, list)
        subject = changes[0]["belief_id"]
        posts["ours"].append(stated)
        gets["ours"].append(ours.ask("GET", f"/v1/beliefs/{subject}"))
        body = {**said(number), "claim": subject, "kind": "contribution", "layer": "space"}
        stated = bare.ask("POST", f"/rows/{subject}", {"body": json.dumps(body)})
        name = (await answered(bare, stated))["id"]
        posts["bare"].append(stated)
        gets["bare"].append(bare.ask("GET", f"/rows/{subject}/{name}"))
    return Asks(
        {side: itertools.cycle(made).__next__ for side, made in posts.items()},
        {side: itertools.cycle(made).__next__ for side, made in gets.items()},
    )


def loads(report: Report, kind: str, ours: Server, bare: Server) -> None:
    """Ask both in turn, the same number of rounds, and compare."""
    asks = asyncio.run(prepared(ours, bare))
    rounds, seconds = (3, 0.5) if report.quick else (9, 1.0)
    for verb, wanted, least in (("post", asks.posts, 0.4), ("get", asks.gets, 0.5)):
        found: dict[str, list[Load]] = {"ours": [], "bare": []}
        taken: dict[str, list[float]] = {"ours": [], "bare": []}
        for _ in range(rounds):
            for server in (bare, ours):
                before = server.cpu()
                made = asyncio.run(load(server.port, wanted[server.name], seconds))
                taken[server.name].append((server.cpu() - before) / len(made.latencies))
                found[server.name].append(made)
        mine, other = (
            statistics.median(one.rate for one in found[side]) for side in ("ours", "bare")
        )
        report.say(f"{kind}_{verb}_ratio", mine / other, "of bare", least=least)
        report.say(f"{kind}_{verb}_per_second", mine, "a second")
        report.say(f"{kind}_{verb}_bare_per_second", other, "a second")
        for side, name in (("ours", ""), ("bare", "_bare")):
            cpu = statistics.median(taken[side]) * 1e6
            report.say(f"{kind}_{verb}{name}_cpu_us", cpu, "µs of CPU")
        latencies = sorted(one for made in found["ours"] for one in made.latencies)
        p50, p99 = (latencies[int(share * len(latencies))] for share in (0.5, 0.99))
        report.say(f"{kind}_{verb}_p50_ms", p50 * 1e3, "ms")
        report.say(f"{kind}_{verb}_p99_over_p50", p99 / p50, "times", most=10)


async def heard(server: Server) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Listen, and return when the server says that somebody is heard."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(server.ask("GET", "/v1/events?heartbeat=60"))
    await reader.readuntil(b": listening")
    return reader, writer


async def events(server: Server, listeners: int) -> tuple[int, float]:
    """Tell so many listeners of so many changes, while one of them does not read.

    Returns how many heard all of them in order, and the seconds until the last one had.
    """
    _, deaf = await heard(server)
    deaf.transport.pause_reading()  # type: ignore[attr-defined]
    listening = [await heard(server) for _ in range(listeners)]

    async def hears(reader: asyncio.StreamReader) -> list[str]:
        changed: list[str] = []
        while len(changed) < EVENTS:
            line = await reader.readline()
            if line.startswith(b"data: "):
                changed += json.loads(line[6:])["beliefs"]
        return changed

    begun = time.perf_counter()
    hearing = [asyncio.create_task(hears(reader)) for reader, _ in listening]
    stated: list[str] = []
    for number in range(EVENTS):
        answer = await answered(server, server.ask("POST", "/v1/beliefs", said(number)))
        assert isinstance(answer["changes"], list)
        stated.append(answer["changes"][0]["belief_id"])
    told = await asyncio.wait_for(asyncio.gather(*hearing), 120)
    took = time.perf_counter() - begun
    for _, writer in listening:
        writer.close()
    deaf.close()
    return sum(changed == stated for changed in told), took


def main() -> None:
    """Measure everything."""
    report = Report(f"The server against a bare endpoint, {CALLERS} callers, interleaved, medians")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=Path.cwd())))
        file = f"sqlite:///{folder}/ours.db"
        for kind, store in (("sqlite", file), ("postgres", stack.enter_context(postgres()))):
            with both(store, folder) as (ours, bare):
                loads(report, kind, ours, bare)
                if kind == "sqlite":
                    listeners = 100 if report.quick else LISTENERS
                    complete, took = asyncio.run(events(ours, listeners))
                    report.say("listeners", listeners)
                    report.say("listeners_that_heard_all_in_order", complete, least=listeners)
                    report.say("events_ms_until_all_had_heard", took / EVENTS * 1e3, "ms an event")
    report.end()


if __name__ == "__main__":
    main()
