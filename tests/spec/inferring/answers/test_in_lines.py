"""Searches through the lines of texts, and filters by choices that are steps."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec, blocked

POEMS = """# Poems

## PUT /poems/{title}
The raw request body as text/plain. 201 if it is new, else 200.

## GET /poems/{title}
The text as text/plain, 404 if there is none.

## GET /grep?q=sea
Looks for q in %s. `{"total": 1, "hits": [{"poem": "tides", "line": 3, "text": "the sea"}]}`
"""

TICKETS = """# Tickets

## POST /tickets
`{"title": "Printer", "priority": "low"}`. `priority` is one of low, normal, high, urgent. 201.

## GET /tickets
All tickets. %s
"""


def _effect(spec: Spec, start: str) -> str:
    found = (each for each in spec.operations if f"{each.method} {each.path}".startswith(start))
    return notation.write(next(found).effect)


@pytest.mark.parametrize(
    "where", ["every line of every poem, ignoring case", "all lines of all poems", "the lines"]
)
def test_lines_with_their_numbers(where):
    spec = read_sources((Source("poems.md", POEMS % where),))
    made = _effect(spec, "GET /grep")
    assert not blocked(spec)
    assert "flat(each(poem in Poem[by .title]:" in made
    assert "[where contains(.text, input.q)]" in made
    assert "{poem: it.row.title, line: it.number + 1, text: it.text}" in made
    assert "total: count(found)" in made


@pytest.mark.parametrize(
    ("said", "sign"),
    [
        ("`?priority=high` gives that priority and everything above.", ">="),
        ("`?min_priority=normal` leaves out less urgent ones.", ">="),
        ("`?priority=normal` lists those of at most this priority.", "<="),
    ],
)
def test_steps_of_a_ladder(said, sign):
    spec = read_sources((Source("tickets.md", TICKETS % said),))
    made = _effect(spec, "GET /tickets")
    ladder = 'index(["low", "normal", "high", "urgent"], '
    assert f"{ladder}.priority) {sign} {ladder}input." in made


def test_a_choice_that_is_asked_for_alone_is_no_step():
    spec = read_sources((Source("tickets.md", TICKETS % "`?priority=high` filters by it."),))
    assert ".priority = input.priority" in _effect(spec, "GET /tickets")
