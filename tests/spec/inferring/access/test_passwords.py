"""Changing a password, what `GET /me` shows, and keys of different scopes."""

from __future__ import annotations

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.notation import write
from beliefs.spec.service import Spec, blocked

_ACCOUNTS = """# Accounts

### POST /signup
`{"email": "ann@example.com", "password": "correct horse"}` →
`201 {"id": 1, "email": "ann@example.com"}`
- a password shorter than 10 characters → `422`

### POST /login
same body → `200 {"token": "<opaque>"}`; `401` otherwise

### GET /me
`{"id", "email", "created_at"}` of the token's owner. Tokens are sent as
`Authorization: Bearer <token>`. 401 without a valid one.

### PUT /me/password
`{"current": "...", "new": "..."}` → `204`. `403` if `current` is wrong. All other tokens of the
user stop working.
"""

_KEYS = """# Meters

Auth: every request carries `X-Api-Key`. Keys are created with `POST /keys`
`{"name": "gate", "scope": "read" | "write"}` → 201
`{"id", "name", "scope", "key"}` (this route alone needs no key).

- `POST /meters` `{"place": "Hall"}` → 201 `{"id", "place"}`; write keys only, 403 for read keys
- `GET /meters/{id}` → the meter; any key

Missing or unknown key: 401.
"""


def _read(text: str) -> tuple[Spec, dict[str, str]]:
    spec = grasped(wanted([("a.md", text, "markdown")])).spec
    assert not blocked(spec)
    return spec, {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_whoever_knows_the_old_password_sets_a_new_one() -> None:
    spec, made = _read(_ACCOUNTS)
    changed = made["PUT /me/password"]
    assert "guard check_password(input.current, user.password_hash) else forbidden" in changed
    assert "hash_password(input.new)" in changed
    assert "delete Session where .user_id = me.id and .token != " in changed
    assert {each.path for each in spec.operations if each.needs} == {"/me", "/me/password"}


def test_what_only_me_shows_is_part_of_an_account() -> None:
    spec, made = _read(_ACCOUNTS)
    assert "created_at: now()" in made["POST /signup"]
    bounds = {
        each.path: one.type.min_length
        for each in spec.operations
        for one in each.inputs
        if one.name == "password"
    }
    assert bounds["/signup"] == 10


def test_some_keys_may_only_read() -> None:
    spec, made = _read(_KEYS)
    assert {each.path: each.needs for each in spec.operations} == {
        "/keys": "",
        "/meters": "caller",
        "/meters/{id}": "caller",
    }
    assert 'guard me.scope = "write" else forbidden' in made["POST /meters"]
    assert "me.id" not in made["GET /meters/{id}"]  # whose key made it is nobody's business
