"""Rows that are shared with some who may change them and some who may not; secrets of rows."""

from __future__ import annotations

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.notation import write
from beliefs.spec.service import blocked


def _made(text: str) -> dict[str, str]:
    spec = grasped(wanted([("a.md", text, "markdown")])).spec
    assert not blocked(spec)
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_those_who_can_edit_change_what_is_shared_with_them() -> None:
    made = _made(
        """# Maps

Who asks is in the header `X-User`.

- `POST /maps` `{"name": "Alps"}` → 201 `{"id": 1, "name": "Alps", "owner": "ann"}`
- `POST /maps/{id}/shares` `{"user": "bob", "can_edit": true}` → 204, owner only (403)
- `POST /maps/{id}/pins` `{"label": "Hut"}` → 201 `{"id": 1, "label": "Hut"}` for the owner and
  those who can edit, 403 for those who can only read, 404 for everybody else
- `GET /maps/{id}/pins` → all pins of the map. 404 for everybody else.
"""
    )
    shared = made["POST /maps/{id}/shares"]
    assert "editors: if(input.can_edit, with(" in shared
    added = made["POST /maps/{id}/pins"]
    assert ".owner = input.x_user or input.x_user in map.editors else forbidden" in added
    assert "input.x_user in .shared_with" in added  # others do not know of it
    assert "Pin[where .map_id" in made["GET /maps/{id}/pins"]
    assert "caller" not in made["GET /maps/{id}/pins"]  # whoever set them


def test_a_secret_of_a_row_is_brought_by_its_last_word() -> None:
    made = _made(
        """# Signs

- `POST /signs` `{"text": "hello"}` → `201 {"id": 1, "text": "hello", "remove_key": "…"}`
- `GET /signs/{id}` → `{"id", "text"}`
- `DELETE /signs/{id}?key=…` → 204, 403 with a wrong or missing key
"""
    )
    gone = made["DELETE /signs/{id}"]
    assert "same_secret(input.key, " in gone
    assert ".remove_key) else forbidden" in gone
    assert "remove_key" not in made["GET /signs/{id}"]
