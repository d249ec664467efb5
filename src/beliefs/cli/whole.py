"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """Write beside a file, for its owner alone, and put it in its place when it is on the disk.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with written_whole(Path(folder) / "said") as out:
    ...         _ = out.write("it is up")
    ...     (Path(folder) / "said").read_text()
    'it is up'
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        opened = os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8", newline="\n") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
