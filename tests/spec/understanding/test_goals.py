"""Goals and what they are understood to ask for; goals that cannot be built, and are not."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from beliefs.errors import OtherLanguage
from beliefs.judge.goals import goals
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand
from beliefs.spec.understanding.tokens import tokens
from tests.spec.understanding.told import told

_HERE = Path(__file__).parent


def _lines(name: str) -> list[str]:
    return (_HERE / name).read_text("utf-8").strip().split("\n")


def _cases() -> list[tuple[str, list[str]]]:
    text = (_HERE / "understood.txt").read_text("utf-8").strip()
    blocks = [each.split("\n") for each in text.split("\n\n")]
    return [(first.removeprefix("> "), rest) for first, *rest in blocks]


@pytest.mark.parametrize(("goal", "wanted"), _cases(), ids=lambda each: str(each)[:60])
def test_a_goal_asks_for_these_operations(goal, wanted):
    spec = understand(goal).spec
    assert told(spec) == wanted
    assert {each.rank for each in spec.unknowns} <= {"narrative"}
    assert all(each.effect for each in spec.operations)
    assert faults(spec) == []


@pytest.mark.parametrize(
    "goal",
    [each.sentence for each in goals() if each.kind == "service"],
    ids=lambda each: each[:60],
)
def test_every_service_of_the_benchmark_is_understood(goal):
    spec = understand(goal).spec
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    assert all(each.effect for each in spec.operations)
    assert faults(spec) == []


@pytest.mark.parametrize("goal", _lines("told_otherwise.txt"), ids=lambda each: each[:60])
def test_goals_in_other_words_keep_their_routes(goal):
    spec = understand(goal).spec
    assert spec.unknowns == ()
    named = [each.text for each in tokens(goal) if each.sort in {"method", "path"}]
    routes = [
        (method, path)
        for method, path in pairwise(named)
        if method.isupper() and path.startswith("/")
    ]
    assert set(routes) <= {(each.method, each.path) for each in spec.operations}


@pytest.mark.parametrize("goal", _lines("refused.txt"), ids=lambda each: each[:60])
def test_what_cannot_be_built_is_refused_with_a_reason(goal):
    blocking = [each for each in understand(goal).spec.unknowns if each.rank == "blocking"]
    assert blocking
    assert all(each.why for each in blocking)


@pytest.mark.parametrize(
    ("goal", "language"),
    [
        ("Baue eine API mit FastAPI und SQLite für Notizen mit Titel und Inhalt.", "German"),
        ("Construis une API avec FastAPI pour gérer des livres et des auteurs.", "French"),
        ("Crear una API con FastAPI para gestionar los libros y los autores.", "Spanish"),
        ("Создай сервис для заметок с заголовком и текстом.", "another script"),
        ("用FastAPI做一个书签管理服务", "another script"),
    ],
)
def test_another_language_is_said_to_be_one(goal, language):
    with pytest.raises(OtherLanguage, match=language):
        understand(goal)


def test_slips_are_put_right_and_said():
    spec = understand("A bokmark API with FastAPI: CRUD with tags and a serach.").spec
    assert [each.name for each in spec.entities] == ["Bookmark"]
    assert [each.about for each in spec.assumptions[:2]] == ["the word bokmark", "the word serach"]
