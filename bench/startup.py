"""How long it takes to get going, as ratios against importing the command-line library alone.

Each start is a fresh interpreter with compiled bytecode, in turn, medians.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
from pathlib import Path

import click
from _measure import Cost, Report, interleaved, timed

import beliefs

ROUNDS = 21
STARTS = {
    "import_click": ["-c", "import click"],
    "import_beliefs": ["-c", "import beliefs"],
    "import_client": ["-c", "from beliefs import Beliefs"],
    "belief_help": ["-m", "beliefs.cli", "--help"],
}


def start(arguments: list[str]) -> Cost:
    """Run one interpreter to its end."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    return timed(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    )


def main() -> None:
    """Measure every way to start."""
    for package in (beliefs, click):
        compileall.compile_dir(str(Path(str(package.__file__)).parent), quiet=2)
    report = Report("Starting up, against importing click alone")
    costs = interleaved(ROUNDS, *(lambda _, a=a: start(a) for a in STARTS.values()))
    alone, *others = costs
    report.say("import_click_ms", alone.wall * 1e3, "ms")
    for name, cost in zip(list(STARTS)[1:], others, strict=True):
        report.say(f"{name}_ratio", cost.wall / alone.wall, "times", most=2.0)
        report.say(f"{name}_ms", cost.wall * 1e3, "ms")
    report.end()


if __name__ == "__main__":
    main()
