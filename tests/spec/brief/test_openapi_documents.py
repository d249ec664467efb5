"""Whole OpenAPI documents are read, and what is read answers as they say; nothing is listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.spec.brief.reading import read
from tests.spec.brief.asking import unmet

DOCUMENTS = sorted((Path(__file__).parent / "openapi").glob("*.txt"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda each: each.stem)
def test_a_document_is_read_and_answers_as_it_says(path: Path) -> None:
    text, _, talk = path.read_text("utf-8").partition("--- requests\n")

    spec = read(text, "api.yaml", "openapi")

    assert [each.words for each in spec.unknowns if each.rank != "narrative"] == []
    assert not unmet(spec, talk)
