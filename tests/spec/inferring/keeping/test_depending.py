"""Rows that wait for others of their kind."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

CHORES = """
# Chores

- `POST /chores` with `{{"name": "Paint", "depends_on": [1]}}` -> 201 `{{"id": 2, "name": "Paint", \
"depends_on": [1], "done": false}}`. `depends_on` may be left out. A chore that does not exist in \
`depends_on`: 422.
- `GET /chores/{{id}}` -> 200 the chore, 404.
- `POST /chores/{{id}}/finish` -> 200, the chore with `done: true`. 409 if it is done already, \
409 {refused}.
- `GET /{place}` -> 200, {told}, oldest first.
"""
_READY = "count({}.depends_on[where not(row in each(one in Chore[where .done]: one.id))])"


def _effects(refused: str, told: str, place: str = "next") -> dict[str, str]:
    text = CHORES.format(refused=refused, told=told, place=place)
    spec = read_sources((Source("chores.md", text, "markdown"),))
    assert not [each for each in spec.unknowns if each.rank == "blocking"]
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


@pytest.mark.parametrize(
    "refused",
    [
        "if one of the chores that it depends on is not done",
        "if a chore it depends on is not done yet",
        "if any of its dependencies is not done",
        "if not all of its dependencies are done",
        "when its dependencies are not all done",
    ],
)
def test_a_row_waits_until_others_are_done(refused: str):
    effects = _effects(refused, "all chores")
    done = effects["POST /chores/{id}/finish"]
    assert "guard not(chore.done) else conflict" in done
    assert f"guard not({_READY.format('chore')} > 0) else conflict" in done
    made = effects["POST /chores"]
    assert "guard count(input.depends_on[where not(row in each(one in Chore: one.id))]) = 0" in made


@pytest.mark.parametrize(
    "told",
    [
        "the chores that are not done and whose dependencies are all done",
        "chores which are not done and all of whose dependencies are done",
    ],
)
def test_rows_that_need_not_wait_are_listed(told: str):
    listed = _effects("if a chore it depends on is not done", told, "ready")["GET /ready"]
    assert f"{_READY.format('')} = 0" in listed


def test_what_can_be_done_to_a_row_is_no_state_that_it_must_have():
    text = """
# Runs

- `POST /runs` with `{"name": "a"}` -> 201 `{"id": 1, "name": "a", "status": "waiting"}`
- `POST /runs/{id}/start` -> 200 the run with `status: "running"`.
- `POST /runs/{id}/stop` -> 200 the run with `status: "stopped"`. \
Only running runs can be stopped: 409.
"""
    spec = read_sources((Source("runs.md", text, "markdown"),))
    stop = next(each for each in spec.operations if each.path == "/runs/{id}/stop")
    assert 'guard run.status = "running" else conflict' in notation.write(stop.effect)
