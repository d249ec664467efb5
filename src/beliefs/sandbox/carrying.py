"""Copying folders onto a shelf and back: by open folders, and no link is ever followed.

What comes back was made by a program that nobody trusts: no setuid files, no devices, no more on
the disk than it was given, nothing written through a name that leads elsewhere. A file that has not
changed is left alone, and so is what somebody else put there meanwhile.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from beliefs.sandbox.standalone.disk import SCARCE

_FOLDER = os.O_RDONLY | os.O_DIRECTORY
# Folders in folders: what lies deeper is not kept.
_DEEPEST = 128
# What a folder takes on a disk, and a name in one besides its letters.
_BLOCK, _ENTRY = 4096, 16
_SECTOR = 512
_MODE = 0o1777  # no setuid, no setgid
_COARSE_CLOCK = 5  # by which files are dated
_TICK = 0.0005

Seen: TypeAlias = dict[str, tuple[int, int]]
"""Files by their paths: which it was, and when it was last changed, as no program can pretend."""


@dataclass(slots=True)
class _Load:
    """What is under way, and how many bytes may still be put down."""

    target: int
    """The open folder that all of it is put into."""
    seen: Seen
    owner: int | None = None
    """Whom it will belong to; None leaves that as it is."""
    left: float = float("inf")
    lenient: bool = False
    """Whether to leave out what this user may not read: the program could not either."""
    links: dict[tuple[int, int], str] = field(default_factory=dict)
    """Where files with several names have been put."""
    whole: bool = True
    """Whether nothing was left behind."""

    def spend(self, size: int) -> bool:
        """Whether there is room for so much more, which is then taken."""
        if size > self.left:
            self.whole = False
            return False
        self.left -= size
        return True


def lay_out(folder: Path, place: int) -> Seen:
    """Copy what is in a folder into an open one that is empty."""
    source = os.open(folder, _FOLDER)
    try:
        load = _Load(place, {}, lenient=True)
        _copy_folder(source, place, "", load)
        _dress(place, os.fstat(source), load)
    finally:
        os.close(source)
    seen = {path: (found.st_ino, found.st_ctime_ns) for path, found in _all(place, "")}
    # What is changed within the same tick of the clock would bear the same time.
    latest = max((changed for _, changed in seen.values()), default=0)
    while time.clock_gettime_ns(_COARSE_CLOCK) <= latest:
        time.sleep(_TICK)
    return seen


def bring_back(
    place: int, folder: Path, seen: Seen, *, most: int, owner: int | None
) -> tuple[int, bool]:
    """Make a folder what has become of its copy.

    Returns how many bytes it may still grow, and whether nothing was left behind.
    """
    target = os.open(folder, _FOLDER)
    space = os.fstatvfs(target)
    spare = max(space.f_bavail * space.f_frsize - SCARCE, 0)
    load = _Load(target, seen, owner, min(most, spare))
    try:
        _remove_gone(place, target, "", load)
        _copy_folder(place, target, "", load)
    finally:
        os.close(target)
    return int(load.left), load.whole


def _copy_folder(source: int, target: int, path: str, load: _Load) -> None:
    """Copy what is new in an open folder, and in the folders below."""
    for name, found in _entries(source):
        below = f"{path}/{name}"
        try:
            if stat.S_ISDIR(found.st_mode):
                if below.count("/") > _DEEPEST:
                    load.whole = False
                else:
                    _copy_below(source, target, below, found, load)
            elif load.seen.get(below) != (found.st_ino, found.st_ctime_ns):
                _copy_entry(source, target, below, found, load)
        except PermissionError:
            if not load.lenient:
                raise


def _copy_below(source: int, target: int, path: str, found: os.stat_result, load: _Load) -> None:
    name = _name(path)
    with _opened(name, source, _FOLDER) as inner:
        there = _stat(target, name)
        if there is None:
            if not load.spend(_BLOCK + _named(name)):
                return
            os.mkdir(name, 0o700, dir_fd=target)
        elif not stat.S_ISDIR(there.st_mode):
            return  # put there by somebody else meanwhile
        with _opened(name, target, _FOLDER) as outer:
            _copy_folder(inner, outer, path, load)
        with _opened(name, target, _FOLDER) as outer:
            _dress(outer, found, load)


def _copy_entry(source: int, target: int, path: str, found: os.stat_result, load: _Load) -> None:
    """Put a file where another one may be: beside it first, then in its place."""
    name = _name(path)
    there = _stat(target, name)
    if there is not None and stat.S_ISDIR(there.st_mode):
        return  # as above
    freed, beside = _freed(there), f".{secrets.token_hex(8)}"
    load.left += freed
    if not load.spend(_named(name)) or not _put(source, target, name, beside, found, load):
        load.left -= freed  # the old one stays
        return
    os.rename(beside, name, src_dir_fd=target, dst_dir_fd=target)
    if found.st_nlink > 1:
        load.links.setdefault((found.st_dev, found.st_ino), path[1:])


def _put(
    source: int, target: int, name: str, beside: str, found: os.stat_result, load: _Load
) -> bool:
    """Make a copy under another name; whether it is a kind that there was room for."""
    if stat.S_ISREG(found.st_mode):
        return _linked(target, beside, found, load) or (
            load.spend(found.st_blocks * _SECTOR)
            and _put_file(source, target, name, beside, found, load)
        )
    if stat.S_ISFIFO(found.st_mode):
        os.mkfifo(beside, 0o600, dir_fd=target)
        with _opened(beside, target, os.O_RDWR) as pipe:
            _dress(pipe, found, load)
        return True
    # Sockets end with whoever listened on them, and devices are not for programs.
    if not stat.S_ISLNK(found.st_mode) or not load.spend(_BLOCK):
        return False
    os.symlink(os.readlink(name, dir_fd=source), beside, dir_fd=target)
    if os.geteuid() == 0:
        os.chown(beside, *_owner(found, load), dir_fd=target, follow_symlinks=False)
    return True


def _linked(target: int, beside: str, found: os.stat_result, load: _Load) -> bool:
    """Give a file that was put down already another name."""
    first = load.links.get((found.st_dev, found.st_ino))
    if first is None:
        return False
    try:
        os.link(first, beside, src_dir_fd=load.target, dst_dir_fd=target, follow_symlinks=False)
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False  # it will be two files
    return True


def _put_file(
    source: int, target: int, name: str, beside: str, found: os.stat_result, load: _Load
) -> bool:
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with _opened(name, source, os.O_RDONLY) as read, _opened(beside, target, new) as write:
        try:
            size = os.fstat(read).st_size
            for start, end in _written(read, size):
                at = os.lseek(write, start, os.SEEK_SET)
                while at < end and (sent := os.sendfile(write, read, at, end - at)):
                    at += sent
            os.ftruncate(write, size)
            _dress(write, found, load)
        except BaseException:
            os.unlink(beside, dir_fd=target)
            raise
    return True


def _written(file: int, size: int) -> Iterator[tuple[int, int]]:
    """The parts of a file that hold something: what was never written takes no room."""
    at = 0
    while at < size:
        try:
            at = os.lseek(file, at, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:
                return  # nothing but a hole
            raise
        end = os.lseek(file, at, os.SEEK_HOLE)
        yield at, end
        at = end


def _dress(file: int, like: os.stat_result, load: _Load) -> None:
    """Let an open file belong to whom it should, be as open to others, and as old."""
    if os.geteuid() == 0:
        os.fchown(file, *_owner(like, load))
    os.fchmod(file, like.st_mode & _MODE)
    os.utime(file, ns=(like.st_atime_ns, like.st_mtime_ns))


def _owner(like: os.stat_result, load: _Load) -> tuple[int, int]:
    return (like.st_uid, like.st_gid) if load.owner is None else (load.owner, load.owner)


def _remove_gone(place: int, target: int, path: str, load: _Load) -> None:
    """Remove what was copied from an open folder and is not in its copy any more."""
    kept = dict(_entries(place))
    for name, found in _entries(target):
        below, now, folder = f"{path}/{name}", kept.get(name), stat.S_ISDIR(found.st_mode)
        if below not in load.seen:
            continue  # somebody else's
        if now is None or folder != stat.S_ISDIR(now.st_mode):
            _remove(target, name, load)
        elif folder:
            with _opened(name, place, _FOLDER) as inner, _opened(name, target, _FOLDER) as outer:
                _remove_gone(inner, outer, below, load)


def _remove(above: int, name: str, load: _Load) -> None:
    """Remove a file, or a folder and all that is in it."""
    found = os.stat(name, dir_fd=above, follow_symlinks=False)
    if not stat.S_ISDIR(found.st_mode):
        load.left += _freed(found)
        os.unlink(name, dir_fd=above)
        return
    with _opened(name, above, _FOLDER) as folder:
        for inner, _ in _entries(folder):
            _remove(folder, inner, load)
    load.left += _BLOCK
    os.rmdir(name, dir_fd=above)


def _freed(file: os.stat_result | None) -> int:
    """How many bytes the end of a file's name gives back."""
    return file.st_blocks * _SECTOR if file is not None and file.st_nlink == 1 else 0


def _all(folder: int, path: str) -> Iterator[tuple[str, os.stat_result]]:
    """Everything below an open folder, by its path from there."""
    for name, found in _entries(folder):
        yield f"{path}/{name}", found
        if stat.S_ISDIR(found.st_mode):
            with _opened(name, folder, _FOLDER) as inner:
                yield from _all(inner, f"{path}/{name}")


def _entries(folder: int) -> Iterator[tuple[str, os.stat_result]]:
    for name in os.listdir(folder):
        if (found := _stat(folder, name)) is not None:
            yield name, found


def _stat(folder: int, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _named(name: str) -> int:
    """Bytes that a name takes: blocks of a folder are only half full once they have been split."""
    return 2 * (len(os.fsencode(name)) + _ENTRY)


@contextlib.contextmanager
def _opened(name: str, above: int, how: int) -> Iterator[int]:
    """A file of an open folder, open; also if its owner has closed it to itself, for a while."""
    before = None
    needed = 0o700 if how == _FOLDER else 0o400
    if os.geteuid() != 0 and not how & os.O_CREAT:
        found = os.stat(name, dir_fd=above, follow_symlinks=False)
        if found.st_mode & needed != needed and found.st_uid == os.geteuid():
            # By its name: a link's own mode is never less, so that this is none.
            before = stat.S_IMODE(found.st_mode)
            os.chmod(name, before | needed, dir_fd=above)
    file = os.open(name, how | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600, dir_fd=above)
    try:
        yield file
        if before is not None and stat.S_IMODE(os.fstat(file).st_mode) == before | needed:
            os.fchmod(file, before)
    finally:
        os.close(file)
