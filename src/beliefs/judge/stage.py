"""One program on stage: a fresh copy of its folder, started, and spoken to from outside.

The candidate's own folder is never run and never written: every fresh start copies it, so that one
check's data cannot help the next, and what a program does to its copy is gone with it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import httpx
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from beliefs.judge.command import Command, Ran, Running
from beliefs.judge.service import Service
from beliefs.judge.tools import Tools
from beliefs.judge.unmet import Unmet, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beliefs.judge.program import Program

Spoken_co = TypeVar("Spoken_co", covariant=True)

_START_SECONDS = 15.0
_ANSWER_SECONDS = 10.0
_RUN_SECONDS = 30.0


class Stage(Protocol[Spoken_co]):
    """What a suite needs of a program."""

    def anew(self) -> Spoken_co:
        """The program on a fresh copy of its folder."""

    def ready(self) -> Spoken_co:
        """The program as the last check left it."""

    def dead(self) -> str:
        """Why it is no longer up; empty while it is."""


@contextmanager
def serving(
    folder: Path, program: Program, environment: Path | None = None
) -> Iterator[Stage[Service]]:
    """A service on stage; what it started and wrote is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="belief-stage-") as scratch:
        stage = _Serving(folder, program, Path(scratch), environment)
        try:
            yield stage
        finally:
            stage.end()


@contextmanager
def at_hand(folder: Path, program: Program) -> Iterator[Stage[Command]]:
    """A command on stage; each question put to it starts it once."""
    with tempfile.TemporaryDirectory(prefix="belief-stage-") as scratch:
        yield _AtHand(folder, program, Path(scratch))


@contextmanager
def speaking(folder: Path, program: Program) -> Iterator[Stage[Tools]]:
    """An MCP server on stage, spoken to over its standard streams."""
    with tempfile.TemporaryDirectory(prefix="belief-stage-") as scratch:
        stage = _Speaking(folder, program, Path(scratch))
        try:
            yield stage
        finally:
            stage.stop()


class _Serving:
    def __init__(
        self, folder: Path, program: Program, scratch: Path, environment: Path | None
    ) -> None:
        self._folder, self._program, self._scratch = folder, program, scratch
        self._python = str(environment / "bin" / "python") if environment else sys.executable
        self._copies = 0
        self._running: subprocess.Popen[bytes] | None = None
        self._service: Service | None = None
        self._port = 0

    def anew(self) -> Service:
        self.end()
        self._copies += 1
        shutil.copytree(self._folder, self._copy)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self._start()
        client = httpx.Client(
            base_url=f"http://127.0.0.1:{self._port}", timeout=_ANSWER_SECONDS, trust_env=False
        )
        self._service = Service(client, self._restart, self._talk)
        return self._service

    def ready(self) -> Service:
        return self._service or self.anew()

    def dead(self) -> str:
        if self._running is None or self._running.poll() is None:
            return ""
        return f"it ended with {self._running.returncode}: {self._last_words()}"

    def stop(self) -> None:
        if self._running is not None:
            _end(self._running)
            self._running = None

    def end(self) -> None:
        self.stop()
        if self._service is not None:
            self._service.client.close()

    @property
    def _copy(self) -> Path:
        return self._scratch / str(self._copies)

    def _restart(self) -> None:
        self.stop()
        self._start()

    def _start(self) -> None:
        with (self._scratch / "log").open("wb") as log:
            self._running = subprocess.Popen(  # noqa: S603
                _words(self._program.start, self._python),
                cwd=self._copy,
                env=_environment() | {"PORT": str(self._port), "HOST": "127.0.0.1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            if words := self.dead():
                raise Unmet(words)
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            time.sleep(0.02)
        message = f"it did not listen on PORT within {_START_SECONDS:.0f} s: {self._last_words()}"
        raise Unmet(message)

    def _talk(self, path: str) -> Connection:
        return connect(f"ws://127.0.0.1:{self._port}{path}", open_timeout=5, proxy=None)

    def _last_words(self) -> str:
        return shorten((self._scratch / "log").read_text(encoding="utf-8", errors="replace")[-400:])


class _AtHand:
    def __init__(self, folder: Path, program: Program, scratch: Path) -> None:
        self._folder, self._program, self._scratch = folder, program, scratch
        self._copies = 0
        self._command: Command | None = None

    def anew(self) -> Command:
        self._copies += 1
        copy = self._scratch / str(self._copies)
        shutil.copytree(self._folder, copy)
        self._command = Command(copy, self._run, self._launch)
        return self._command

    def ready(self) -> Command:
        return self._command or self.anew()

    def dead(self) -> str:
        return ""

    def _run(self, words: tuple[str, ...], stdin: str, env: Mapping[str, str], beside: str) -> Ran:
        if not beside:
            return self._run_once(words, stdin, env)
        with _neighbour(beside, self._scratch) as (address, heard):
            told = {name: value.replace("{beside}", address) for name, value in env.items()}
            ran = self._run_once(words, stdin, told)
            return replace(ran, heard=heard())

    def _run_once(self, words: tuple[str, ...], stdin: str, env: Mapping[str, str]) -> Ran:
        argv = (*self._program.start, *words)
        asked = " ".join(argv)
        try:
            ended = subprocess.run(  # noqa: S603
                _words(argv),
                cwd=self._scratch / str(self._copies),
                env=_environment() | dict(env),
                input=stdin,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_RUN_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            message = f"{asked} → no end within {_RUN_SECONDS:.0f} s"
            raise Unmet(message) from None
        return Ran(asked, ended.returncode, ended.stdout, ended.stderr)

    @contextmanager
    def _launch(self, words: tuple[str, ...], env: Mapping[str, str]) -> Iterator[Running]:
        argv = (*self._program.start, *words)
        with tempfile.NamedTemporaryFile(dir=self._scratch) as log:
            process = subprocess.Popen(  # noqa: S603
                _words(argv),
                cwd=self._scratch / str(self._copies),
                env=_environment() | {"PYTHONUNBUFFERED": "1"} | dict(env),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            try:
                yield Running(" ".join(argv), _reads(log.name), lambda: process.poll() is None)
            finally:
                _end(process)


@contextmanager
def _neighbour(
    script: str, scratch: Path
) -> Iterator[tuple[str, Callable[[], tuple[object, ...]]]]:
    """A server of the judge's own next to a command: its address, and what it has heard so far."""
    with tempfile.NamedTemporaryFile(dir=scratch) as record:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", "-S", "-c", script],
            cwd="/",
            env={},
            stdin=subprocess.DEVNULL,
            stdout=record,
            start_new_session=True,
        )
        said = _reads(record.name)
        try:
            deadline = time.monotonic() + _START_SECONDS
            while "\n" not in said():
                assert process.poll() is None, "the judge's own neighbour failed"
                assert time.monotonic() < deadline, "the judge's own neighbour does not listen"
                time.sleep(0.005)
            port = int(said().split("\n", 1)[0])
            yield (
                f"127.0.0.1:{port}",
                lambda: tuple(json.loads(line) for line in said().splitlines()[1:]),
            )
        finally:
            _end(process)


def _reads(path: str) -> Callable[[], str]:
    return lambda: Path(path).read_text(encoding="utf-8", errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):  # what was written for it and not read
                stream.close()
    process.wait()


class _Speaking:
    def __init__(self, folder: Path, program: Program, scratch: Path) -> None:
        self._folder, self._program, self._scratch = folder, program, scratch
        self._copies = 0
        self._running: subprocess.Popen[bytes] | None = None
        self._tools: Tools | None = None

    def anew(self) -> Tools:
        self.stop()
        self._copies += 1
        copy = self._scratch / str(self._copies)
        shutil.copytree(self._folder, copy)
        self._running = subprocess.Popen(  # noqa: S603
            _words(self._program.start),
            cwd=copy,
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._tools = Tools(self._running.stdin, self._running.stdout)
        self._tools.greet()
        return self._tools

    def ready(self) -> Tools:
        return self._tools or self.anew()

    def dead(self) -> str:
        code = self._running.poll() if self._running else None
        return "" if code is None else f"it ended with {code}"

    def stop(self) -> None:
        if self._running is not None:
            _end(self._running)
            self._running = None


def _words(argv: tuple[str, ...], python: str = sys.executable) -> list[str]:
    return [python, *argv[1:]] if argv[0] == "python" else list(argv)


def _environment() -> dict[str, str]:
    return {"PATH": f"{Path(sys.executable).parent}{os.pathsep}/usr/bin{os.pathsep}/bin"}
