"""Taking in what comes out of a run: its output, within bounds, and what its warden reports."""

from __future__ import annotations

import contextlib
import os
import selectors
import time

from beliefs.errors import SandboxError
from beliefs.sandbox.finished import Finished, Reason
from beliefs.sandbox.launch import Launched
from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import Limits, Used

_CHUNK = 64 * 1024
# How long output may still come in once the warden is gone: nobody is left who could write it.
_AFTERWARDS = 1.0


class Heard:
    """What comes out of a run: its output, within bounds, and what the warden reports."""

    def __init__(self, one: Launched, limits: Limits, stdin: bytes = b"") -> None:
        self._one = one
        self._left = limits.output
        self._deadline = time.monotonic() + limits.wall
        self._stdin = memoryview(stdin)
        self._lines = b""
        self._reason: Reason | None = None
        self._end: list[str] = []
        self._over: float | None = None
        self.broken = ""
        self.ready = False
        self.output = {"stdout": bytearray(), "stderr": bytearray()}
        self._watched = selectors.DefaultSelector()
        assert one.process.stdout is not None
        assert one.process.stderr is not None
        for pipe, name in (
            (one.process.stdout, "stdout"),
            (one.process.stderr, "stderr"),
            (one.report, "report"),
        ):
            os.set_blocking(pipe.fileno(), False)
            self._watched.register(pipe, selectors.EVENT_READ, name)
        if one.process.stdin is not None:
            os.set_blocking(one.process.stdin.fileno(), False)
            self._watched.register(one.process.stdin, selectors.EVENT_WRITE, "stdin")

    def listen(self, until: float | None) -> None:
        """Take in what comes until all is over, the server is ready, or that moment."""
        while self._watched.get_map() and not (until is not None and self.ready):
            now = time.monotonic()
            if self._over is not None and now >= self._over:
                return
            if until is not None and now >= until:
                return
            if now >= self._deadline and self._reason is None and self._over is None:
                self._cut(Reason.WALL)
            pause = self._deadline - now if self._reason is None else 1.0
            pause = pause if self._over is None else self._over - now
            pause = pause if until is None else min(pause, until - now)
            for key, _ in self._watched.select(max(pause, 0)):
                self._take(key)

    def _take(self, key: selectors.SelectorKey) -> None:
        if key.data == "stdin":
            self._feed()
            return
        try:
            data = os.read(key.fd, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._watched.unregister(key.fileobj)
            if key.data == "report":
                self._over = time.monotonic() + _AFTERWARDS
        elif key.data == "report":
            self._note(data)
        else:
            self.output[key.data] += data[: max(self._left, 0)]
            self._left -= len(data)
            if self._left < 0 and self._reason is None:
                self._cut(Reason.OUTPUT)

    def _feed(self) -> None:
        pipe = self._one.process.stdin
        assert pipe is not None
        try:
            if self._stdin:
                self._stdin = self._stdin[os.write(pipe.fileno(), self._stdin[:_CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._stdin = memoryview(b"")
        if not self._stdin:
            self._watched.unregister(pipe)
            pipe.close()

    def _cut(self, reason: Reason) -> None:
        self._reason = reason
        self._one.order(b"K")

    def _note(self, data: bytes) -> None:
        *lines, self._lines = (self._lines + data).split(b"\n")
        for line in lines:
            word, _, rest = line.decode(errors="replace").partition(" ")
            if word == "ready":
                self.ready = True
            elif word == "end":
                self._end = rest.split()
            else:
                self.broken = self.broken or rest

    def close(self) -> None:
        """Stop watching."""
        self._watched.close()

    def finished(self, level: Level) -> Finished:
        """How it ended, once it has."""
        with contextlib.closing(self):
            if self.broken or not self._end:
                why = self.broken or "its warden was killed"
                told = self.output["stderr"].decode(errors="replace").strip()
                detail = f" ({told.splitlines()[-1]})" if told and "start" in why else ""
                raise SandboxError(f"the sandbox failed at level {level}: {why}{detail}.")
            reason, code, memory, pids, disk, cpu, wall = self._end
            used = Used(int(memory), int(pids), int(disk), float(cpu), float(wall))
            return Finished(
                exit=int(code),
                stdout=bytes(self.output["stdout"]),
                stderr=bytes(self.output["stderr"]),
                reason=self._reason or (Reason.DISK if self._one.spilled else Reason(reason)),
                used=used,
                level=level,
            )
