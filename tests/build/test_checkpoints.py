"""Builds that are under way are kept in a file, or on a Postgres server by its URL."""

from __future__ import annotations

import pytest

from beliefs.build import stages
from beliefs.build.checkpoints import checkpoints, unfinished
from beliefs.build.noted import Asked, noted
from beliefs.build.stages import Watch, begin, resume
from beliefs.build.wanted import grasped, wanted
from beliefs.errors import InvalidInput, Lacking, NotFound

GOAL = "An API with FastAPI: GET /time gives the current UTC time in ISO 8601 under the key time."


class Killed(BaseException):
    """What ends a build between two stages."""


def test_a_build_is_resumed_from_postgres(tmp_path, monkeypatch, fresh_postgres):
    pytest.importorskip("langgraph.checkpoint.postgres")
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("BELIEFS_CHECKPOINTS", fresh_postgres)
    asked = Asked(
        wanted=wanted([("goal", GOAL, "sentences")]),
        output=str(tmp_path / "clock"),
        beside=str(tmp_path),
        partial=False,
        emit_only=True,
        offline=False,
        thorough=False,
        seconds=None,
    )

    def ended(stage: str, _seconds: float) -> None:
        if stage == "write":
            raise Killed

    with pytest.raises(Killed), noted(asked) as name:
        begin(name, asked, grasped, Watch(ended=ended))
    assert not (tmp_path / "home" / "checkpoints.db").exists()
    state = resume(tmp_path / "clock", grasped, Watch())
    assert (stages.verdict_of(state).word, "tree" in state) == ("not judged", True)
    with checkpoints() as saver, pytest.raises(NotFound):
        unfinished(saver, None)


def test_a_server_that_is_none_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path))
    monkeypatch.setenv("BELIEFS_CHECKPOINTS", "mysql://somewhere")
    with pytest.raises(InvalidInput, match="must be the URL of a Postgres server"), checkpoints():
        pass
    pytest.importorskip("langgraph.checkpoint.postgres")
    monkeypatch.setenv("BELIEFS_CHECKPOINTS", "postgresql://127.0.0.1:9/none")
    with pytest.raises(Lacking, match="does not answer"), checkpoints():
        pass
