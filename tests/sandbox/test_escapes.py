"""Every attempt to get out, at every level that this machine gives: none succeeds.

And every attempt works where nothing stops it, or it would prove nothing.
"""

from __future__ import annotations

import fcntl
import os
import pathlib
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator

import pytest

from beliefs.sandbox import Level, Limits, Room, available, run
from beliefs.sandbox.system import PYTHON
from tests.sandbox.attempts import files, kernel, limits, network, processes
from tests.sandbox.attempts.escape import Control, Escape
from tests.sandbox.world import World, world

ESCAPES = (*files.ESCAPES, *processes.ESCAPES, *limits.ESCAPES, *network.ESCAPES, *kernel.ESCAPES)
LEVELS = [probe.level for probe in available() if probe.works]


@pytest.fixture(scope="module")
def outside() -> Iterator[World]:
    with world() as one:
        yield one


@pytest.fixture
def folder() -> Iterator[pathlib.Path]:
    with tempfile.TemporaryDirectory(prefix="beliefs-room-") as name:
        yield pathlib.Path(name)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("escape", ESCAPES, ids=lambda escape: escape.name)
def test_it_is_stopped(escape: Escape, level: Level, outside: World, folder: pathlib.Path):
    said = tried(escape, level, escape.limits, outside, folder)
    assert outside.traces() == []
    assert "ESCAPED" not in said
    by, signs = escape.stops[level]
    assert any(sign in {said[-1], ".*"} for sign in signs.split()), f"{by}: {said}"


@pytest.mark.parametrize(
    "escape",
    [one for one in ESCAPES if one.control not in {Control.APART, Control.NOT_SAFE}],
    ids=lambda escape: escape.name,
)
def test_it_works_where_nothing_stops_it(escape: Escape, outside: World, folder: pathlib.Path):
    if escape.control is Control.WIDER:
        said = tried(escape, LEVELS[0], escape.wider, outside, folder)
    elif escape.control is Control.FREE:
        said = tried(escape, Level.NONE, escape.limits, outside, folder)
    else:
        if os.geteuid() != 0:
            pytest.skip("needs root to show")
        said = plainly(escape, outside, folder)
    out = "ESCAPED" in said or any(outside.traces() for _ in _soon())
    if not out and escape.control is Control.IF_ALLOWED:
        pytest.skip(f"this machine refuses it to root, too: {said[-1]}")
    assert out, said


def test_a_setuid_program_would_gain(outside: World):
    if os.geteuid() != 0:
        pytest.skip("only root can make one")
    found = subprocess.run(
        [outside.readable / "id", "-u"], user=61_184, capture_output=True, check=True
    )
    assert found.stdout == b"0\n"


@pytest.mark.parametrize("level", [*LEVELS, None])
def test_a_terminal_is_typed_on_only_from_outside(level: Level | None, outside: World):
    (escape,) = (one for one in ESCAPES if one.name == "type on the terminal")
    given = {**os.environ, **told(outside), "PROGRAM": escape.program}
    inside = f"""
import os
from beliefs.sandbox import Level, Room, run
room = Room(environment={{"WORLD": os.environ["WORLD"]}})
done = run(["python3", "-S", "-c", os.environ["PROGRAM"]], room, level=Level({str(level)!r}))
print(done.out)
"""
    master, slave = os.openpty()
    try:
        found = subprocess.run(
            [sys.executable, "-c", inside if level else escape.program],
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0),
            env=given,
            stdin=slave,
            capture_output=True,
            text=True,
            check=True,
        )
    finally:
        os.close(master)
        os.close(slave)
    if level:
        assert found.stdout.split()[0] == "STOPPED", found
    elif "ESCAPED" not in found.stdout:
        pytest.skip(f"this machine refuses it to everybody: {found.stdout}")


def test_there_are_enough():
    assert len(ESCAPES) >= 25
    assert len({escape.name for escape in ESCAPES}) == len(ESCAPES)


def tried(
    escape: Escape, level: Level, most: Limits, outside: World, folder: pathlib.Path
) -> list[str]:
    """Run an attempt in the sandbox; what it said, and last how it ended."""
    read = [outside.readable, outside.closed]
    room = Room(read=read, write=[folder], environment=told(outside))
    command = ["python3", "-S", "-c", escape.program]
    finished = run(command, room, limits=most, level=level)
    reason = "" if finished.reason == "exited" else finished.reason
    return ended(finished.out, finished.exit, reason)


def plainly(escape: Escape, outside: World, folder: pathlib.Path) -> list[str]:
    """Run it with nothing around it."""
    found = subprocess.run(
        [PYTHON.executable, "-S", "-c", escape.program],
        env=told(outside),
        cwd=folder,
        capture_output=True,
        text=True,
        close_fds=False,
        timeout=20,
        check=False,
    )
    return ended(found.stdout, found.returncode, "")


def _soon() -> Iterator[None]:
    """A few moments: what was sent arrives a little later."""
    for _ in range(20):
        yield
        time.sleep(0.025)


def told(outside: World) -> dict[str, str]:
    return {"WORLD": repr(outside.told())}


def ended(out: str, code: int, reason: str) -> list[str]:
    words = out.split()
    if reason:
        return [*words, reason]
    if "STOPPED" in words:
        return words
    return [*words, f"exit{code}"]
