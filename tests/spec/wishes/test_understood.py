"""Goals that say what people want to do: what is kept for them, and which requests they get."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand
from tests.spec.wishes.told import told

_HERE = Path(__file__).parent


def _cases() -> list[tuple[str, list[str]]]:
    text = (_HERE / "understood.txt").read_text("utf-8").strip()
    blocks = [each.split("\n") for each in text.split("\n\n")]
    return [(first.removeprefix("> "), rest) for first, *rest in blocks]


GOALS = [goal for goal, _ in _cases()]


@pytest.mark.parametrize(("goal", "wanted"), _cases(), ids=lambda each: str(each)[:60])
def test_a_wish_is_kept_and_asked_for_like_this(goal, wanted):
    spec = understand(goal).spec
    assert told(spec) == wanted
    assert {each.rank for each in spec.unknowns} <= {"narrative"}
    assert all(each.effect for each in spec.operations)
    assert faults(spec) == []


@pytest.mark.parametrize("goal", GOALS, ids=lambda each: each[:60])
def test_every_request_that_nobody_named_is_stated(goal):
    spec = understand(goal).spec
    assert spec.assumptions or all(each.path in goal for each in spec.operations)
