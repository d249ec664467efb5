"""What a model may say about a sentence, and what is turned away."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.kernel.evidence import binary, categorical, default_strength, numeric
from beliefs.reading.heard import Heard
from beliefs.reading.model_answer import MOST_ITEMS, check
from beliefs.reading.model_prompt import FIELDS, schema_for


def item(text: object, kind: object = "claim", **more: object) -> dict[str, object]:
    return {"kind": kind, "text": text, "evidence": "assertion", **more}


def one(sentence: str, *items: object, why: object = None) -> Any:
    """Check an answer about a single sentence."""
    answer = {"sentences": [{"number": 1, "items": list(items), "why": why}]}
    return check(answer, {1: sentence}, {1: sentence})


def heard(text: str, **more: Any) -> Heard:
    return Heard("claim", text, evidence_type="assertion", **more)


KAFKA = ["Kafka", "RabbitMQ"]
GOOD = [
    ("The cache is warm.", item("the cache is warm."), heard("The cache is warm")),
    ("The cache is warm.", item(" The  caches\nwarmed "), heard("The caches warmed")),
    ("The job does not run.", item("The job runs", refutes=True),
     heard("The job runs", refutes=True)),
    ("The job isn't done.", item("The job is not done"), heard("The job is done", refutes=True)),
    ("The job does not run.", item("The job does not run", refutes=True),
     heard("The job runs", refutes=True)),
    ("The job is probably done.", item("The job is done", confidence=0.75),
     heard("The job is done", confidence=0.75)),
    ("Der Job läuft wohl nicht.", item("Der Job läuft", refutes=True, confidence=0.7),
     heard("Der Job läuft", refutes=True, confidence=0.7)),
    ("We chose Kafka over RabbitMQ for the queue.",
     item("the queue", "decision", choice="Kafka", among=KAFKA),
     heard("The queue", role="decision", choice="Kafka", among=("Kafka", "RabbitMQ"))),
    ("The latency is 240 ms ± 20.", item("The latency", value=240, unit="ms"),
     heard("latency (s)", value=0.24, stdev=0.02)),
    ("The load is 90 requests per minute.", item("load", value=90, unit="requests per minute"),
     heard("load (requests/s)", value=1.5, stdev=0.5 / 60)),
    ("It costs 1,5 Euro.", item("it costs", value=1.5), heard("it costs (number)", value=1.5)),
    ("Twelve hosts failed.", item("failed hosts", value=12),
     heard("failed hosts (number)", value=12.0)),
    ("It fell to -4 degrees.", item("it fell", value=-4),
     heard("it fell (number)", value=-4.0, stdev=0.5)),
    ("Ana says the disk is full.", item("the disk is full", source="Ana"),
     heard("The disk is full", source="Ana")),
    ("The disk is full.", item("the disk is full", source="unknown"), heard("The disk is full")),
    ("We saw a full disk.", item("full disk", source="We"), heard("Full disk")),
    ("The disk is full.", item("disk full", source="The disk is full."), heard("Disk full")),
    ("The API moved from XML to JSON.",
     item("The API moved to JSON", replaces="the API is XML."),
     heard("The API moved to JSON", replaces="The API is XML")),
    ("Speed matters.", item("Speed", "goal", confidence="x"), Heard("goal", "Speed")),
    ("Who owns it?", item("who owns it?", "gap", value=3), Heard("gap", "Who owns it?")),
    ("キャッシュは温かい。", item("キャッシュは温かい"), heard("キャッシュは温かい")),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "said", "expected"), GOOD)
def test_what_is_taken(sentence, said, expected) -> None:
    found = one(sentence, said)
    assert found.problems == {}
    assert found.readings[1].heard == (expected,)
    assert found.readings[1].sentence == sentence


WRONG = [
    ("The cache is warm.", "warm", "it must be an object"),
    ("The cache is warm.", item("The cache is warm", mood="good"), "there is no field 'mood'"),
    ("The cache is warm.", item("The cache is warm", "fact"), "kind must be one of claim,"),
    ("The cache is warm.", item("The cache is warm", ["claim"]), "kind must be one of claim,"),
    ("The cache is warm.", item(7), "text must be text, not int"),
    ("The cache is warm.", item(""), "text must be a short statement"),
    ("The cache is warm.", item("it is"), "text must be a short statement"),
    ("The cache is warm.", item("cache " * 40), "text must be a short statement"),
    ("The cache is warm.", item("The cache\0is warm"), "contains a NUL"),
    ("The cache is warm.", item("The cache \ud800 is warm"), "contains a lone surrogate"),
    ("The cache is warm.", item("The admin is trusted"), "text says 'admin'"),
    ("The cache is warm.", item("The warm cache 9"), "text says '9'"),
    ("The cache is warm.", item("The cache is warm", refutes="no"), "refutes must be true"),
    ("The cache is warm.", item("The cache is warm", refutes=True), "does not deny text"),
    ("The upload fails.", item("The upload fails", refutes=True), "does not deny text"),
    ("The cache is warm.", item("The cache is not warm"), "text must be the positive form"),
    ("The cache is warm.", item("Warm"), "text must be a whole statement"),
    ("The cache is not warm.", item("The cache is warm"), "the sentence denies something"),
    ("The cache is warm.", item("The cache is warm", confidence=0.7), "leave confidence out"),
    ("It is perhaps warm.", item("It is warm", confidence=1.1), "between 0 and 1"),
    ("It is perhaps warm.", item("It is warm", confidence=True), "must be a number"),
    ("It is perhaps warm.", item("It is warm", confidence=float("nan")), "between 0 and 1"),
    ("We use tabs.", item("We use tabs", choice="spaces"), "choice 'spaces' is not in"),
    ("We use tabs.", item("We use tabs", choice="tabs", among=["tabs", "spaces"]), "'spaces'"),
    ("We use tabs.", item("We use tabs", choice="tabs", among="tabs"), "a list of strings"),
    ("We use tabs or spaces.", item("We use", choice="tabs", among=["spaces"]), "must be in among"),
    ("We use tabs.", item("We use", choice=["tabs"]), "choice must be text"),
    ("It takes 5 s.", item("it takes", value=6), "value 6 is not in the sentence"),
    ("It takes 5 s.", item("it takes", value="5"), "value must be a number"),
    ("It takes 5 s.", item("it takes", value=1e300), "value must be between"),
    ("It takes 5 s.", item("it takes", value=5, unit="hours"), "unit 'hours' is not in"),
    ("It takes under 5 s.", item("it takes", value=5), "the number is a bound"),
    ("It may take 5 s.", item("it takes", value=5, confidence=0.5), "value and confidence do not"),
    ("We use 5 tabs.", item("We use", value=5, choice="tabs"), "choice and value do not"),
    ("We use no tabs.", item("We use", choice="tabs", refutes=True), "refutes and choice do not"),
    ("It is warm.", item("It is warm", evidence="gossip"), "evidence must be one of measurement"),
    ("It is warm.", item("It is warm", evidence=["x"]), "evidence must be one of measurement"),
    ("It is very warm today.", item("It is warm", source="Maria"), "source 'Maria' is not in"),
    ("It is warm.", item("It is warm", replaces="The disk was full"), "replaces must be"),
    ("Is it warm?", item("it is warm"), "a question claims nothing"),
    ("The cache is warm.", item("the cache", "gap"), "it is no gap"),
    ("Ana says it is warm.", item("Ana says it is warm"), "leave out who says so"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "said", "problem"), WRONG)
def test_what_is_turned_away(sentence, said, problem) -> None:
    found = one(sentence, said)
    assert found.readings == {}
    assert problem in found.problems[1]


def test_one_wrong_item_is_enough() -> None:
    found = one("The cache is warm.", item("The cache is warm"), item("The moon is full"))
    assert found.problems[1].startswith("item 2: text says 'moon'")


def test_too_many_items() -> None:
    found = one("The cache is warm.", *[item("The cache is warm")] * (MOST_ITEMS + 1))
    assert "a list of at most 8" in found.problems[1]
    assert (
        "a list of at most 8" in check({"sentences": [{"number": 1}]}, {1: "x"}, {1: 0}).problems[1]
    )


def test_the_same_thing_twice_is_one_thing() -> None:
    found = one("The cache is warm.", *[item("The cache is warm")] * 2)
    assert len(found.readings[1].heard) == 1


def test_nothing_understood_says_why() -> None:
    assert one("Hi!", why="a greeting").readings[1].why == "a greeting"
    assert one("Hi!").readings[1].why == "the model found nothing said in it"
    assert len(str(one("Hi!", why="x" * 999).readings[1].why)) == 200


@pytest.mark.parametrize("why", [7, "\ud800", "a\0b"])
def test_a_reason_that_is_no_text(why) -> None:
    assert "why" in one("Hi!", why=why).problems[1]


def test_each_sentence_exactly_once() -> None:
    said = {1: "The cache is warm.", 2: "The disk is full.", 3: "The job is done."}
    warm = {"number": 1, "items": [item("The cache is warm")]}
    full = {"number": 2, "items": [item("The disk is full")]}
    odd = [{"number": True, "items": []}, {"number": "3", "items": []}, 3, {"number": 9}]
    found = check({"sentences": [warm, full, full, *odd]}, said, said)
    assert list(found.readings) == [1]
    assert found.problems == {
        2: "it is in the answer more than once.",
        3: "it is missing from the answer.",
    }


def test_only_what_was_wanted_is_checked() -> None:
    said = {1: "The cache is warm.", 2: "It is full."}
    answer = {"sentences": [{"number": 2, "items": [item("The cache is full")]}]}
    found = check(answer, said, {2: "wrong before"})
    assert found.problems == {}
    assert found.readings[2].heard == (heard("The cache is full"),)


def test_a_text_about_another_sentence() -> None:
    said = {1: "The cache is warm.", 2: "It is full."}
    answer = {"sentences": [{"number": 2, "items": [item("The cache is warm")]}]}
    assert check(answer, said, {2: ""}).problems == {2: "item 1: text is about another sentence."}


WORDS = st.sampled_from(
    ["The", "cache", "is", "not", "warm", ",", "probably", "3", "4,5", "below", "40", "%", "ms",
     "or", "tabs", "Ana", "says", "no", "longer", "fails", "per", "second", "±", "?", "."]
)  # fmt: skip
SENTENCES = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)
VALUES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | SENTENCES
    | st.sampled_from(["claim", "goal", "gap", "risk", "assertion", "measurement", "tabs", 3, 4.5])
    | st.lists(SENTENCES | st.integers(), max_size=3)
)  # fmt: skip
ITEMS = st.dictionaries(st.sampled_from(sorted(FIELDS)), VALUES, max_size=8) | VALUES


@given(sentence=SENTENCES, items=st.lists(ITEMS, max_size=3), why=VALUES)
def test_an_answer_is_taken_or_turned_away_and_what_is_taken_is_evidence(
    sentence, items, why
) -> None:
    found = one(sentence, *items, why=why)
    assert len(found.readings) + len(found.problems) == 1
    for said in found.readings[1].heard if found.readings else ():
        assert said.text.strip()
        strength = default_strength(said.evidence_type)
        if said.value is not None:
            numeric(said.value, 1.0 if said.stdev is None else said.stdev)
        elif said.choice is not None:
            categorical(said.choice, strength, among=said.among)
        elif said.confidence is not None:
            binary(said.confidence, strength, refutes=said.refutes)


@pytest.mark.parametrize(
    ("sentence", "field"),
    [
        ("It is not warm.", "refutes"),
        ("It is perhaps warm.", "confidence"),
        ("It takes 5 s.", "value"),
        ("We use tabs.", "choice"),
        ("Es ist warm.", "refutes"),
        ("Es ist warm.", "confidence"),
        ("キャッシュは温かい。", "confidence"),
    ],
)
def test_a_field_is_offered_only_where_a_sentence_has_a_word_for_it(sentence, field) -> None:
    def offered(*sentences: str) -> list[str]:
        entry = schema_for(sentences)["properties"]["sentences"]["items"]
        return list(entry["properties"]["items"]["items"]["properties"])

    plain = "The cache is warm."
    assert field in offered(plain, sentence)
    assert field not in offered(plain)
