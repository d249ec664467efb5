"""A run's writable folders, on a file system in memory that has a size: no disk is behind them.

It is mounted over the folders where only the run and its warden see it, and is gone with the last
of them, however that ends. Whoever started the run is handed the folders, open: it puts in what was
there before the program is started, and takes out what is to stay when all is over.
"""

from __future__ import annotations

import os
import struct

from . import census
from .calls import NEW_MOUNTS, NEW_USERS, enter_namespace, leave_for_new, mount

# typing takes longer to import than all of this does.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BIND, _RECURSIVE, _PRIVATE, _REMOUNT = 1 << 12, 1 << 14, 1 << 18, 1 << 5
_PLAIN = 2 | 4  # neither setuid programs nor devices
_SOCKETS, _RIGHTS = 1, 1
_PAGE = os.sysconf("SC_PAGE_SIZE")
MADE, FILLED = b"m", b"f"
"""What is said of it: by the warden, with everything open, and by whoever fills it."""


class Shelf:
    """The folders of one run; a limit on what they hold is the kernel's to keep."""

    in_memory = True

    def __init__(self, folders: list[str], beneath: list[int], files: int, size: int) -> None:
        self._beneath = beneath
        self._place = os.open(folders[0], os.O_RDONLY | os.O_DIRECTORY)
        held = os.statvfs(self._place)
        self._before = (held.f_blocks - held.f_bfree) * held.f_frsize
        self._where, self._files, self._size = folders[0], files, size

    def close_off(self) -> None:
        """From here on it may grow by so much, and no more."""
        held = os.statvfs(self._place)
        pages = held.f_blocks - held.f_bfree + max(self._size // _PAGE, 1)
        most = held.f_files - held.f_ffree + self._files
        room = f"size={pages * _PAGE},nr_inodes={most}"
        mount("", self._where, "", _REMOUNT | _PLAIN, room)

    def grown(self, pids: list[int], *, counted: bool) -> tuple[int, bool]:
        """By how many bytes it has grown, and whether it is full.

        Files in memory without a name are looked for only where nobody else has `counted` them.
        """
        held = os.statvfs(self._place)
        grown = (held.f_blocks - held.f_bfree) * held.f_frsize - self._before
        if not counted:
            grown = max(grown, census.unnamed(pids)[0])
        return grown, not held.f_bfree or not held.f_ffree

    def free(self) -> list[int]:
        """Bytes that are free where it is to be taken out to."""
        spaces = [os.statvfs(folder) for folder in self._beneath]
        return [space.f_bavail * space.f_frsize for space in spaces]


def made(plan: dict[str, Any], files: int) -> Shelf | None:
    """The shelf of a plan, new and filled, or that of a run beside this one.

    None where this machine makes none, or where whoever should fill it is gone.
    """
    folders, told = plan["shelved"], plan["shelf"]
    size = plan["limits"]["disk"]
    beneath = [os.open(path, os.O_PATH | os.O_DIRECTORY) for path in folders]
    if "enter" in told:
        for namespace in told["enter"]:
            enter_namespace(namespace)
            os.close(namespace)
        return Shelf(folders, beneath, files, size)
    import _socket  # socket takes longer to import than the rest

    plug = _socket.socket(fileno=told["make"])
    try:
        if refused := _refused(folders):
            plug.send(refused.encode())
            return None
        opened = [os.open(path, os.O_RDONLY | os.O_DIRECTORY) for path in folders]
        opened += [os.open(f"/proc/self/ns/{kind}", os.O_RDONLY) for kind in _kinds()]
        rights = struct.pack(f"={len(opened)}i", *opened)
        plug.sendmsg([MADE], [(_SOCKETS, _RIGHTS, rights)])
        for one in opened:
            os.close(one)
        if plug.recv(1) != FILLED:
            raise EOFError("nobody is left to fill its folders")
    finally:
        plug.close()
    shelf = Shelf(folders, beneath, files, size)
    shelf.close_off()
    return shelf


def _kinds() -> list[str]:
    """The namespaces to enter, in this order; root needs no users of its own."""
    return ["mnt"] if os.geteuid() == 0 else ["user", "mnt"]


def _refused(folders: list[str]) -> str:
    """Mount it; why that cannot be, if it cannot."""
    if os.geteuid() != 0:
        # Half of it would leave this process among other users: somebody else goes first.
        child = os.fork()
        if child == 0:
            try:
                _mount(folders)
            except OSError:
                os._exit(1)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            return "this user may not mount anything"
    try:
        _mount(folders)
    except OSError as error:
        return str(error)
    return ""


def _mount(folders: list[str]) -> None:
    user, group = os.geteuid(), os.getegid()
    leave_for_new(NEW_MOUNTS if user == 0 else NEW_MOUNTS | NEW_USERS)
    if user != 0:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    mount("", "/", "", _RECURSIVE | _PRIVATE)
    # One for all folders, as their limit is one; the first of them is covered last.
    first = folders[0]
    mount("tmpfs", first, "tmpfs", _PLAIN, "mode=0755")
    for at in range(len(folders)):
        os.mkdir(f"{first}/{at}", 0o700)
    for at, folder in reversed([*enumerate(folders)]):
        mount(f"{first}/{at}", folder, "", _BIND)
