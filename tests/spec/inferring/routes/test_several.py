"""PATCH and PUT of a collection, with a list as the body."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped
from beliefs.spec import notation
from beliefs.spec.service import Spec, blocked

_CHANGES = """\
let changed = []
for each_one in input.body:
    guard each_one.id != null else out_of_range "The body does not fit"
    let lamp = first(Lamp[where .id = each_one.id])
    guard lamp != null else absent "Lamp not found"
    let values = fitted(each_one, "Lamp", "watts?")
    guard values != null else out_of_range "The body does not fit"
    patch Lamp lamp values
    let changed = append(changed, lamp)
"""


def _read(text: str, kind: str = "markdown") -> Spec:
    name = "goal" if kind == "sentences" else "api.md"
    return grasped({"sources": [[name, text, kind]], "told": {}, "answers": {}}).spec


def _effect(spec: Spec, method: str) -> str:
    return notation.write(next(each.effect for each in spec.operations if each.method == method))


_LAMPS = "# Lamps\n\nA lamp has a name and watts (integer).\n\n- POST /lamps\n- GET /lamps\n"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            '- PATCH /lamps `[{"id": 1, "watts": 5}]` -> 200 `{"updated": 2}`',
            "{updated: count(changed)}",
        ),
        ('- PATCH /lamps `[{"id": 1, "watts": 5}]` answers the changed lamps', "changed"),
        ('\n## PATCH /lamps\nBulk update. Body: `[{"id": 1, "watts": 2}]`.', "changed"),
        (
            """
| Method | Path | Body | Answer |
|---|---|---|---|
| PATCH | /lamps | `[{"id": 1, "watts": 5}]` | 200, the lamps |""",
            "changed",
        ),
    ],
)
def test_rows_that_a_list_names_are_changed_all_or_none(said, answer):
    spec = _read(f"{_LAMPS}{said}\n")
    assert _effect(spec, "PATCH") == f"{_CHANGES}answer 200 {answer}"
    assert _effect(spec, "POST").endswith("answer 201 lamp")


def test_a_sentence_says_it_too():
    spec = _read(
        "API for lamps (name, watts). POST /lamps, GET /lamps, PATCH /lamps with a list of "
        "{id, watts} updates all of them, GET /lamps/{id}.",
        "sentences",
    )
    assert _effect(spec, "PATCH") == f"{_CHANGES}answer 200 changed"


def test_a_list_without_keys_is_the_whole_collection():
    spec = _read(f'{_LAMPS}- PUT /lamps replaces the whole list: `[{{"name": "a", "watts": 1}}]`\n')
    effect = _effect(spec, "PUT")
    assert effect.startswith("delete Lamp where true\n")
    assert "insert Lamp {name: values.name, watts: values.watts} as lamp" in effect


def test_a_whole_list_with_keys_is_not_guessed_at():
    said = '- PUT /lamps replaces the whole list: `[{"id": 1, "name": "a", "watts": 1}]`'
    assert blocked(_read(f"{_LAMPS}{said}\n"))
