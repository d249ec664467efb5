"""Failures as problem details: what is said of them holds everywhere, and adds no fields."""

from __future__ import annotations

import json

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.problems import PROBLEM
from beliefs.spec.rendering import read, render
from beliefs.spec.service import Spec, blocked


def _spec(text: str) -> Spec:
    kind = "markdown" if text.startswith("#") else "sentences"
    return grasped(wanted([("goal", text, kind)])).spec


@pytest.mark.parametrize(
    ("goal", "members"),
    [
        (
            (
                "A shelf API: CRUD on /shelves (label, boards). Failures are sent as "
                "application/problem+json with type, title and status."
            ),
            ["type", "title", "status"],
        ),
        (
            "Todos: POST /todos {title}, GET /todos/{id}. All errors follow RFC 9457.",
            ["type", "title", "status", "detail"],
        ),
        (
            (
                "# Tasks\n\nErrors use problem details (`application/problem+json`).\n\n"
                "## POST /tasks\n\n- title: string, required\n\n"
                "## GET /tasks/{id}\n\n404 if there is none.\n"
            ),
            ["type", "title", "status", "detail"],
        ),
    ],
)
def test_failures_are_problems_where_that_is_said(goal, members):
    spec = _spec(goal)
    assert not blocked(spec)
    assert spec.failures.media == PROBLEM
    assert list(json.loads(spec.failures.body)) == members
    assert not [each for each in spec.unknowns if each.rank == "material"]
    fields = {field.name for entity in spec.entities for field in entity.fields}
    assert not fields & {"type", "status", "detail"}
    assert read(render(spec)) == spec
