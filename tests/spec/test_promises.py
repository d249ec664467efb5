"""What goals say in so many words is in their Spec, or told as not understood."""

from __future__ import annotations

import pytest

from beliefs.spec.promises import kept
from beliefs.spec.understanding import understand


def _left(goal: str) -> list[tuple[str, str]]:
    spec = kept(goal, understand(goal).spec)
    return [(each.rank, each.words) for each in spec.unknowns if each.rank != "narrative"]


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        (
            "Photos with a title. POST /photos/{id}/like likes one. Only one like per IP address.",
            ("blocking", "Only one like per IP address."),
        ),
        (
            "Papers with a file. They are typeset with the program typesetx.",
            ("blocking", "They are typeset with the program typesetx."),
        ),
        (
            "Songs with title and url. Dead songs answer 410.",
            ("material", "Dead songs answer 410."),
        ),
    ],
)
def test_what_nothing_keeps_is_listed(goal, lost):
    assert lost in _left(goal)


def test_what_is_told_with_its_fields_is_kept():
    spec = kept("Notes with a title. Boats have a length.", understand("Notes with a title.").spec)
    assert [(each.rank, each.words) for each in spec.unknowns] == [
        ("blocking", "Boats have a length.")
    ]


@pytest.mark.parametrize(
    "goal",
    [
        "POST /sorted runs the body through `sort -u`.",
        "Notes with title. At most 60 requests per minute per IP address, then 429.",
        "Notes with a title of up to 400 characters. Unknown notes are 404, bad input is 422.",
        "Notes with title and text. GET /notes/{id}/versions, GET /notes/{id}/diff?from=1&to=2.",
    ],
)
def test_what_is_kept_is_not(goal):
    assert _left(goal) == []
