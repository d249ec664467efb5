"""Lists that words alone tell of, at paths that are about nothing that is kept."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources


def _effect(said: str) -> str:
    text = (
        "# Kitchen\n\n- POST /recipes {name, minutes: integer, vegan: boolean, "
        f"course: starter|main}}\n- {said}\n"
    )
    spec = read_sources((Source("a.md", text),))
    return notation.write(spec.operations[1].effect)


@pytest.mark.parametrize(
    ("said", "effect"),
    [
        ("GET /overview all recipes by name", "answer 200 Recipe[by .name]"),
        ("GET /recent the latest recipes first", "answer 200 Recipe[by .id down]"),
        ("GET /vegan lists the vegan recipes", "answer 200 Recipe[where .vegan]"),
        ("GET /long recipes of more than 60 minutes", "answer 200 Recipe[where .minutes > 60]"),
        (
            "GET /mains lists all recipes whose course is main, sorted by name",
            'answer 200 Recipe[where .course = "main", by .name]',
        ),
    ],
)
def test_rows_are_those_that_the_words_tell(said, effect):
    assert _effect(said) == effect


@pytest.mark.parametrize(
    "said",
    [
        "GET /cages: all of them",
        "GET /favorites lists the favorite recipes",
        "GET /quick lists quick recipes",
        "GET /kitchens the kitchens that make recipes",
        "GET /expensive recipes over 10 euros",
        "GET /top the recipes with the most likes",
        "GET /x lists all",
    ],
)
def test_rows_of_another_kind_are_never_answered(said):
    assert _effect(said) == ""
