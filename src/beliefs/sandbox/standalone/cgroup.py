"""Groups of processes that the kernel counts: memory, processes and CPU time, in versions 1 and 2.

A group is made below the one this process is in, so whatever already holds for it still holds, or
beside it where version 2 allows no groups below one that has processes.
"""

from __future__ import annotations

import os
import time

_PREFIX = "beliefs-"


class Group:
    """One group over one or more hierarchies; each limit that it holds is named in `holds`."""

    def __init__(self) -> None:
        self.folders: dict[str, str] = {}

    @property
    def holds(self) -> frozenset[str]:
        """Which of memory and pids are held here."""
        return frozenset(self.folders)

    def join(self) -> bool:
        """Put the calling process in, and so all that it will start; whether that was possible."""
        try:
            for folder in set(self.folders.values()):
                _write(f"{folder}/cgroup.procs", "0")
        except OSError:
            return False
        return True

    def members(self) -> list[int]:
        """The processes in it."""
        for folder in self.folders.values():
            return [int(line) for line in _read(f"{folder}/cgroup.procs").split()]
        return []

    def memory_peak(self) -> int:
        """The most bytes at once."""
        folder = self.folders.get("memory")
        if folder is None:
            return 0
        names = ("memory.max_usage_in_bytes", "memory.peak", "memory.current")
        return next((int(text) for name in names if (text := _read(f"{folder}/{name}"))), 0)

    def out_of_memory(self) -> bool:
        """Whether the kernel had to kill one of its processes."""
        folder = self.folders.get("memory")
        if folder is None:
            return False
        for name in ("memory.oom_control", "memory.events"):
            for line in _read(f"{folder}/{name}").splitlines():
                word, _, count = line.partition(" ")
                if word == "oom_kill" and int(count) > 0:
                    return True
        return False

    def cpu_seconds(self) -> float | None:
        """Seconds of all cores, of processes that are gone too."""
        for folder in self.folders.values():
            for line in _read(f"{folder}/cpu.stat").splitlines():
                if line.startswith("usage_usec "):
                    return int(line.split()[1]) / 1e6
        return None

    def kill(self) -> None:
        """Kill whatever is in it."""
        for folder in self.folders.values():
            if os.access(f"{folder}/cgroup.kill", os.W_OK):
                _write(f"{folder}/cgroup.kill", "1")
                return

    def remove(self) -> None:
        """Take the empty group away."""
        for folder in set(self.folders.values()):
            for _ in range(50):
                try:
                    os.rmdir(folder)
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.01)  # the last process is still being buried


def make(memory: int, pids: int, wanted: list[str]) -> Group:
    """Make a group that holds what is wanted, wherever this process may; it may hold nothing."""
    group = Group()
    name = f"{_PREFIX}{os.getpid()}"
    for controllers, folder in _places():
        missing = [one for one in wanted if one in controllers and one not in group.folders]
        if missing:
            _sweep(folder)
            _add(group, f"{folder}/{name}", missing, {"memory": memory, "pids": pids})
    return group


def _add(group: Group, folder: str, wanted: list[str], most: dict[str, int]) -> None:
    try:
        os.mkdir(folder)
    except OSError:
        return  # not ours to write to
    added = [one for one in wanted if _limited(folder, one, most[one])]
    for one in added:
        group.folders[one] = folder
    if not added:
        os.rmdir(folder)


def _limited(folder: str, controller: str, most: int) -> bool:
    """Set a limit in the words of whichever version this is."""
    first = f"{folder}/memory.limit_in_bytes"
    old = controller == "memory" and os.path.exists(first)
    try:
        _write(first if old else f"{folder}/{controller}.max", str(most))
    except OSError:
        return False
    if controller == "memory":
        # Without swap, or where swap is not counted, these are missing.
        extras = (("memory.memsw.limit_in_bytes", str(most)), ("memory.swap.max", "0"))
        for extra, value in (*extras, ("memory.oom.group", "1")):
            if os.path.exists(f"{folder}/{extra}"):
                _write(f"{folder}/{extra}", value)
    return True


def _places() -> list[tuple[list[str], str]]:
    """Folders in which a group may be made, with the controllers of each."""
    mounts = list(_mounts())
    places = []
    for line in _read("/proc/self/cgroup").splitlines():
        number, controllers, path = line.split(":", 2)
        for kind, options, root, point in mounts:
            if number == "0" and kind == "cgroup2":
                # Version 2 gives a group's controllers to groups below only if it has no processes.
                own = _below(point, root, path)
                places += [
                    (["memory", "pids"], folder)
                    for folder in (own, os.path.dirname(own))
                    if folder.startswith(point)
                ]
            elif kind == "cgroup" and controllers and set(controllers.split(",")) <= options:
                places.append((controllers.split(","), _below(point, root, path)))
    return places


def _below(point: str, root: str, path: str) -> str:
    inside = os.path.relpath(path, root) if path.startswith(root) else path.lstrip("/")
    return os.path.normpath(os.path.join(point, inside))


def _mounts() -> list[tuple[str, set[str], str, str]]:
    found = []
    for line in _read("/proc/self/mountinfo").splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        if kind in {"cgroup", "cgroup2"}:
            parts = before.split(" ")
            found.append((kind, set(options.split(",")), parts[3], parts[4]))
    return found


def _sweep(folder: str) -> None:
    """Remove empty groups of wardens that were killed."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        owner = name.removeprefix(_PREFIX)
        if name != owner and not os.path.exists(f"/proc/{owner}"):
            try:
                os.rmdir(f"{folder}/{name}")
            except OSError:
                continue  # not empty, or somebody was quicker


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
