"""`belief goals`, `gaps`, `decisions` … `contradictions`, `resolve`; `link`, `join`, `split`."""

from __future__ import annotations

import pytest

SAID = (
    "We want to find out whether the well is safe. We do not know when the well was last tested. "
    "We decided to dig a new well. We assume that the pump works. There is a risk that the bucket "
    "leaks."
)


@pytest.mark.parametrize(
    ("kind", "words"),
    [("goals", "Find out whether the well is safe"), ("gaps", "When the well was last tested")],
)
def test_goals_and_gaps_are_listed_until_resolved(belief, kind, words):
    assert f"no open {kind}" in belief(kind)
    belief("after", SAID)
    (found,) = belief.json(kind)
    assert (found["text"], found["status"]) == (words, "active")
    assert words in belief(kind, "--since", "1h")
    assert belief.json(kind, "--limit", "0") == []
    assert f"Resolved: {words}" in belief("resolve", found["id"][:8], "--reason", "done")
    assert belief.json(kind) == []
    assert "nothing was changed" in belief("resolve", words)
    unheard = belief.run("resolve", "What nobody asked")
    assert unheard.status != 0
    assert "no gap or goal reads so" in unheard.err
    assert belief.json("resolve", found["id"])["changes"] == []
    assert "nothing was changed" in belief("resolve", found["id"])


def test_a_gap_is_resolved_by_its_words(belief):
    belief("after", SAID)
    (change,) = belief.json("resolve", "When the well was last tested")["changes"]
    assert change["action"] == "resolved"


@pytest.mark.parametrize(
    ("kind", "claim"),
    [
        ("decisions", "We decided to dig a new well"),
        ("assumptions", "The pump works"),
        ("risks", "The bucket leaks"),
    ],
)
def test_claims_are_listed_by_their_role(belief, kind, claim):
    assert f"no {kind}" in belief(kind)
    belief("after", SAID)
    (found,) = belief.json(kind)
    assert found["claim"] == claim
    assert claim in belief(kind)
    assert belief.json(kind, "--since", "2999-01-01") == []


def test_there_may_be_no_insights(belief):
    assert belief.json("insights") == []
    assert "no insights" in belief("insights")


def test_contradictions_are_listed(belief):
    assert "Nothing contradicts" in belief("contradictions")
    belief("after", "The well is safe.", "--agent", "mayor")
    belief("after", "The well is not safe.", "--agent", "neighbour")
    (found,) = belief.json("contradictions")
    assert found["claims"] == ["The well is safe"]
    assert found["severity"] == 1.0
    assert "its voices disagree" in belief("contradictions")
    assert belief.json("contradictions", "--limit", "0") == []


def test_claims_are_linked_joined_and_split(belief):
    works = belief.add("The pump works")
    working = belief.add("The pump is working")
    assert belief.json("link") == {"links": 1}
    assert "0 links made" in belief("link")
    assert belief.json("show", working)["id"] == belief.json("show", works)["id"]
    belief("split", working[:8])
    assert belief.json("show", working)["id"] != belief.json("show", works)["id"]
    assert "0 links made" in belief("link")  # a split survives
    sound = belief.add("All is well with the pump")
    belief("join", works, sound)
    assert belief.json("show", works)["evidence"] == 2.0
    dry = belief.add("The tap is dry")
    belief("join", works, dry, "--denies")
    assert belief.json("show", works)["conflict"] > 0
    assert "no belief" in belief.fails(3, "join", works, "00" * 16)
