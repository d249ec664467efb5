"""Goals that nobody built for, each held to a suite that was written from its text alone.

A third are sentences, a third descriptions in Markdown, a third OpenAPI documents, under
`development/`. Each is understood, built, and asked from outside what its text says; nothing that
was derived from the Spec takes part. Names on the command line try only these; `--small` tries
ones of one to five requests, `--unseen` harder ones, `--promised` the families that are promised,
`--held` long ones that nobody has read for, `--short`, `--plain` and `--everyday` ones of everyday
services; `--all` tries every set. `--outcomes FILE` writes what the suites said of all that was
built, with what it was built of: what P(accept) may rest on.
"""

from __future__ import annotations

import json
import os
import runpy
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from _measure import Report

from beliefs.build import builder
from beliefs.build.environment import environment_of
from beliefs.build.wanted import grasped, wanted
from beliefs.errors import BeliefsError
from beliefs.judge.program import read
from beliefs.judge.serving import serving
from beliefs.spec.service import Spec, blocked

GOALS = Path(__file__).parent / "development"
OTHERS = (
    "small",
    "unseen",
    "fresh",
    "outside",
    "promised",
    "held",
    "short",
    "plain",
    "everyday",
    "first",
)
KINDS = ("sentences", "markdown", "openapi")
LEAST = 0.9


class Tried(NamedTuple):
    """What came of a goal; its parts are what it was built of, none where it was refused."""

    set: str
    name: str
    kind: str
    passed: int
    checks: int
    why: str
    seconds: float
    parts: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether every check of its suite passed."""
        return not self.why

    @property
    def outcome(self) -> str:
        """What `build/suites.json` says of it, as a line of that."""
        goal = f"{self.set} {self.name}"
        return json.dumps(
            {"goal": goal, "variant": "", "parts": self.parts, "accepted": self.accepted}
        )


def tried(goal: Path) -> Tried:
    """One goal, from its text to what its suite says."""
    began, kind = time.monotonic(), goal.parent.name
    source = (goal.name, goal.read_text(encoding="utf-8"), kind)
    passed = checks = 0
    parts: tuple[str, ...] = ()
    try:
        grasp = grasped(wanted([source]))  # as the command reads it
        if unread := blocked(grasp.spec):
            why = f"refused: {unread}"
        else:
            parts = grasp.parts
            passed, checks, why = held(goal, grasp.spec)
    except BeliefsError as error:
        why = str(error)
    about = (goal.parents[1].name, goal.stem, kind)
    return Tried(*about, passed, checks, why, time.monotonic() - began, parts)


def held(goal: Path, spec: Spec) -> tuple[int, int, str]:
    """What the suite of a goal says of what is built: checks met, checks, the first unmet one."""
    suite = runpy.run_path(str(goal.with_suffix(".py")))["suite"]
    with tempfile.TemporaryDirectory(prefix="development-") as scratch:
        folder = Path(scratch) / goal.stem
        builder.write(spec, folder)
        place = environment_of(folder)
        with serving(folder, read(folder), place) as stage:
            outcomes = suite.run(stage, thorough=True).outcomes
    unmet = [f"{each.check}: {each.unmet}" for each in outcomes if each.unmet]
    return len(outcomes) - len(unmet), len(outcomes), unmet[0] if unmet else ""


def main() -> None:
    """Try every goal, and say how many are accepted."""
    chosen = [each for each in OTHERS if f"--{each}" in sys.argv] or ["development"]
    chosen = ["development", *OTHERS] if "--all" in sys.argv else chosen
    known = {"--all", *(f"--{each}" for each in OTHERS)}
    sys.argv[1:] = [each for each in sys.argv[1:] if each not in known]
    title = "Development goals: accepted by suites written from their texts alone"
    report = Report(title, named="only these goals", texts=("outcomes",))
    goals = sorted(
        each
        for folder in chosen
        for each in GOALS.with_name(folder).glob("*/*")
        if each.suffix in {".txt", ".md", ".yaml", ".json"}
        and each.stem in (report.names or {each.stem})
    )
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        every = []
        for each in pool.map(tried, goals):
            every.append(each)
            word = "accepted" if each.accepted else each.why
            print(f"  {each.kind:<10}{each.name:<22}{each.passed:>3}/{each.checks:<3} {word[:150]}")
    if report.texts["outcomes"]:
        built = [each.outcome for each in every if each.parts]
        Path(report.texts["outcomes"]).write_text("\n".join(built) + "\n", encoding="utf-8")
    for kind in KINDS:
        of = [each for each in every if each.kind == kind]
        if of:
            report.say(f"{kind}_accepted", sum(each.accepted for each in of) / len(of), "of goals")
    report.say("goals", len(every))
    report.say("refused", sum(not each.parts for each in every))
    report.say("checks_passed", sum(e.passed for e in every) / max(1, sum(e.checks for e in every)))
    report.say("seconds", statistics.median(each.seconds for each in every), "s, median")
    report.say("accepted", sum(each.accepted for each in every) / len(every), least=LEAST)
    report.end()


if __name__ == "__main__":
    main()
