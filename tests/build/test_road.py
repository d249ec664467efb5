"""The benchmark's services, read by the road of the command: as their sentences say, no less."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import understood, wanted
from beliefs.judge.goals import Goal, goals
from beliefs.spec.understanding import understand
from beliefs.spec.understanding.reading import likeliest


@pytest.mark.parametrize(
    "goal", [each for each in goals() if each.kind == "service"], ids=lambda each: each.name
)
def test_a_service_is_read_as_its_sentences_say(goal: Goal) -> None:
    asked = wanted([("goal", goal.sentence, "sentences")])
    assert understood(asked, likeliest) == understand(goal.sentence).spec
