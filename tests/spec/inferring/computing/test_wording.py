"""Words as a goal defines them, slugs that are cut, and inputs that nothing is done with."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.sources import Kind
from beliefs.spec.service import Spec

TITLES = """
openapi: 3.0.0
info: {title: Titles, version: "1"}
paths:
  /slug:
    post:
      description: Everything that is not a letter a-z or a digit becomes a dash. The slug is
        shortened to limit characters, a trailing dash is dropped. If nothing is left it is 422.
      requestBody: {content: {application/json: {schema: {required: [title], properties: {
        title: {type: string}, limit: {type: integer, minimum: 1, default: 30}}}}}}
      responses: {"200": {content: {application/json: {schema: {properties: {
        slug: {type: string}}}}}}, "422": {description: nothing left}}
"""
WORDS = """
# Words

POST /count `{"text": "Ah, ah!"}` -> 200
`{"words": 2, "unique": 1, "top": [{"word": "ah", "count": 2}]}`

Words are split at spaces, and the marks , ! ? are stripped from both sides. Case does not matter.
`top` has the two most common words, the most frequent first.
"""


def _effect(name: str, goal: str) -> tuple[Spec, str]:
    kind: Kind = "openapi" if name.endswith("yaml") else "markdown"
    spec = read_sources((Source(name, goal, kind),))
    return spec, notation.write(spec.operations[0].effect)


def test_a_slug_is_cut_and_never_empty():
    _, slug = _effect("api.yaml", TITLES)
    assert "let left = dashed(cut_out(dashed(input.title), 0, input.limit))" in slug
    assert 'guard left != "" else out_of_range' in slug


def test_words_are_what_the_goal_calls_so():
    _, counts = _effect("api.md", WORDS)
    word = r'findings_in(lower(input.text), "[^\\s,!?](?:\\S*[^\\s,!?])?")'
    assert f"unique: count(distinct({word}))" in counts
    assert f"tallied({word})" in counts
    assert "[limit 2]" in counts


def test_an_input_that_nothing_is_done_with_is_told():
    goal = TITLES.replace("limit: {type", "colour: {type").replace("shortened to limit", "made of")
    spec, _ = _effect("api.yaml", goal)
    assert any(each.words.startswith("colour of POST /slug") for each in spec.unknowns)
