"""One sentence a line, and exactly what is heard in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.reading.rules import RuleReader
from tests.reading.notation import Case, cases, written

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.txt"))
CASES = [
    pytest.param(case, id=f"{path.stem}:{case.line}") for path in FIXTURES for case in cases(path)
]


@pytest.mark.parametrize("case", CASES)
def test_a_sentence_is_heard_as_written_down(case: Case):
    assert written(RuleReader().read(case.text)) == case.expected


def test_there_are_hundreds_of_them():
    assert len(CASES) >= 500
