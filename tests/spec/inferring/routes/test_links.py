"""Links to rows that end, and texts that are put under a name."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.facts import facts
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import sound
from beliefs.spec.understanding import understand

_MAPS = """# Maps

- `POST /maps` `{"title": "Roof"}` → 201 `{"id": 1, "title": "Roof"}`
- `POST /maps/{id}/links` `{"hours": 24}` → 201
  `{"token": "k3j9", "url": "/l/k3j9", "expires_at": "2026-01-01T10:00:00Z"}`. `hours` is 1 to 72.
- `GET /l/{token}` → the map; 410 when the link has expired, 404 for an unknown token
"""
_SPEECHES = (
    'POST /speeches takes {"words": "..."} and answers 201 with id and words. POST '
    '/speeches/{id}/share with {"minutes": 30}, a whole number from 1 to 90, answers 201 with '
    "token, url (which is /heard/ followed by the token) and expires_at. GET on that url gives the "
    'words of the speech as {"words": "..."}, 410 once the time is over and 404 for other tokens.'
)


def _read(text: str, kind: Kind) -> Spec:
    return sound(read_sources((Source("goal", text, kind),), lambda told: understand(told).spec))


def _effect(spec: Spec, way: str) -> str:
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if f"{each.method} {each.path}" == way
    )


@pytest.mark.parametrize(
    ("text", "kind", "made", "path", "ends", "shown"),
    [
        (
            *(_MAPS, "markdown", "POST /maps/{id}/links", "/l/{token}"),
            *("input.hours * 3600", "answer 200 map"),
        ),
        (
            *(_SPEECHES, "sentences", "POST /speeches/{id}/share", "/heard/{token}"),
            *("input.minutes * 60", "answer 200 {words: speech.words}"),
        ),
    ],
)
def test_a_link_leads_to_its_row_until_it_ends(
    text: str, kind: Kind, made: str, path: str, ends: str, shown: str
) -> None:
    spec = _read(text, kind)
    assert not blocked(spec)
    link = _effect(spec, made)
    assert f"later(now(), {ends})" in link
    assert f'url: "{path.partition("{")[0]}" + text(' in link
    followed = _effect(spec, f"GET {path}")
    assert "else gone" in followed
    assert shown in followed


def test_a_text_is_put_under_a_name() -> None:
    spec = _read(
        "# Rolls\n\n- `PUT /rolls/{name}`, the request body is the plain text (text/plain). 201 if "
        'it is new, else 200, with `{"name": "a.md", "lines": 1, "bytes": 3}`. The name must end '
        "in .md, otherwise 400. More than 900 bytes: 413.\n- `GET /rolls/{name}` gives the text "
        "back as text/plain\n- `PUT /rolls/{name}/note` takes plain text as its whole body\n",
        "markdown",
    )
    assert not blocked(spec)
    put = _effect(spec, "PUT /rolls/{name}")
    assert 'guard matches(lower(input.name), ".*\\\\.(md)")' in put
    assert "byte_count(input.content) <= 900 else too_large" in put
    assert "bytes: byte_count(roll.content)" in put
    assert _effect(spec, "GET /rolls/{name}").endswith('as "text/plain" roll.content')


def test_what_is_said_of_both_is_not_what_is_said_of_one() -> None:
    told = facts("both are mandatory, the plate number has to be two capital letters")
    assert told[0] == (("both",), "mandatory")
    assert told[1].names == ("number", "plate_number")
