"""Examples of documents hold from an empty service on."""

from pathlib import Path

import pytest

from beliefs.judge.asking import Request
from beliefs.judge.pretender import Pretender
from beliefs.judge.verdict import _asked, _shortfall
from beliefs.spec.documents import Source, read_sources

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    "name", ["openapi/todo.yaml", "markdown/shortener.md", "markdown/leaderboard.md"]
)
def test_examples_hold_for_the_spec_itself(name):
    spec = read_sources((Source(name, (HERE / name).read_text(encoding="utf-8")),))
    assert spec.examples
    service = Pretender(spec)
    for example in spec.examples:
        request = _asked(example)
        assert isinstance(request, Request)
        assert _shortfall(example, service.ask(request)) == ""


def test_what_an_example_leaves_open_must_still_be_there():
    text = (HERE / "openapi/todo.yaml").read_text(encoding="utf-8")
    spec = read_sources((Source("todo.yaml", text),))
    got = Pretender(spec).ask(_asked(spec.examples[0]))
    assert _shortfall(spec.examples[0], got) == ""
    lost = type(got)(got.status, got.headers, got.body.replace(b'"createdAt"', b'"created"'))
    assert "createdAt" in _shortfall(spec.examples[0], lost)
