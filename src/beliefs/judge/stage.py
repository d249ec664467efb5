"""One program on stage: a fresh copy of its folder, in the sandbox, spoken to from outside.

The candidate's own folder is never run and never written: every fresh start copies it, so that one
check's data cannot help the next, and what a program does to its copy is gone with it. Whatever it
starts ends with it, and it reaches nothing but its copy, its environment and a network of its own.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from beliefs.sandbox import Limits, Room

if TYPE_CHECKING:
    from beliefs.judge.postgres import Database
    from beliefs.judge.program import Program

Spoken_co = TypeVar("Spoken_co", covariant=True)

# Where the programs of the machine are that a judged one may run.
SYSTEM = "/usr/bin:/bin"
MIB = 1024 * 1024
LIMITS = Limits(memory=1024 * MIB, pids=64, disk=256 * MIB, cpu=120, wall=300, output=8 * MIB)


class Stage(Protocol[Spoken_co]):
    """What a suite needs of a program."""

    def anew(self) -> Spoken_co:
        """The program on a fresh copy of its folder."""

    def ready(self) -> Spoken_co:
        """The program as the last check left it."""

    def dead(self) -> str:
        """Why it is no longer up; empty while it is."""


@dataclass(slots=True)
class Copies:
    """Copies of a program's folder, one after the other, and the room that each is run in.

    `environment` is a virtual environment made for the program; without one it runs in that of
    whoever judges, which is what hand-written programs of a test want.
    """

    folder: Path
    program: Program
    scratch: Path
    environment: Path | None = None
    made: int = field(default=0)

    @property
    def current(self) -> Path:
        """The copy that is in use."""
        return self.scratch / str(self.made)

    def next(self) -> Path:
        """A fresh copy."""
        self.made += 1
        # A link is copied as one: what it leads to outside is not to be seen in there.
        shutil.copytree(self.folder, self.current, symlinks=True)
        return self.current

    def room(
        self,
        given: Mapping[str, str],
        database: Database | None = None,
        *,
        read: Iterable[Path] = (),
        write: Path | None = None,
    ) -> Room:
        """The current copy, the environment, the server beside it if any, and nothing else.

        With `write`, that is the folder that it may write to, and the copy it can only read.
        """
        place = write or self.current
        prefix = self.environment or Path(sys.prefix)
        path = f"{prefix / 'bin'}:{SYSTEM}"
        told = {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8", **given}
        seen = [prefix, *_foreign(prefix), *read, *([self.current] if write else [])]
        if database is not None:
            seen.append(database.socket)
            told["DATABASE_URL"] = database.url
        return Room(read=seen, write=[place], cwd=place, environment=told)

    def words(self, *more: str) -> list[str]:
        """What starts the program; `python` is that of its environment."""
        head, *rest = self.program.start
        prefix = self.environment or Path(sys.prefix)
        return [str(prefix / "bin" / "python") if head == "python" else head, *rest, *more]


def _foreign(prefix: Path) -> list[Path]:
    """Where the Python of an environment is, if it is another than the one that judges."""
    try:
        told = (prefix / "pyvenv.cfg").read_text(encoding="utf-8")
    except OSError:
        return []
    found = re.search(r"(?m)^home *= *(.+)$", told)
    base = Path(found[1]).resolve().parent if found else None
    known = (Path(sys.base_prefix).resolve(), Path("/usr"))
    return [base] if base and not any(base.is_relative_to(each) for each in known) else []
