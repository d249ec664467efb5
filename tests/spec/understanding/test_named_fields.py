"""A word for fields is none of them."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand


@pytest.mark.parametrize(
    "told",
    [
        "books with fields title (string, required), author (string) and year (integer)",
        "books with the fields title (string, required), author (string) and year (integer)",
        "books with the following attributes: title (string), author (string) and year (integer)",
        "books with properties title (string), author (string) and year (integer)",
        "books with fields title, author and year",
    ],
)
def test_a_word_for_fields_is_part_of_no_name(told):
    spec = understand(f"Build a REST API for {told}. CRUD.").spec
    [books] = spec.entities
    assert [each.name for each in books.fields] == ["title", "author", "year"]
