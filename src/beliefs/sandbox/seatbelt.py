"""The Seatbelt level: macOS refuses a process every file and port that a profile does not name.

Written from Apple's own profiles and from those of others, and tried on no Mac yet: `available()`
starts a program in it before it is ever relied on. Processes are counted by looking at them now
and then, and one that leaves its session between two looks can outlive its run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from beliefs.sandbox.room import Network, Room
from beliefs.sandbox.system import PYTHON, STANDALONE

_PROGRAM = "/usr/bin/sandbox-exec"
_SYSTEM = ("/usr", "/bin", "/sbin", "/System", "/Library/Apple", "/private/etc/ssl", "/dev/null")


def wrapped(room: Room, scratch: Path, port: int | None) -> list[str]:
    """The command that makes a room; what is to run in it follows.

    >>> from beliefs.sandbox.room import Room
    >>> wrapped(Room(), Path("/private/tmp/x"), None)[0]
    '/usr/bin/sandbox-exec'
    """
    lines = "\n".join(_profile(room, scratch, port))
    return [_PROGRAM, "-p", lines, *PYTHON.command(STANDALONE.parent, "porter", "enter")]


def _profile(room: Room, scratch: Path, port: int | None) -> Iterator[str]:
    """Later lines win."""
    yield "(version 1)"
    yield "(deny default)"
    yield "(allow process-fork) (allow process-exec) (allow signal (target same-sandbox))"
    yield "(allow sysctl-read) (allow file-read-metadata)"
    for path in (*map(Path, _SYSTEM), PYTHON.prefix, STANDALONE, *room.read, *room.write, scratch):
        yield f"(allow file-read* (subpath {_quoted(path)}))"
    for path in (*room.write, scratch):
        yield f"(allow file-write* (subpath {_quoted(path)}))"
    for path in filter(Path.is_fifo, room.read):
        yield f"(allow file-write-data (literal {_quoted(path)}))"
    for device in ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"):
        yield f"(allow file-read* file-write-data (literal {_quoted(device)}))"
    yield "(deny file-write-setugid)"
    if port is not None:
        yield f'(allow network-bind network-inbound (local tcp "localhost:{port}"))'
    if room.network is Network.INDEX:
        yield "(allow network-outbound) (allow system-socket) (allow mach-lookup)"


def _quoted(path: str | Path) -> str:
    # A profile's strings are written as JSON's are.
    return json.dumps(str(path))
