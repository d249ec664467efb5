"""What is not accepted is repaired by what is believed, or fails honestly."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from beliefs.build.experience import Choice, experience
from beliefs.build.noted import Asked, noted
from beliefs.build.project import project
from beliefs.build.repairs import answers, repairs
from beliefs.build.stages import Attempt, State, Watch, begin, repair, repaired, verdict_of
from beliefs.build.wanted import Grasped, Wanted, grasped, wanted
from beliefs.cli.build import _learn
from beliefs.judge import speech
from beliefs.spec.service import Example

GOAL = "An API with FastAPI: GET /time gives the current UTC time in ISO 8601 under the key time."
QUESTION = "what time is called"


def _understood(right: str) -> tuple[list[str], object]:
    """A goal that can be read in three ways, of which at most one is what its example shows."""
    asked_for: list[str] = []

    def understood(asked: Wanted) -> Grasped:
        found = grasped(asked)
        answer = asked["answers"].get(QUESTION, "a clock")
        asked_for.append(answer)
        status = 200 if answer == right else 418
        example = Example("GET", "/time", status, "goal:1")
        others = tuple(each for each in (("an hour", 0.2), ("a moment", 0.3)) if each[0] != answer)
        choice = Choice(QUESTION, answer, "", 0.5, 0.5, others)
        return replace(
            found,
            spec=replace(found.spec, summary=answer, examples=(example,)),
            choices=(choice,),
        )

    return asked_for, understood


def _built(folder: Path, right: str, seconds: float | None = None) -> tuple[list[str], State]:
    asked_for, understood = _understood(right)
    asked = Asked(
        wanted=wanted([("goal", GOAL, "sentences")]),
        output=str(folder),
        beside=str(folder.parent),
        partial=False,
        emit_only=False,
        offline=False,
        thorough=False,
        seconds=seconds,
    )
    with noted(asked) as name:
        return asked_for, begin(name, asked, understood, Watch())  # type: ignore[arg-type]


def test_the_likeliest_answer_that_is_accepted_is_delivered(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / "home"))
    asked_for, state = _built(tmp_path / "clock", "an hour", seconds=600)
    assert asked_for[0] == "a clock"
    assert (verdict_of(state).word, state["changed"]) == ("accepted", [QUESTION, "an hour"])
    # The likelier one was tried before it, and nothing of it is left.
    assert [(each["answer"], each["verdict"]) for each in repaired(state)] == [
        ("a moment", "not accepted"),
        ("an hour", "accepted"),
    ]
    assert "an hour" in (tmp_path / "clock" / "README.md").read_text(encoding="utf-8")
    kept = json.loads((tmp_path / "clock/.belief/provenance.json").read_text(encoding="utf-8"))
    assert kept["repairs"] == repaired(state)
    assert kept["repaired_for"].startswith("examples of the goal: GET /time")
    said = "an hour, since with a clock it was not accepted"
    readme = (tmp_path / "clock" / "README.md").read_text(encoding="utf-8")
    assert f"- {QUESTION}: {said}" in readme.partition("## Assumed")[2]
    kept = json.loads((tmp_path / "clock/.belief/assumptions.json").read_text(encoding="utf-8"))
    assert [QUESTION, said] in [[e["about"], e["chosen"]] for e in kept["assumptions"]]


def test_when_nothing_helps_the_first_project_stays_as_it_was_judged(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / "home"))
    _, state = _built(tmp_path / "clock", "nothing", seconds=600)
    assert verdict_of(state).word == "not accepted"
    assert verdict_of(state).first_unmet.startswith("examples of the goal: GET /time")
    assert len(repaired(state)) == 2
    assert "a clock" in (tmp_path / "clock" / "README.md").read_text(encoding="utf-8")

    # Without time for another, none is begun.
    _, state = _built(tmp_path / "hasty", "nothing", seconds=0.1)
    assert repaired(state) == []
    assert verdict_of(state).word == "not accepted"


def test_what_is_late_alone_is_neither_repaired_nor_learned_from(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(speech, "_ANSWER_SECONDS", 1e-6)
    asked_for, state = _built(tmp_path / "clock", "an hour", seconds=600)
    assert verdict_of(state).word == "timed out"
    assert (asked_for, repaired(state)) == (["a clock"], [])
    _learn(state)
    with experience() as known:
        assert known.known == {}
    told = json.loads((tmp_path / "clock/.belief/verdict.json").read_text(encoding="utf-8"))
    assert (told["verdict"], told["stages"][-1]["late"]) == ("timed out", True)


def test_a_repair_that_is_late_alone_does_not_take_the_place_of_the_first(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / "home"))
    _, understood = _understood("nothing")
    _, state = _built(tmp_path / "clock", "nothing", seconds=600)
    late: dict[str, Any] = {"word": "timed out", "stages": [], "level": None}
    first, second, _ = state["attempts"]

    def after(*attempts: Attempt) -> State:
        last = cast("State", {**state, **attempts[-1], "verdict": late})
        return repair({**last, "attempts": list(attempts[:-1])}, understood)  # type: ignore[arg-type]

    # Another answer is tried; with none left, what was judged stays.
    assert after(first, second)["mending"]
    ended = after(*state["attempts"])
    assert (ended["mending"], ended["verdict"]) == (False, first["verdict"])


STORED = "A notes API: POST /notes with text, GET /notes."


def test_another_framework_or_storage_than_the_usual_is_said():
    """What goes without saying in the first is an assumption once it was answered otherwise."""
    asked = wanted([("goal", STORED, "sentences")])
    first = grasped(asked)
    choices = [
        {"question": each.question, "answer": each.answer, "instead": each.instead, "told": False}
        for each in first.choices
    ]
    found = {
        each.question: grasp.spec
        for each, _, grasp in repairs(asked, first.spec, choices, [], grasped)
    }
    for question, said in (
        ("the framework", "flask, since with fastapi it was not accepted"),
        ("the storage", "json, since with sqlite it was not accepted"),
    ):
        assert f"- {question}: {said}" in project(found[question])["README.md"]


def test_what_somebody_answered_is_not_repaired():
    told = {"question": "a", "answer": "b", "instead": [["c", 0.4]], "told": True}
    assert answers([told]) == []


SIGNED = (
    "A notes API where users register and log in with JWT signed with the secret from the "
    "environment variable APP_SECRET and see only their own notes."
)


def test_a_token_that_the_goal_names_is_no_open_choice():
    assert "what tokens are" not in {
        each.question for each in grasped(wanted([("goal", SIGNED, "sentences")])).choices
    }


def test_no_repair_drops_what_the_goal_names():
    """Whatever is answered, a Spec without what the text names is not tried."""
    plain = "A notes API where users register and log in and see only their own notes."
    asked = wanted([("goal", plain, "sentences")])
    first = grasped(asked)
    choices = [
        {"question": each.question, "answer": each.answer, "instead": each.instead, "told": False}
        for each in first.choices
    ]

    def tried(text: str) -> set[str]:
        # The reading is that of the plain goal, and the text names what it chose.
        named = wanted([("goal", text, "sentences")])
        found = repairs(
            named,
            first.spec,
            choices,
            [],
            lambda each: grasped({**asked, "answers": each["answers"]}),
        )
        return {each.question for each, _, _ in found}

    open_ = tried(plain)
    assert {"what tokens are", "the framework", "the storage"} <= open_
    assert tried(f"{plain} Tokens are JWT.") == open_ - {"what tokens are"}
    assert tried(f"{plain} Their key is SECRET_KEY.") == open_ - {"what tokens are"}
    assert tried(f"{plain} FastAPI.") == open_ - {"the framework"}
    assert tried(f"{plain} SQLite.") == open_ - {"the storage"}
