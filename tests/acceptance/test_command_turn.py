"""`belief before`, `after`, `moves` and `tools`."""

from __future__ import annotations

import pytest

SAID = (
    "We want to find out whether the well is safe. We do not know when the well was last tested. "
    "The well is probably safe. Hmm, well, well."
)


def test_after_writes_down_what_a_text_says(belief):
    told = belief("after", SAID)
    assert "The well is safe" in told
    assert "Hmm, well, well.  not understood: " in told
    assert "clarity 0.47, readiness medium" in told
    assert '→ What answers "When the well was last tested"?' in told
    found = belief.state()["The well is safe"]
    assert found.confidence == 0.6
    assert found.voices[0].agent == "agent"


def test_after_answers_programs(belief):
    document = belief.json("after", SAID, "--key", "k")
    assert [change["action"] for change in document["changes"]] == ["created"] * 3
    assert [one["sentence"] for one in document["unknown"]] == ["Hmm, well, well."]
    assert document["unknown"][0]["why"]
    assert document["readiness"] == "medium"
    assert set(document["channels"]) == {
        "decision_resolution", "knowledge_certainty", "coherence", "coverage",
    }  # fmt: skip
    assert document["moves"][0]["target"] == "When the well was last tested"
    assert (document["echoes"], document["fallback"]) == ([], None)
    again = belief.json("after", SAID, "--key", "k")
    assert again["replayed"]
    assert again["changes"] == document["changes"]
    assert "nothing was changed" in belief.run("after", SAID, "--key", "k").err
    assert "idempotency key" in belief.fails(4, "after", "The well is deep.", "--key", "k")


def test_after_reads_the_input(belief):
    belief("after", "-", "--tool", "water test", stdin="The well isn't safe.\n")
    voice = belief.state()["The well is safe"].voices[0]
    assert voice.source == "water test"
    belief("after", "-", "--source", "a letter", stdin="The well is safe.")
    assert len(belief.state()["The well is safe"].voices) == 2
    assert "not UTF-8" in belief.fails(2, "after", "-", stdin=b"\xff\xfe")
    assert "Nothing was changed" in belief("after", "-", stdin="")


def test_what_before_prints_is_no_evidence_when_it_comes_back(belief):
    belief("after", SAID)
    block = belief("before", "well")
    assert block.startswith("<beliefs>\n")
    assert "[0.60, 1 evidence, 1 voice] The well is safe #" in block
    assert "Nothing was changed" in belief("after", "-", stdin=block)
    assert belief.state()["The well is safe"].contributions == 1


def test_before_keeps_to_its_budget(belief):
    assert "nothing is known" in belief.run("before", "well").err
    belief("after", SAID)
    short = belief.json("before", "well", "--budget", "90")
    assert short["left_out"] > 0
    assert len(short["prompt"]) < len(belief.json("before", "well")["prompt"])
    nothing = belief.run("before", "well", "--budget", "1")
    assert (nothing.status, nothing.out) == (0, "")
    assert "raise --budget" in nothing.err
    whole = belief.json("before")
    assert [one["claim"] for one in whole["beliefs"]] == ["The well is safe"]
    assert [one["text"] for one in whole["gaps"]] == ["When the well was last tested"]
    assert [one["kind"] for one in whole["goals"]] == ["goal"]


def test_moves_are_listed_and_answered(belief):
    assert "nothing to ask" in belief("moves")
    belief("after", SAID)
    first, second = belief.json("moves")
    assert first["target"] == "When the well was last tested"
    assert first["executor"] == "agent"
    assert first["value"] > second["value"]
    assert first["question"] in belief("moves", "well")
    left = belief.json("moves", "--dismiss", first["id"][:6])
    assert [move["id"] for move in left] == [second["id"]]
    assert belief.json("moves", "--snooze", second["id"])[0]["value"] < second["value"]
    assert len(belief.json("moves", "--limit", "1", "--accept", second["id"])) == 1


def test_moves_refuse_what_is_no_move(belief):
    belief("after", SAID)
    assert "no move" in belief.fails(3, "moves", "--accept", "00000000")
    assert "4 or more digits" in belief.fails(2, "moves", "--accept", "0")


def test_tools_are_watched(belief):
    assert "No tool was watched" in belief("tools", "priors")
    first = belief.json("tools", "observe", "search", "--failed", "--key", "k")
    assert (first["tool"], first["rate"], first["evidence"]) == ("search", pytest.approx(1 / 3), 1)
    assert belief.json("tools", "observe", "search", "--failed", "--key", "k") == first
    assert "search" in belief("tools", "observe", "search", "--worked", "--context", "logs")
    priors = belief.json("tools", "priors")
    assert [(one["tool"], one["context"]) for one in priors] == [("search", ""), ("search", "logs")]
    assert [one["context"] for one in belief.json("tools", "priors", "--context", "logs")] == [
        "logs"
    ]
    assert "0.67" in belief("tools", "priors")
    assert "--worked" in belief.fails(2, "tools", "observe", "search")
    # Tools are no beliefs.
    assert belief.state() == {}
