"""Goals of a sentence or two that name no requests, as people type them: how much of each is read.

Written by people who had seen nothing of the builder, each with what a competent engineer would
conclude from it (`wishes/*.jsonl`; names that are a mere guess end with a question mark). Of each
set is told how many goals are refused and how many are read to the last word, which share of the
requests and fields that somebody expects is there, and the share of words that are left open; as
read by their own words alone, and with wishes read too. The last 30 of the second set were never
looked at while readers were written; `--held` measures these alone.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from _measure import Report

from beliefs.spec import patterns as re
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import sound
from beliefs.spec.understanding import understand
from beliefs.spec.understanding.goal import understand_literally
from beliefs.spec.understanding.reading import likeliest

SETS = Path(__file__).parent / "wishes"
HELD = 30


class Read(NamedTuple):
    """What came of one goal."""

    refused: bool
    whole: bool
    routes: float
    fields: float
    left: float


def main() -> None:
    """Read every goal in both ways."""
    held = "--held" in sys.argv
    sys.argv[1:] = [each for each in sys.argv[1:] if each != "--held"]
    report = Report("Wishes: goals that name no requests, and how much of them is read")
    goals = [
        json.loads(line)
        for each in sorted(SETS.glob("*.jsonl"))
        for line in each.read_text("utf-8").splitlines()
    ]
    goals = goals[-HELD:] if held else goals[:-HELD]
    ways: dict[str, Callable[[str], Spec]] = {
        "by_its_words": lambda goal: understand_literally(goal, likeliest).spec,
        "with_wishes": lambda goal: understand(goal).spec,
    }
    report.say("goals", len(goals))
    for name, way in ways.items():
        found = [_read(each, way) for each in goals]
        report.say(f"{name}_refused", sum(each.refused for each in found))
        report.say(f"{name}_read_wholly", sum(each.whole for each in found))
        for what in ("routes", "fields", "left"):
            mean = statistics.fmean(getattr(each, what) for each in found)
            report.say(f"{name}_{what}", mean, "share, mean")
    report.end()


def _read(goal: dict[str, Any], way: Callable[[str], Spec]) -> Read:
    spec = sound(way(goal["goal"]))
    left = [each for each in spec.unknowns if each.rank != "narrative"]
    words = sum(len(each.words.split()) for each in left) / len(goal["goal"].split())
    if blocked(spec):
        return Read(refused=True, whole=False, routes=0, fields=0, left=min(1, words))
    built = {_form(f"{each.method} {each.path}") for each in spec.operations}
    wanted = [_form(each) for each in goal["routes"] if not each.endswith("?")]
    kept = {(each.name.lower(), one.name) for each in spec.entities for one in each.fields}
    asked = [
        (kind.rstrip("?").replace("_", ""), name)
        for kind, told in goal["entities"].items()
        for name in told["fields"]
        if not name.endswith("?")
    ]
    return Read(
        refused=False,
        whole=not left,
        routes=_share([each in built for each in wanted]),
        fields=_share([each in kept for each in asked]),
        left=min(1, words),
    )


def _share(held: list[bool]) -> float:
    return sum(held) / len(held) if held else 1


def _form(route: str) -> str:
    """A request without its query, whatever its parameters are called."""
    method, path = route.partition("?")[0].split(" ", 1)
    return f"{method} {re.sub(r'{[^}]*}', '{}', path.strip()).rstrip('/').replace('-', '_')}"


if __name__ == "__main__":
    main()
