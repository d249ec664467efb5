"""Which processes belong to a run, and what they use, from /proc; elsewhere from ps."""

from __future__ import annotations

import errno
import os
import stat
import sys

# Folders in folders: what lies deeper than anybody needs is not looked for, and is a breach.
_DEEPEST = 128
# A name that led to something else by the time it was followed.
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_CLOSED = (errno.EACCES, errno.EPERM)
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


def descendants(root: int) -> list[int]:
    """All processes below one, however deep.

    >>> descendants(os.getpid()) == [] or True
    True
    """
    if not sys.platform.startswith("linux"):
        return _by_ps(root)
    found: list[int] = []
    open_ends = [root]
    while open_ends:
        for child in _children(open_ends.pop()):
            found.append(child)
            open_ends.append(child)
    return found


def _children(pid: int) -> list[int]:
    children = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                children += [int(word) for word in file.read().split()]
    except OSError:
        pass  # it has just ended
    return children


def _by_ps(root: int) -> list[int]:
    import subprocess

    listed = subprocess.run(["/bin/ps", "-axo", "pid=,ppid="], capture_output=True, check=False)
    below: dict[int, list[int]] = {}
    for line in listed.stdout.splitlines():
        pid, parent = map(int, line.split())
        below.setdefault(parent, []).append(pid)
    found: list[int] = []
    open_ends = [root]
    while open_ends:
        for child in below.get(open_ends.pop(), ()):
            found.append(child)
            open_ends.append(child)
    return found


def memory(pids: list[int]) -> int:
    """Bytes held by processes together; pages that they share are counted once."""
    return sum(_proportional(pid) for pid in pids)


def _proportional(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def threads(pids: list[int]) -> int:
    """How many tasks there are: the kernel counts threads as it counts processes."""
    count = 0
    for pid in pids:
        try:
            count += len(os.listdir(f"/proc/{pid}/task"))
        except OSError:
            continue
    return count


class Clock:
    """CPU seconds of a changing set of processes: of each the last that was seen."""

    def __init__(self) -> None:
        self._seen: dict[tuple[int, bytes], float] = {}

    def seconds(self, pids: list[int]) -> float:
        """Look again, and return the sum."""
        for pid in pids:
            try:
                with open(f"/proc/{pid}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            self._seen[pid, fields[19]] = (int(fields[11]) + int(fields[12])) / _TICKS
        return sum(self._seen.values())


class Measured:
    """What folders hold: bytes on disk, files, and folders that could not be looked into."""

    def __init__(self) -> None:
        self.bytes = self.files = self.closed = 0
        self._seen: set[tuple[int, int]] = set()

    def add(self, found: os.stat_result) -> None:
        """Count a file, once however many names it has."""
        if (found.st_dev, found.st_ino) not in self._seen:
            self._seen.add((found.st_dev, found.st_ino))
            self.bytes += found.st_blocks * 512
            self.files += 1


def measured(folders: list[str], most: int = 2**63) -> Measured:
    """What folders hold, links not followed; after `most` files no more are looked for.

    By open folders, one for each step down: a path can be made longer than the kernel takes.
    """
    held = Measured()
    for folder in folders:
        ways = [_opened(folder, None, held)]
        while ways:
            place, below = ways[-1]
            if not below or held.files > most:
                ways.pop()
                if place >= 0:
                    os.close(place)
            elif len(ways) > _DEEPEST:
                held.closed += 1
                below.clear()
            else:
                ways.append(_opened(below.pop(), place, held))
    return held


def _opened(name: str, above: int | None, into: Measured) -> tuple[int, list[str]]:
    """An open folder whose files have been counted, and the folders in it."""
    below: list[str] = []
    try:
        place = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=above)
    except OSError as error:
        into.closed += error.errno not in _GONE
        return -1, below
    with os.scandir(place) as entries:
        for entry in entries:
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError as error:
                into.closed += error.errno not in _GONE
                continue
            into.add(found)
            if stat.S_ISDIR(found.st_mode):
                below.append(entry.name)
    return place, below


def unnamed(pids: list[int]) -> tuple[int, bool]:
    """Bytes of files that have no name any more and live on because a process holds them.

    And whether there may be others that cannot be looked at: what is under way between two sockets
    nobody has open, and what is only mapped is shown to root alone.
    """
    seen: dict[tuple[int, int], int] = {}
    hidden = False
    for pid in pids:
        # Threads may have files of their own, and outlive the first.
        for task in _listed(f"/proc/{pid}/task") or ():
            held = _listed(f"/proc/{pid}/task/{task}/fd")
            hidden |= held is None
            for name in held or ():
                hidden |= _note(f"/proc/{pid}/task/{task}/fd/{name}", seen)
                hidden |= _carries(f"/proc/{pid}/task/{task}/fdinfo/{name}")
        hidden |= _note_mapped(pid, seen)
    return sum(seen.values()), hidden


def _listed(folder: str) -> list[str] | None:
    """What is in a folder of a process: nothing if it has ended, None if it is closed to us."""
    try:
        return os.listdir(folder)
    except OSError as error:
        return None if error.errno in _CLOSED else []


def _note(path: str, seen: dict[tuple[int, int], int]) -> bool:
    """Count a file that is held, if it has no name; whether it cannot be looked at."""
    try:
        found = os.stat(path)
    except OSError as error:
        return error.errno in _CLOSED
    if stat.S_ISREG(found.st_mode) and found.st_nlink == 0:
        seen[found.st_dev, found.st_ino] = found.st_blocks * 512
    return False


def _carries(path: str) -> bool:
    """Whether files are under way to a socket that has not taken them."""
    try:
        with open(path, "rb") as lines:
            return any(line.startswith(b"scm_fds:") and int(line[8:]) > 0 for line in lines)
    except OSError:
        return False  # it has just been closed


def _note_mapped(pid: int, seen: dict[tuple[int, int], int]) -> bool:
    """Count files without a name that are mapped; whether one of them cannot be looked at."""
    hidden = False
    for task in _listed(f"/proc/{pid}/task") or ():
        try:
            with open(f"/proc/{pid}/task/{task}/maps", "rb") as file:
                lines = file.read().splitlines()
        except OSError as error:
            hidden |= error.errno in _CLOSED
            continue
        for line in lines:
            if line.endswith(b" (deleted)"):
                where, _, _, device, number, *_ = line.split(None, 5)
                major, minor = (int(half, 16) for half in device.split(b":"))
                if (os.makedev(major, minor), int(number)) not in seen:
                    hidden |= _note(f"/proc/{pid}/map_files/{where.decode()}", seen)
        if lines:
            break  # threads share them
    return hidden


def free(folders: list[str]) -> dict[int, int]:
    """Bytes that are free on each file system that folders are on."""
    found = {}
    for folder in folders:
        space = os.statvfs(folder)
        found[os.stat(folder).st_dev] = space.f_bavail * space.f_frsize
    return found
