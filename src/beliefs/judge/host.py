"""Runs in the sandbox, in front of a service, and never imports `beliefs`: starts it by forking.

What a service imports from its environment takes longer than most of what it is asked, and a
restart imports the same again. Here it is imported once; the service's own code is run anew at
every start, in a process of its own, as `python main.py` would run it. Orders to restart come
through one pipe of the folder, and through another it is said how that went. When the service ends
by itself, so does this.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import re
import runpy
import signal
import socket
import sys
import time
from pathlib import Path

ORDERS, ANSWERS = ".orders", ".answers"
_GRACE_SECONDS, _START_SECONDS, _PAUSE = 5.0, 20.0, 0.003
_IMPORT = re.compile(r"^ *(?:from|import) +(\w[\w.]*)", re.MULTILINE)
# What is imported only once a server starts.
_LATER = {
    "uvicorn": (
        "uvicorn.lifespan.on",
        "uvicorn.loops.auto",
        "uvicorn.protocols.http.auto",
        "uvicorn.protocols.websockets.auto",
    ),
    "fastapi": ("fastapi.openapi.utils",),
}


class Host:
    """One service, and the process that it runs in."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.child = 0
        self.wanted = True  # whether the child should be alive

    def run(self) -> None:
        """Start, and restart whenever somebody asks for it."""
        signal.signal(signal.SIGTERM, self.stopped)
        signal.signal(signal.SIGCHLD, self.ended)
        orders, answers = os.open(ORDERS, os.O_RDONLY), os.open(ANSWERS, os.O_WRONLY)
        self.begin()
        while os.read(orders, 1):
            self.wanted = False
            self.end()
            self.wanted = True
            self.begin()
            os.write(answers, b"+" if self.listens() else b"-")

    def begin(self) -> None:
        """A new process with the service in it."""
        self.child = os.fork()
        if self.child:
            return
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        code: object = 1
        try:
            sys.argv, sys.path[0] = self.words, str(Path(self.words[0]).resolve().parent)
            runpy.run_path(self.words[0], run_name="__main__")
            code = 0
        except SystemExit as over:
            code = over.code
        except BaseException:  # noqa: BLE001 - said as Python says it
            sys.excepthook(*sys.exc_info())
        finally:
            atexit._run_exitfuncs()  # noqa: SLF001 - a fork ends without them
            with contextlib.suppress(OSError):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code if isinstance(code, int) else int(code is not None))

    def end(self) -> None:
        """Ask the service to end, as an operating system would, and kill it after a while."""
        until = time.monotonic() + _GRACE_SECONDS
        number = signal.SIGTERM
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.child, number)
            while os.waitpid(self.child, os.WNOHANG) == (0, 0):
                if time.monotonic() > until:
                    os.kill(self.child, signal.SIGKILL)
                time.sleep(_PAUSE)

    def listens(self) -> bool:
        """Whether it can be reached before long."""
        place = (os.environ["HOST"], int(os.environ["PORT"]))
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(place, 1.0):
                return True
            time.sleep(_PAUSE)
        return False

    def stopped(self, *_: object) -> None:
        """The service has to end, and this with it."""
        self.wanted = False
        self.end()
        os._exit(0)

    def ended(self, *_: object) -> None:
        """The service ended; if nobody asked for that, so does this."""
        if not self.wanted:
            return
        with contextlib.suppress(ChildProcessError):
            done, status = os.waitpid(-1, os.WNOHANG)
            if done:
                os._exit(max(os.waitstatus_to_exitcode(status), 0) or 1)


def imported(folder: Path) -> set[str]:
    """The modules that the files of a folder import and that are not in it."""
    files = [each for each in folder.rglob("*.py") if "tests" not in each.parts]
    texts = (each.read_text(encoding="utf-8", errors="replace") for each in files)
    found = {name for text in texts for name in _IMPORT.findall(text)}
    own = {path.stem for path in folder.iterdir()}
    return {each for each in found if each.partition(".")[0] not in own}


def main() -> None:
    """Import what the service will, and start it."""
    names = imported(Path.cwd())
    for name in sorted(names | {later for each in names for later in _LATER.get(each, ())}):
        with contextlib.suppress(Exception):  # the service will say it, if it matters
            importlib.import_module(name)
    Host(sys.argv[1:]).run()


if __name__ == "__main__":
    main()
