"""The tests that a project brings along, run in the sandbox and counted from outside.

None, a skipped one and a red one are failures; so is a runner that leaves no report. pytest is
asked for the report through its environment, so that the command of `run.json` is run as it is.
"""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.judge.postgres import database
from beliefs.judge.program import read
from beliefs.judge.scratch import scratch
from beliefs.judge.stage import LIMITS, Copies
from beliefs.judge.tried import Tried
from beliefs.judge.unmet import TooLate, shorten
from beliefs.sandbox import Reason, run

if TYPE_CHECKING:
    from beliefs.sandbox import Finished

_REPORT = ".own-tests.xml"
# Plugins that are in the environment by chance take no part, and no time.
_ASKED = {"PYTEST_ADDOPTS": f"--junitxml={_REPORT}", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
_NONE = "it brings none"
# What a report says of tests that are not green, the worst first.
_RED = {"error": "failed", "failure": "failed", "skipped": "was skipped"}


def green(folder: Path, environment: Path | None) -> Tried:
    """How many tests a project brings, and the first of them that is not green.

    `environment` has what its tests need; without one, that of whoever judges does.
    """
    if not read(folder).test:
        return Tried(0, f"{_NONE}: its run.json has no `test`")
    with scratch("test") as room:
        copies, done = ran(folder, room, environment, _ASKED)
        report = _report(copies.current / _REPORT)
    if done.reason is Reason.WALL:
        message = f"they took more than {LIMITS.wall:g} s"
        raise TooLate(message)
    if report is None:
        return Tried(0, f"they left no report: {_ended(done)}")
    if not (asked := sum(1 for _ in report.iter("testcase"))):
        return Tried(0, _NONE)
    return Tried(asked, _first_red(report) or ("" if done.ok else _ended(done)))


def ran(
    folder: Path,
    scratch: Path,
    environment: Path | None,
    told: Mapping[str, str],
) -> tuple[Copies, Finished]:
    """Run the tests of a project on a copy of it; the copy, and how they ended."""
    program = read(folder)
    copies = Copies(folder, replace(program, start=program.test), scratch, environment)
    copies.next()
    with database(scratch / "empty") if program.database else nullcontext() as beside:
        return copies, run(copies.words(), copies.room(told, beside), limits=LIMITS)


def _report(path: Path) -> ET.Element | None:
    """What pytest left; nothing where that is no report, or leads to somewhere else."""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(opened, "rb") as file:
            return ET.fromstring(file.read(LIMITS.output))  # noqa: S314 - of a sandbox
    except (OSError, ET.ParseError):
        return None


def _first_red(report: ET.Element) -> str:
    """The first test that failed or, where none did, that was skipped."""
    for kind, word in _RED.items():
        for case in report.iter("testcase"):
            if (told := case.find(kind)) is not None:
                name = "::".join(filter(None, (case.get("classname"), case.get("name"))))
                return f"{name} {word}: {shorten(' '.join((told.get('message') or '').split()))}"
    return ""


def _ended(done: Finished) -> str:
    said = (done.err or done.out).strip().splitlines()
    return f"{done.reason}, exit {done.exit}: {shorten(said[-1]) if said else 'not a word'}"
