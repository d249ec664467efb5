"""Which levels work on this machine: each is tried by really starting something in it."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from typing import NamedTuple

from beliefs.errors import NoSandbox, SandboxError
from beliefs.sandbox import bubblewrap
from beliefs.sandbox.hearing import Heard
from beliefs.sandbox.launch import launched
from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import MIB, Limits
from beliefs.sandbox.room import Room
from beliefs.sandbox.standalone import cgroup, landlock, seccomp

_QUICK = Limits(wall=10.0)
# "1" lets programs run where nothing keeps them in; every process of a build sees it.
UNSAFE = "BELIEFS_UNSAFE"
_ORDER = (Level.BUBBLEWRAP, Level.LANDLOCK, Level.SEATBELT)


class Probe(NamedTuple):
    """Whether a level works here, and why not, or what it rests on."""

    level: Level
    works: bool
    why: str


@functools.cache
def available() -> tuple[Probe, ...]:
    """Try every level but none, once per process.

    >>> [probe.level.value for probe in available()]
    ['bubblewrap', 'landlock', 'seatbelt']
    """
    return tuple(_probe(level) for level in _ORDER)


@functools.cache
def best() -> Level:
    """The strongest level that works here; none at all, if there is no other and that was allowed.

    Raises:
        NoSandbox: There is none, and it says why.
    """
    return chosen((_probe(level) for level in _ORDER), unsafe=os.environ.get(UNSAFE) == "1")


def chosen(probes: Iterable[Probe], *, unsafe: bool = False) -> Level:
    """The first that works.

    >>> str(chosen([Probe(Level.LANDLOCK, works=False, why="too old")], unsafe=True))
    'none'
    """
    reasons = []
    for probe in probes:
        if probe.works:
            return probe.level
        reasons.append(f"{probe.level}: {probe.why}")
    if unsafe:
        return Level.NONE
    raise NoSandbox(
        f"nothing here would keep a program in ({'; '.join(reasons)}): "
        f"mend one of these, or say --unsafe ({UNSAFE}=1) if you trust it with everything that is "
        "yours."
    )


def enforcement() -> dict[str, str]:
    """How each limit is held here.

    >>> sorted(enforcement())
    ['cpu', 'disk', 'memory', 'output', 'pids', 'wall']
    """
    group = cgroup.make(64 * MIB, 64, ["memory", "pids"])
    group.remove()
    held, counted = "by the kernel, in a cgroup", "by a warden that looks 20 times a second"
    root = os.geteuid() == 0
    return {
        "memory": held if "memory" in group.holds else f"{counted} and sums",
        "pids": held if not root and "pids" in group.holds else "by the kernel, as a user's number",
        "disk": _disk(
            f"files by a largest size, folders {counted}: what is written meanwhile is on top"
        ),
        "cpu": f"each process by the kernel, all of them {counted}",
        "wall": "by the caller's clock",
        "output": "by the caller, who stops reading",
    }


def _disk(watched: str) -> str:
    """How writable folders are held at the best level here."""
    if not _probe(Level.BUBBLEWRAP).works:
        return watched
    with (
        tempfile.TemporaryDirectory(prefix="beliefs-") as folder,
        launched(["true"], Room(write=[folder]), _QUICK, Level.BUBBLEWRAP) as one,
    ):
        if why := one.why_on_disk():
            return f"{watched} ({why})"
    return (
        "by the kernel, as the size of a file system in memory, and nothing is on a disk before "
        f"the end; at other levels {watched}"
    )


@functools.cache
def _probe(level: Level) -> Probe:
    """Start `true` there. Whatever fails, the next level may do."""
    if absent := _absent(level):
        return Probe(level, works=False, why=absent)
    try:
        with launched(["true"], Room(), _QUICK, level, stdin=subprocess.DEVNULL) as one:
            heard = Heard(one, _QUICK)
            heard.listen(until=None)
        finished = heard.finished(level)
    except (SandboxError, OSError) as error:
        return Probe(level, works=False, why=str(error).rstrip("."))
    if not finished.ok:
        return Probe(level, works=False, why=f"a first program ended with {finished.exit}")
    return Probe(level, works=True, why=_rests_on(level))


def _absent(level: Level) -> str:
    linux = sys.platform.startswith("linux")
    if level is Level.SEATBELT:
        return "" if sys.platform == "darwin" else "only macOS has it"
    if not linux:
        return "only Linux has it"
    if not seccomp.supported():
        return "the system calls of this processor are not in the table"
    if level is Level.BUBBLEWRAP and bubblewrap.program() is None:
        return "it is not installed: pip install 'beliefs[build]', or the system's bubblewrap"
    if level is Level.LANDLOCK and landlock.version() < landlock.OLDEST:
        known = landlock.version()
        return f"the kernel has version {known}, and ports need version {landlock.OLDEST}"
    return ""


def _rests_on(level: Level) -> str:
    if level is Level.BUBBLEWRAP:
        return f"{bubblewrap.program()}, with seccomp"
    if level is Level.LANDLOCK:
        return f"version {landlock.version()}, with seccomp; servers get one port of this machine"
    return "sandbox-exec"
