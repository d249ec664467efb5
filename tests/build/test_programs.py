"""Services that hand texts to other programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.build.builder import build, write
from beliefs.build.environment import environment_of
from beliefs.errors import Lacking
from beliefs.judge.outside import programs
from beliefs.judge.verdict import judge
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

GOAL = (
    "A text service with {framework}: POST /sorted runs the body through `{command}` and returns "
    "its output as plain text."
)


def _spec(command: str, framework: str = "FastAPI") -> Spec:
    return understand(GOAL.format(framework=framework, command=command)).spec


def _built(spec: Spec, folder: Path) -> Path:
    write(spec, folder)
    return folder


@pytest.mark.parametrize("framework", ["FastAPI", "Flask"])
def test_what_the_program_makes_is_sent(framework, tmp_path):
    spec = _spec("sort -u", framework)
    assert programs(spec) == ("sort",)
    assert not spec.unknowns
    verdict = judge(_built(spec, tmp_path), spec, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet


def test_other_output_than_the_programs_is_seen(tmp_path):
    spec = _spec("sort -u")
    code = _built(spec, tmp_path) / "app/programs.py"
    text = code.read_text(encoding="utf-8")
    assert "arguments," in text
    code.write_text(text.replace("arguments,", "arguments[:1],"), encoding="utf-8")
    assert judge(tmp_path, spec, seeds=(0,)).first_unmet.startswith("conversation")


def test_a_program_that_is_not_there_is_named(tmp_path):
    _built(_spec("no-such-program --fast"), tmp_path)
    with pytest.raises(Lacking, match="no-such-program"):
        environment_of(tmp_path)


def test_where_a_program_is_not_there_nothing_is_written(tmp_path):
    folder = tmp_path / "out"
    with pytest.raises(Lacking, match="no-such-program"):
        build(_spec("no-such-program --fast"), folder)
    assert not folder.exists()


@pytest.mark.parametrize("command", ["sort | uniq", "cat $HOME", "sort; rm x", "sort > x"])
def test_what_only_a_shell_would_understand_is_not_run(command):
    spec = _spec(command)
    assert programs(spec) == ()
    assert [each.rank for each in spec.unknowns if each.words.startswith("POST")] == ["blocking"]
