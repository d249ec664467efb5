"""Requests fail as the goal says, whatever the form of the goal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from beliefs.build.wanted import understood, wanted
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding.reading import likeliest
from tests.spec.brief.asking import unmet

_FORMS = {
    "goal": ("goal", "sentences"),
    "markdown": ("api.md", "markdown"),
    "openapi": ("api.yaml", "openapi"),
}


def _told() -> dict[str, tuple[str, str, str]]:
    """The goals of all files, each with its form and what is asked of it."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("*.txt")):
        for case in re.split(r"(?m)^=== ", file.read_text("utf-8"))[1:]:
            name, _, rest = case.partition("\n")
            parts = re.split(r"(?m)^--- (\w+)\n", rest)
            pairs = list(zip(parts[1::2], parts[2::2], strict=True))
            talk = next(each for form, each in pairs if form == "requests")
            for at, (form, text) in enumerate(each for each in pairs if each[0] in _FORMS):
                found[f"{file.stem}/{name.strip()}/{form}{at}"] = (form, text.strip(), talk)
    return found


TOLD = _told()


def _spec(form: str, text: str) -> Spec:
    name, kind = _FORMS[form]
    return understood(wanted([(name, text, kind)]), likeliest)


@pytest.mark.parametrize("goal", [each for each in TOLD if not each.startswith("listed/")])
def test_requests_fail_as_the_goal_says(goal: str) -> None:
    form, text, talk = TOLD[goal]

    spec = _spec(form, text)

    assert not blocked(spec)
    assert not [each.words for each in spec.unknowns if each.rank == "material"]
    assert not unmet(spec, talk)


@pytest.mark.parametrize("goal", [each for each in TOLD if each.startswith("listed/")])
def test_what_no_request_does_is_listed(goal: str) -> None:
    form, text, talk = TOLD[goal]

    spec = _spec(form, text)

    told = " ".join(each.words for each in spec.unknowns if each.rank != "narrative")
    assert all(each in told for each in talk.strip().splitlines())
