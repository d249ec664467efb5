"""Which processes belong to a run, and what they use, from /proc; elsewhere from ps."""

from __future__ import annotations

import os
import stat
import sys

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


def size(folders: list[str]) -> int:
    """Bytes that folders take on disk, each file once, links not followed."""
    seen: set[tuple[int, int]] = set()
    total = 0
    waiting = list(folders)
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    found = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(found.st_mode):
                        waiting.append(entry.path)
                    if (found.st_dev, found.st_ino) not in seen:
                        seen.add((found.st_dev, found.st_ino))
                        total += found.st_blocks * 512
        except OSError:
            continue  # gone, or not for us
    return total


def deleted(pids: list[int]) -> int:
    """Bytes of files that have no name any more and live on because a process holds them open."""
    seen: dict[tuple[int, int], int] = {}
    for pid in pids:
        try:
            held = os.listdir(f"/proc/{pid}/fd")
        except OSError:
            continue
        for name in held:
            try:
                found = os.stat(f"/proc/{pid}/fd/{name}")
            except OSError:
                continue
            if stat.S_ISREG(found.st_mode) and found.st_nlink == 0:
                seen[found.st_dev, found.st_ino] = found.st_blocks * 512
    return sum(seen.values())
