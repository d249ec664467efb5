"""Runs in the sandbox, in front of a service, and never imports `beliefs`: starts it by forking.

What a service imports from its environment takes longer than most of what it is asked, and every
start imports the same again. Here it is imported once; the service's own code is run anew at every
start, in a process of its own, as `python main.py` would run it: on what it kept, or on a fresh
copy of its files, of which some may be in other words. An order is a byte in one pipe, and stands
in a file beside it that only whoever judges can write; through another it is said how that went.
"""

from __future__ import annotations

import atexit
import compileall
import contextlib
import gc
import importlib
import json
import os
import py_compile
import re
import runpy
import shutil
import signal
import socket
import sys
import time
from pathlib import Path

ORDERS, ANSWERS, SAID, ORDER = ".orders", ".answers", ".said", "order.json"
STARTED, BEGUN, REFUSED, LATE, ENDED = b"+", b"?", b"-", b"~", b"."
_GRACE_SECONDS, _START_SECONDS, _PAUSE = 5.0, 20.0, 0.003
# Threads take turns so often that whoever has no lock is caught.
_TURN = 1e-6
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

    def __init__(self, told: Path, files: dict[str, bytes], words: list[str]) -> None:
        self.told, self.files, self.words = told, files, words
        self.root = Path.cwd()
        self.child = self.place = 0
        self.wanted = True  # whether the child should be alive
        self.unseen = False  # whether nobody in here can tell if the first start came to anything
        self.answers = os.open(told / ANSWERS, os.O_WRONLY)

    def run(self) -> None:
        """Start whenever somebody asks for it; whoever never started once is not started again."""
        signal.signal(signal.SIGTERM, self.stopped)
        signal.signal(signal.SIGCHLD, self.ended)
        orders, first = os.open(self.told / ORDERS, os.O_RDONLY), True
        while os.read(orders, 1):
            order = json.loads((self.told / ORDER).read_text(encoding="utf-8"))
            self.wanted = False
            self.end(signal.SIGKILL if order["fresh"] else signal.SIGTERM)
            if order["fresh"]:
                self.copy(order["instead"])
            self.wanted = True
            self.begin()
            came = self.listens()
            if first and came in {REFUSED, LATE}:
                self.give_up()
            self.unseen, first = first and came == BEGUN, False
            os.write(self.answers, came)

    def copy(self, instead: dict[str, str]) -> None:
        """A fresh copy of its files in the next place, and nothing left in the last."""
        shutil.rmtree(self.root / str(self.place), ignore_errors=True)
        self.place += 1
        stale = {Path(path).stem for path in instead}
        for path, held in self.files.items():
            file = self.root / str(self.place) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix != ".pyc" or file.name.partition(".")[0] not in stale:
                file.write_bytes(instead[path].encode() if path in instead else held)

    def begin(self) -> None:
        """A new process with the service in it."""
        self.child = os.fork()
        if self.child:
            return
        code: object = 1
        try:
            self.enter()
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

    def enter(self) -> None:
        """Be as a process that was just started in the service's folder."""
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        os.setpgid(0, 0)
        said = os.open(self.root / SAID, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW)
        for stream in (1, 2):
            os.dup2(said, stream)
        os.chdir(self.root / str(self.place))
        sys.argv, sys.path[0] = self.words, str(Path(self.words[0]).resolve().parent)
        importlib.invalidate_caches()
        sys.setswitchinterval(_TURN)

    def end(self, number: int) -> None:
        """Have the service end, and kill it and all that it started after a while."""
        if not self.child:
            return
        until = time.monotonic() + _GRACE_SECONDS
        with contextlib.suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.child, number)
            while os.waitpid(self.child, os.WNOHANG) == (0, 0):
                if time.monotonic() > until:
                    os.kill(self.child, signal.SIGKILL)
                time.sleep(_PAUSE)
        with contextlib.suppress(OSError):
            os.killpg(self.child, signal.SIGKILL)

    def listens(self) -> bytes:
        """Whether it can be reached before long; one that is not may be alive, and slow.

        Where nothing in here may connect, it has begun, and whoever judges sees to the rest.
        """
        place = (os.environ["HOST"], int(os.environ["PORT"]))
        until = time.monotonic() + _START_SECONDS
        while self.child and time.monotonic() < until:
            try:
                with socket.create_connection(place, 1.0):
                    return STARTED
            except PermissionError:
                return BEGUN
            except OSError:
                time.sleep(_PAUSE)
            self.ended()
        return LATE if self.child else REFUSED

    def give_up(self) -> None:
        """End with the service's last words."""
        os.write(2, (self.root / SAID).read_bytes()[-1000:])
        os._exit(1)

    def stopped(self, *_: object) -> None:
        """The service has to end, and this with it."""
        self.wanted = False
        self.end(signal.SIGTERM)
        os._exit(0)

    def ended(self, *_: object) -> None:
        """The service ended; if nobody asked for that, it is said."""
        if not self.wanted:
            return
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(self.child, os.WNOHANG)[0]:
                self.child = 0
                if self.unseen:
                    self.give_up()
                os.write(self.answers, ENDED)


def imported(folder: Path) -> set[str]:
    """The modules that the files of a folder import and that are not in it."""
    files = [each for each in folder.rglob("*.py") if "tests" not in each.parts and each.is_file()]
    texts = (each.read_text(encoding="utf-8", errors="replace") for each in files)
    found = {name for text in texts for name in _IMPORT.findall(text)}
    own = {path.stem for path in folder.iterdir()}
    return {each for each in found if each.partition(".")[0] not in own}


def held(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their paths, with what Python makes of them."""
    draft = Path("draft")
    shutil.copytree(folder, draft, symlinks=True)
    # By no date or digest: what is put in a file's place leaves what was made of it out.
    how = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(draft, quiet=2, rx=re.compile("tests"), invalidation_mode=how)
    paths = [each for each in draft.rglob("*") if each.is_file()]
    found = {str(each.relative_to(draft)): each.read_bytes() for each in paths}
    shutil.rmtree(draft)
    return found


def main() -> None:
    """Import what the service will, and take orders."""
    told, folder, *words = sys.argv[1:]
    names = imported(Path(folder))
    for name in sorted(names | {later for each in names for later in _LATER.get(each, ())}):
        with contextlib.suppress(Exception):  # the service will say it, if it matters
            importlib.import_module(name)
    host = Host(Path(told), held(Path(folder)), words)
    gc.freeze()  # what is here to stay is not looked through by every fork
    host.run()


if __name__ == "__main__":
    main()
