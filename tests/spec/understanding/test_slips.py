"""Words with letters in the wrong order are read as what they stand for, and that is said."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand


@pytest.mark.parametrize(
    ("goal", "path", "slips"),
    [
        (
            "A recipes API wiht CRUD for teh recipes: name adn servings. Use Postgress.",
            "/recipes",
            {"wiht": "with", "teh": "the", "adn": "and", "Postgress": "postgres"},
        ),
        ("CRUD for songs taht have a title, in SQLLite.", "/songs", {"taht": "that"}),
    ],
)
def test_slips_in_short_words_are_put_right(goal, path, slips):
    spec = understand(goal).spec
    said = {each.about: each.chosen for each in spec.assumptions}
    assert {each.path.split("/{")[0] for each in spec.operations} == {path}
    for slip, meant in slips.items():
        assert said[f"the word {slip}"] == f"read as {meant}"
