"""Goals in another language are told apart, short ones too, and English ones are not."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding.reach import other_language
from beliefs.spec.understanding.tokens import tokens


@pytest.mark.parametrize(
    ("goal", "language"),
    [
        ("Ein Dienst für Notizen", "German"),
        ("Un service pour des notes", "French"),
        ("Una API para notas", "Spanish"),
        ("Notes as CSV; do exports", ""),
        ("Todo list, one per day", ""),
        ("Notes API in FastAPI", ""),
    ],
)
def test_the_language_of_a_short_goal(goal, language):
    assert other_language(tokens(goal)) == language
