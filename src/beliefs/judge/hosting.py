"""Whoever judges, at the other end of a host: what it is ordered, and how that went."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.judge.host import ANSWERS, BEGUN, ENDED, LATE, ORDER, ORDERS, SAID, STARTED
from beliefs.sandbox import live

if TYPE_CHECKING:
    from beliefs.judge.program import Program

HOST = ".host.py"
_LOOK_SECONDS, _SOON_SECONDS = 0.1, 0.01
_LAST = 400


def can_host(program: Program) -> bool:
    """Whether a program is one that a host can start."""
    head, *rest = program.start
    return head == "python" and bool(rest) and rest[0].endswith(".py")


class Hosted:
    """A host in a folder of its own, in which it keeps copies of the program's.

    Orders are left where a program can only read; the pipes to it are there too.
    """

    def __init__(self, folder: Path, told: Path) -> None:
        folder.mkdir()
        source = files("beliefs.judge").joinpath("host.py").read_text(encoding="utf-8")
        (folder / HOST).write_text(source, encoding="utf-8")
        self.folder, self._told = folder, told
        self.pipes = [told / name for name in (ORDERS, ANSWERS)]
        self._orders, self._answers = map(_pipe, self.pipes)
        self._over = False
        self._copies = 0

    @property
    def place(self) -> Path:
        """The copy that is in use."""
        return self.folder / str(self._copies)

    def order(self, *, fresh: bool, instead: Mapping[str, str] | None = None) -> None:
        """Have it started, on a fresh copy or on what it kept."""
        self._copies += fresh
        self._over = False
        order = {"fresh": fresh, "instead": dict(instead or {})}
        (self._told / ORDER).write_text(json.dumps(order), encoding="utf-8")
        os.write(self._orders, b"!")

    def started(
        self, alive: Callable[[], bool], reached: Callable[[], bool], within: float
    ) -> bool:
        """Whether it could be reached, in so many seconds, after it was ordered.

        A host that may not connect says only that it has begun; then `reached` tries from outside.
        """
        until, begun = time.monotonic() + within, False
        while alive() and time.monotonic() < until:
            if begun and reached():
                self._over = False
                return True
            if select.select([self._answers], [], [], _SOON_SECONDS if begun else _LOOK_SECONDS)[0]:
                said = os.read(self._answers, 1)
                if said == BEGUN:
                    begun = True
                elif begun or said != ENDED:
                    self._over = said not in {STARTED, LATE}
                    return said == STARTED
        return False

    def over(self) -> bool:
        """Whether the service has ended by itself since it was started."""
        while select.select([self._answers], [], [], 0)[0]:
            self._over = os.read(self._answers, 1) == ENDED
        return self._over

    def last_words(self) -> str:
        """What the service wrote last."""
        try:
            opened = os.open(live(self.folder / SAID), os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            return ""
        with os.fdopen(opened, encoding="utf-8", errors="replace") as said:
            return said.read()[-_LAST:]

    def close(self) -> None:
        """Let go of the pipes."""
        os.close(self._orders)
        os.close(self._answers)


def _pipe(path: Path) -> int:
    path.unlink(missing_ok=True)  # that of the host before
    os.mkfifo(path)
    path.chmod(0o666)  # the program is another user's
    # For both directions, so that neither end waits for the other to be opened.
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)
