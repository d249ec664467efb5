"""`belief serve` with several workers as real processes, to stop, kill and count."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE_SECONDS = 30.0


def until(holds: Callable[[], object], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    """Wait for something that comes by itself."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"in {seconds:.0f} seconds: not {what}"
        time.sleep(0.02)


class Crew:
    """A server with workers on a free port, for as long as the `with` block lasts."""

    def __init__(self, store: str, home: Path, workers: int = 2, *options: str) -> None:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("BELIEFS_")
        }
        self.environment = {**environment, "BELIEFS_STORE": store, "BELIEFS_HOME": str(home)}
        self.log: list[str] = []
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "beliefs.cli", "serve", "--port", "0", "--json"),
                *("--workers", str(workers), *options),
            ],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        threading.Thread(target=self._read_log, daemon=True).start()
        line = self.process.stdout.readline()
        assert line, self.log
        self.url: str = json.loads(line)["url"]
        self.supervisor = psutil.Process(self.process.pid)
        until(lambda: len(self.workers()) == workers, "all workers")

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr:
            self.log.extend(self.process.stderr)

    def workers(self) -> list[psutil.Process]:
        """Those that are alive, the oldest first."""
        found = [one for one in self.family() if _is_worker(one)]
        return sorted(found, key=lambda one: one.create_time())

    def family(self) -> list[psutil.Process]:
        """Everything that was started."""
        if self.process.poll() is not None:
            return []
        return [one for one in self.supervisor.children() if _lives(one)]

    @contextmanager
    def only(self, number: int) -> Iterator[None]:
        """Hold all workers but one still, so that this one answers."""
        others = [one for place, one in enumerate(self.workers()) if place != number]
        for one in others:
            one.suspend()
        try:
            yield
        finally:
            for one in others:
                one.resume()

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop, and wait until it has."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(PATIENCE_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        family = self.family()
        try:
            self.end()
        finally:
            for one in family:
                if _lives(one):
                    one.kill()
            if self.process.poll() is None:
                self.process.kill()
            assert self.process.stdout is not None
            self.process.stdout.close()


def _is_worker(process: psutil.Process) -> bool:
    """Python starts one more process, which tidies up after it."""
    try:
        return "resource_tracker" not in " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return False


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def gone(processes: list[psutil.Process]) -> bool:
    """Whether none of them is left."""
    return not any(_lives(one) for one in processes)
