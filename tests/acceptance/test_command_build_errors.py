"""What a build cannot begin with is one sentence, and a status that says whose turn it is."""

from __future__ import annotations

import json

import pytest

from tests.acceptance.command import Command

GOAL = "An API with FastAPI: GET /time gives the current UTC time in ISO 8601 under the key time."


@pytest.fixture
def belief(tmp_path):
    return Command(tmp_path)


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "0"])
def test_a_time_that_no_clock_counts_is_bad_usage(belief, seconds):
    assert "--timeout" in belief.fails(64, "build", GOAL, "--timeout", seconds)


def test_a_place_where_no_folder_can_be_is_bad_usage(belief, tmp_path):
    (tmp_path / "mine").touch()
    for place in (tmp_path / "mine", tmp_path / "mine" / "below"):
        told = belief.run("build", GOAL, "--emit-only", "--output", str(place), "--json")
        assert told.status == 64
        assert "is a file; choose another" in told.error["message"]
    told = belief.run("build", GOAL, "--emit-only", "--output", "/proc/none", "--json")
    assert told.status == 64
    assert "cannot be made" in told.error["message"]


def test_checkpoints_that_cannot_be_read_are_said(belief, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "checkpoints.db").write_text("no database" * 100, encoding="utf-8")
    told = belief.fails(3, "build", GOAL, "--emit-only", "--output", str(tmp_path / "clock"))
    assert "move it away, and build again" in told


def test_a_server_for_checkpoints_that_is_down_is_said_in_our_words(belief):
    pytest.importorskip("langgraph.checkpoint.postgres")
    belief.environment["BELIEFS_CHECKPOINTS"] = "postgresql://127.0.0.1:9/none"
    told = belief.fails(3, "build", GOAL, "--emit-only")
    assert told.startswith("The server of BELIEFS_CHECKPOINTS does not answer: start it")
    assert "?" not in told


def test_what_was_never_downloaded_is_named(belief, tmp_path):
    belief.environment["UV_CACHE_DIR"] = str(tmp_path / "cache")
    out = ("--output", str(tmp_path / "clock"))
    told = belief.run("build", GOAL, "--offline", "--quiet", "--json", *out)
    assert told.status == 3
    assert "was not downloaded before: build once without --offline" in told.error["message"]
    assert not told.error["message"].startswith("A package")


def test_an_alias_within_what_it_names_is_said(belief, tmp_path):
    (tmp_path / "api.yaml").write_text("a: &a [*a]\n", encoding="utf-8")
    told = belief.fails(64, "understand", "--openapi", str(tmp_path / "api.yaml"))
    assert "an alias stands within what it names" in told


def test_of_what_is_refused_no_probability_is_stated(belief):
    chess = belief.run("build", "A game of chess.", "--dry-run")
    assert (chess.status, "P(accept)" in chess.out) == (2, False)
    plan = json.loads(belief.run("build", "A game of chess.", "--dry-run", "--json").out)
    assert (plan["verdict"], plan["exit"], "p_accept" in plan) == ("refused", 2, False)


def test_the_last_line_for_programs_has_the_verdict_and_the_status(belief, tmp_path):
    for goal, verdict, status in (
        ("A game of chess.", "refused", 2),
        (GOAL, "not judged", 1),
    ):
        out = ("--emit-only", "--output", str(tmp_path / verdict))
        answer = belief.run("build", goal, "--json", *out)
        last = json.loads(answer.out.splitlines()[-1])
        assert (last["verdict"], last["exit"], answer.status) == (verdict, status, status)
