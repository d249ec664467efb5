"""A service with a host in front of it, which restarts it without importing its packages again."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.judge.host import ANSWERS, ORDERS

if TYPE_CHECKING:
    from beliefs.judge.program import Program

HOST = ".host.py"
_LOOK_SECONDS = 0.1


def can_host(program: Program) -> bool:
    """Whether a program is one that a host can start."""
    head, *rest = program.start
    return head == "python" and bool(rest) and rest[0].endswith(".py")


class Hosted:
    """A host, put into the folder of a program before that is started.

    The pipes are opened here and now: what a program makes of its folder later leads nowhere.
    """

    def __init__(self, folder: Path) -> None:
        source = files("beliefs.judge").joinpath("host.py").read_text(encoding="utf-8")
        (folder / HOST).write_text(source, encoding="utf-8")
        self._orders, self._answers = (_pipe(folder / name) for name in (ORDERS, ANSWERS))

    def restart(self, alive: Callable[[], bool], within: float) -> bool:
        """Have the service started again; whether it can be reached, in so many seconds."""
        os.write(self._orders, b"!")
        until = time.monotonic() + within
        while alive() and time.monotonic() < until:
            if select.select([self._answers], [], [], _LOOK_SECONDS)[0]:
                return os.read(self._answers, 1) == b"+"
        return False

    def close(self) -> None:
        """Let go of the pipes."""
        os.close(self._orders)
        os.close(self._answers)


def _pipe(path: Path) -> int:
    os.mkfifo(path)
    # For both directions, so that neither end waits for the other to be opened.
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)
