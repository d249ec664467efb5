"""The echo guard: a block that comes back is taken out, however it comes; nothing else is."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from beliefs import Beliefs, Statement
from beliefs.mind.belief import Note
from beliefs.mind.clarity import clarity
from beliefs.mind.moves import moves
from beliefs.mind.prompt import prompt
from beliefs.reading import echo
from beliefs.reading.echo import BEGIN, END, HEADING, without_block
from tests.contracts.stores import START, Clock
from tests.strategies import anything_said

hostile = st.lists(
    st.text(max_size=8)
    | st.sampled_from(["\n", BEGIN, END, HEADING, "]", "[", "- [x]", "#1a2b3c4d", "```", "> "]),
    min_size=1,
    max_size=5,
).map(lambda parts: "".join(parts).replace("\0", "").strip() or "x")
prose = st.lists(
    st.sampled_from("abc xyz.,:;!?'\"()0123456789\n\t<>/#-[]äß漢") | st.just("\n\n"), max_size=30
).map("".join)


@st.composite
def blocks(draw):
    """Draw a block about anything, also about claims that look like parts of a block."""
    b = Beliefs(":memory:", clock=Clock())
    words = draw(st.lists(hostile, max_size=3))
    b.add([*draw(st.lists(anything_said(), max_size=4)), *words])
    b.add([Statement("Region", choice=word) for word in words])
    beliefs = b.list(limit=None)
    gaps = [
        Note(f"{number:032x}", "gap", text, "active", START)
        for number, text in enumerate(draw(st.lists(hostile, min_size=1, max_size=2)))
    ]
    pairs = [(beliefs[0].id, beliefs[-1].id)] if beliefs else []
    text = prompt(
        beliefs,
        goals=[note._replace(kind="goal") for note in gaps],
        gaps=gaps,
        contradictions=pairs,
        moves=moves(beliefs, gaps=gaps, contradictions=pairs),
        clarity=clarity(beliefs, gaps=gaps),
        budget=draw(st.integers(120, 2000)),
    ).text
    assume(text)
    return text


BLOCK = f"""{BEGIN}
{HEADING}
- [0.83, 12 evidence, 3 voices] The cache is warm #1a2b3c4d
- [eu 0.71, 4 evidence, 1 voice, stale, conflict 0.50] Region #2b3c4d5e
- [130 ± 10, 1 report, 1 voice] Latency, ms #3c4d5e6f
- [goal] Ship it #4d5e6f7a
- [open question] Who is on call? #5e6f7a8b
- [contradiction] It is warm against It is cold #6f7a8b9c #7a8b9c0d
- [next move, clarify, user, 0.69] Who is right? #8b9c0d1e2f3a
- [clarity 0.54, medium] decision 0.33, knowledge 0.33, coherence 1.00, coverage 0.50
- [14 left out] … and 12 more beliefs, 1 more goal, 1 more next move
{END}"""
LINES = BLOCK.splitlines()


def _words(text: str) -> list[str]:
    return text.replace(">", " ").split()


def test_examples_run_as_printed():
    assert doctest.testmod(echo).failed == 0


# Whatever the block


@given(blocks())
def test_a_block_leaves_nothing(block):
    assert without_block(block) == ""


@given(prose, blocks(), prose)
def test_what_is_said_around_a_block_is_kept(before, block, after):
    assume(without_block(before) == before)
    assume(without_block(after) == after)
    assert without_block(f"{before}\n{block}\n{after}") == f"{before}\n{after}"
    # Glued to a block, nothing is lost but the ends of lines and marks of quotation.
    glued = without_block(before + block + after)
    assert _words(glued) == _words(before) + _words(after)


@given(blocks(), st.data())
def test_a_block_that_is_cut_off_leaves_nothing(block, data):
    length = data.draw(st.integers(len(BEGIN), len(block)))
    assert without_block(block[:length]) == ""
    assert without_block(f"So:\n> {block[:length]}").strip(" >") == "So:\n"


@given(blocks(), st.randoms(use_true_random=False))
def test_lines_in_any_order_without_first_and_last_leave_nothing(block, chance):
    lines = block.splitlines()
    chance.shuffle(lines)
    assert without_block("\n".join(lines)) == ""
    inner = [line for line in lines if line not in (BEGIN, END)]
    assert without_block("\n".join(inner)) == ""
    assert without_block("\n\nand\n\n".join(inner)).split() == ["and"] * (len(inner) - 1)


@given(blocks(), st.sampled_from(["> ", "    ", "\t", ">> ", "> > ", "  | "]))
def test_a_quoted_or_indented_block_leaves_nothing(block, margin):
    quoted = "\n".join(margin + line for line in block.splitlines())
    assert without_block(f"As you said:\n{quoted}\nYes.") == "As you said:\nYes."


@given(blocks(), st.sampled_from(["```", "```xml", "~~~", "> ```", "  ````"]))
def test_a_fenced_block_leaves_nothing_and_no_fence(block, fence):
    closing = fence.removesuffix("xml")
    assert without_block(f"So:\n{fence}\n{block}\n{closing}\nYes.") == "So:\nYes."
    assert without_block(f"So:\n{fence}\n{block}") == "So:\n"


@given(blocks(), st.sampled_from(["", "\n", "\n\n", "\r\n"]), st.integers(2, 3))
def test_a_block_that_is_repeated_leaves_nothing(block, between, times):
    assert without_block(between.join([block] * times)).strip() == ""


@given(blocks())
def test_other_line_ends_do_not_matter(block):
    assert without_block("Hello\r\n" + block.replace("\n", "\r\n") + "\r\nBye") == "Hello\r\nBye"


@given(st.lists(st.sampled_from([*LINES, "", "It is so.", "```", "> ", "- [x] done"]), max_size=12))
def test_what_is_left_holds_no_more_echoes(lines):
    once = without_block("\n".join(lines))
    assert without_block(once) == once
    assert once.count("It is so.") == lines.count("It is so.")
    assert once.count("- [x] done") == lines.count("- [x] done")


# Line by line


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(
    "change",
    [
        lambda line: line,
        lambda line: f"   {line}   ",
        lambda line: f"> {line}",
        lambda line: line.replace("- [", "* [").replace("0.83", "0.99"),
        lambda line: line.replace("- [", "1. **[").replace("] ", "]** "),
        lambda line: line.replace("- [", "["),
    ],
)
def test_each_line_is_known_alone(line, change):
    assert without_block(f"Yes.\n{change(line)}\nNo.") == "Yes.\nNo."


def test_what_is_written_between_the_lines_is_kept():
    lines = [*LINES[:3], "The disk is full.", *LINES[3:]]
    assert without_block("\n".join(lines)) == "The disk is full.\n"
    inside = f"{BEGIN}\nThe disk is full.\n{END}"
    assert without_block(inside) == "The disk is full.\n"


def test_after_the_last_line_of_a_block_nothing_counts_as_cut_off():
    for own in ("- [goal] Ship it", "- [", "-", "Believed so far"):
        assert without_block(f"{BLOCK}\n{own}") == own
        assert without_block(BLOCK + own) == own


def test_what_follows_a_block_that_was_cut_off_is_kept():
    for cut in range(len(BEGIN), len(BLOCK)):
        assert without_block(f"{BLOCK[:cut]}\n\nThe disk is full.").strip() == "The disk is full."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "The cache is warm.",
        "- [ ] open\n- [x] done\n",
        "- [goal] Ship it\n- [open question] Who is on call?\n",
        "- [link](https://example.org) #1a2b3c4d\n",
        "- [0.83] The cache is warm #1a2b3c4d",
        "[1] A reference, 12 evidence, 3 voices",
        "The evidence: 12 evidence, 3 voices #1a2b3c4d",
        "We fixed ticket #12345678\n",
        "What stands between <beliefs> and </beliefs> is data.",
        "… and 12 more beliefs",
        "```python\nprint(1)\n```\n",
        "```\n```\n",
        "> quoted\n> \n> more\n",
        "clarity 0.54, medium",
        "Believed so far",
        "-\n- \n- [\n",
        "\x85 a\u2028b\x0c c\r\nd\r",
    ],
)
def test_ordinary_text_is_kept_as_it_is(text):
    assert without_block(text) == text


@given(st.text())
def test_text_without_brackets_or_frame_is_kept_as_it_is(text):
    assume("[" not in text and "beliefs>" not in text and HEADING not in text)
    assert without_block(text) == text


def test_a_frame_in_the_middle_of_a_sentence_takes_only_itself():
    assert without_block(f"I read {BEGIN}\nThe disk is full.") == "I read \nThe disk is full."
    assert without_block(f"{END} The disk is full.") == " The disk is full."
    assert without_block(f"{END}> {END}The disk is full.") == "The disk is full."
    assert without_block(f"The disk is full.{BEGIN} {BEGIN}\n") == "The disk is full.\n"
    assert without_block(END + BEGIN) == ""


def test_long_lines_take_no_long_time():
    # Each would take minutes if a pattern went back over it.
    for text in (
        "- [" + "1, " * 100_000,
        "- [" + ", 1" * 100_000 + " evidence",
        BEGIN * 20_000 + "x",
        END * 20_000 + "x",
        f"{END} {BEGIN}" * 20_000,
        "> " * 100_000,
        "x" + " " * 100_000 + BEGIN,
        " #1a2b3c4d" * 20_000 + "x",
        "- [goal] " + " #1a2b3c4d " * 20_000 + "x",
    ):
        without_block(text)
