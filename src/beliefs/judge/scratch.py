"""Folders for what is judged: gone when it ends, or cleaned away after their maker was killed.

Whoever makes one holds it open and locked for as long as it lives: the lock goes with the process.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_KINDS = ("beside", "cases", "pg", "stage", "test")


@contextmanager
def scratch(kind: str) -> Iterator[Path]:
    """A new folder for a while."""
    assert kind in _KINDS, kind
    made, lock = _held(kind)
    with made as name:
        try:
            yield Path(name)
        finally:
            os.close(lock)


def clean() -> Iterator[Path]:
    """Remove the folders that nobody alive holds, one by one."""
    import fcntl

    for kind in _KINDS:
        for folder in sorted(Path(tempfile.gettempdir()).glob(f"belief-{kind}-*")):
            if folder.is_symlink() or not folder.is_dir() or folder.stat().st_uid != os.getuid():
                continue  # not made here
            lock = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
                yield folder
            except BlockingIOError:
                continue
            finally:
                os.close(lock)


def _held(kind: str) -> tuple[tempfile.TemporaryDirectory[str], int]:
    import fcntl

    while True:
        made = tempfile.TemporaryDirectory(prefix=f"belief-{kind}-", ignore_cleanup_errors=True)
        lock = os.open(made.name, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_SH)
        if Path(made.name).exists():
            return made, lock
        os.close(lock)  # cleaned away before it was held
