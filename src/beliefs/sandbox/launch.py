"""Starting a warden: one plan in, one process that keeps it, and pipes to both."""

from __future__ import annotations

import contextlib
import itertools
import marshal
import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from beliefs.errors import InvalidInput, SandboxError
from beliefs.sandbox import bubblewrap, seatbelt
from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import Limits
from beliefs.sandbox.room import Network, Room
from beliefs.sandbox.shelves import Beginning, Use, outermost
from beliefs.sandbox.system import PYTHON, STANDALONE, SYSTEM, readable_etc

# The range that systemd gives to users who live as long as one service.
_FIRST_USER, _LAST_USER = 61_184, 65_519
_PATIENCE = 10.0


@dataclass(slots=True)
class Launched:
    """A warden at work."""

    process: subprocess.Popen[bytes]
    control: IO[bytes]
    report: IO[bytes]
    use: Use | None = None

    def order(self, letter: bytes) -> None:
        """Tell the warden: T to end the program politely, K to kill it."""
        with contextlib.suppress(BrokenPipeError, ValueError):
            self.control.write(letter)

    def dismiss(self) -> None:
        """Have everything killed, wait until it is, and bring back what it wrote."""
        self.control.close()
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.use is not None:
            self.use.leave()

    @property
    def spilled(self) -> bool:
        """Whether not all that it wrote could be kept, as is known once it is dismissed."""
        return self.use is not None and self.use.spilled

    def why_on_disk(self) -> str:
        """Why what it writes goes to a disk at once; empty if it does not."""
        return self.use.why_not if self.use else "nothing is kept in between"

    def close(self) -> None:
        """As that, and hear no more of it."""
        process = self.process
        try:
            self.dismiss()
        finally:
            for pipe in (self.report, process.stdout, process.stderr, process.stdin):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()


@contextlib.contextmanager
def launched(
    argv: Sequence[str | os.PathLike[str]],
    room: Room,
    limits: Limits,
    level: Level,
    *,
    stdin: int = subprocess.DEVNULL,
    port: int | None = None,
    listener: int | None = None,
    groups: bool = True,
) -> Iterator[Launched]:
    """Start a program; at the end of the block nothing of it is left.

    Without `groups` the warden counts by itself what the kernel could have counted for it.
    """
    words = [os.fspath(word) for word in argv]
    if not words or any("\0" in word for word in words):
        raise InvalidInput("a command is at least one word, and none may hold a NUL.")
    with contextlib.ExitStack() as stack:
        scratch = Path(stack.enter_context(_scratch()))
        user = _user(room)
        if user is not None:
            for folder in (scratch, *room.write):
                _hand_over(folder, user)
        plan = _plan(words, room, limits, level, scratch=scratch, user=user, port=port)
        plan["listener"] = listener
        plan["counted"] = plan["counted"] if groups else []
        use = Use(shelved, limits.disk, user) if (shelved := _shelved(room, level)) else None
        yield stack.enter_context(_warded(plan, use, stdin))


@contextlib.contextmanager
def _warded(plan: dict[str, Any], use: Use | None, stdin: int) -> Iterator[Launched]:
    """A warden that has its plan, and somewhere to put what the program writes."""
    one = None
    try:
        with use.begun() if use else contextlib.nullcontext(Beginning(None, [])) as beginning:
            if use and plan["uid"] is not None:
                for place in use.joined:
                    _hand_over(".", plan["uid"], place)
            plan["shelf"] = beginning.told
            one = _warden(plan, beginning.passed, stdin)
            one.use = use
            beginning.started = True
        yield one
    finally:
        if one is not None:
            one.close()
        elif use is not None:
            use.leave()


def _warden(plan: dict[str, Any], passed: list[int], stdin: int) -> Launched:
    control_in, control = os.pipe()
    report, report_out = os.pipe()
    listening = [] if plan["listener"] is None else [plan["listener"]]
    command = PYTHON.command(STANDALONE.parent, "warden", "main")
    try:
        process = subprocess.Popen(  # noqa: S603 - that is what it is for
            [*command, str(control_in), str(report_out)],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={},
            cwd="/",
            pass_fds=[control_in, report_out, *listening, *passed],
            start_new_session=True,
        )
    finally:
        os.close(control_in)
        os.close(report_out)
    one = Launched(process, os.fdopen(control, "wb", buffering=0), os.fdopen(report, "rb"))
    text = marshal.dumps(plan)
    one.order(len(text).to_bytes(4, "big") + text)
    return one


def _shelved(room: Room, level: Level) -> tuple[Path, ...]:
    """The folders for which the program gets a file system of its own."""
    return outermost(room.write) if level is Level.BUBBLEWRAP else ()


def _plan(
    argv: Sequence[str],
    room: Room,
    limits: Limits,
    level: Level,
    *,
    scratch: Path,
    user: int | None,
    port: int | None,
) -> dict[str, Any]:
    apart = level is Level.BUBBLEWRAP
    alone = user is not None or (apart and _counts_by_namespace())
    tmp = "/tmp" if apart else str(scratch)  # noqa: S108 - its own, inside
    network = room.network is not Network.NONE
    wrap: list[str] = []
    if apart:
        program = bubblewrap.program()
        if program is None:
            raise SandboxError("bubblewrap is not here: pip install 'beliefs[build]' brings it.")
        wrap = bubblewrap.wrapped(program, room, disk=limits.disk, root=os.geteuid() == 0)
    elif level is Level.SEATBELT:
        wrap = seatbelt.wrapped(room, scratch, port)
    read = [*SYSTEM, *readable_etc(network=network), PYTHON.prefix, *room.read]
    write = [*room.write] if apart else [*room.write, scratch]
    return {
        "level": str(level),
        "linux": sys.platform.startswith("linux"),
        "apart": apart,
        "wrap": wrap,
        "argv": list(argv),
        "cwd": str(room.cwd or tmp),
        "environment": _environment(room, tmp, port),
        "uid": user,
        "passing": user is not None and _closed(room, user, apart=apart),
        "read": [str(path) for path in read],
        "write": [str(path) for path in write],
        "shelved": [str(path) for path in _shelved(room, level)],
        "network": str(room.network),
        "port": port,
        "limits": asdict(limits),
        # Where the kernel counts this run's processes by its user, no group has to.
        "counted": ["memory"] if alone else ["memory", "pids"],
        "rlimits": _rlimits(limits, alone=alone),
    }


def _environment(room: Room, tmp: str, port: int | None) -> dict[str, str]:
    paths = [str(Path(PYTHON.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"]
    plain = {"PATH": ":".join(paths), "HOME": tmp, "TMPDIR": tmp, "LANG": "C.UTF-8"}
    served = {} if port is None else {"HOST": "127.0.0.1", "PORT": str(port)}
    return {**plain, **room.environment, **served}


def _rlimits(limits: Limits, *, alone: bool) -> dict[str, int]:
    """Limits of each process, below those of all together."""
    # The kernel counts processes by user. Where it is one's own, all of them are in the count, and
    # some may be started meanwhile; the warden counts more exactly, and later.
    others = 0 if alone else _tasks(os.geteuid()) + 64
    return {
        "CORE": 0,
        "CPU": int(limits.cpu) + 1,
        "FSIZE": limits.disk,
        "NOFILE": 4096,
        "NPROC": others + limits.pids,
        "MEMLOCK": 64 * 1024,
        "MSGQUEUE": 0,
    }


def _tasks(user: int) -> int:
    """How many processes and threads a user has; 0 where that is not to be seen."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if process.stat().st_uid == user:
                count += sum(1 for _ in (process / "task").iterdir())
    return count


def _counts_by_namespace() -> bool:
    """Whether processes are counted for each user namespace apart: since Linux 5.14."""
    first, _, rest = os.uname().release.partition(".")
    second = "".join(itertools.takewhile(str.isdigit, rest))
    return (int(first), int(second or 0)) >= (5, 14)


def _user(room: Room) -> int | None:
    """Root is not given to a program: a user number that nobody has.

    Programs that share a writable folder share the number, or each would take it from the other.
    """
    if os.geteuid() != 0:
        return None
    for folder in room.write:
        if _FIRST_USER <= (owner := folder.stat().st_uid) <= _LAST_USER:
            return owner
    taken = set()
    if sys.platform.startswith("linux"):
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    taken.add(entry.stat().st_uid)
    free = [user for user in range(_FIRST_USER, _LAST_USER + 1) if user not in taken]
    return random.SystemRandom().choice(free)


def _closed(room: Room, user: int, *, apart: bool) -> bool:
    """Whether a folder of the room, or one on the way to it, is closed to the program's user."""
    for path in (*room.read, *room.write, PYTHON.prefix):
        ways = (path,) if apart else (path, *path.parents)
        for way in ways:
            found = way.stat()
            need = 0o5 if way == path and way.is_dir() else 0o4 if way == path else 0o1
            if found.st_uid != user and found.st_mode & need != need:
                return True
    return False


def _hand_over(folder: Path | str, user: int, place: int | None = None) -> None:
    """Let a folder and what is in it belong to the program's user.

    By open folders, not by paths: another program may be at work in there, and swap a folder for a
    link. A file with several names may have one elsewhere, and stays what it is.
    """
    os.chown(folder, user, user, dir_fd=place, follow_symlinks=False)
    for _, folders, files, inner in os.fwalk(folder, follow_symlinks=False, dir_fd=place):
        for name in (*folders, *files):
            with contextlib.suppress(FileNotFoundError):
                found = os.stat(name, dir_fd=inner, follow_symlinks=False)
                if found.st_uid != user and (found.st_nlink == 1 or stat.S_ISDIR(found.st_mode)):
                    os.chown(name, user, user, dir_fd=inner, follow_symlinks=False)


@contextlib.contextmanager
def _scratch() -> Iterator[str]:
    """A folder for one run's temporary files."""
    folder = tempfile.mkdtemp(prefix="beliefs-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
