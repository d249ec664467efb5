"""How many rows there are stands in the header that a goal names, in sentences and in documents."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec import notation

GOALS = [
    (
        "Notes API: CRUD on /notes (title). The list answers the total number of notes in the "
        "header X-Total-Count."
    ),
    (
        "Build a plant API with GET /plants and POST /plants (name). GET /plants answers an "
        "X-Total-Count header with the number of plants."
    ),
    (
        "POST /songs {title}, GET /songs?limit=&offset= lists them, with the total in the "
        "X-Total-Count header."
    ),
    (
        "# Shelves\n\n## POST /shelves\n\n- label: string, required\n\n## GET /shelves\n\n"
        "Lists them; query `limit` and `offset`. The header X-Total-Count has "
        "the number of all shelves.\n"
    ),
]


@pytest.mark.parametrize("goal", GOALS)
def test_a_list_says_in_a_header_how_many_there_are(goal):
    kind = "markdown" if goal.startswith("#") else "sentences"
    spec = grasped(wanted([("goal", goal, kind)])).spec
    listed = next(
        each for each in spec.operations if each.method == "GET" and each.path.endswith("s")
    )
    told = notation.write(listed.effect)
    assert '{"X-Total-Count": text(count(found))}' in told
    assert not [each for each in spec.unknowns if each.rank == "material"]
    others = [each for each in spec.operations if each is not listed]
    assert not [each for each in others if "X-Total-Count" in notation.write(each.effect)]
