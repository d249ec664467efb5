"""A process beside this one that does what it is asked to, so that two cores have work.

It is started before there is anything to do, since what it imports takes a while. It ends when
whoever started it is done with it, was interrupted or was killed, and leaves nothing behind; Ctrl-C
in the terminal is not for it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, Self, TypeVar

from beliefs.judge.scratch import scratch

_GRACE_SECONDS = 10.0

P = ParamSpec("P")
T = TypeVar("T")


class Gone(Exception):
    """The colleague ended before it answered."""


def company() -> Colleague | None:
    """A colleague, where there is a core for one."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return Colleague() if cores > 1 else None


class Colleague:
    """What is asked of it is a function that can be imported, with what it is called with.

    >>> with Colleague() as colleague:
    ...     colleague.ask(sum, [1, 2, 3])
    6
    """

    def __init__(self) -> None:
        # A session of its own, so that the terminal's signals are not for it.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "beliefs.judge.colleague"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._asked = 0
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to = Connection(os.dup(self._process.stdin.fileno()), readable=False)
        self._from = Connection(os.dup(self._process.stdout.fileno()), writable=False)
        self._process.stdin.close()
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.dismiss()

    def prepare(self, work: Callable[[], object]) -> None:
        """Have something done of which nobody wants to hear."""
        self._order(0, work, (), {})

    def begin(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> Callable[[], T]:
        """Have something done meanwhile; what is returned waits for what comes of it.

        What the work raises is raised there, and `Gone` if the colleague was dismissed or killed.
        """
        self._asked += 1
        self._order(self._asked, work, given, named)
        return partial(self._answer, self._asked)

    def ask(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Have something done, and wait for what comes of it."""
        return self.begin(work, *given, **named)()

    def _order(self, number: int, *work: Any) -> None:
        with contextlib.suppress(OSError):  # gone: whoever waits for an answer will hear of it
            self._to.send_bytes(pickle.dumps((number, *work)))

    def _answer(self, asked: int) -> Any:
        number = 0
        while number < asked:  # somebody may not have waited for what came before
            try:
                number, done, came = pickle.loads(self._from.recv_bytes())  # noqa: S301 - ours
            except (EOFError, OSError):
                raise Gone from None
        if not done:
            raise came
        return came

    def dismiss(self) -> None:
        """Have it stop whatever it does, tidy up and end."""
        self._to.close()
        try:
            self._process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def main() -> None:
    """Do what is asked until nobody is there any more to ask."""
    answers = Connection(os.dup(1), readable=False)
    os.dup2(2, 1)  # what is printed meanwhile is no answer
    orders: SimpleQueue[bytes] = SimpleQueue()
    signal.signal(signal.SIGTERM, _stop)
    told = Connection(os.dup(0), writable=False)
    # A stop may come between the making of a folder and the promise to remove it, so all of them
    # are made in one that was there before.
    with scratch("beside") as own:
        own.chmod(0o711)  # a sandbox that is not root has to pass through
        tempfile.tempdir = str(own)
        with contextlib.suppress(SystemExit):
            Thread(target=_listen, args=(told, orders, own), daemon=True).start()
            while True:
                if answer := _done(orders.get()):
                    with contextlib.suppress(BrokenPipeError):  # the stop is on its way
                        answers.send_bytes(answer)
    # What was under way has been tidied up; threads that are still at it are not waited for.
    os._exit(0)


def _stop(_number: int, _frame: object) -> None:
    # An import that is cut off complains, and nobody is there any more to hear of it.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    raise SystemExit


def _listen(told: Connection, orders: SimpleQueue[bytes], own: Path) -> None:
    with contextlib.suppress(EOFError, OSError):
        while True:
            orders.put(told.recv_bytes())
    os.kill(os.getpid(), signal.SIGTERM)
    orders.put(b"")  # whoever waits for an order does not see the signal until one comes
    time.sleep(_GRACE_SECONDS / 2)
    # What was raised got lost, as it does in a finaliser.
    shutil.rmtree(own, ignore_errors=True)
    os._exit(1)


def _done(order: bytes) -> bytes:
    """What comes of an order; nothing if nobody wants to hear of it."""
    if not order:
        return b""
    number, work, given, named = pickle.loads(order)  # noqa: S301 - from whoever started this
    try:
        answer = (number, True, work(*given, **named))
    except Exception as error:  # noqa: BLE001 - raised where it was asked for
        answer = (number, False, error)
    return pickle.dumps(answer) if number else b""


if __name__ == "__main__":
    main()
