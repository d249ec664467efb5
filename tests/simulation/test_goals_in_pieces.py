"""Goals that lack pieces, or have some of others: understood or refused, and never a crash."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from beliefs.build.project import project
from beliefs.build.wanted import understood, wanted
from beliefs.errors import BeliefsError
from beliefs.spec.service import blocked
from beliefs.spec.understanding.reading import likeliest

DOCUMENTS = Path(__file__).parents[1] / "spec" / "documents"
TEXTS = sorted((DOCUMENTS / "markdown").glob("*.md"))


def in_pieces(chance: random.Random) -> str:
    """A document without a quarter of its lines, and with some lines of another."""
    one, other = (each.read_text(encoding="utf-8").splitlines() for each in chance.sample(TEXTS, 2))
    lines = [each for each in one if chance.random() < 0.75]
    for _ in range(chance.randrange(4)):
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(other))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(24))
def test_a_goal_in_pieces_is_understood_or_refused(seed: int) -> None:
    text = in_pieces(random.Random(seed))
    with contextlib.suppress(BeliefsError):  # a goal that says nothing is refused in words
        spec = understood(wanted([("goal.md", text, "markdown")]), likeliest)
        assert blocked(spec) or project(spec)
