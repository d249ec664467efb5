"""Rows that several people belong to: who is first in, who lets others in, who sees what."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec, blocked

_BANDS = """# Bands

- `POST /register` `{"email": "a@b.de", "password": "secret12"}` → 201
  `{"id": 1, "email": "a@b.de"}`
- `POST /login` with the same body → 200 `{"token": "…"}`. All other routes need
  `Authorization: Bearer <token>`, else 401.
- `POST /bands` `{"name": "Fog"}` → 201 `{"id": 1, "name": "Fog", "role": "leader"}`. Whoever
  creates a band becomes its leader.
- `GET /bands` → the bands that the caller belongs to, each with the caller's role.
- `POST /bands/{id}/members` `{"email": "c@d.de", "role": "player"}` → 201
  `{"email": "c@d.de", "role": "player"}`. Roles are `leader`, `player` and `guest`. Only leaders
  add members, otherwise 403. Unknown email: 404; already a member: 409.
- `DELETE /bands/{id}/members/{email}` → 204. Leaders only. 409 if it is the last leader.
- `POST /bands/{id}/songs` `{"title": "Rain"}` → 201. Guests may not write: 403.
- `GET /bands/{id}/songs` → all songs of the band, members only (403).
"""

_FLATS = """# Flats

Every request has the header `X-User`, 401 without it.

- `POST /flats` `{"street": "Elm 4"}` → 201 `{"id": 1, "street": "Elm 4", "members": ["ann"]}`
- `GET /flats` → the flats that the caller lives in
- `GET /flats/{id}` → one of them. For everyone else it is 404.
- `POST /flats/{id}/members` `{"user": "bob"}` → 201. Any member may do it.
  409 if they are in already.
- `POST /flats/{id}/leave` → 204
"""


def _read(text: str) -> tuple[Spec, dict[str, str]]:
    spec = read_sources((Source("a.md", text, "markdown"),))
    assert not blocked(spec)
    return spec, {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_whoever_makes_a_row_belongs_to_it_first() -> None:
    _, made = _read(_BANDS)
    inserted = 'insert Member {band_id: band.id, user_id: me.id, role: "leader"}'
    assert inserted in made["POST /bands"]
    assert "where .id in each(one in Member[where .user_id = me.id]" in made["GET /bands"]
    assert ".user_id = me.id]).role" in made["GET /bands"]


def test_some_roles_let_others_in_and_change_things() -> None:
    spec, made = _read(_BANDS)
    added = made["POST /bands/{id}/members"]
    assert 'guard my_band_member.role = "leader" else forbidden' in added
    assert "first(User[where .email = input.email])" in added
    assert "= null else conflict" in added
    role = next(one for each in spec.operations for one in each.inputs if one.name == "role")
    assert role.type.choices == ("leader", "player", "guest")
    gone = made["DELETE /bands/{id}/members/{email}"]
    assert 'member.role != "leader" or count(Member[' in gone
    assert 'in ["leader", "player"] else forbidden' in made["POST /bands/{id}/songs"]
    seen = made["GET /bands/{id}/songs"]
    assert "guard my_band_member != null else forbidden" in seen
    assert "my_band_member.role" not in seen
    assert "where .band_id = band.id]" in seen  # whoever made them


def test_roles_of_members_are_none_of_accounts() -> None:
    spec, _ = _read(_BANDS)
    kept = {each.name: {one.name for one in each.fields} for each in spec.entities}
    assert "role" not in kept["User"]


def test_callers_who_name_themselves_belong_by_their_names() -> None:
    _, made = _read(_FLATS)
    assert "caller_name: input.x_user" in made["POST /flats"]
    assert "caller_name: input.user" in made["POST /flats/{id}/members"]
    assert "guard my_flat_member != null else absent" in made["GET /flats/{id}"]
    assert "delete FlatMember where .id = my_flat_member.id" in made["POST /flats/{id}/leave"]
