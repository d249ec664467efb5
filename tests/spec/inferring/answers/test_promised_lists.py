"""A list that words promise is never answered by the row that was made."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources


@pytest.mark.parametrize(
    "said",
    [
        "Upload a song (multipart field `file`). Answers 200 with the names of its instruments.",
        "Upload a tar file (multipart field `file`). Answers 200 with the names of its entries.",
        "Multipart upload, field `file`. Returns the lines of the file as a JSON array.",
    ],
)
def test_a_list_that_nothing_is_read_for_is_not_built(said):
    text = f"# Files\n\n## POST /files\n\n{said}\n"
    spec = read_sources((Source("a.md", text),))
    assert [each.rank for each in spec.unknowns if "/files" in each.words] == ["blocking"]
