"""Workers: several processes that serve one store on one address, and one that looks after them.

The address is taken once and shared, so whoever calls waits in one line, and a worker that dies
takes only what it was answering with it. One that ends is started again. No worker outlives the
process that started it, however that ends.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from beliefs.errors import BeliefsError, InvalidInput
from beliefs.serve.running import GRACE_SECONDS, log_lines

if TYPE_CHECKING:
    from beliefs.serve.hosting import Setup

_BACKLOG = 2_048
_SHORT_LIFE_SECONDS = 1.0
"""A worker that lives no longer than this has found something that is not there yet."""
_log = logging.getLogger("beliefs.serve")


class Worker(NamedTuple):
    """One of them."""

    number: int
    process: SpawnProcess
    begun: float


def may_have(workers: int, store: str | None) -> None:
    """Refuse several workers where they would not see each other's writes as they should.

    >>> may_have(2, "postgresql://db/beliefs")
    >>> may_have(2, "beliefs.db")
    Traceback (most recent call last):
    beliefs.errors.InvalidInput: one process serves a file or memory; for --workers, give --store \
postgresql://….
    """
    from beliefs.serve.keyring import is_postgres

    if workers > 1 and not is_postgres(store):
        raise InvalidInput(
            "one process serves a file or memory; for --workers, give --store postgresql://…."
        )
    if workers > 1 and sys.platform == "win32":  # pragma: no cover
        raise InvalidInput("several workers need a POSIX system; leave --workers away.")


def supervise(setup: Setup, workers: int, address: socket.socket) -> None:
    """Serve an address with so many processes, until SIGINT or SIGTERM."""
    address.listen(_BACKLOG)  # from now on whoever calls waits, also while a worker is replaced
    with (
        tempfile.TemporaryDirectory(prefix="beliefs-counts-") as folder,
        _told_to_stop() as stop,
    ):
        crew = _Crew(setup, address, Path(folder))
        try:
            crew.fill(workers)
            while stop not in crew.wait(stop):
                crew.replace(stop)
        finally:
            crew.end()


@contextmanager
def _told_to_stop() -> Iterator[connection.Connection]:
    """What becomes readable when this process is told to stop."""
    told, teller = multiprocessing.Pipe(duplex=False)

    def tell(*_: object) -> None:
        teller.send_bytes(b"stop")

    before = {name: signal.signal(name, tell) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield told
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
        told.close()
        teller.close()


class _Crew:
    def __init__(self, setup: Setup, address: socket.socket, folder: Path) -> None:
        self._setup = setup
        self._address = address
        self._folder = folder
        self._spawn = multiprocessing.get_context("spawn")
        self._workers: list[Worker] = []

    def fill(self, workers: int) -> None:
        """Start so many."""
        for number in range(workers):
            self._workers.append(self._started(number))

    def _started(self, number: int) -> Worker:
        process = self._spawn.Process(
            target=work, args=(self._setup, number, self._folder, self._address)
        )
        # A worker is ended by this process alone: Ctrl-C, which all of a terminal hear, it never
        # hears, since what is blocked here stays blocked in what is started here.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return Worker(number, process, time.monotonic())

    def wait(self, stop: connection.Connection) -> list[object]:
        """Wait until a worker ends or a stop is asked for."""
        waited: list[connection.Connection | int] = [stop]
        return list(connection.wait([*waited, *(one.process.sentinel for one in self._workers)]))

    def replace(self, stop: connection.Connection) -> None:
        """Start another in the place of each that has ended."""
        for place, worker in enumerate(self._workers):
            if worker.process.is_alive():
                continue
            status = worker.process.exitcode
            said = {"worker": worker.process.pid, "ended": status, "started": "another"}
            _log.warning("%s", json.dumps(said))
            if time.monotonic() - worker.begun < _SHORT_LIFE_SECONDS:
                connection.wait([stop], _SHORT_LIFE_SECONDS)
            worker.process.close()
            self._workers[place] = self._started(worker.number)

    def end(self) -> None:
        """Let all finish what they do; who does not is ended."""
        for worker in self._workers:
            worker.process.terminate()
        until = time.monotonic() + GRACE_SECONDS + 5
        for worker in self._workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def work(setup: Setup, number: int, folder: Path, address: socket.socket) -> None:
    """Be one of the workers."""
    from beliefs.serve.hosting import hosted
    from beliefs.serve.watching import Shared

    log_lines()
    try:
        with hosted(setup, Shared(folder, number)) as server:

            def end_with_parent() -> None:
                parent = multiprocessing.parent_process()
                assert parent is not None
                parent.join()
                server.should_exit = True

            threading.Thread(target=end_with_parent, daemon=True).start()
            server.run(sockets=[address])
    except BeliefsError as error:
        _log.error("%s", json.dumps({"worker": number, "failed": str(error)}))
        sys.exit(1)
