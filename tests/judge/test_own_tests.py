"""A project whose own tests fail, skip or are not there is not accepted, whatever it answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.build.builder import program_of, write
from beliefs.build.wanted import understood, wanted
from beliefs.judge import program
from beliefs.judge.own_tests import green
from beliefs.judge.program import Program
from beliefs.judge.verdict import OWN_TESTS, judge
from beliefs.spec.service import blocked
from beliefs.spec.understanding.reading import likeliest
from tests.build.samples import BOOKMARKS

START = ("python", "main.py")
GREEN = "def test_one():\n    pass\n\n\ndef test_two():\n    pass\n"
# What tests may look like, how many are run, and what is said of them.
RED = {
    "one fails": (f"{GREEN}\n\ndef test_three():\n    assert 1 == 2\n", 3, "::test_three failed"),
    "one is skipped": (
        f"import pytest\n\n\n@pytest.mark.skip(reason='later')\n{GREEN}",
        2,
        "::test_one was skipped: later",
    ),
    "one is expected to fail": (
        f"import pytest\n\n\n@pytest.mark.xfail\ndef test_x():\n    assert 0\n\n\n{GREEN}",
        3,
        "::test_x was skipped",
    ),
    "all are skipped": ("import pytest\npytest.skip('not here', allow_module_level=True)\n", 1, ""),
    "there are none": ("", 0, "it brings none"),
    "they cannot be read": ("import nothing_of_the_kind\n", 1, "tests.test_it failed"),
    "the runner ends before them": ("import os\nos._exit(0)\n", 0, "they left no report"),
    "a fixture fails afterwards": (
        "import pytest\n@pytest.fixture\ndef it():\n    yield 1\n    1 / 0\ndef test_it(it): 1\n",
        1,
        "::test_it failed",
    ),
}
# Those of which a whole verdict is asked.
JUDGED = ("one fails", "one is skipped", "there are none")


def project(folder: Path, tests: str) -> Path:
    (folder / "tests").mkdir(parents=True)
    (folder / "tests" / "test_it.py").write_text(tests, encoding="utf-8")
    program.write(folder, Program("service", start=START, test=("python", "-m", "pytest")))
    return folder


def test_green_ones_are_counted(tmp_path):
    came = green(project(tmp_path, GREEN), None)
    assert (came.asked, came.unmet, came.late) == (2, "", False)


@pytest.mark.parametrize("case", RED)
def test_whatever_is_not_green_is_said(case, tmp_path):
    tests, asked, said = RED[case]
    came = green(project(tmp_path, tests), None)
    assert came.unmet, came
    assert (came.asked, said in came.unmet) == (asked, True), came


def test_a_project_that_names_no_tests_brings_none(tmp_path):
    program.write(project(tmp_path, GREEN), Program("service", start=START))
    assert "no `test`" in green(tmp_path, None).unmet


def test_a_report_that_leads_elsewhere_is_none(tmp_path):
    outside = tmp_path / "outside.xml"
    outside.write_text("<testsuites><testcase/></testsuites>", encoding="utf-8")
    tests = f"import os\nos.symlink({str(outside)!r}, '.own-tests.xml')\nos._exit(0)\n"
    assert "no report" in green(project(tmp_path / "it", tests), None).unmet


@pytest.mark.parametrize("case", JUDGED)
def test_a_right_service_whose_tests_are_not_green_is_not_accepted(case, tmp_path):
    write(BOOKMARKS, tmp_path)
    (tmp_path / "tests" / "test_api.py").write_text(RED[case][0], encoding="utf-8")
    verdict = judge(tmp_path, BOOKMARKS, seeds=(1,))
    assert verdict.word == "not accepted"
    assert verdict.first_unmet.startswith(f"{OWN_TESTS}: ")
    assert RED[case][2] in verdict.first_unmet
    assert verdict.tests == RED[case][1]
    # Requests are what the service was asked, and its tests are none of them.
    assert verdict.asked == verdict.stages[0].asked > 0


@pytest.mark.parametrize("framework", ["FastAPI", "Flask"])
def test_what_was_not_understood_has_green_tests_too(framework, tmp_path):
    asks = "POST /notes with text, GET /notes, POST /notes/{id}/frobnicate"
    goal = f"A notes API with {framework}: {asks}."
    spec = understood(wanted([("goal", goal, "sentences")]), likeliest)
    assert blocked(spec)
    write(spec, tmp_path)
    assert "501" in (tmp_path / "tests" / "test_api.py").read_text(encoding="utf-8")
    assert not green(tmp_path, None).unmet


def test_what_is_built_names_its_tests():
    assert program_of(BOOKMARKS).test == ("python", "-m", "pytest")
