"""Delivered projects put to use: started in the foreground, held to their own tests, cleaned up."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.build.environment import FOR_TESTS, LIST, environment_of, named_for, python
from beliefs.build.records import records
from beliefs.errors import InvalidInput
from beliefs.judge.own_tests import ran
from beliefs.judge.program import PLACE, read
from beliefs.judge.scratch import scratch
from beliefs.sandbox import best

if TYPE_CHECKING:
    from beliefs.sandbox import Finished

_LISTS = (LIST, FOR_TESTS)


def become(folder: Path, given: dict[str, str], *, offline: bool = False) -> None:
    """Start the program of a folder in this process's place: its signals and its end are ours."""
    head, *rest = read(folder).start
    place = environment_of(folder, offline=offline)
    head = str(python(place)) if head == "python" else head
    path = f"{place / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    os.chdir(folder)
    os.execvpe(head, [head, *rest], {**os.environ, "PATH": path, **given})  # noqa: S606 - the user's own program


def own_tests(folder: Path, *, offline: bool = False) -> Finished:
    """Run the tests that a project brings, on a copy of it, in the sandbox."""
    program = read(folder)
    if not program.test:
        raise InvalidInput(f"{folder} brings no tests: its run.json has no `test`.")
    best()  # or nothing is installed either
    place = environment_of(folder, FOR_TESTS, offline=offline)
    with scratch("test") as room:
        return ran(folder, room, place, {})[1]


def in_use() -> Iterator[Path]:
    """The environments of the builds whose folders are still there."""
    for record in records():
        for name in _LISTS:
            folder = Path(record.folder)
            if (folder / name).exists() and (folder / PLACE).exists():
                yield named_for(folder, name)
