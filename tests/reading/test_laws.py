"""What holds for every text: nothing raises, nothing is lost, and denial keeps the words."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from beliefs.kernel.evidence import STRENGTHS, categorical, numeric
from beliefs.reading.heard import Heard, Reading
from beliefs.reading.hedges import ADVERBS, FRAMES, JUDGMENTS, MODALS
from beliefs.reading.rules import RuleReader
from tests.reading.notation import cases

HERE = Path(__file__).parent
READ = RuleReader().read
SENTENCES = [
    case.text
    for folder in ("fixtures", "labelled")
    for path in sorted((HERE / folder).glob("*.txt"))
    for case in cases(path)
]

WORDS = """the a no not never it they we I is are was may should than more less instead of from to
and or but because if cache queue tests runs failed slow Postgres 130 ms 3.5 % $4 about between
either neither nor probably according docs , . ; : ? ! ( ) " ' ` ``` | # - * ± {"a":1} |-|"""
SCRAPS = st.lists(st.sampled_from([*WORDS.split(), "\n", "\n\n"]), max_size=30).map(" ".join)
TEXTS = st.text(max_size=200) | SCRAPS

SUBJECTS = st.sampled_from(
    ["The cache", "The API gateway", "DNS", "Redis", "The error rates", "Customers",
     "The old index", "The patient", "The error rate of the proxy", "Plan B", "The tests",
     "A learning rate of 0.1"]
)  # fmt: skip
# Plain, denied.
PREDICATES = st.sampled_from(
    [
        ("{is} stale", "{is} not stale"),
        ("{was} restarted", "{was} not restarted"),
        ("{has} failed", "{has} not failed"),
        ("can scale", "cannot scale"),
        ("will change", "will not change"),
        ("shipped on time", "did not ship on time"),
        ("ran twice", "did not run twice"),
        ("started", "failed to start"),
        ("{was} used", "{was} never used"),
        ("{is} faster than Kafka", "{is} not faster than Kafka"),
        ("{is} slower than Kafka", "{is} not slower than Kafka"),
        ("{is} in the new region", "{is} no longer in the new region"),
    ]
)
PLURALS = ("The error rates", "Customers", "The tests")
FRAMED = st.sampled_from(
    ["{}", "According to the docs, {}", "The vendor says that {}", "The logs show that {}",
     "It turns out that {}", "There is a risk that {}", "We assume that {}", "Note that {}"]
)  # fmt: skip


def in_sentence(subject: str, predicate: str) -> str:
    plural = subject in PLURALS
    forms = {"is": "are", "was": "were", "has": "have"} if plural else {}
    return f"{subject} {predicate.format(**{v: forms.get(v, v) for v in ('is', 'was', 'has')})}"


def framed(frame: str, sentence: str) -> str:
    if not frame.startswith("{") and sentence.startswith(("The ", "A ", "Plan ", "Customers")):
        sentence = sentence[0].lower() + sentence[1:]
    return frame.format(sentence) + "."


def only(text: str) -> Heard:
    (reading,) = READ(text)
    (heard,) = reading.heard
    return heard


@given(TEXTS)
@example("\ud800 is not \x00")
@example("neither nor")
@example("not")
@example("a = ")
@example("|")
@example("is " * 400)
def test_any_text_is_read_in_order_and_nothing_lies_between(text):
    readings = READ(text)
    at = 0
    for reading in readings:
        start = text.find(reading.sentence, at)
        assert start >= 0
        assert text[at:start].strip() == ""
        at = start + len(reading.sentence)
    assert text[at:].strip() == ""


@given(TEXTS)
def test_every_sentence_is_understood_or_says_why_not(text):
    for reading in READ(text):
        assert isinstance(reading, Reading)
        assert reading.sentence
        assert reading.heard or reading.why


@given(TEXTS)
def test_reading_twice_hears_the_same(text):
    assert READ(text) == RuleReader().read(text)


@given(TEXTS)
@example("Debt is about $900 trillion.")
@example("Debt is probably about $900 trillion.")
@example("The gap is 0.000000001 ns.")
@example("The gap is 3 ± 0 s.")
@example("The gap is 3 to 3 s.")
@example(f"The gap is {'9' * 40} trillion.")
def test_what_is_heard_can_be_believed(text):
    for reading in READ(text):
        for heard in reading.heard:
            assert heard.text.strip() == heard.text
            assert heard.evidence_type in STRENGTHS
            if heard.kind != "claim":
                assert heard == Heard(heard.kind, heard.text)
            if heard.confidence is not None:
                assert 0.5 <= heard.confidence < 1
            if heard.choice is not None:
                categorical(heard.choice, among=heard.among)
            assert (heard.value is None) == (heard.stdev is None)
            if heard.value is not None:
                assert not heard.refutes
                numeric(heard.value, heard.stdev)


@given(SUBJECTS, PREDICATES, FRAMED)
def test_a_claim_and_its_denial_share_one_text(subject, predicate, frame):
    plain, denied = (only(framed(frame, in_sentence(subject, p))) for p in predicate)
    assert plain.text == denied.text
    assert not plain.refutes
    assert denied.refutes
    assert plain._replace(refutes=True, replaces=denied.replaces) == denied


@given(SUBJECTS, PREDICATES, FRAMED)
def test_frames_leave_the_claim_alone(subject, predicate, frame):
    sentence = in_sentence(subject, predicate[0])
    assert only(framed(frame, sentence)).text.lower() == only(sentence + ".").text.lower()


@given(SUBJECTS, st.sampled_from(sorted(ADVERBS)), st.booleans())
def test_a_hedge_changes_how_sure_and_not_what(subject, adverb, at_the_end):
    verb = "are" if subject in PLURALS else "is"
    hedged = (
        f"{subject} {verb} stale, {adverb}." if at_the_end else f"{subject} {verb} {adverb} stale."
    )
    heard = only(hedged)
    assert heard.text == f"{subject} {verb} stale"
    assert heard.confidence == ADVERBS[adverb]


@given(SUBJECTS, st.sampled_from(sorted(MODALS)))
def test_a_modal_becomes_the_verb_that_agrees(subject, modal):
    verb = "are" if subject in PLURALS else "is"
    heard = only(f"{subject} {modal} be stale.")
    assert (heard.text, heard.confidence) == (f"{subject} {verb} stale", MODALS[modal])


@pytest.mark.parametrize(("table", "frame"), [(FRAMES, "It is {} that"), (JUDGMENTS, "I {} that")])
def test_every_word_of_the_tables_is_understood(table, frame):
    for words, sure in table.items():
        heard = only(f"{frame.format(words)} the cache is stale.")
        assert heard.text == "The cache is stale", words
        assert (heard.confidence, heard.refutes) == (abs(sure), sure < 0), words


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_claims_text_reads_as_itself(sentence):
    for reading in READ(sentence):
        for heard in reading.heard:
            is_plain = heard.kind == "claim" and heard.value is None and heard.choice is None
            # What is denied of a number is true or false; said plainly, it is the number.
            if is_plain and not (heard.refutes and only(heard.text).value is not None):
                again = only(heard.text)
                assert (again.text, again.refutes) == (heard.text, False)


OUGHT = ("We should {}", "We must {}", "I want to {}", "Let's {}", "Please {}", "Do not {}",
         "We need to {}", "The operator must {}", "I hope to {}", "The plan is to {}",
         "Maybe we should {}", "I think we should {}",
         "According to the docs, we should {}")  # fmt: skip
DEEDS = ("restart the worker", "use Redis instead of Memcached", "keep 3 replicas", "not wait",
         "cut costs by 10%", "be faster than Kafka", "find out why it fails")  # fmt: skip


@given(st.sampled_from(OUGHT), st.sampled_from(DEEDS))
def test_what_ought_to_be_is_never_a_claim(frame, deed):
    for reading in READ(frame.format(deed) + "."):
        assert all(heard.kind != "claim" for heard in reading.heard)


UNITS = (("ms", 1e-3), ("s", 1), ("minutes", 60), ("hours", 3600))


@given(st.integers(1, 9999), st.sampled_from(UNITS), st.sampled_from(UNITS))
def test_a_number_is_the_same_in_every_unit(value, one, other):
    there = value * one[1] / other[1]
    written = f"{there:.9f}".rstrip("0").rstrip(".")
    assume(math.isclose(float(written), there, rel_tol=1e-9) and float(written) > 0)
    first = only(f"The latency is {value} {one[0]}.")
    second = only(f"Latency: {written} {other[0]}")
    assert first.text == second.text == "latency (s)"
    assert first.value is not None
    assert second.value is not None
    assert math.isclose(first.value, second.value, rel_tol=1e-9)
