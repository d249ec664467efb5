"""What cuts a build short: Ctrl-C, and the end of the time that was given.

Both are raised wherever the main thread happens to be, and there they can get lost: what a
finaliser or a callback of an import raises is printed and dropped, and a library may keep an
interrupt to itself. So they are remembered, raised again when they were dropped, and asked for
after every stage.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

_AGAIN_SECONDS = 0.05  # after which whatever dropped it is surely over


class OutOfTime(BaseException):
    """The time that was given is over. Like Ctrl-C, nobody on the way may swallow it."""


_RAISED: dict[int, type[BaseException]] = {signal.SIGINT: KeyboardInterrupt}
if sys.platform != "win32":  # where no clock sends a signal, and no sandbox lets a build be judged
    _RAISED[signal.SIGALRM] = OutOfTime


@contextmanager
def cut_short(seconds: float | None) -> Iterator[Callable[[], None]]:
    """Raise `KeyboardInterrupt` at Ctrl-C, or `OutOfTime` once the seconds are over; one, once.

    Whoever is impatient and interrupts again does not disturb what is being tidied up. What is
    handed out raises what got lost, where it is called.
    """
    came: list[int] = []

    def cut(number: int, _frame: object) -> None:
        if not came:
            came.append(number)
            raise _RAISED[number]

    def dropped(what: sys.UnraisableHookArgs) -> None:
        if came and what.exc_type is _RAISED[came[0]]:
            # Raised here it would be dropped once more.
            Timer(_AGAIN_SECONDS, os.kill, (os.getpid(), came.pop())).start()
        else:
            told_before(what)

    def raise_lost() -> None:
        if came:
            raise _RAISED[came[0]]

    told_before, sys.unraisablehook = sys.unraisablehook, dropped
    before = {number: signal.signal(number, cut) for number in _RAISED}
    _call_after(seconds or 0)
    try:
        yield raise_lost
    finally:
        _call_after(0)
        for number, handler in before.items():
            # The command ends now; an interrupt more would only change how.
            signal.signal(number, signal.SIG_IGN if came else handler)
        sys.unraisablehook = told_before


def _call_after(seconds: float) -> None:
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
