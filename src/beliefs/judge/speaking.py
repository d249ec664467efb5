"""An MCP server on stage, spoken to over its standard streams."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING

from beliefs.judge.scratch import scratch
from beliefs.judge.stage import LIMITS, Copies
from beliefs.judge.tools import Tools
from beliefs.sandbox import best
from beliefs.sandbox.launch import launched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beliefs.judge.program import Program
    from beliefs.judge.stage import Stage
    from beliefs.sandbox.launch import Launched


@contextmanager
def speaking(
    folder: Path, program: Program, environment: Path | None = None
) -> Iterator[Stage[Tools]]:
    """A tool server on stage; what it started and wrote is gone afterwards."""
    with scratch("stage") as place:
        stage = _Speaking(Copies(folder, program, place, environment))
        try:
            yield stage
        finally:
            stage.end()


class _Speaking:
    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._held = ExitStack()
        self._one: Launched | None = None
        self._tools: Tools | None = None

    def anew(self) -> Tools:
        self.end()
        self._copies.next()
        room = self._copies.room({})
        argv = self._copies.words()
        launching = launched(argv, room, LIMITS, best(), stdin=subprocess.PIPE)
        self._one = self._held.enter_context(launching)
        process = self._one.process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        Thread(target=_drain, args=(process.stderr,), daemon=True).start()
        self._tools = Tools(process.stdin, process.stdout)
        self._tools.greet()
        return self._tools

    def ready(self) -> Tools:
        return self._tools or self.anew()

    def dead(self) -> str:
        code = self._one.process.poll() if self._one else None
        return "" if code is None else f"it ended with {code}"

    def end(self) -> None:
        self._held.close()
        self._one = self._tools = None


def _drain(stream: IO[bytes]) -> None:
    """Take in what a server complains of, or it would wait for its reader."""
    try:
        while stream.read(1 << 16):
            pass
    except (OSError, ValueError):
        return  # closed meanwhile
