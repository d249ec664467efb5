"""A document, all the way to a judged service."""

from pathlib import Path

import pytest

from beliefs.build import delivery
from beliefs.build.builder import program_of
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.verdict import judge
from beliefs.spec.documents import Source, read_sources

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["openapi/todo.yaml", "markdown/polls.md"])
def test_a_document_becomes_an_accepted_service(name, tmp_path):
    text = (HERE / name).read_text(encoding="utf-8")
    spec = read_sources((Source(Path(name).name, text),))
    delivery.write(tmp_path, project(spec))
    program.write(tmp_path, program_of(spec))
    verdict = judge(tmp_path, spec, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet
