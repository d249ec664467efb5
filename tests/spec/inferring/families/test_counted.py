"""Numbers that are counted up under names which requests give."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec, blocked

VIEWS = """# Page views

- `POST /views/{page}` counts a view of the page → 200 `{"page": "home", "views": 3}`
- `GET /views/{page}` → the same; 0 views for a page nobody looked at
- `GET /views` → all pages with their views, most views first
"""

WORDS = """# Words

`POST /uses` with `{"word": "hello"}` records a use of the word and returns `{"word": "hello",
"count": 5}`.
`GET /uses?word=hello` returns the same object, 404 for a word that was never used.
`POST /forget` with `{"word": "hello"}` forgets the word, 204.
"""

COUNTERS = """openapi: 3.0.3
info: {title: Counters, version: "1"}
paths:
  /counters/{name}/up:
    post:
      summary: Add one to a counter
      parameters: [{name: name, in: path, required: true, schema: {type: string}}]
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: {type: object, properties: {name: {type: string}, value: {type: integer}}}
"""


def _effects(name: str, text: str) -> dict[str, str]:
    spec: Spec = read_sources((Source(name, text),))
    assert not blocked(spec)
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def test_the_first_count_makes_the_row():
    made = _effects("views.md", VIEWS)
    assert "insert Page {page: input.page, views: 1} as counted" in made["POST /views/{page}"]
    assert "patch Page counted {views: counted.views + 1}" in made["POST /views/{page}"]
    assert "answer 200 {page: input.page, views: 0}" in made["GET /views/{page}"]
    assert made["GET /views"].strip() == "answer 200 Page[by .views down, by .page]"


def test_a_name_that_was_never_counted_may_be_a_failure():
    made = _effects("words.md", WORDS)
    assert "guard counted != null else absent" in made["GET /uses"]
    assert "delete Word where .word = input.word" in made["POST /forget"]


@pytest.mark.parametrize(("name", "text"), [("counters.yaml", COUNTERS)])
def test_a_deed_behind_the_name_counts(name, text):
    made = _effects(name, text)
    assert "insert Counter {name: input.name, value: 1}" in made["POST /counters/{name}/up"]
