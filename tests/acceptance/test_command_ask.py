"""`belief list`, `show`, `search` and `trace`."""

from __future__ import annotations

import pytest

from beliefs import Beliefs
from beliefs.ledger.entries import claim_id

FIELDS = {
    "id", "claim", "family", "status", "confidence", "leading", "interval", "evidence",
    "contributions", "parameters", "fragility", "conflict", "freshness", "stale", "probability",
    "label", "created", "observed", "depends_on", "fallen", "superseded_by", "why",
}  # fmt: skip


@pytest.fixture
def told(belief):
    """A command with one belief of each family, and one that is gone."""
    with Beliefs(belief.store) as beliefs:
        beliefs.add("The cache is warm", confidence=0.75, strength=4, agent="scout")
        beliefs.add("The cache is warm", refutes=True, strength=4, agent="critic")
        beliefs.add("Serving region", choice="eu", strength=3)
        beliefs.add("p99 latency, ms", value=130, stdev=10, agent="a")
        beliefs.add("p99 latency, ms", value=150, stdev=10, agent="b")
        gone = beliefs.add("It is Monday").changes[0].belief_id
        beliefs.retract(gone, "it is not")
    return belief


def test_list_shows_each_family_its_way(told):
    table = told("list")
    assert "disputed" in table
    assert "eu 0.75" in table
    assert "140 ± 7.07" in table
    assert "Monday" not in table
    found = told.json("list")
    assert [one["family"] for one in found] == ["binary", "categorical", "numeric"]
    assert all(set(one) == FIELDS for one in found)


def test_list_can_be_narrowed(told):
    assert [one["family"] for one in told.json("list", "--family", "numeric")] == ["numeric"]
    (gone,) = told.json("list", "--status", "retracted")
    assert gone["why"] == "retracted: it is not"
    assert "retracted" in told("list", "--status", "retracted")
    assert len(told.json("list", "--limit", "1")) == 1
    assert "--all shows more" in told.run("list", "--limit", "1").err
    assert told.json("list", "--limit", "0") == []
    assert told.json("list", "--stale") == []


def test_list_looks_back(told):
    assert told.json("list", "--at", "2020-01-01") == []
    first = told.state()["The cache is warm"].created
    (then,) = told.json("list", "--at", first.isoformat())
    assert then["parameters"] == {"alpha": 4.0, "beta": 2.0}


def test_an_empty_list_says_so(belief):
    assert "Nothing is believed" in belief("list")
    assert belief.json("list") == []


def test_search_finds_by_words(told):
    assert "cache" in told("search", "warm", "cache")
    (found,) = told.json("search", "warm cache")
    assert found["claim"] == "The cache is warm"
    assert told.json("search", "nowhere") == []
    assert "No active belief" in told("search", "nowhere")


def test_show_draws_a_claim(told):
    found = told.state()["The cache is warm"]
    picture = told("show", found.id[:8])
    for part in ("The cache is warm", found.id, "95% within", "█", "▲", "History", "Voices"):
        assert part in picture
    assert "scout" in picture
    assert "critic" in picture
    shown = told.json("show", found.id[:8])
    assert FIELDS | {"voices", "history", "dependents", "estimate"} == set(shown)
    assert [step["stood"] for step in shown["history"]] == [
        pytest.approx(4 / 6),
        pytest.approx(4 / 10),
    ]
    assert {voice["agent"] for voice in shown["voices"]} == {"scout", "critic"}


def test_show_draws_choices_and_numbers(told):
    state = told.state()
    assert "something else" in told("show", state["Serving region"].id)
    latency = state["p99 latency, ms"].id
    picture = told("show", latency)
    assert "•" in picture
    assert "outliers set aside" in picture
    assert told.json("show", latency)["estimate"]["value"] == pytest.approx(140)


def test_show_says_why_something_is_not_active(told):
    gone = claim_id("binary", "It is Monday").hex()
    assert "retracted: it is not" in told("show", gone)


def test_show_names_premises_and_what_rests_on_it(told):
    premise = told.state()["The cache is warm"].id
    plan = told.add("Reads are quick", "--depends-on", premise)
    assert "The cache is warm" in told("show", plan)
    assert "Reads are quick" in told("show", premise)
    assert told.json("show", premise)["dependents"] == [plan]
    told("retract", premise)
    fallen = told.json("show", plan)
    assert fallen["status"] == "unsupported"
    assert fallen["fallen"] == [premise]
    assert "no longer stands" in told("show", plan)


def test_history_can_be_shortened_and_left_out(belief):
    with Beliefs(belief.store) as beliefs:
        for number in range(6):
            beliefs.add("It grows", agent=f"voice {number}")
    found = belief.state()["It grows"].id
    assert len(belief.json("show", found)["history"]) == 6
    assert len(belief.json("show", found, "--steps", "3")["history"]) == 3
    assert "--steps N" in belief("show", found, "--steps", "3")
    assert belief.json("show", found, "--steps", "0")["history"] == []


def test_show_looks_back(told):
    found = told.state()["The cache is warm"]
    then = told.json("show", found.id, "--at", found.created.isoformat())
    assert then["contributions"] == 1


def test_trace_tells_everything(told):
    gone = claim_id("binary", "It is Monday").hex()
    table = told("trace", gone[:8])
    assert "contribution" in table
    assert "it is not" in table
    entries = told.json("trace", gone)
    assert [entry["action"] for entry in entries] == ["contribution", "retraction"]
    assert [entry["action"] for entry in told.json("trace", gone, "--limit", "1")] == ["retraction"]


def test_long_claims_are_not_cut_in_a_pipe(belief):
    claim = "word " * 60
    belief.add(claim)
    answer = belief.run("list", COLUMNS="")
    assert claim.strip() in answer.out


def test_markup_in_a_claim_is_only_words(belief):
    found = belief.add("[bold]not bold[/bold] [/]")
    assert "[bold]not bold[/bold] [/]" in belief("list")
    assert "[bold]not bold[/bold] [/]" in belief("show", found)
