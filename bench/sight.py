"""Goals at first sight, by somebody who knew nothing of the readers, asked without a server.

Each goal under `sight/` (sentences, a Markdown description or an OpenAPI document) is read as the
command reads it, and the conversation beside it, written from its text alone, is asked of its Spec
by the judge's interpreter. A goal is *right* if all of that is met and nothing is listed, *listed*
if something is said to be unmet, *refused* if something is in the way, and else *silent*. No
service is built, so that it tells in two minutes what a change of the readers did. Names on the
command line try only these.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from _measure import Report

from beliefs.build.wanted import grasped, wanted
from beliefs.errors import BeliefsError
from beliefs.spec.service import blocked

sys.path.append(str(Path(__file__).parents[1]))
from tests.spec.brief.asking import answered

GOALS = Path(__file__).parent / "sight"
KINDS = {".txt": "sentences", ".md": "markdown", ".yaml": "openapi"}


class Seen(NamedTuple):
    """What became of a goal."""

    name: str
    kind: str
    word: str  # right, right and listed, listed, refused or silent
    met: int
    lines: int


def main() -> None:
    """Read every goal, and ask what was read."""
    report = Report("Goals at first sight, asked without a server", named="only these goals")
    found: list[Seen] = []
    for path in sorted(GOALS.iterdir()):
        if path.suffix in KINDS and (not report.names or path.stem in report.names):
            found.append(seen := _seen(path))
            print(f"  {seen.name:6} {seen.word:18} {seen.met:3} of {seen.lines}", flush=True)
    for kind in KINDS.values():
        mine = Counter(each.word for each in found if each.kind == kind)
        print(f"  {kind:10} " + ", ".join(f"{word} {many}" for word, many in mine.most_common()))
    words = Counter(each.word for each in found)
    right = words["right"] + words["right, and listed"]
    report.say("right", right / max(1, len(found)))
    report.say("refused", words["refused"] / max(1, len(found)))
    report.say("wrong in silence", words["silent"] / max(1, len(found)))
    report.say("lines met", sum(x.met for x in found) / max(1, sum(x.lines for x in found)))
    report.end()


def _seen(path: Path) -> Seen:
    kind = KINDS[path.suffix]
    talk = path.with_suffix(".talk").read_text("utf-8").strip().splitlines()
    lines = [each for each in talk if each.strip()]
    name = "goal" if kind == "sentences" else path.name
    try:
        spec = grasped(wanted([(name, path.read_text("utf-8"), kind)])).spec
    except BeliefsError:
        return Seen(path.stem, kind, "refused", 0, len(lines))
    met = sum(answered(spec, lines))
    listed = any(each.rank == "material" for each in spec.unknowns)
    if blocked(spec):
        word = "refused"
    elif met == len(lines):
        word = "right, and listed" if listed else "right"
    else:
        word = "listed" if listed else "silent"
    return Seen(path.stem, kind, word, met, len(lines))


if __name__ == "__main__":
    main()
