"""A service on stage, spoken to over HTTP and WebSocket from outside its network."""

from __future__ import annotations

import socket
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from websockets.sync.client import connect, unix_connect

from beliefs.errors import NeverServed
from beliefs.judge.hosting import HOST, Hosted, can_host
from beliefs.judge.postgres import database
from beliefs.judge.service import Service
from beliefs.judge.stage import CLOCK, LIMITS, Copies
from beliefs.judge.unmet import Unmet, shorten
from beliefs.sandbox import start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from websockets.sync.connection import Connection

    from beliefs.judge.postgres import Database
    from beliefs.judge.program import Program
    from beliefs.sandbox.serving import Served

_START_SECONDS = 20.0
_RESTART_SECONDS = 30.0
_ANSWER_SECONDS = 10.0
_TALK_SECONDS = 5.0
_PORT = 8000


@contextmanager
def serving(
    folder: Path,
    program: Program,
    environment: Path | None = None,
    told: Mapping[str, str] | None = None,
) -> Iterator[Serving]:
    """A service on stage; what it started and wrote is gone afterwards.

    `told` are variables of its environment.
    """
    with tempfile.TemporaryDirectory(prefix="belief-stage-") as scratch:
        stage = Serving(Copies(folder, program, Path(scratch), environment), told or {})
        try:
            yield stage
        finally:
            stage.end()


class Serving:
    """A service, started and started again."""

    def __init__(self, copies: Copies, told: Mapping[str, str]) -> None:
        self._copies = copies
        self._told = told
        self._host: Hosted | None = None
        self._held = ExitStack()
        self._beside = ExitStack()
        self._database: Database | None = None
        self._server: Served | None = None
        self._service: Service | None = None

    def anew(self, *, hosted: bool = False) -> Service:
        """The service on a fresh copy of its folder.

        One that is `hosted` is restarted by a host in its sandbox, where that can be: sooner done
        than a sandbox and all the packages again.
        """
        self.end()
        folder = self._copies.next()
        (folder / CLOCK).write_text("0", encoding="utf-8")
        if hosted and can_host(self._copies.program):
            self._host = Hosted(folder)
        if self._copies.program.database:
            self._database = self._beside.enter_context(database(self._copies.scratch / "empty"))
        self._start()
        assert self._server is not None
        client = self._server.client(timeout=_ANSWER_SECONDS, trust_env=False)
        data = self._database.data if self._database else folder
        self._service = Service(client, self._restart, self._talk, self._plug, folder, data)
        return self._service

    def ready(self) -> Service:
        """The service as it is."""
        return self._service or self.anew()

    def dead(self) -> str:
        """Why it is no longer up; empty while it is."""
        if self._server is None or self._server.running:
            return ""
        return f"it ended by itself: {_last_words(self._server)}"

    def end(self) -> None:
        """Stop it, and all that was beside it."""
        self._held.close()
        self._beside.close()
        if self._service is not None:
            self._service.client.close()
        if self._host is not None:
            self._host.close()
        self._server = self._service = self._host = None

    def _restart(self) -> None:
        """Stop it and start it on what it kept; whoever holds the service speaks to the new one."""
        assert self._service is not None
        if self._host is None:
            self._held.close()
            self._start()
        elif not self._host.restart(lambda: not self.dead(), _RESTART_SECONDS):
            raise Unmet(self.dead() or "it did not start again")
        assert self._server is not None
        self._service.client.close()
        self._service.client = self._server.client(timeout=_ANSWER_SECONDS, trust_env=False)

    def _start(self) -> None:
        room = self._copies.room({"CLOCK_SHIFT": CLOCK, **self._told}, self._database)
        words = self._copies.words()
        if self._host is not None:
            words.insert(1, HOST)
        starting = start(words, room, limits=LIMITS, port=_PORT, within=_START_SECONDS)
        try:
            self._server = self._held.enter_context(starting)
        except NeverServed as never:
            raise Unmet(shorten(str(never))) from None

    def _plug(self) -> socket.socket:
        assert self._server is not None
        return self._server.connect()

    def _talk(self, path: str) -> Connection:
        assert self._server is not None
        return talk(self._server, path)


def talk(server: Served, path: str) -> Connection:
    """A WebSocket conversation with a server in the sandbox."""
    if server.socket is None:
        address = f"{server.url.replace('http', 'ws', 1)}{path}"
        return connect(address, open_timeout=_TALK_SECONDS, proxy=None)
    address = f"ws://127.0.0.1:{_PORT}{path}"
    return unix_connect(server.socket, address, open_timeout=_TALK_SECONDS)


def _last_words(server: Served) -> str:
    out, err = server.output()
    return shorten((err or out)[-400:])
