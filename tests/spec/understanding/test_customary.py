"""A goal that names a service which everybody knows has what such a service does, and says so."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

SERVICES = tomllib.loads(
    files("beliefs.spec.understanding").joinpath("customary.toml").read_text("utf-8")
)["service"]
NAMES = [(name, each["does"]) for each in SERVICES for name in each["called"]]


@pytest.mark.parametrize(("name", "does"), NAMES, ids=[name for name, _ in NAMES])
@pytest.mark.parametrize("goal", ["Build a {} API with Flask.", "{} service, SQLite"])
def test_a_name_is_enough(goal: str, name: str, does: str) -> None:
    found = understand(goal.format(name))
    told = {each.about: each.chosen for each in found.spec.assumptions}
    assert told[f"what a service called {name} does"] == does
    assert not found.spec.unknowns
    assert not faults(found.spec)
    assert all(each.effect for each in found.spec.operations)
    words = [each.word for each in found.trace]
    assert " ".join(words) == goal.format(name).replace(",", "").rstrip(".")
    assert "unknown" not in {each.rule for each in found.trace}


@pytest.mark.parametrize(
    "goal",
    [
        "A wiki API: CRUD for articles with headline and text.",
        "A URL shortener: POST /links with url answers with a code.",
        "A job board API: CRUD for offers with title and salary.",
        "A notes API.",
        "A multiplayer wiki game with levels",
    ],
)
def test_what_a_goal_says_is_what_is_built(goal: str) -> None:
    told = [each.about for each in understand(goal).spec.assumptions]
    assert not any(each.startswith("what a service called") for each in told)
