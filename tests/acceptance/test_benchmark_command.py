"""`belief benchmark`: goals tried through the command, with the suites that CI has."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from beliefs.build.benchmark import wilson

ASKED = ("benchmark", "--sample", "2", "--jobs", "2")


def test_goals_of_every_tier_are_built_or_refused_and_the_run_can_be_resumed(belief, tmp_path):
    first = belief.json(*ASKED, timeout=900)
    told = {each["goal"]: each for each in first["trials"]}
    assert (told["fizzbuzz"]["outcome"], told["fizzbuzz"]["exit"]) == ("refused", 2)
    assert (told["health-api"]["outcome"], told["health-api"]["exit"]) == ("accepted", 0)
    assert told["health-api"]["checks"] > 1
    assert first["accepted_services"]["met"] == first["accepted_services"]["of"] == 6
    assert (first["overclaimed"], first["tokens"]) == (0, 0)
    # Only what a suite was held against has odds, and nothing is stated twice.
    assert (told["fizzbuzz"]["p_accept"], first["p_accept"]["n"]) == (None, 6)
    stated = [each["p_accept"] for each in told.values() if each["p_accept"]]
    assert first["p_accept"]["brier"] == round(sum((1 - p) ** 2 for p in stated) / 6, 4)

    # A line that a kill cut off, and one of other code, are tried anew; the rest is not.
    kept = Path(tmp_path, "home", "benchmark.jsonl")
    with kept.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"code": "other", **told["health-api"], "outcome": "failed"}) + "\n")
        lines.write('{"code": "cut o')
    assert belief.json(*ASKED, "--resume") == first
    assert "services     6 of 6 accepted" in belief(*ASKED, "--resume")


def test_goals_are_named_and_chosen(belief):
    assert {each["tier"] for each in belief.json("benchmark", "--list", "--tiers", "4-5")} == {4, 5}
    assert "no goal" in belief.fails(64, "benchmark", "--goal", "nothing")
    assert "1-5" in belief.fails(64, "benchmark", "--tiers", "all")
    few = belief.json("benchmark", "--list", "--sample", "2")
    assert ({each["tier"] for each in few}, len(few)) == ({1, 2, 3, 4, 5}, 7)


@given(st.integers(0, 200).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_an_interval_holds_its_rate(counts):
    count, of = counts
    share = wilson(count, of)
    assert 0 <= share.low <= share.high <= 1
    if of:
        assert share.low - 1e-4 <= count / of <= share.high + 1e-4
