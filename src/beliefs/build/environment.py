"""Environments that built projects run in: one for each set of requirements, made once and shared.

Installing is the slowest part of a build, and the same requirements come again and again. An
environment is named by the hash of what is in it; who is judged in it may read it, not write it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from beliefs.build.wheels import install, installer
from beliefs.errors import InvalidInput, Lacking
from beliefs.judge.postgres import binaries
from beliefs.judge.program import Program, read
from beliefs.judge.stage import SYSTEM
from beliefs.mind.files import home
from beliefs.sandbox import best

LIST, FOR_TESTS = "requirements.txt", "requirements-dev.txt"
_SECONDS = 600

# Descriptors by place. As long as one is open, nobody cleans its environment away.
_HELD: dict[Path, int] = {}


def environment_of(folder: Path, file: str = LIST, *, offline: bool = False) -> Path:
    """The environment that a project asks for: its list of requirements, its Python."""
    program = read(folder)
    at_hand(program)
    return environment(listed(folder, file), offline=offline, python=program.python)


def at_hand(program: Program) -> None:
    """See that this machine has what a program is judged with, beside its packages.

    Raises:
        Lacking: It lacks something; the message names it.
    """
    interpreter(program.python)
    for name in program.programs:
        if shutil.which(name, path=SYSTEM) is None:
            message = f"The service runs {name}, which is not on this machine: install it and"
            raise Lacking(f"{message} build again, or write the files alone with --emit-only.")
    if program.database:
        binaries()


def judgeable(program: Program) -> None:
    """See that this machine can judge a program: that it has all it takes, and can keep it in.

    Raises:
        Lacking: It lacks something; the message names it.
        NoSandbox: Nothing here would keep it in, and nobody said that it need not be.
    """
    best()
    at_hand(program)


def named_for(folder: Path, file: str = LIST) -> Path:
    """Where the environment that a project asks for is, if it is there."""
    return named(listed(folder, file), read(folder).python)


def environment(requirements: str, *, offline: bool = False, python: str = "") -> Path:
    """The folder of an environment with these requirements; made if it is not there yet.

    `python` is the version that it is made with; without one, that of whoever makes it.
    """
    place = named(requirements, python)
    while not _held(place):
        _make(place, requirements, offline=offline, python=python)
    return place


def named(requirements: str, python: str = "") -> Path:
    """Where the environment with these requirements is, if it is there."""
    version = python or f"{sys.version_info.major}.{sys.version_info.minor}"
    name = hashlib.sha256(f"{version}\n{requirements}".encode()).hexdigest()[:16]
    return home() / "environments" / name


def listed(folder: Path, file: str = LIST) -> str:
    """What a project's list of requirements comes to, with the lists that it names."""
    try:
        lines = (folder / file).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        message = f"{folder / file} is missing; a project says there what it needs."
        raise InvalidInput(message) from None
    told = []
    for line in lines:
        other = line.removeprefix("-r ").strip()
        told.append(f"{line}\n" if other == line.strip() else listed(folder, other))
    return "".join(told)


def interpreter(version: str) -> str:
    """The Python of a version on this machine; without a version, the one that runs this."""
    if version in {"", f"{sys.version_info.major}.{sys.version_info.minor}"}:
        return sys.executable
    argv = [installer(), "python", "find", "--no-config", "--no-project"]
    argv += ["--no-python-downloads", "--system", version]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
    if done.returncode:
        message = f"Python {version} is not on this machine, and a project for it cannot be judged"
        raise Lacking(f"{message}: install it, or write the files alone with --emit-only.")
    return done.stdout.strip()


def python(place: Path) -> Path:
    """Its interpreter."""
    return place / "bin" / "python"


def clean(used: Iterable[Path]) -> tuple[list[Path], int]:
    """Remove the environments that nobody uses, and return them with the bytes that are free now.

    What other links still hold, such as the cache of the installer, is not freed and not counted.
    """
    keep = set(used)
    places = sorted((home() / "environments").glob("*"))
    gone = {place: aside for place in places if place not in keep and (aside := _aside(place))}
    freed = sum(_own_bytes(aside) for aside in gone.values())
    for aside in gone.values():
        shutil.rmtree(aside)
    return list(gone), freed


def _held(place: Path) -> bool:
    """Hold an environment, for as long as this process lives; false if it is not there."""
    import fcntl

    if place in _HELD:
        return True
    try:
        descriptor = os.open(place / "complete", os.O_RDONLY)
    except FileNotFoundError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    if not (place / "complete").exists():  # cleaned away while we waited
        os.close(descriptor)
        return False
    _HELD[place] = descriptor
    return True


def _aside(place: Path) -> Path | None:
    """Move an environment out of the way, unless a living process holds it or makes it."""
    import fcntl

    mark = next((each for each in (place / "complete", place / "draft") if each.exists()), None)
    # Moved, then removed: whoever looks sees a whole environment or none.
    aside = place.with_name(f"draft-{place.name}")
    if mark is None:
        return place.rename(aside)
    descriptor = os.open(mark, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return place.rename(aside)
    except BlockingIOError:
        return None
    finally:
        os.close(descriptor)


def _own_bytes(place: Path) -> int:
    told = (path.lstat() for path in place.rglob("*"))
    return sum(each.st_blocks * 512 for each in told if each.st_nlink == 1)


def _make(place: Path, requirements: str, *, offline: bool, python: str) -> None:
    import fcntl

    place.parent.mkdir(parents=True, exist_ok=True)
    # Made aside and moved into place: whoever looks sees a whole environment or none.
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=place.parent))
    mark = os.open(draft / "draft", os.O_RDONLY | os.O_CREAT)
    try:
        fcntl.flock(mark, fcntl.LOCK_SH)
        install(requirements, draft / "env", interpreter(python), offline=offline)
        (draft / "env" / "complete").touch()
        if not place.exists():
            (draft / "env").rename(place)
    finally:
        os.close(mark)
        shutil.rmtree(draft, ignore_errors=True)
