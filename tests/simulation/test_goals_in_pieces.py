"""Goals that lack pieces, or have some of others: understood or refused, and never a crash."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from beliefs.build.project import project
from beliefs.build.wanted import understood, wanted
from beliefs.errors import BeliefsError
from beliefs.spec.service import blocked
from beliefs.spec.understanding.reading import likeliest

DOCUMENTS = Path(__file__).parents[1] / "spec" / "documents"
TEXTS = sorted((DOCUMENTS / "markdown").glob("*.md"))


def in_pieces(chance: random.Random) -> str:
    """A document without a quarter of its lines, and with some lines of another."""
    one, other = (each.read_text(encoding="utf-8").splitlines() for each in chance.sample(TEXTS, 2))
    lines = [each for each in one if chance.random() < 0.75]
    for _ in range(chance.randrange(4)):
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(other))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(24))
def test_a_goal_in_pieces_is_understood_or_refused(seed: int) -> None:
    text = in_pieces(random.Random(seed))
    with contextlib.suppress(BeliefsError):  # a goal that says nothing is refused in words
        spec = understood(wanted([("goal.md", text, "markdown")]), likeliest)
        assert blocked(spec) or project(spec)


# Phrases of many manners in one goal: readers that hear only their own must not break on the rest.
PIECES = (
    "# Text helpers",
    "Nothing is stored.",
    "Every one is a `POST` with a JSON body that has a `text` (a string).",
    '| `/slug` | `{"slug"}` | `"a b"` → `{"slug": "a-b"}` |',
    'Palindromes ignore case; first `{"word": "the", "count": 2}`',
    'Priority is high if it contains "urgent", else normal.',
    "POST /jobs {name} -> 201. Workers claim the oldest pending job.",
    "Items are ordered and move between columns.",
    "Documents have a trash; GET /trash lists it.",
    "Bookings of one room must not overlap (409).",
    "A poll has options; each user votes once.",
    "Quizzes with timed attempts and a leaderboard.",
    'GET /reports/{month} answers {"total": 12.5, "by_tag": {"food": 3}}.',
    'Upload a CSV of name, price; answers {"imported": 2, "skipped": 1}.',
    "Every change keeps a version; diff?from=1&to=2.",
)


@pytest.mark.parametrize("seed", range(16))
def test_phrases_of_many_manners_are_understood_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    text = "\n\n".join(chance.sample(PIECES, 5))
    spec = understood(wanted([("goal.md", text, "markdown")]), likeliest)
    assert blocked(spec) or project(spec)


QUOTED = (Path(__file__).parent / "quoted_words.md").read_text(encoding="utf-8")


def test_words_in_quotes_that_no_new_row_brings_decide_nothing() -> None:
    spec = understood(wanted([("goal.md", QUOTED, "markdown")]), likeliest)
    assert blocked(spec) or project(spec)
