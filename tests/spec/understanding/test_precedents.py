"""Goals that are known: recognised in other words, and not where something else is asked."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.service import Spec
from beliefs.spec.understanding.precedents import recognised
from beliefs.spec.understanding.precedents.recognising import Precedent, known

_HERE = Path(__file__).parent
# Measured on texts by people who saw only the goals; the first may only rise, the others fall.
_RECOGNISED = 74  # of 90 that say the same
_MISTAKEN = 23  # of 60 that differ in one fact
_UNTOLD = 2  # of those, where no clause is told that has words besides


def _read(text: str) -> Spec:
    return grasped(wanted([("goal", text, "sentences")])).spec


def _goals(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((_HERE / name).read_text("utf-8"))["goal"]
    return found


@pytest.mark.parametrize("precedent", known(), ids=lambda each: each.named.replace(" ", "-"))
def test_a_precedent_is_read_by_the_grammar(precedent: Precedent) -> None:
    spec = _read(f"A {precedent.named}: {precedent.text}.")
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []


def test_goals_in_other_words_are_recognised() -> None:
    texts = [text for each in _goals("retold.toml") for text in each["paraphrases"]]
    assert sum(recognised(each) is not None for each in texts) >= _RECOGNISED


def test_goals_that_differ_in_a_fact_are_seldom_taken_for_known_and_their_words_are_told() -> None:
    texts = [one["text"] for each in _goals("altered.toml") for one in each["altered"]]
    taken = [told for each in texts if (told := recognised(each)) is not None]
    assert len(taken) <= _MISTAKEN
    assert sum(not each.left for each in taken) <= _UNTOLD


_VAULT = (
    "With FastAPI I want a place for files that outlives a restart. In: POST /files, field file. "
    "GET /files enumerates id, filename and size; GET /files/{id}/download hands a file back "
    "under its original name and type; files may be deleted. A POST on /files/{id}/share, told "
    "expires_in (seconds), yields url: the link has a token that nobody can guess and fetches the "
    "file until it expires, thereafter it is 410. Whatever exceeds 5 MB gets turned away with 413."
)


def test_what_a_goal_is_read_as_is_stated() -> None:
    spec = _read(_VAULT)
    [read_as] = [each for each in spec.assumptions if "in its own words" in each.about]
    assert "keeps files over restarts" in read_as.chosen
    assert "POST /files/{id}/share" in read_as.chosen


def test_a_figure_may_be_another() -> None:
    told = recognised(_VAULT.replace("5 MB", "8 MB"))
    assert told is not None
    assert "Files over 8 MB are refused with 413" in told.text
    assert _read(_VAULT.replace("5 MB", "8 MB")).operations != _read(_VAULT).operations


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("413", "413, or 200"),  # a figure besides
        ("GET /files enumerates", "GET /vault enumerates"),  # another request
        ("id, filename and size", "id, name and size"),  # a field by another name
        ("its original name", "a random name"),
        ("expires_in (seconds)", "expires_in (minutes)"),
        ("that outlives a restart", "that are gone tomorrow"),
        ("files may be deleted", "files may be looked at"),
    ],
)
def test_whoever_says_something_else_is_not_taken_for_known(said: str, instead: str) -> None:
    assert recognised(_VAULT) is not None
    assert recognised(_VAULT.replace(said, instead)) is None


def test_words_that_no_fact_accounts_for_are_told() -> None:
    told = recognised(_VAULT.replace("files may be deleted", "the owner may delete his files"))
    assert told is not None
    assert any("owner" in each for each in told.left)
    assert {each.rank for each in told.unknowns} == {"material"}
