"""A verdict is what was asked and held: nothing asked, or nobody there to answer, is no verdict."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from beliefs.build import delivery
from beliefs.build.builder import program_of
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.tried import Held, Tried
from beliefs.judge.verdict import FAULTS, Verdict, _stages, _word, judge
from beliefs.sandbox import Level, available
from beliefs.spec.service import Example
from tests.build.samples import BOOKMARKS

_HELD = Held("conversation 1", 12, "", 0.1)


@pytest.mark.parametrize(
    ("stages", "word"),
    [
        ([], "not accepted"),
        ([_HELD], "accepted"),
        ([_HELD, Held("hostile words", 0, "", 0.1)], "not accepted"),
        ([_HELD, Held("hostile words", 3, "it ended by itself", 0.1)], "not accepted"),
        ([_HELD, Held("hostile words", 1, "no answer", 0.1, late=True)], "timed out"),
    ],
)
def test_a_stage_that_asked_nothing_is_a_failure(stages, word):
    assert _word(BOOKMARKS, stages) == word


def test_a_fault_that_nobody_noticed_speaks_against_the_judge_alone():
    told = ("not noticed: app/a.py:1 constant: 1 → 2", "noticed: app/a.py:2 constant: 1 → 2: why")
    stages = (_HELD, Held(FAULTS, 2, "", 0.1, told))
    verdict = Verdict(_word(BOOKMARKS, list(stages)), stages)
    assert (verdict.word, verdict.first_unmet) == ("accepted", "")
    assert (verdict.asked, verdict.faults, verdict.unnoticed) == (12, 2, told[:1])


def test_examples_that_say_nothing_of_the_answer_are_no_stage():
    silent = Example("GET", "/bookmarks", None, "goal:1")
    told = replace(silent, status=200)
    for example, there in ((silent, False), (told, True)):
        spec = replace(BOOKMARKS, examples=(example,))
        stages = _stages(spec, (0,), lambda _: Tried(1), thorough=False)
        names = [each.name for each in stages]
        assert ("examples of the goal" in names) is there


def test_a_service_that_dies_on_the_way_is_not_accepted(tmp_path):
    files = project(BOOKMARKS)
    path, was = "app/routes/random.py", "with transaction() as db:"
    assert was in files[path]
    dying = files[path].replace(was, f"__import__('os')._exit(0)\n    {was}")
    delivery.write(tmp_path, files | {path: dying})
    program.write(tmp_path, program_of(BOOKMARKS))
    verdict = judge(tmp_path, BOOKMARKS, seeds=(0,))
    assert verdict.word == "not accepted"
    assert verdict.first_unmet


@pytest.mark.parametrize("level", [probe.level for probe in available() if probe.works])
def test_a_service_that_is_right_is_accepted_at_every_level(level: Level, tmp_path):
    delivery.write(tmp_path, project(BOOKMARKS))
    program.write(tmp_path, program_of(BOOKMARKS))
    # Started by a host, and started again by it.
    code = f"""
from pathlib import Path
from beliefs.judge.verdict import judge
from beliefs.sandbox import Level, probing
from tests.build.samples import BOOKMARKS
probing._ORDER = (Level({str(level)!r}),)
verdict = judge(Path({str(tmp_path)!r}), BOOKMARKS, seeds=(1,))
print(verdict.word, verdict.first_unmet)
"""
    argv = [sys.executable, "-c", code]
    found = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert found.stdout.split() == ["accepted"], found
