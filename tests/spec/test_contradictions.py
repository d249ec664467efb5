"""What sources state in two ways is shown with both lines, and the more specific is taken."""

from __future__ import annotations

import pytest

from beliefs.spec.contradictions import settled
from beliefs.spec.service import TWO_THINGS, Spec


def _settled(*sources: tuple[str, str, str]) -> Spec:
    return settled(Spec("a", "A", ""), sources)


@pytest.mark.parametrize(
    ("goal", "storage", "instead"),
    [
        ("A diary API with SQLite.\nEverything is kept in a JSON file.", "json", "sqlite [goal:1]"),
        ("Recipes live in JSON files. Postgres.", "json", "postgres [goal:1]"),
        ("All in memory.\nThe database is SQLite.", "sqlite", "memory [goal:1]"),
    ],
)
def test_two_storages_of_one_goal_are_both_shown(goal, storage, instead):
    made = _settled(("goal", goal, "sentences"))
    (said,) = made.assumptions
    assert made.storage == storage
    assert said.about == f"the storage, {TWO_THINGS}"
    assert (said.chosen, said.instead) == (storage, (instead,))


def test_a_document_is_more_specific_than_a_sentence():
    made = _settled(
        ("goal", "A shop API with Flask. Storage: Postgres. It listens on port 9000.", "sentences"),
        ("shop.md", "# Shop\n\nFastAPI, port 8080.\n\nSQLite.", "markdown"),
    )
    assert (made.framework, made.storage, made.port) == ("fastapi", "sqlite", 8080)
    told = {each.about.partition(",")[0]: (each.source, each.instead) for each in made.assumptions}
    assert told == {
        "the storage": ("shop.md:5", ("postgres [goal:1]",)),
        "the framework": ("shop.md:3", ("flask [goal:1]",)),
        "the port": ("shop.md:3", ("9000 [goal:1]",)),
    }


@pytest.mark.parametrize(
    "goal",
    [
        "A diary API with SQLite. GET /export downloads a JSON file.",
        "A diary API with SQLite, not a JSON file.",
        "Data is kept in SQLite and sent as JSON.",
        "Store it in SQLite rather than in memory.",
    ],
)
def test_what_is_no_second_setting_is_no_contradiction(goal):
    assert not _settled(("goal", goal, "sentences")).assumptions
