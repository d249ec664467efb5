"""Deleting the rows that a query names, and no others."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked

LIKES = "# Likes\n\n- POST /likes {url, user} → 201\n- GET /likes\n- "


def _read(line: str) -> Spec:
    return read_sources((Source("api.md", LIKES + line, "markdown"),))


def test_only_rows_that_the_query_names_are_dropped():
    spec = _read("DELETE /likes?url= forgets a url, 204, 404 if there are none")
    effect = notation.write(spec.operations[-1].effect)
    assert "guard many > 0 else absent" in effect
    assert "delete Like where .url = input.url" in effect


def test_nothing_is_dropped_by_a_parameter_that_nobody_understands():
    assert blocked(_read("DELETE /likes?older_than=30 drops what is older than so many days"))


def test_rows_of_others_do_not_order_those_of_a_list():
    text = (
        "# Forum\n\n- POST /topics {title} → 201\n"
        "- GET /topics – the one with the latest reply first\n"
        "- POST /topics/{id}/replies {text} → 201\n"
    )
    spec = read_sources((Source("api.md", text, "markdown"),))
    assert any("latest reply first" in each.words for each in spec.unknowns)
