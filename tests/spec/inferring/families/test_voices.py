"""What everybody may do once to a row, where a second time is no failure."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_IDEAS = """# Ideas

- `POST /ideas` `{"title": "Longer breaks"}` → 201 `{"id": 1, "title": "Longer breaks", "votes": 0}`
- `GET /ideas` → all of them
- `POST /ideas/{id}/vote` `{"voter": "ada"}` → 200 and the idea. Each voter counts once; voting
  again has no effect. 404 for an unknown idea.
"""

_PHOTOS = """openapi: 3.0.0
info: {title: Photos}
paths:
  /photos:
    post:
      requestBody: {content: {application/json: {schema: {
        required: [url], properties: {url: {type: string}}}}}}
      responses: {"201": {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Photo"}}}}}
  /photos/{id}/like:
    post:
      summary: Like a photo
      description: Everybody can like a photo only once. Liking it again changes nothing.
      requestBody: {content: {application/json: {schema: {
        required: [user], properties: {user: {type: string}}}}}}
      responses: {"200": {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Photo"}}}}, "404": {description: no such photo}}
components:
  schemas:
    Photo: {properties: {id: {type: integer}, url: {type: string}, likes: {type: integer}}}
"""


def _spec(text: str, kind: Kind) -> Spec:
    return read_sources((Source("a", text, kind),), lambda told: understand(told).spec)


@pytest.mark.parametrize(
    ("text", "kind", "path", "test"),
    [
        (_IDEAS, "markdown", "/ideas/{id}/vote", "IdeaVote[where .idea_id = idea.id and .voter"),
        (_PHOTOS, "openapi", "/photos/{id}/like", "PhotoLike[where .photo_id = photo.id and .user"),
    ],
)
def test_a_second_time_counts_for_nothing(text: str, kind: Kind, path: str, test: str) -> None:
    spec = _spec(text, kind)
    done = next(each for each in spec.operations if each.path == path)
    lines = notation.write(done.effect).splitlines()
    at = next(at for at, each in enumerate(lines) if each.startswith("if "))
    assert test in lines[at]
    assert lines[at].endswith(") = 0:")
    assert all(each.startswith("    ") for each in lines[at + 1 : -1])
    assert " + 1" in lines[at + 1]
    assert not faults(spec)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
