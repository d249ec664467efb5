"""Goals of a line or two are read by the whole reader, and what is read answers as people expect.

Each file has goals that ask for one behaviour in several people's words, with what is asked of the
service (the format is that of the families of `tests/spec/brief`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.build.wanted import understood, wanted
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding.reading import likeliest
from tests.spec.brief.asking import family, unmet

_HERE = Path(__file__).parent
BEHAVIOURS = {each.stem: family(each.read_text("utf-8")) for each in _HERE.glob("*.txt")}
# Goals that are not read yet, one name a line: each must say so, by refusing or by listing words.
UNREAD = frozenset((_HERE / "unread.list").read_text("utf-8").split())
GOALS = sorted(
    f"{name}/{at}" for name, told in BEHAVIOURS.items() for at in range(1, len(told.goals) + 1)
)


def _read(goal: str) -> tuple[Spec, str]:
    name, _, at = goal.partition("/")
    told = BEHAVIOURS[name]
    text = told.goals[int(at) - 1]
    kind = "openapi" if text.startswith("openapi:") else "markdown" if text[0] == "#" else ""
    asked = wanted([("goal", text, kind or "sentences")])
    return understood(asked, likeliest), told.talks[int(at) - 1]


@pytest.mark.parametrize("goal", [each for each in GOALS if each not in UNREAD])
def test_a_terse_goal_is_read_and_answers_as_people_expect(goal: str) -> None:
    spec, talk = _read(goal)

    assert not blocked(spec)
    assert not unmet(spec, talk)


@pytest.mark.parametrize("goal", sorted(UNREAD))
def test_what_is_not_read_yet_says_so(goal: str) -> None:
    spec, talk = _read(goal)

    listed = any(each.rank != "narrative" for each in spec.unknowns)
    assert listed, "wrong in silence"
    assert blocked(spec) or unmet(spec, talk), "it is read now: take it out of unread.list"
