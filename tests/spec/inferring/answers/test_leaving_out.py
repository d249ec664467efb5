"""Lists that leave rows in a state out, in the words of many, alone and beside a parameter."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_TASKS = """# Chores

## POST /chores

Body: `{"name": "x"}`

Response 201: `{"id": 1, "name": "x", "paused": false}`

## GET /chores

%s

## POST /chores/{id}/pause

Pauses the chore, 200 with it.
"""


def _list(words: str) -> str:
    spec = read_sources((Source("goal.md", _TASKS % words),))
    return next(
        write(each.effect)
        for each in spec.operations
        if f"{each.method} {each.path}" == "GET /chores"
    )


@pytest.mark.parametrize(
    "words",
    [
        "Paused chores are not listed.",
        "It leaves out paused chores.",
        "A paused chore disappears from this list.",
        "Paused chores no longer show up here.",
        "All chores except the paused ones.",
        "Lists the chores that are not paused.",
    ],
)
def test_rows_in_a_state_are_left_out(words: str) -> None:
    assert _list(words) == "answer 200 Chore[where not(.paused)]"


@pytest.mark.parametrize(
    "words",
    [
        "Lists the chores that are not paused; ?paused=true lists only the paused ones.",
        "All chores except the paused ones; with ?paused=true only those.",
        "Paused chores are hidden, ?paused=true shows them instead.",
        "Paused ones are left out unless ?paused=true is given.",
    ],
)
def test_whoever_asks_for_them_sees_them(words: str) -> None:
    assert _list(words) == "answer 200 Chore[where .paused = or_else(input.paused, false)]"


def test_whoever_asks_for_them_too_sees_all() -> None:
    words = "Paused ones are left out; ?include_paused=true shows them too."
    assert _list(words) == "answer 200 Chore[where input.include_paused or not(.paused)]"
