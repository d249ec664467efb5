"""Shelves: where the writable folders of a run are while it lasts, and how others reach them there.

At the bubblewrap level no disk is behind what a program writes. Its folders are copied onto a file
system in memory that has a size, and what it leaves there is brought back when nothing of it lives:
by this process, which alone has both of them open. Runs at the same time that may write to the same
folders share a shelf.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beliefs.errors import InvalidInput, SandboxError
from beliefs.sandbox.carrying import Seen, bring_back, lay_out
from beliefs.sandbox.standalone.shelf import FILLED, MADE

_NAMESPACES = 2
_LONGEST = 1000


@dataclass(slots=True)
class _Shelf:
    """Where folders are while somebody may write to them: nowhere else, if it has no places."""

    folders: tuple[Path, ...]
    lock: threading.Lock = field(default_factory=threading.Lock)
    users: int = 0
    places: list[int] = field(default_factory=list)
    namespaces: list[int] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)


_shelves: dict[tuple[Path, ...], _Shelf] = {}
_lock = threading.Lock()


def live(path: Path) -> Path:
    """Where a file of a room is now: elsewhere, while a program that may write to it runs.

    The answer is good for as long as that run.

    >>> live(Path("/nowhere/notes"))
    PosixPath('/nowhere/notes')
    """
    with _lock:
        for shelf in _shelves.values():
            for folder, place in zip(shelf.folders, shelf.places, strict=False):
                if path.is_relative_to(folder):
                    return Path(f"/proc/{os.getpid()}/fd/{place}") / path.relative_to(folder)
    return path


def outermost(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Folders without those that are inside of others.

    >>> outermost([Path("/a/b"), Path("/a"), Path("/c")])
    (PosixPath('/a'), PosixPath('/c'))
    """
    known = {*folders}
    return tuple(sorted(path for path in known if known.isdisjoint(path.parents)))


@dataclass(slots=True)
class Beginning:
    """What a warden is told of its shelf, and the descriptors that go with that."""

    told: dict[str, Any] | None
    passed: list[int]
    started: bool = False
    """Whether it is there to be spoken with."""


class Use:
    """One run's use of a shelf, from before its warden is started until all of it is dead."""

    def __init__(self, folders: tuple[Path, ...], most: int, owner: int | None) -> None:
        self._most, self._owner = most, owner
        self._left = False
        with _lock:
            for others in _shelves:
                if others != folders and any(_meet(a, b) for a in others for b in folders):
                    raise InvalidInput(
                        f"a program that may write to {others[0]} is running: another one can "
                        "join it with the same writable folders, and with no others."
                    )
            self._shelf = _shelves.setdefault(folders, _Shelf(folders))
            self._shelf.users += 1
        self.why_not = ""
        """Why there is no shelf, if the warden could not make one."""
        self.spilled = False
        """Whether more was written than a disk may take, and not all of it was brought back."""

    @contextlib.contextmanager
    def begun(self) -> Iterator[Beginning]:
        """While a warden is being started; nobody else begins meanwhile."""
        with self._shelf.lock, contextlib.ExitStack() as stack:
            if self._shelf.namespaces:
                namespaces = self._shelf.namespaces
                yield Beginning({"enter": namespaces}, namespaces)
                return
            ours, its = (stack.enter_context(one) for one in socket.socketpair())
            beginning = Beginning({"make": its.fileno()}, [its.fileno()])
            yield beginning
            its.close()
            if beginning.started:
                self._fill(ours)

    def _fill(self, plug: socket.socket) -> None:
        """Take what the warden has made, and copy into it what there is."""
        shelf = self._shelf
        told, opened, _, _ = socket.recv_fds(plug, _LONGEST, len(shelf.folders) + _NAMESPACES)
        if told != MADE:
            self.why_not = told.decode(errors="replace")
            return
        count = len(shelf.folders)
        places, shelf.namespaces = opened[:count], opened[count:]
        try:
            shelf.seen = [
                lay_out(folder, place) for folder, place in zip(shelf.folders, places, strict=True)
            ]
        except OSError as error:
            _close(places)
            raise SandboxError(
                f"{shelf.folders[0]} could not be put into memory, where a program may write to "
                f"it: {error}."
            ) from error
        with _lock:
            shelf.places = places
        with contextlib.suppress(BrokenPipeError):
            plug.send(FILLED)

    @property
    def joined(self) -> list[int]:
        """The open folders of a shelf that is in use already."""
        return self._shelf.places

    def leave(self) -> None:
        """The run is over: whoever is last brings back what was written."""
        if self._left:
            return
        self._left = True
        shelf = self._shelf
        with shelf.lock:
            with _lock:
                shelf.users -= 1
                last = not shelf.users
            try:
                if last:
                    self._bring_back()
            finally:
                with _lock:
                    if not shelf.users:
                        _shelves.pop(shelf.folders)

    def _bring_back(self) -> None:
        shelf, most = self._shelf, self._most
        try:
            for place, folder, seen in zip(shelf.places, shelf.folders, shelf.seen, strict=False):
                most, whole = bring_back(place, folder, seen, most=most, owner=self._owner)
                self.spilled |= not whole
        except OSError as error:
            raise SandboxError(
                f"what was written to {shelf.folders[0]} could not be brought back: {error}."
            ) from error
        finally:
            with _lock:
                places, shelf.places = shelf.places, []
            _close([*places, *shelf.namespaces])
            shelf.namespaces, shelf.seen = [], []


def _close(descriptors: Iterable[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _meet(one: Path, other: Path) -> bool:
    return one.is_relative_to(other) or other.is_relative_to(one)
