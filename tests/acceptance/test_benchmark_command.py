"""`belief benchmark`: goals tried through the command, with the suites that CI has."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from beliefs.build.benchmark import wilson

ASKED = ("benchmark", "--goal", "fizzbuzz", "--goal", "health-api", "--jobs", "2")


def test_goals_are_built_or_refused_and_the_run_can_be_resumed(belief, tmp_path):
    first = belief.json(*ASKED)
    told = {each["goal"]: each for each in first["trials"]}
    assert (told["fizzbuzz"]["outcome"], told["fizzbuzz"]["exit"]) == ("refused", 2)
    assert (told["health-api"]["outcome"], told["health-api"]["exit"]) == ("accepted", 0)
    assert told["health-api"]["checks"] > 1
    assert first["accepted_services"]["met"] == first["accepted_services"]["of"] == 1
    assert (first["overclaimed"], first["tokens"]) == (0, 0)
    # Only what a suite was held against has odds, and nothing is stated twice.
    assert (told["fizzbuzz"]["p_accept"], first["p_accept"]["n"]) == (None, 1)
    assert first["p_accept"]["brier"] == round((1 - told["health-api"]["p_accept"]) ** 2, 4)

    # A line that a kill cut off, and one of other code, are tried anew; the rest is not.
    kept = Path(tmp_path, "home", "benchmark.jsonl")
    with kept.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"code": "other", **told["health-api"], "outcome": "failed"}) + "\n")
        lines.write('{"code": "cut o')
    assert belief.json(*ASKED, "--resume") == first
    assert "services     1 of 1 accepted" in belief(*ASKED, "--resume")


def test_goals_are_named_and_chosen(belief):
    assert {each["tier"] for each in belief.json("benchmark", "--list", "--tiers", "4-5")} == {4, 5}
    assert "no goal" in belief.fails(3, "benchmark", "--goal", "nothing")
    assert "1-5" in belief.fails(2, "benchmark", "--tiers", "all")


@given(st.integers(0, 200).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_an_interval_holds_its_rate(counts):
    count, of = counts
    share = wilson(count, of)
    assert 0 <= share.low <= share.high <= 1
    if of:
        assert share.low - 1e-4 <= count / of <= share.high + 1e-4
