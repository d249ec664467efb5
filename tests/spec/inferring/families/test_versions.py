"""Rows that remember: earlier states, edits that are based on the last one, locked rows."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

RECIPES = """# Recipe book

The slug is made from the name: anything but letters a-z and digits becomes a hyphen.

### POST /recipes

```json
{"name": "Apple Pie", "steps": "Bake"}
```

`name` is required and must not be blank; `steps` can be omitted and is then empty. Returns 201 and

```json
{"slug": "apple-pie", "name": "Apple Pie", "steps": "Bake", "frozen": false, "revision": 1}
```

### GET /recipes/{slug}

### PATCH /recipes/{slug}

Body: `{"name": "Pie", "steps": "Bake", "revision": 1}`. `revision` is the one that was
read. When it is stale: 409 with `{"error": "stale", "current_revision": 2}`.

### GET /recipes/{slug}/revisions

All revisions, oldest first: `[{"revision": 1, "name": "..."}, ...]`

### GET /recipes/{slug}/revisions/{number}

The recipe as it was, with name, steps, revision.

### POST /recipes/{slug}/rollback

```json
{"revision": 1}
```

### POST /recipes/{slug}/freeze

Frozen recipes can be read, but a PATCH or a rollback on them gives 423. They are not listed unless
`?frozen=true` is given.

### GET /recipes

`[{"slug", "name"}, ...]` sorted by name. An empty `name` is 400.

Errors: `{"error": "..."}`, 400 for bad input.
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("recipes.md", RECIPES),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_every_state_is_kept(spec):
    kept = "insert RecipeVersion {recipe_slug: recipe.slug, revision: recipe.revision, "
    for method, path in (("POST", ""), ("PATCH", "/{slug}"), ("POST", "/{slug}/rollback")):
        assert kept in written(spec, method, f"/recipes{path}")
    assert "dashed(input.name)" in written(spec, "POST", "/recipes")


def test_an_edit_is_based_on_the_last_state_and_a_conflict_says_which(spec):
    text = written(spec, "PATCH", "/recipes/{slug}")
    assert 'answer 409 {error: "stale", current_revision: recipe.revision}' in text
    assert "revision: recipe.revision + 1" in text


def test_earlier_states_are_listed_shown_and_brought_back(spec):
    listed = written(spec, "GET", "/recipes/{slug}/revisions")
    assert "by .revision]: {revision: version.revision, name: version.name}" in listed
    shown = written(spec, "GET", "/recipes/{slug}/revisions/{number}")
    assert "{name: version.name, steps: version.steps, revision: version.revision}" in shown
    back = written(spec, "POST", "/recipes/{slug}/rollback")
    assert "name: version.name, steps: version.steps, revision: recipe.revision + 1" in back


def test_a_state_locks_the_deeds_that_another_section_names(spec):
    for method, path in (("PATCH", ""), ("POST", "/rollback")):
        assert "guard not(recipe.frozen) else" in written(spec, method, f"/recipes/{{slug}}{path}")
    back = next(each for each in spec.operations if each.path.endswith("rollback"))
    assert 423 in [each.status for each in back.failures]
    assert "frozen" not in written(spec, "GET", "/recipes/{slug}")


def test_what_is_left_out_of_lists_can_be_asked_for(spec):
    text = written(spec, "GET", "/recipes")
    assert "input.frozen or not(.frozen)" in text
    assert "{slug: recipe.slug, name: recipe.name}" in text


def test_what_may_be_left_out_is_then_empty(spec):
    name, steps = spec.operations[0].inputs
    assert (name.required, name.type.pattern) == (True, r"\S")
    assert (steps.required, steps.default) == (False, '""')


LETTERS = """# Letters

## PUT /letters/{slug}
Body: `subject`, `body` (both required strings). If it exists, a new version is stored. Returns 200
and `{"slug", "subject", "body", "version"}`.

## GET /letters/{slug}
The newest version, or with `?version=2` that one. 404 when unknown.

## GET /letters/{slug}/versions
`[{"version": 1, "size": 20, "saved_at": "2026-01-01T10:00:00Z"}]`, oldest first.

## GET /letters/{slug}/versions/{n}
Version n as it was. 404 when unknown.

## GET /letters/{slug}/compare?from=1&to=2
`{"from": 1, "to": 2, "added": ["a line"], "removed": []}`, line by line.
"""


def test_states_are_asked_for_by_their_number():
    spec = read_sources((Source("letters.md", LETTERS),))
    assert "version: letter.version + 1" in written(spec, "PUT", "/letters/{slug}")
    asked = written(spec, "GET", "/letters/{slug}")
    assert "if input.version != null:" in asked
    assert 'merge(letter, only(version, "version", "subject", "body"))' in asked
    listed = written(spec, "GET", "/letters/{slug}/versions")
    assert "size: length(version.body), saved_at: version.created_at" in listed
    one = written(spec, "GET", "/letters/{slug}/versions/{n}")
    assert "{slug: letter.slug, subject: version.subject" in one
    both = written(spec, "GET", "/letters/{slug}/compare")
    assert "{from: input.from, to: input.to, added: lines(newer.body)" in both


def test_states_shown_as_rows_are_no_rows_of_their_own():
    text = """openapi: 3.0.3
info: {title: Policies, version: '1'}
paths:
  /policies:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Brought'}}}}
      responses: {'201': {$ref: '#/components/responses/Policy'}}
  /policies/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    put:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Brought'}}}}
      responses: {'200': {$ref: '#/components/responses/Policy'}}
  /policies/{id}/versions/{version}:
    get:
      summary: One version
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: version, in: path, required: true, schema: {type: integer}}
      responses:
        '200': {$ref: '#/components/responses/Policy'}
        '404': {description: unknown}
components:
  responses:
    Policy:
      description: ok
      content: {application/json: {schema: {$ref: '#/components/schemas/Policy'}}}
  schemas:
    Brought: {type: object, required: [body], properties: {body: {type: string}}}
    Policy:
      type: object
      properties: {id: {type: integer}, body: {type: string}, version: {type: integer}}
"""
    spec = read_sources((Source("policies.yaml", text, "openapi"),))
    shown = written(spec, "GET", "/policies/{id}/versions/{version}")
    assert "PolicyVersion[where .policy_id = policy.id and .version = input.version]" in shown
    assert "{id: policy.id, body: version.body, version: version.version}" in shown


def test_lists_of_texts_between_two_states_are_lines():
    text = LETTERS.replace("`, line by line.", "`").replace("compare", "changes")
    spec = read_sources((Source("letters.md", text),))
    assert "added: lines(newer.body)" in written(spec, "GET", "/letters/{slug}/changes")
