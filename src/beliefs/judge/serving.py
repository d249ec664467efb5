"""A service on stage, spoken to over HTTP and WebSocket from outside its network."""

from __future__ import annotations

import socket
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from websockets.sync.client import connect, unix_connect

from beliefs.errors import NeverServed
from beliefs.judge.hosting import HOST, Hosted, can_host
from beliefs.judge.postgres import database
from beliefs.judge.scratch import scratch
from beliefs.judge.service import Service
from beliefs.judge.speech import Speech
from beliefs.judge.stage import LIMITS, Copies
from beliefs.judge.unmet import TooLate, Unmet, shorten
from beliefs.sandbox import Reason, live, start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from websockets.sync.connection import Connection

    from beliefs.judge.postgres import Database
    from beliefs.judge.program import Program
    from beliefs.sandbox import Limits
    from beliefs.sandbox.serving import Served

_START_SECONDS = 20.0
_RESTART_SECONDS = 30.0
_ANSWER_SECONDS = 10.0
_TALK_SECONDS = 5.0
_PORT = 8000
_CLOCK = "clock"


@contextmanager
def serving(
    folder: Path,
    program: Program,
    environment: Path | None = None,
    told: Mapping[str, str] | None = None,
    limits: Limits = LIMITS,
) -> Iterator[Serving]:
    """A service on stage; what it started and wrote is gone afterwards.

    `told` are variables of its environment.
    """
    with scratch("stage") as place:
        copies = Copies(folder, program, place, environment)
        stage = Serving(copies, told or {}, limits)
        try:
            yield stage
        finally:
            stage.end()


class Serving:
    """A service, started and started again."""

    def __init__(self, copies: Copies, told: Mapping[str, str], limits: Limits) -> None:
        self._copies, self._limits = copies, limits
        # What whoever judges says to those in the sandbox, who can only read it.
        self._said = copies.scratch / "said"
        self._said.mkdir()
        self._told = {"CLOCK_SHIFT": str(self._said / _CLOCK), **told}
        self._instead: dict[str, str] = {}
        self._host: Hosted | None = None
        self._held = ExitStack()
        self._beside = ExitStack()
        self._database: Database | None = None
        self._server: Served | None = None
        self._service: Service | None = None

    def put(self, path: str = "", source: str = "") -> None:
        """Other words for one of its files, or for none, from the next hosted start on."""
        self._instead = {path: source} if path else {}

    def anew(self, *, hosted: bool = False) -> Service:
        """The service on a fresh copy of its folder.

        One that is `hosted` is started by a host in its sandbox, where that can be, and so is the
        next: sooner done than a sandbox and all the packages again.
        """
        if hosted and self._hosts():
            self._hang_up()
            self._set_clock()
            self._again(fresh=True)
        else:
            self.end()
            self._set_clock()
            self._begin(hosted=hosted and can_host(self._copies.program))
        assert self._server is not None
        client = self._server.client(timeout=_ANSWER_SECONDS, trust_env=False)
        folder, data = self._places()
        clock = self._said / _CLOCK
        speech = Speech(self._plug_from, self._server.url.removeprefix("http://"))
        self._service = Service(
            client, speech, self._restart, self._talk, self._plug, folder, data, clock
        )
        return self._service

    def ready(self) -> Service:
        """The service as it is."""
        return self._service or self.anew()

    def dead(self) -> str:
        """Why it is no longer up; empty while it is."""
        if self._server is None or (
            self._server.running and not (self._host and self._host.over())
        ):
            return ""
        heard = self._host.last_words() if self._host else ""
        return f"it ended by itself: {shorten(heard) or _last_words(self._server)}"

    def end(self) -> None:
        """Stop it, and all that was beside it."""
        self._held.close()
        self._beside.close()
        self._hang_up()
        if self._host is not None:
            self._host.close()
        self._server = self._service = self._host = None

    def _places(self) -> tuple[Path, Path]:
        """Where it runs, and where its data is, while it runs."""
        folder = live(self._host.place if self._host else self._copies.current)
        return folder, self._database.data if self._database else folder

    def _hosts(self) -> bool:
        """Whether a host is up that can start it on a fresh copy; a database would not be fresh."""
        return self._host is not None and self._up() and self._database is None

    def _hang_up(self) -> None:
        if self._service is not None:
            self._service.hang_up()

    def _set_clock(self) -> None:
        (self._said / _CLOCK).write_text("0", encoding="utf-8")

    def _begin(self, *, hosted: bool) -> None:
        self._copies.next()
        if hosted:
            place = self._copies.scratch / f"hosted-{self._copies.made}"
            self._host = Hosted(place, self._said)
            self._host.order(fresh=True, instead=self._instead)
        if self._copies.program.database:
            self._database = self._beside.enter_context(database(self._copies.scratch / "empty"))
        self._start()
        if self._host is not None and not self._host.started(
            self._up, self._reached, _RESTART_SECONDS
        ):
            raise self._missed("it did not start in time")

    def _restart(self) -> None:
        """Stop it and start it on what it kept; whoever holds the service speaks to the new one."""
        assert self._service is not None
        if self._host is None:
            self._held.close()
            self._start()
        else:
            self._again(fresh=False)
        assert self._server is not None
        self._service.hang_up()
        self._service.folder, self._service.data = self._places()
        self._service.client = self._server.client(timeout=_ANSWER_SECONDS, trust_env=False)

    def _again(self, *, fresh: bool) -> None:
        assert self._host is not None
        self._host.order(fresh=fresh, instead=self._instead)
        if not self._host.started(self._up, self._reached, _RESTART_SECONDS):
            raise self._missed("it did not start again in time")

    def _missed(self, late: str) -> Unmet:
        """Why it cannot be reached: it ended, or it is too slow."""
        dead = self.dead()
        return Unmet(dead) if dead else TooLate(late)

    def _up(self) -> bool:
        return self._server is not None and self._server.running

    def _reached(self) -> bool:
        try:
            self._plug().close()
        except OSError:
            return False
        return True

    def _start(self) -> None:
        write, pipes = (self._host.folder, self._host.pipes) if self._host else (None, [])
        read = [self._said, *pipes]
        room = self._copies.room(self._told, self._database, read=read, write=write)
        words = self._copies.words()
        if self._host is not None:
            words[1:1] = [HOST, str(self._said), str(self._copies.current)]
        starting = start(words, room, limits=self._limits, port=_PORT, within=_START_SECONDS)
        try:
            self._server = self._held.enter_context(starting)
        except NeverServed as never:
            late = never.finished.reason is Reason.STOPPED  # by us, who had waited for it
            raise (TooLate if late else Unmet)(shorten(str(never))) from None

    def _plug(self) -> socket.socket:
        return self._plug_from("")

    def _plug_from(self, source: str) -> socket.socket:
        assert self._server is not None
        return self._server.connect(source=source)

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
