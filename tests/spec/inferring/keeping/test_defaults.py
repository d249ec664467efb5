"""What values are where requests leave them out, in the words of many authors."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources

_TIPS = """# Tips

- `POST /tips` with `{"giver": "Ann", "words": "x", "stars": 3}` → 201 and the tip. %s
- `GET /tips` → all tips

%s
"""
_OPENAPI = """openapi: 3.0.3
info: {title: Tips, version: "1"}
paths:
  /tips:
    post:
      description: '%s'
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [words]
              properties: {giver: {type: string}, words: {type: string}, stars: {type: integer}}
      responses:
        '201': {description: The tip}
    get:
      responses:
        '200': {description: All tips}
"""


def _defaults(text: str, name: str) -> dict[str, str]:
    spec = read_sources((Source(name, text),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    made = next(each for each in spec.operations if each.method == "POST")
    assert not any(each.required for each in made.inputs if each.default)
    return {each.name: each.default for each in made.inputs if each.default}


@pytest.mark.parametrize(
    ("said", "name", "value"),
    [
        ('If no giver is named it is "nobody".', "giver", '"nobody"'),
        ('If they leave out the giver, they are called "nobody".', "giver", '"nobody"'),
        ('Without a giver it is "nobody".', "giver", '"nobody"'),
        ('Tips without a giver are from "nobody".', "giver", '"nobody"'),
        ('When giver is omitted, "nobody" is used.', "giver", '"nobody"'),
        ('giver may be missing (then "nobody").', "giver", '"nobody"'),
        ("No stars means 5.", "stars", "5"),
        ("A missing stars counts as 5.", "stars", "5"),
        ("When nobody passes stars we take 5.", "stars", "5"),
    ],
)
def test_what_is_left_out_is_what_words_say(said, name, value):
    assert _defaults(_TIPS % (said, ""), "a.md") == {name: value}
    assert _defaults(_TIPS % ("", said), "a.md") == {name: value}
    assert _defaults(_OPENAPI % said, "a.yaml") == {name: value}


@pytest.mark.parametrize("said", ["Without a giver it is 400.", "Without a giver it is refused."])
def test_a_failure_is_no_value(said):
    spec = read_sources((Source("a.md", _TIPS % (said, "")),))
    assert not any(each.default for each in spec.operations[0].inputs)
