"""What was asked for, noted before anything slow begins: a build cut off early is begun from it.

One small file under `BELIEFS_HOME` for each build, there until the build has ended. Checkpoints
know more, but it takes a while until there is one.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from beliefs.errors import InvalidInput
from beliefs.mind.files import home

if TYPE_CHECKING:
    from beliefs.build.wanted import Wanted


class Asked(TypedDict):
    """What a build was called with."""

    wanted: Wanted
    output: str | None
    beside: str  # where it was called: a folder without a name of its own is made here
    partial: bool
    emit_only: bool
    offline: bool
    thorough: bool
    seconds: float | None  # for all of it, where somebody said


@contextmanager
def noted(asked: Asked) -> Iterator[str]:
    """Name a new build and note what it is asked for; the note goes when the build has ended."""
    when = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    name = f"{when}-{secrets.token_hex(4)}"
    home().mkdir(parents=True, exist_ok=True)
    with alone(name):
        _write(name, asked)
        with until_the_end(name):
            yield name


@contextmanager
def until_the_end(name: str) -> Iterator[None]:
    """Keep the note of a build that is cut off, and of no other."""
    try:
        yield
    except Exception:
        # It was refused, or failed: what it wrote, if anything, its checkpoints know.
        _place(name).unlink(missing_ok=True)
        raise
    _place(name).unlink(missing_ok=True)


def cut_off() -> dict[str, Asked]:
    """What is noted, by the name of the build; names begin with when they were begun."""
    return {
        path.stem.removeprefix("asked-"): json.loads(path.read_text(encoding="utf-8"))
        for path in home().glob("asked-*.json")
    }


def folder_of(asked: Asked) -> Path | None:
    """Where a build goes, if that was said; else its goal has to be understood first."""
    return Path(asked["beside"], asked["output"]).resolve() if asked["output"] else None


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Two processes never run one build."""
    import fcntl

    path = _lock(name)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidInput("That build is under way; wait for it, or end it first.") from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def under_way(name: str) -> bool:
    """Whether a living process runs a build."""
    import fcntl

    try:
        lock = os.open(_lock(name), os.O_RDONLY)
    except (FileNotFoundError, ValueError):  # none of ours, or no name at all
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _write(name: str, asked: Asked) -> None:
    # Written aside and moved into place: whoever looks sees a whole note or none.
    draft = _place(name).with_suffix(".draft")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(asked, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(_place(name))


def _place(name: str) -> Path:
    return home() / f"asked-{name}.json"


def _lock(name: str) -> Path:
    return home() / f"building-{name}.lock"
