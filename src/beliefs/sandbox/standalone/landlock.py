"""Landlock: a process gives up, for itself and its children, all paths and ports but a few."""

from __future__ import annotations

import os
import stat
import struct

from .calls import CallFailed, call

# typing takes longer to import than all of this does.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_ASKED = 1
_PATH, _PORT = 1, 2

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_DEVICES = 1 << 6 | 1 << 11
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_EVERYTHING = (1 << 16) - 1
_BIND, _CONNECT = 1 << 0, 1 << 1
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1

_READ = _EXECUTE | _READ_FILE | _READ_DIR
_WRITE = _EVERYTHING & ~(_MAKE_DEVICES | _IOCTL_DEVICE)
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE

OLDEST = 4
"""The first version that knows of ports: Linux 6.7."""
SIGNALS = 6
"""The first that keeps signals in: Linux 6.12."""


def version() -> int:
    """Which Landlock the kernel has; 0 if none.

    >>> version() >= 0
    True
    """
    try:
        return call("landlock", _CREATE, None, 0, _VERSION_ASKED)
    except CallFailed:
        return 0


def confine(
    read: Iterable[str],
    write: Iterable[str],
    *,
    devices: Iterable[str] = (),
    port: int | None = None,
    network: bool = False,
) -> None:
    """Keep to these paths, and to listening on one port.

    With `network`, ports are left alone. Needs "no new privileges", or root.
    """
    known = version()
    files = _EVERYTHING if known >= 5 else _EVERYTHING & ~_IOCTL_DEVICE
    handled = struct.pack("=QQ", files, 0 if network else _BIND | _CONNECT)
    if known >= SIGNALS:
        handled += struct.pack("=Q", _ABSTRACT_SOCKETS | _SIGNALS)
    rules = call("landlock", _CREATE, handled, len(handled), 0)
    try:
        for path in read:
            _allow_path(rules, path, _READ & files)
        for path in write:
            _allow_path(rules, path, _WRITE & files)
        for path in devices:
            _allow_path(rules, path, _READ_FILE | _WRITE_FILE)
        if port is not None and not network:
            rule = struct.pack("=QQ", _BIND, port)
            call("landlock port", _ADD, rules, _PORT, rule, 0)
        call("landlock", _RESTRICT, rules, 0)
    finally:
        os.close(rules)


def _allow_path(rules: int, path: str, access: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return  # not every system has every folder
    try:
        kind = os.fstat(place).st_mode
        if not stat.S_ISDIR(kind):
            access &= _OF_FILES
        if stat.S_ISFIFO(kind):
            access |= _WRITE_FILE
        rule = struct.pack("=Qi", access, place)
        call(f"landlock {path}", _ADD, rules, _PATH, rule, 0)
    finally:
        os.close(place)
