"""Texts that remember: made by PUT, compared line by line, rendered, tagged by their version."""

import json

import pytest

from beliefs.build.failing import failures_file
from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.templates import by_field
from beliefs.spec.service import Spec

WIKI = """# House wiki

Articles are Markdown.

An article:

```json
{"name": "kitchen", "title": "Kitchen", "content": "# Rules", "revision": 2, "editor": "kim"}
```

| Call | Does |
|---|---|
| `PUT /wiki/{name}` | Body: `{title, content, editor}`. 201, or 200 and one revision more. |
| `GET /wiki` | `{"articles": [{"name", "title"}]}`, by name. |
| `GET /wiki/{name}` | The article. |
| `GET /wiki/{name}/revisions` | `{"revisions": [{"revision", "editor"}]}`, latest first. |
| `GET /wiki/{name}/revisions/{n}` | The whole revision. |
| `POST /wiki/{name}/revert` | Body `{"revision": n, "editor": "..."}`. 200. |
| `GET /wiki/{name}/compare?from=1&to=2` | `{"added": [], "removed": []}`: lines of the content. |
| `GET /wiki/{name}/html` | An HTML page, with the content rendered. |

Every answer with an article has an `ETag` with its revision in quotes. If a `PUT` has an `If-Match`
that is not the current one, the answer is `412`.

## Validation

* name: lower case letters and dashes, at most 20 characters
* title: 1-60 characters; editor: required
* validation errors: `400` with `{"fields": {"<name>": "<text>"}}`
* unknown article or revision: `404`
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("wiki.md", WIKI),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_nothing_is_left_open(spec):
    assert [each for each in spec.unknowns if each.rank == "blocking"] == []


def test_a_put_keeps_what_was(spec):
    put = written(spec, "PUT", "/wiki/{name}")
    assert put.count("insert ArticleVersion {") == 2
    assert "revision: article.revision + 1" in put
    tag = r'"\"" + text(article.revision) + "\""'
    assert f"article != null and tagged(input.if_match, {tag})" in put


def test_two_states_are_compared_line_by_line(spec):
    told = written(spec, "GET", "/wiki/{name}/compare")
    assert "added: lines(newer.content)[where not(row in lines(older.content))]" in told
    asked = next(each for each in spec.operations if each.path.endswith("/compare")).inputs
    assert [each.type.kind for each in asked] == ["string", "integer", "integer"]
    assert "markdown(or_else(article.content" in written(spec, "GET", "/wiki/{name}/html")


def test_a_key_in_a_path_that_makes_a_row_is_held_to_its_rules(spec):
    put = next(each for each in spec.operations if each.method == "PUT")
    assert put.inputs[0].type.max_length == 20


def test_faults_stand_under_the_names_of_fields(spec):
    missing = spec.failures.of("missing")
    assert (missing.status, json.loads(missing.body)) == (400, {"fields": "{fields}"})
    assert by_field('{"errors": {"title": "is too long"}, "ok": false}')
    assert by_field('{"error": {"code": "X", "message": "no"}}') == ""
    assert '{each["field"]: each["message"] for' in failures_file(spec, {"missing"})
