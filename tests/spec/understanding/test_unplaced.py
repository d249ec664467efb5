"""A deed to one row at a path that names none is told; it never ends in an error of ours."""

from __future__ import annotations

import pytest

from beliefs.spec.service import blocked
from beliefs.spec.understanding import understand


@pytest.mark.parametrize(
    "goal",
    [
        (
            "A poll API: POST /polls with question and options; POST /vote with option and voter, "
            "once per voter; GET /results."
        ),
        (
            "Polls: POST /polls (question, options), POST /polls/vote (option_id, voter, one vote "
            "per voter), GET /polls/{id}/results."
        ),
        (
            "An event system: create events with a capacity, POST /register signs somebody up, a "
            "full event puts them on a waitlist, POST /checkin checks in."
        ),
    ],
)
def test_a_path_that_names_no_row_is_not_understood_and_no_crash(goal):
    spec = understand(goal).spec
    assert blocked(spec) or all(each.effect for each in spec.operations)


def test_it_says_which_path_names_no_row():
    goal = (
        "A poll API: POST /polls with question and options; POST /vote with option and voter, "
        "once per voter; GET /results."
    )
    assert "/vote" in blocked(understand(goal).spec)
