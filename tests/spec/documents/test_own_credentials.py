"""What callers of some routes must show, where all the others are for everybody."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand

_SECTIONS = """# Guest book

## `POST /entries`

Body `{"name": "Ada", "text": "Hi"}`. 201 with the entry (`id`, `name`, `text`).

## `GET /entries`

All entries, oldest first.

## `DELETE /entries/{id}`

This needs the header `X-Host-Key` with the key from the environment variable `HOST_KEY` (`tea` if
it is not set), otherwise 403. 204, and 404 for an unknown entry.
"""

_LINES = """# Banners

- `POST /banners` `{"text": "Sale"}` → 201 `{"id": 1, "text": "Sale"}`
- `GET /banners` → all of them
- `DELETE /banners/{id}` → 204, or 404. Requires the header `X-Admin-Token` that holds what the
  environment variable `ADMIN_TOKEN` says (default `letmein`), 401 otherwise.
"""


def _spec(text: str) -> Spec:
    return read_sources((Source("a.md", text, "markdown"),), lambda told: understand(told).spec)


@pytest.mark.parametrize(
    ("text", "header", "status"), [(_SECTIONS, "X-Host-Key", 403), (_LINES, "X-Admin-Token", 401)]
)
def test_a_key_is_needed_where_it_is_said(text: str, header: str, status: int) -> None:
    spec = _spec(text)
    assert not blocked(spec)
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("header", header)
    assert {each.method: each.needs for each in spec.operations} == {
        "POST": "",
        "GET": "",
        "DELETE": "caller",
    }
    drops = next(each for each in spec.operations if each.method == "DELETE")
    assert spec.failures.of("unauthenticated", drops.failures).status == status
    assert not [each for each in spec.unknowns if each.rank == "material"]
