"""`belief add` and `belief outcome`."""

from __future__ import annotations

import json

import pytest


def test_add_states_a_claim(belief):
    assert "created" in belief(
        "add", "The cache is warm", "--confidence", "0.75", "--strength", "4"
    )
    assert belief.state()["The cache is warm"].parameters == (4.0, 2.0)
    delta = belief.json("add", "The cache is warm", "--refutes", "--strength", "4")
    assert not delta["replayed"]
    (change,) = delta["changes"]
    assert change["action"] == "updated"
    assert change["after"] < change["before"] == pytest.approx(2 / 3)


def test_add_takes_everything_the_client_takes(belief):
    premise = belief.add("The logs are complete")
    options = {
        "--confidence": "0.9", "--type": "measurement", "--source": "logs", "--origin": "node 7",
        "--agent": "scout", "--reliability": "0.8", "--quote": "warm since 9",
        "--reference": "l. 3", "--observed": "2025-03-31T12:00", "--depends-on": premise[:8],
    }  # fmt: skip
    words = [word for pair in options.items() for word in pair]
    found = belief.add("The cache is warm", "--pinned", *words)
    (entry,) = belief.json("trace", found)
    assert (entry["agent"], entry["source"]) == ("scout", "logs")
    assert entry["observed"] == "2025-03-31T12:00:00Z"
    details = entry["details"]
    assert details["origin"] == "node 7"
    assert details["quote"] == "warm since 9"
    assert details["pinned"]
    assert belief.state()["The cache is warm"].depends_on == (premise,)


def test_add_chooses_and_measures(belief):
    region = belief.add("Region", "--choice", "eu", "--among", "eu, us ,ap", "--strength", "3")
    assert belief.json("show", region)["parameters"] == {
        "alpha": {"ap": 1.0, "eu": 4.0, "us": 1.0},
        "rest": None,
    }
    belief.add("p99, ms", "--value", "-130", "--stdev", "10")
    assert belief.state()["p99, ms"].parameters[0] == -130.0


def test_add_supersedes_and_adds_by_id(belief):
    old = belief.add("It is Monday")
    new = belief.add("It is Tuesday", "--supersedes", old[:6])
    assert [*belief.state()] == ["It is Tuesday"]
    delta = belief.json("add", "--belief", new[:6], "--confidence", "0.5")
    assert delta["changes"][0]["id"] == new


def test_add_again_with_the_same_key_changes_nothing(belief):
    first = belief.json("add", "Once", "--key", "k")
    again = belief.json("add", "Once", "--key", "k")
    assert again == {**first, "replayed": True}
    assert "nothing was changed" in belief.run("add", "Once", "--key", "k").err
    assert belief.json("verify")["entries"] == 1


def test_an_empty_claim_is_nothing(belief):
    assert "nothing was changed" in belief.run("add", " ").err
    assert belief.json("add", "") == {"replayed": False, "changes": []}
    assert belief.json("verify")["entries"] == 0


LINES = """\
"The sky is blue"
{"claim": "Grass is green", "confidence": 0.5, "agent": "eye", "observed": "2025-03-31"}

{"claim": "Region", "choice": "eu", "among": ["eu", "us"]}
{"claim": "Height, m", "value": 1.8, "stdev": 0.1, "evidence_type": "measurement"}
"""


def test_lines_are_added_as_one_batch(belief):
    assert belief("add", "-", stdin=LINES) == "4 statements: 4 created.\n"
    delta = belief.json("add", "-", stdin=LINES)
    assert delta["statements"] == 4
    assert {change["action"] for change in delta["changes"]} == {"updated"}
    families = {claim: one.family for claim, one in belief.state().items()}
    assert families["Region"] == "categorical"
    assert families["Height, m"] == "numeric"


def test_options_hold_for_lines_that_say_nothing_else(belief):
    lines = '"Plain"\n{"claim": "Own", "source": "mine"}\n'
    belief("add", "-", "--source", "theirs", "--type", "judgment", stdin=lines)
    sources = {claim: one.voices[0].source for claim, one in belief.state().items()}
    assert sources == {"Plain": "theirs", "Own": "mine"}
    assert {one.evidence for one in belief.state().values()} == {3.0}


def test_no_lines_are_nothing(belief):
    assert "Nothing was said" in belief("add", "-", stdin="")
    assert "Nothing was said" in belief("add", "-", stdin="\n \n")
    assert belief.json("add", "-") == {"statements": 0, "replayed": False, "changes": []}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("not json", "line 2: this is not JSON"),
        ("17", "line 2: a statement is a JSON string or object"),
        ('{"claim": "x", "confidence": 7}', "line 2: confidence must be between 0 and 1"),
        ('{"claim": "x", "confidence": NaN}', "line 2: confidence must be between 0 and 1"),
        ('{"claim": "x", "strength": "big"}', "line 2: strength must be a number"),
        ('{"claim": "x", "colour": "red"}', "line 2: 'colour' is no field"),
        ('{"claim": "x", "depends_on": 5}', "line 2: depends_on must be a list"),
        ('{"claim": "x", "refutes": "yes"}', "line 2: refutes must be true or false"),
        ('{"claim": "x", "observed": "soon"}', "line 2: observed must be a moment"),
        ('{"claim": "x", "among": "a"}', "line 2: among must be a list"),
        ('{"claim": 5}', "line 2: a claim must be text"),
        ('{"confidence": 0.5}', "line 2: a statement needs a claim"),
        ('"\\u0000"', "line 2: a claim contains a NUL"),
    ],
)
def test_a_malformed_line_is_named_and_nothing_is_written(belief, line, says):
    message = belief.fails(2, "add", "-", stdin=f'"Fine"\n{line}\n"Fine, too"\n')
    assert says in message
    assert "Nothing was written." in message
    assert belief.state() == {}


def test_a_premise_that_is_not_there_is_found_out_by_the_ledger(belief):
    lines = '"Fine"\n' + json.dumps({"claim": "x", "depends_on": ["00" * 16]})
    assert "lines 1 to 2" in belief.fails(3, "add", "-", stdin=lines)
    assert belief.state() == {}


def test_bytes_that_are_no_text_are_named(belief):
    assert "line 2: this is not UTF-8" in belief.fails(2, "add", "-", stdin=b'"Fine"\n\xff\xfe\n')


def test_many_lines_are_written_in_batches_each_once(belief):
    lines = "".join(f'"claim {number % 100}"\n' for number in range(12_000))
    answer = belief.run("add", "-", "--key", "k", "--json", stdin=lines)
    assert [json.loads(line)["statements"] for line in answer.out.splitlines()] == [
        5000,
        5000,
        2000,
    ]
    again = belief("add", "-", "--key", "k", stdin=lines)
    assert "all written before" in again
    assert belief.json("verify")["entries"] == 12_000


def test_a_bad_line_late_keeps_the_batches_before_it(belief):
    lines = "".join(f'"claim {number}"\n' for number in range(5_000)) + '"fine"\noops\n'
    message = belief.run("add", "-", "--json", stdin=lines).error["message"]
    assert "line 5002" in message
    assert "5,000 statements" in message
    assert belief.json("verify")["entries"] == 5_000


def test_a_batch_may_rest_on_itself(belief):
    premise = belief.add("Known")
    belief("retract", premise)
    said = [{"claim": "Known"}, {"claim": "So this", "depends_on": [premise[:8]]}]
    belief("add", "-", stdin="\n".join(map(json.dumps, said)))
    statuses = {claim: one.status for claim, one in belief.state().items()}
    assert statuses == {"Known": "active", "So this": "active"}


@pytest.mark.parametrize(
    ("options", "truth", "wrong"),
    [
        ([], "true", "perhaps"),
        ([], "NO", "-1"),
        (["--choice", "eu"], "us", None),
        (["--value", "3", "--stdev", "1"], "-3.5", "three"),
    ],
)
def test_an_outcome_is_read_as_the_belief_has_it(belief, options, truth, wrong):
    found = belief.add("It holds", *options, "--agent", "scout")
    if wrong is not None:
        assert "outcome" in belief.fails(2, "outcome", found[:8], wrong)
    assert "It holds" in belief("outcome", found[:8], truth, "--note", "seen")
    # A number grades nobody.
    graded = [voice["graded"] for voice in belief.json("trust", "list")]
    assert graded == ([] if "--value" in options else [1])
    (change,) = belief.json("outcome", found, truth, "--key", "k")["changes"]
    assert change["action"] == "outcome"
    assert belief.json("outcome", found, truth, "--key", "k")["replayed"]
