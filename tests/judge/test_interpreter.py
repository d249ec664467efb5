"""The interpreter takes shortcuts only where nothing is lost."""

from __future__ import annotations

import pytest

from beliefs.errors import CannotRun
from beliefs.judge.functions import Moment
from beliefs.judge.interpreter import Interpreter
from beliefs.judge.world import World
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read
from tests.build.samples import LINKS


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("let sum = sum + 1", 5),
        ("let sum = sum", 0),
        ("let sum = turn", 4),
        ('insert Link {code: "a", url: "b"} as link', 0),
    ],
)
def test_a_loop_that_changes_something_runs_to_its_end(body, told):
    program = f"let sum = 0\nfor turn in range(5):\n    {body}\nanswer 200 {{sum: sum, at: turn}}"
    world = World(LINKS)
    asked = Operation("count", "GET", "/", read(program))
    got = Interpreter(world, asked, {}, set(), Moment(0.0)).answer()
    assert got.body == {"sum": told, "at": 4}
    assert len(world.of("Link")) == (5 if "insert" in body else 0)


def test_a_program_that_breaks_on_its_own_values_is_told_as_one():
    program = "let link = first(Link)\nanswer 200 {twice: 2 * link.url}"
    asked = Operation("twice", "GET", "/twice", read(program))
    with pytest.raises(CannotRun, match="GET /twice: what was read of it breaks"):
        Interpreter(World(LINKS), asked, {}, set(), Moment(0.0)).answer()
