"""For whom routes are, where words about one of them, or about paths, say it of others."""

from __future__ import annotations

import pytest

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.understanding import understand

_DOCUMENT = """# Plants
- `POST /register` {"username", "password"} → 201 {"id", "username"}
- `POST /login` {"username", "password"} → 200 {"token": "..."}BEHIND
- `POST /plants` {"name": "Ficus"} → 201 {"id": 1, "name": "Ficus"}
- `GET /plants` → the caller's plants

BELOW
"""


@pytest.mark.parametrize(
    ("behind", "below", "header"),
    [
        (". Send it as `Authorization: Bearer <token>` on all other routes, else 401.", "", ""),
        (
            "; the token goes in the header `X-Token` of every other request, else 401",
            "",
            "X-Token",
        ),
        (
            ", 401 if wrong. It must be sent with each further call (Authorization: Bearer …).",
            "",
            "",
        ),
        ("", "The plant routes need `Authorization: Bearer <token>`; 401 without it.", ""),
        ("", "Everything under /plants requires a login (header `X-Token`), else 401.", "X-Token"),
        ("", "Protected routes: /plants. Unauthenticated requests get a 401.", ""),
    ],
)
def test_a_token_is_wanted_by_other_routes(behind: str, below: str, header: str) -> None:
    text = _DOCUMENT.replace("BEHIND", behind).replace("BELOW", below)
    spec = read_sources((Source("a.md", text, "markdown"),), lambda told: understand(told).spec)
    assert not [each for each in spec.unknowns if each.rank == "blocking"]
    assert {each.path: each.needs for each in spec.operations} == {
        "/register": "",
        "/login": "",
        "/plants": "caller",
    }
    assert spec.identity is not None
    assert spec.identity.name == (header or "Authorization")
    listed = next(each for each in spec.operations if each.method == "GET")
    assert ".user_id = me.id" in write(listed.effect)
