"""States that other fields decide, bounds that are fields, and what a change brings along."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_JOBS = """# Workshop jobs

Mechanics track jobs. `POST /accounts` with `username` and `password` (min 8) gives 201
`{"username": "ada"}`, `POST /sessions` with the same gives 200 `{"token": "..."}`. Everything else
needs the token as `Authorization: Bearer <token>` (401 otherwise). Nobody changes a job of others.

## Jobs

A job looks like

    {"id": 1, "title": "Gearbox", "planned": 8, "spent": 0, "state": "open", "grade": null}

- POST /jobs with `title`, `planned` (hours, at least 1): 201 and the job
- GET /jobs: all of mine, oldest first; `?state=` for those in one state
- PATCH /jobs/{id} with `spent` and/or `grade`: 200 and the job

`spent` must be between 0 and `planned` (400).
`state` is `open` while `spent` is 0, `done` when `spent` equals `planned`, otherwise `busy`.
It cannot be set.
`grade` is an integer from 1 to 6 or null. A job that isn't done cannot be graded (409).
If a job is no longer done, its grade is removed. A rejected request changes nothing.
"""

_WALLS = """# Walls to paint

* `POST /walls` `{"name", "area"}` → 201 wall; `area` at least 1
* `GET /walls` → all walls
* `PATCH /walls/{id}` with `painted` and/or `note` → 200 wall

A wall:

    {"id": 1, "name": "north", "area": 12, "painted": 0, "progress": "blank", "note": null}

The progress depends on painted: 0 is blank, painted = area is complete, everything between is
partly. `painted` lies between 0 and `area`, otherwise 422. Only a complete wall can be noted, else
409. A wall that is not complete any more loses its note.
"""

_MEMBERS = """openapi: 3.0.0
info: {title: Loyalty}
paths:
  /members:
    post:
      requestBody: {content: {application/json: {schema: {
        required: [name], properties: {name: {type: string}}}}}}
      responses: {"201": {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Member"}}}}}
  /members/{id}:
    patch:
      requestBody: {content: {application/json: {schema: {
        properties: {points: {type: integer, minimum: 0}}}}}}
      responses: {"200": {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Member"}}}}, "404": {description: no such member}}
components:
  schemas:
    Member:
      properties:
        id: {type: integer}
        name: {type: string}
        points: {type: integer}
        level: {type: string, enum: [bronze, silver, gold],
          description: "silver from 100 points, gold from 1000 points, else bronze"}
"""


def _spec(text: str, kind: Kind = "markdown") -> Spec:
    return read_sources((Source("a", text, kind),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def _open(spec: Spec) -> list[str]:
    return [each.words for each in spec.unknowns if each.rank != "narrative"]


def test_a_state_is_what_other_fields_make_it() -> None:
    jobs, members = _spec(_JOBS), _spec(_MEMBERS, "openapi")
    state = 'if(job.spent = 0, "open", if(job.spent = job.planned, "done", "busy"))'
    assert f"{{state: {state}}}" in _effect(jobs, "POST", "/jobs")
    assert ".state = input.state" in _effect(jobs, "GET", "/jobs")
    level = 'if(member.points >= 1000, "gold", if(member.points >= 100, "silver", "bronze"))'
    assert level in _effect(members, "PATCH", "/members/{id}")
    assert not faults(jobs)
    assert not faults(members)
    assert not _open(jobs)
    assert not _open(members)


def test_a_bound_may_be_another_field_of_the_row() -> None:
    for text, name, most in ((_JOBS, "job", "spent"), (_WALLS, "wall", "painted")):
        lines = _effect(_spec(text), "PATCH", f"/{name}s/{{id}}")
        bound = "planned" if name == "job" else "area"
        assert f"guard or_else(input.{most}, {name}.{most}) <= {name}.{bound} else" in lines
        assert f"guard or_else(input.{most}, {name}.{most}) >= 0 else" in lines
        assert "planned: input.planned" in lines or "guard" not in _effect(
            _spec(text), "POST", f"/{name}s"
        )


def test_what_a_value_needs_is_looked_at_once_the_row_is_changed() -> None:
    for text, name, value in ((_JOBS, "job", "grade"), (_WALLS, "wall", "note")):
        lines = _effect(_spec(text), "PATCH", f"/{name}s/{{id}}").splitlines()
        change = next(at for at, each in enumerate(lines) if each.startswith("patch "))
        guard, case, lost = lines[change + 1 : change + 4]
        assert guard.startswith(f"guard input.{value} = null or ")
        assert " else conflict " in guard
        assert case.startswith("if not(")
        assert lost.strip().endswith(f"{name} {{{value}: null}}")
    assert not _open(_spec(_WALLS))


def test_everything_else_needs_what_a_login_gives() -> None:
    spec = _spec(_JOBS)
    needs = {each.path: each.needs for each in spec.operations}
    assert needs == {
        "/accounts": "",
        "/sessions": "",
        "/jobs": "caller",
        "/jobs/{id}": "caller",
    }
    assert "Job[where .account_id = me.id]" in _effect(spec, "GET", "/jobs")
