"""Rows that are gone once they were read, where a 404 says so."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.notation import write


@pytest.mark.parametrize(
    ("said", "once"),
    [
        ("The first GET shows the text, and after that it's gone for good: 404.", True),
        ("It can be read once; afterwards it is gone: 404.", True),
        ("Shows the text. 404 if there is none.", False),
    ],
)
def test_a_row_is_read_once_where_it_is_gone_after_that(said: str, once: bool) -> None:
    text = f"""# Whispers

### POST /whispers
Body: `{{"text": "psst"}}`. 201 with `{{"id": 1}}`.

### GET /whispers/{{id}}
{said}
"""
    spec = read_sources((Source("a.md", text),))
    read = write(next(each for each in spec.operations if each.method == "GET").effect)
    assert ("read_at: now()" in read) is once
    assert (read.count("else absent") == 2) is once
