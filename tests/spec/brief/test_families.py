"""Each family of behaviour is read from plain goals, and what is read answers as the goals say."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.spec.brief.reading import read
from beliefs.spec.service import blocked
from tests.spec.brief.asking import Family, family, unmet

_HERE = Path(__file__).parent
FAMILIES = {
    each.stem: family(each.read_text("utf-8")) for each in (_HERE / "families").glob("*.txt")
}
# Goals that the reader by requests does not read yet: each must say so, by refusing or by listing words.
UNREAD = frozenset((_HERE / "unread.txt").read_text("utf-8").split())
GOALS = sorted(
    f"{name}/{at}" for name, told in FAMILIES.items() for at in range(1, len(told.goals) + 1)
)


def _of(goal: str) -> tuple[str, str]:
    name, _, at = goal.partition("/")
    told: Family = FAMILIES[name]
    return told.goals[int(at) - 1], told.talks[int(at) - 1]


@pytest.mark.parametrize("goal", [each for each in GOALS if each not in UNREAD])
def test_a_family_is_read_and_answers_as_its_goal_says(goal: str) -> None:
    text, talk = _of(goal)

    spec = read(text, "goal", "sentences")

    assert not blocked(spec)
    assert not unmet(spec, talk)


@pytest.mark.parametrize("goal", sorted(UNREAD))
def test_what_is_not_read_yet_says_so(goal: str) -> None:
    text, talk = _of(goal)

    spec = read(text, "goal", "sentences")

    listed = any(each.rank != "narrative" for each in spec.unknowns)
    assert listed, "wrong in silence"
    assert blocked(spec) or unmet(spec, talk), "it is read now: take it out of unread.txt"
