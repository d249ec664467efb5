"""The question whose answer would change most comes first, and answers are merged."""

from __future__ import annotations

import pytest

from beliefs.build.questions import answered, questions
from beliefs.build.wanted import grasped, wanted

GOAL = "A bookmark API with FastAPI and SQLite: CRUD with tags. Links must smell of roses."
TAG = "can bookmarks be listed by tag"


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path))


def test_what_costs_most_is_asked_first_and_what_changes_nothing_is_not():
    asked = wanted([("goal", GOAL, "sentences")])
    found = questions(asked, grasped(asked), grasped)
    assert "smell of roses" in found[0].about
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    assert "the framework" not in {each.about for each in found}
    (tag,) = [each for each in found if each.about == TAG]
    assert tag.options[1] == ("no", "another GET /bookmarks")


def test_an_answer_is_taken_and_is_not_asked_for_again():
    asked = wanted([("goal", GOAL, "sentences")])
    (tag,) = [each for each in questions(asked, grasped(asked), grasped) if each.about == TAG]
    told = answered(asked, tag, "no")
    (choice,) = [each for each in grasped(told).choices if each.question == tag.about]
    assert (choice.answer, choice.told) == ("no", True)
    assert tag.about not in {each.about for each in questions(told, grasped(told), grasped)}


def test_words_that_were_not_understood_can_be_said_again():
    asked = wanted([("goal", GOAL, "sentences")])
    roses = questions(asked, grasped(asked), grasped)[0]
    told = grasped(answered(asked, roses, "Bookmarks have a url and a scent.")).spec
    assert not [each for each in told.unknowns if each.rank != "narrative"]
    assert "scent" in [each.name for each in told.entities[0].fields]
    lost = grasped(answered(asked, roses, "Bookmarks must hum the zither.")).spec
    assert roses.words in [each.words for each in lost.unknowns]
