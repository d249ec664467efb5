"""What a build is at: live at a terminal, a line for each stage elsewhere, JSON for programs.

At a terminal the stages that are under way stand below those that ended, each with its seconds
ticking. That is drawn without a library: importing one takes longer than some stages do.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from beliefs.build.odds import Stated
    from beliefs.cli.session import Session

_TICK_SECONDS = 0.1
_NAMES, _LIVE_NAMES = 24, 28  # columns
_REST = 13  # columns beside a name: the mark before it, and its seconds
_SHORTEST = 6
_USUAL = (80, 24)
_READY = "making ready"


class Watcher:
    """Hears of stages as they begin and as they end; this one tells nobody."""

    def begun(self, stage: str, doing: str = "") -> None:
        """A stage began; `doing` is what judging is at, and empty for a stage of the build."""

    def ended(self, stage: str, seconds: float, stated: Stated | None = None) -> None:
        """A stage ended; with the first one it may be stated how likely it is to be accepted."""


class _Json(Watcher):
    def ended(self, stage: str, seconds: float, stated: Stated | None = None) -> None:
        odds = {"p_accept": stated.document()} if stated else {}
        click.echo(json.dumps({"stage": stage, "seconds": seconds, **odds}))
        sys.stdout.flush()


class _Lines(Watcher):
    def ended(self, stage: str, seconds: float, stated: Stated | None = None) -> None:
        click.echo(f"  {stage:<{_NAMES}}{seconds:7.2f} s", err=True)
        if stated:
            click.echo(f"  {stated}", err=True)


class _Live(Watcher):
    """Two processes may judge at the same time, so several stages may be under way."""

    def __init__(self) -> None:
        self._stage = _READY
        self._under_way = {_READY: (_READY, time.monotonic())}
        self._drawn = 0  # lines that are drawn again
        self._lock = RLock()
        self._over = Event()
        self._ticking = Thread(target=self._tick, daemon=True)

    def start(self) -> None:
        """Draw from now on."""
        self._ticking.start()

    def stop(self) -> None:
        """Leave what ended on the screen, and nothing else."""
        self._over.set()
        self._ticking.join(1.0)
        self._under_way = {}
        self._draw()

    def begun(self, stage: str, doing: str = "") -> None:
        with self._lock:
            if not doing:  # whatever judging was at is over with it
                self._stage, self._under_way = stage, {}
            self._under_way[stage] = (f"  {doing}" if doing else stage, time.monotonic())
            self._draw()

    def ended(self, stage: str, seconds: float, stated: Stated | None = None) -> None:
        with self._lock:
            shown, _ = self._under_way.pop(stage, (stage, 0.0))
            if stage == self._stage:
                self._under_way = {}
            self._draw(_line(shown, seconds, size()[0]), *([f"  {stated}"] if stated else []))

    def _tick(self) -> None:
        while not self._over.wait(_TICK_SECONDS):
            self._draw()

    def _draw(self, *ended: str) -> None:
        """Write what ended where the stages under way stood, and those anew below."""
        with self._lock:
            now, (columns, rows) = time.monotonic(), size()
            lines = [
                _bold(_line(shown, now - since, columns, under_way=True)[: columns - 1])
                for shown, since in self._under_way.values()
            ][: rows - 1]
            sys.stderr.write(_over([*ended, *(lines or [""])], self._drawn or 1))
            sys.stderr.flush()
            self._drawn = len(lines)


@contextmanager
def watching(session: Session, *, quiet: bool) -> Iterator[Watcher]:
    """Whoever is told of stages for as long as the block lasts."""
    if quiet or session.json or not _is_live():
        yield Watcher() if quiet else _Json() if session.json else _Lines()
        return
    live = _Live()
    live.start()
    try:
        yield live
    finally:
        live.stop()


def shares(seconds: dict[str, float]) -> dict[str, float]:
    """Each stage's share of the whole.

    >>> shares({"write": 1.0, "judge": 3.0})
    {'write': 0.25, 'judge': 0.75}
    """
    whole = sum(seconds.values()) or 1.0
    return {stage: round(took / whole, 3) for stage, took in seconds.items()}


def percent(shares: dict[str, float]) -> str:
    """Shares in words, the largest first.

    >>> percent({"write": 0.004, "judge": 0.996})
    'judge 100 %, write 0 %'
    """
    largest = sorted(shares.items(), key=lambda each: -each[1])
    return ", ".join(f"{stage} {100 * share:.0f} %" for stage, share in largest)


def _line(shown: str, seconds: float, columns: int, *, under_way: bool = False) -> str:
    """A stage with its seconds, as wide as the screen allows: tenths while they tick."""
    width = max(_SHORTEST, min(_LIVE_NAMES, columns - _REST))
    took = f"{seconds:6.1f}  s" if under_way else f"{seconds:7.2f} s"
    return f"{'>' if under_way else ' '} {shown[:width]:<{width}}{took}"


def _over(lines: list[str], drawn: int) -> str:
    """What writes lines over those that were drawn, from the last of which it starts.

    Each is cleared by itself: a terminal that is told to clear all keeps a copy to scroll back to.
    """
    up = f"\x1b[{drawn - 1}A" if drawn > 1 else ""
    spare = max(0, drawn - len(lines))
    back = f"\x1b[{spare}A" if spare else ""
    return f"\r{up}" + "\r\n".join(f"\x1b[2K{each}" for each in [*lines, *[""] * spare]) + back


def _bold(text: str) -> str:
    return text if os.environ.get("NO_COLOR") else click.style(text, bold=True)


def _is_live() -> bool:
    """Whether somebody looks at a screen whose lines can be drawn again."""
    if sys.platform == "win32" or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return sys.stderr.isatty()


def size() -> tuple[int, int]:
    """Columns and rows of the screen as it is now; where there is none, the usual."""
    try:
        columns, rows = os.get_terminal_size(sys.stderr.fileno())
    except OSError:
        return _USUAL
    return columns or _USUAL[0], rows or _USUAL[1]
