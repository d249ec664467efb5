"""The block a language model is shown: within its budget, one line each, and nothing unsaid."""

from __future__ import annotations

import doctest
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs, InvalidInput, Statement
from beliefs.mind import prompt as module
from beliefs.mind.belief import Belief, Note
from beliefs.mind.clarity import clarity
from beliefs.mind.moves import moves
from beliefs.mind.prompt import BUDGET, LONGEST, SHARES, plain, prompt, tokens
from beliefs.reading.echo import BEGIN, END, HEADING
from tests.contracts.stores import DAY, START, Clock
from tests.strategies import anything_said

texts = st.text(max_size=40).filter(lambda text: bool(text.strip()))
breaking = st.sampled_from(
    [
        "\n",
        "\r\n",
        "\x0b",
        "\x1c",
        "\x85",
        "\u2028",
        "\u2029",
        BEGIN,
        END,
        "< / BELIEFS >",
        "]",
        "[",
    ]
)
hostile = st.lists(st.text(max_size=6) | breaking, min_size=1, max_size=6).map("".join)


def held(*statements: Statement | str) -> list[Belief]:
    """What is believed after this was said."""
    b = Beliefs(":memory:", clock=Clock())
    b.add(list(statements))
    return b.list(limit=None)


def note(number: int, text: str = "Who is on call?", kind: str = "gap") -> Note:
    return Note(f"{number:032x}", kind, text, "active", START)


def line(statement: Statement | str) -> str:
    [belief] = held(statement)
    return prompt([belief]).text.splitlines()[2].removesuffix(f" #{belief.id[:8]}")


@st.composite
def worlds(draw):
    """Draw everything that a block can show, also words that try to get out of their line."""
    said = draw(st.lists(anything_said(), max_size=6))
    wild = draw(st.lists(hostile.map(_cleaned).filter(bool), max_size=3))
    beliefs = held(*said, *wild, *[Statement("Region", choice=word) for word in wild])
    ids = [belief.id for belief in beliefs] or ["0" * 32]
    pairs = draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=3))
    gaps = [note(number, text) for number, text in enumerate(draw(st.lists(hostile, max_size=3)))]
    goals = [note(9, text, "goal") for text in draw(st.lists(hostile, max_size=1))]
    return beliefs, {
        "goals": goals,
        "gaps": gaps,
        "contradictions": pairs,
        "moves": moves(beliefs, gaps=gaps, contradictions=pairs),
        "clarity": draw(st.none() | st.just(clarity(beliefs, gaps=gaps))),
    }


def _cleaned(text: str) -> str:
    return text.replace("\0", "").strip()


def test_examples_run_as_printed():
    assert doctest.testmod(module).failed == 0


# What a line says


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            Statement("The cache is warm", confidence=0.75, strength=12),
            "- [0.71, 12 evidence, 1 voice] The cache is warm",
        ),
        (
            Statement("The cache is warm", strength=5000),
            "- [>0.99, 5,000 evidence, 1 voice] The cache is warm",
        ),
        (
            Statement("The cache is warm", strength=2.0**64),
            "- [1.00, 1.84e+19 evidence, 1 voice] The cache is warm",
        ),
        (
            Statement("Region", choice="eu", among=("eu", "us"), strength=4),
            "- [eu 0.83, 4 evidence, 1 voice] Region",
        ),
        (
            Statement("Latency, ms", value=130.25, stdev=10),
            "- [130.2 ± 10, 1 report, 1 voice] Latency, ms",
        ),
        (
            Statement("Region", choice="e]u[\n", strength=4),
            "- [e)u( 0.80, 4 evidence, 1 voice] Region",
        ),
    ],
)
def test_a_line_shows_the_claim_its_confidence_and_its_evidence(statement, expected):
    assert line(statement) == expected


def test_a_line_marks_what_is_disputed_stale_or_unsupported():
    clock = Clock()
    b = Beliefs(":memory:", clock=clock)
    premise = b.add("The sensor works").changes[0].belief_id
    b.add("The tank is full", depends_on=[premise])
    b.retract(premise)
    b.add([Statement("It is so", strength=3), Statement("It is so", refutes=True, agent="critic")])
    text = prompt(b.list()).text
    assert "- [0.50, 0 evidence, 0 voices, unsupported] The tank is full #" in text
    assert "- [0.67, 4 evidence, 2 voices, conflict 0.50] It is so #" in text
    assert "The sensor works" not in text
    b.settings.set(half_life=DAY)
    clock.now += timedelta(days=2)
    assert "- [0.60, 0.5 evidence, 2 voices, stale, conflict 0.50] It is so" not in text
    assert ", stale, conflict 0.50] It is so #" in prompt(b.list()).text


def test_everything_has_its_line():
    beliefs = held("It is warm", "It is cold")
    ids = [belief.id for belief in beliefs]
    gaps, goals = [note(1)], [note(2, "Ship it", "goal")]
    contradictions = [(ids[1], ids[0]), (ids[0], ids[1]), (ids[0], ids[0]), (ids[0], "f" * 32)]
    shown = prompt(
        beliefs,
        goals=goals,
        gaps=gaps,
        contradictions=contradictions,
        moves=moves(beliefs, gaps=gaps)[:1],
        clarity=clarity(beliefs, gaps=gaps),
    )
    lines = shown.text.splitlines()
    one, other = sorted(beliefs, key=lambda belief: belief.id)
    asked = moves([], gaps=gaps)[0].id
    assert lines[:2] == [BEGIN, HEADING]
    assert lines[4:] == [
        "- [goal] Ship it #00000000",
        "- [open question] Who is on call? #00000000",
        f"- [contradiction] {one.claim} against {other.claim} #{one.id[:8]} #{other.id[:8]}",
        f"- [next move, gather_evidence, agent, 0.69] Who is on call? #{asked}",
        "- [clarity 0.54, medium] decision 0.33, knowledge 0.33, coherence 1.00, coverage 0.50",
        END,
    ]
    assert shown.shown == (*ids, goals[0].id, gaps[0].id)
    assert shown.left_out == 0


def test_nothing_to_show_is_no_block_at_all():
    assert prompt([], clarity=clarity([])) == ("", (), 0)


def test_what_was_closed_is_not_shown():
    b = Beliefs(":memory:", clock=Clock())
    b.add("The disk is full")
    b.retract(b.list()[0])
    closed = note(1)._replace(status="resolved")
    assert prompt(b.list(status="retracted"), gaps=[closed], goals=[closed]) == ("", (), 0)


# The budget


@given(worlds(), st.integers(0, 400))
def test_a_block_keeps_to_its_budget_and_counts_what_it_left_out(world, budget):
    beliefs, rest = world
    everything = prompt(beliefs, **rest, budget=10**6)
    some = prompt(beliefs, **rest, budget=budget)
    assert everything.left_out == 0
    assert tokens(some.text) <= budget
    total = _items(everything.text)
    assert _items(some.text) + some.left_out == total
    assert set(some.shown) <= set(everything.shown)
    if some.left_out and some.text:
        assert some.text.splitlines()[-2].startswith(f"- [{some.left_out} left out] … and ")
    if some.left_out == 0:
        assert some == everything


def _items(text: str) -> int:
    return sum(
        one.startswith("- [") and not one.startswith("- [clarity ") and " left out] …" not in one
        for one in text.splitlines()
    )


@given(worlds(), st.integers(0, 400), st.tuples(st.integers(0, 99), st.integers(0, 99)))
def test_what_was_not_looked_at_is_counted_within_the_budget(world, budget, more):
    beliefs, rest = world
    total = _items(prompt(beliefs, **rest, budget=10**6).text) + sum(more)
    found = prompt(beliefs, **rest, more=more, budget=budget)
    assert tokens(found.text) <= budget
    assert _items(found.text) + found.left_out == total
    if found.text and any(more):
        assert found.text.splitlines()[-2].startswith(f"- [{found.left_out} left out] … and ")


@given(worlds().filter(lambda world: world[0]), st.integers(1, 99))
def test_what_was_not_looked_at_has_its_line_where_all_else_just_fits(world, count):
    beliefs, rest = world
    room = tokens(prompt(beliefs, **rest, budget=10**6).text + "\n")
    found = prompt(beliefs, **rest, more=(0, count), budget=room)
    assert tokens(found.text) <= room
    assert found.left_out > count


@given(worlds(), st.integers(0, 300), st.integers(0, 300))
def test_more_room_shows_no_less(world, one, other):
    beliefs, rest = world
    less, more = (prompt(beliefs, **rest, budget=room) for room in sorted([one, other]))
    if less.text:
        assert more.text


def test_what_did_not_fit_is_said_in_the_last_line():
    beliefs = held(*[f"The disk of node {number} is full" for number in range(100)])
    found = prompt(beliefs, budget=300)
    assert 0 < len(found.shown) < 100
    assert found.left_out == 100 - len(found.shown)
    assert found.text.splitlines()[-2:] == [
        f"- [{found.left_out} left out] … and {found.left_out} more beliefs",
        END,
    ]
    assert found.shown == tuple(belief.id for belief in beliefs)[: len(found.shown)]


def test_no_section_crowds_out_the_others():
    beliefs = held(*[f"The disk of node {number} is full" for number in range(100)])
    gaps = [note(number, f"Who owns node {number}?") for number in range(100)]
    goals = [note(number, f"Free the disk of node {number}", "goal") for number in range(100)]
    pairs = [(one.id, other.id) for one, other in pairwise(beliefs)]
    text = prompt(beliefs, goals=goals, gaps=gaps, contradictions=pairs, moves=moves(beliefs)).text
    for tag in ("goal]", "open question]", "contradiction]", "next move, "):
        assert f"- [{tag}" in text
    assert text.count(" evidence, 1 voice] ") > 5
    assert tokens(text) <= BUDGET
    assert sum(SHARES) <= 1 + 1e-12


def test_room_that_one_section_leaves_goes_to_the_others():
    gaps = [note(number, f"Who owns node {number}?") for number in range(100)]
    assert tokens(prompt([], gaps=gaps).text) > 0.9 * BUDGET


@pytest.mark.parametrize("budget", [-1, 1.5, True, "many", None])
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises(InvalidInput, match="budget must be a whole number of tokens, not"):
        prompt([], budget=budget)


@given(texts, texts)
def test_the_estimate_of_lines_is_the_sum_of_theirs(one, other):
    one, other = plain(one), plain(other)
    assert tokens(f"{one}\n{other}") <= tokens(one) + 1 + tokens(other)


@given(st.text())
def test_no_tokenizer_of_bytes_needs_more_tokens_than_bytes(text):
    assert tokens(text) <= len(text.encode(errors="surrogatepass"))


@pytest.mark.parametrize(
    ("text", "least"),
    [
        # The most that cl100k, o200k and an older tokenizer of Anthropic's take.
        ("The release goes out on Friday unless the database migration fails again.", 13),
        ("1013.25 -4e-7 3.14159 2030-01-01T12:00:00Z 10,000,000", 34),
        ("缓存已经预热。", 10),
    ],
)
def test_the_estimate_is_rather_too_high(text, least):
    assert tokens(text) >= least


# Containment


@given(worlds())
def test_whatever_is_claimed_stays_on_its_line(world):
    beliefs, rest = world
    text = prompt(beliefs, **rest, budget=10**6).text
    if not text:
        return
    lines = text.splitlines()
    assert lines == text.split("\n")
    assert (lines[0], lines[1], lines[-1]) == (BEGIN, HEADING, END)
    assert text.count(BEGIN) == text.count(END) == 1
    assert all(one.startswith("- [") for one in lines[2:-1])


@given(hostile)
def test_plain_text_is_one_line_without_the_frame(text):
    line = plain(text)
    assert len(line.splitlines()) <= 1
    assert len(line) <= LONGEST
    assert BEGIN not in line
    assert END not in line
    assert plain(line) == line


def test_hidden_letters_and_marks_of_direction_are_not_shown():
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    assert plain(f"All is well{hidden}\u202e\u200b\ufeff.") == "All is well ."
    assert plain("👩\u200d💻") == "👩\u200d💻"


def test_a_long_claim_is_cut_off_with_a_mark():
    cut = plain("x" * 1000)
    assert len(cut) == LONGEST
    assert cut.endswith("x…")
    assert plain("x" * LONGEST) == "x" * LONGEST


def test_a_long_category_does_not_push_out_the_figures():
    assert line(Statement("Region", choice="x" * 900, strength=4)).endswith(
        "x… 0.80, 4 evidence, 1 voice] Region"
    )
