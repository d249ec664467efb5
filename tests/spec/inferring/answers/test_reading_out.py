"""The text of files that rows keep."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

ESSAYS = """# Essays

## POST /essays
Multipart form with a `file`%s. 201 `{"id": 1, "name": "a", "size": 12}`.

## GET /essays/{id}/text
Its text as text/plain. 404 for an unknown id.
"""


@pytest.mark.parametrize(
    ("said", "read"), [(", a PDF", "pages(essay.file)"), ("", "[decoded(essay.file)]")]
)
def test_the_text_and_not_the_file(said, read):
    spec = read_sources((Source("essays.md", ESSAYS % said),))
    made = notation.write(spec.operations[1].effect)
    assert f"let texts = {read}" in made
    assert 'as "text/plain" joined(texts, ' in made
