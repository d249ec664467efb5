"""A service on stage that is started many times over, cheaply: forks of one warm process.

What a service imports takes longer than most of what it is asked. Here it is imported once in the
sandbox, and every fresh start is a fork, with one module in other words if somebody wants to know
whether that is noticed.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from beliefs.judge.program import Program
from beliefs.judge.service import Service
from beliefs.judge.serving import talk
from beliefs.judge.stage import CLOCK, MIB, Copies
from beliefs.judge.unmet import Unmet, shorten
from beliefs.sandbox import Limits, start

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator, Mapping

    from websockets.sync.connection import Connection

    from beliefs.sandbox.serving import Served

_LIMITS = Limits(memory=1024 * MIB, pids=96, disk=512 * MIB, cpu=7200, wall=7200)
_PORT = 8000
_START_SECONDS = 20.0
_ANSWER_SECONDS = 5.0
_PAUSE = 0.003
_HOST = "forking.py"


@contextmanager
def warm(
    folder: Path, environment: Path | None = None, told: Mapping[str, str] | None = None
) -> Iterator[Warm]:
    """A service that is warm; what it started and wrote is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="belief-warm-") as scratch:
        copies = Copies(folder, Program("service", ("python", _HOST)), Path(scratch), environment)
        stage = Warm(copies.next())
        shutil.copy(str(files("beliefs.judge").joinpath("forking.py")), copies.current / _HOST)
        stage.order()
        with start(
            copies.words(),
            copies.room({"CLOCK_SHIFT": CLOCK, **(told or {})}),
            limits=_LIMITS,
            port=_PORT,
            within=_START_SECONDS,
        ) as server:
            stage.server = server
            yield stage
            stage.end()


class Warm:
    """The stage; `put` says which module is in other words from the next fresh start on."""

    server: Served

    def __init__(self, root: Path) -> None:
        self._root = root
        self._orders = self._folders = 0
        self._put = ("", "")
        self._service: Service | None = None

    def put(self, path: str = "", source: str = "") -> None:
        """Other words for one module, or for none."""
        self._put = (path, source)

    def order(self) -> None:
        """Have the service started in its folder."""
        self._orders += 1
        path, source = self._put
        told = {
            "number": self._orders,
            "folder": str(self._folder),
            "path": path,
            "source": source,
        }
        draft = self._root / "order.new"
        draft.write_text(json.dumps(told), encoding="utf-8")
        draft.replace(self._root / "order")

    def anew(self) -> Service:
        """The service in a fresh folder."""
        self.end()
        self._folders += 1
        self._service = Service(
            self._begun(), self._restart, self._talk, self._plug, self._folder, self._folder
        )
        return self._service

    def ready(self) -> Service:
        """The service as it is."""
        return self._service or self.anew()

    def dead(self) -> str:
        """Why it is no longer up; empty while it is."""
        return "" if self._said("ended") != self._orders else f"it ended by itself: {self._last()}"

    def end(self) -> None:
        """Speak to it no more, and remove what it kept."""
        if self._service is not None:
            self._service.client.close()
            self._service = None
            shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _folder(self) -> Path:
        return self._root / f"data-{self._folders}"

    def _restart(self) -> None:
        assert self._service is not None
        self._service.client.close()
        self._service.client = self._begun()

    def _begun(self) -> httpx.Client:
        self.order()
        until = time.monotonic() + _START_SECONDS
        client = self.server.client(timeout=_ANSWER_SECONDS, trust_env=False)
        while time.monotonic() < until:
            if self._said("told") == self._orders:
                if dead := self.dead():
                    client.close()
                    raise Unmet(dead)
                try:
                    client.get("/health")
                except httpx.TransportError:
                    pass
                else:
                    return client
            time.sleep(_PAUSE)
        client.close()
        message = f"it did not start in {_START_SECONDS:g} s"
        raise Unmet(message)

    def _said(self, name: str) -> int:
        try:
            return int((self._root / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return 0

    def _last(self) -> str:
        said = self._folder / "said"
        return shorten(said.read_text(errors="replace")[-400:]) if said.exists() else ""

    def _plug(self) -> socket.socket:
        return self.server.connect()

    def _talk(self, path: str) -> Connection:
        return talk(self.server, path)
