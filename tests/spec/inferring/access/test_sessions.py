"""Logging out ends what it should, tokens live as long as is said, and roles are held to."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand

_NOTES = """# Notes

{said}

- `POST /register` {{email, password}} -> 201 {{id, email}}
- `POST /login` {{email, password}} -> 200 {{token}}
- `POST /logout` -> 204{logout}
- `GET /notes` -> 200, the caller's notes
- `POST /notes` {{text}} -> 201
"""


def _read(said: str, logout: str = "") -> Spec:
    text = _NOTES.format(said=said, logout=logout)
    return read_sources((Source("notes.md", text),), lambda each: understand(each).spec)


def _operation(spec: Spec, way: str) -> Operation:
    return next(each for each in spec.operations if f"{each.method} {each.path}" == way)


def _effect(spec: Spec, way: str) -> str:
    return notation.write(_operation(spec, way).effect)


@pytest.mark.parametrize("said", ["Bearer tokens.", "Everything but login needs a bearer token."])
def test_a_logout_ends_the_session_that_asks(said):
    spec = _read(said)
    assert not blocked(spec)
    assert "delete Session where .token = last(split(" in _effect(spec, "POST /logout")
    assert _operation(spec, "POST /logout").needs


def test_a_logout_ends_all_where_that_is_said():
    spec = _read("Bearer tokens.", ", ends all sessions of the user")
    assert "delete Session where .user_id = me.id" in _effect(spec, "POST /logout")


def test_a_signed_token_can_be_ended():
    spec = _read("Tokens are JWTs signed with `NOTES_SECRET` and expire after 20 minutes.")
    assert spec.secret == "NOTES_SECRET"  # noqa: S105 - the name of a variable
    assert "sign({user_id: user.id, login: login}, 1200)" in _effect(spec, "POST /login")
    assert "insert EndedLogin {login: ended" in _effect(spec, "POST /logout")
    assert spec.identity is not None
    assert "EndedLogin[where .login = " in notation.expression(spec.identity.who)


@pytest.mark.parametrize(
    "said",
    [
        "POST /logout ends the current session; other devices stay logged in.",
        "POST /logout.",
        "POST /logout invalidates the token.",
    ],
)
def test_sentences_end_one_session_too(said):
    spec = understand(
        "A diary API: POST /signup with email and password, POST /login returns a token. "
        f"{said} Everyone sees only their own entries."
    ).spec
    assert "delete Session where .token = last(split(" in _effect(spec, "POST /logout")


def test_logging_out_with_signed_tokens_is_built_from_sentences():
    spec = understand(
        "Todo API with JWT auth (register, login, logout). Tokens expire after 2 hours."
    ).spec
    assert "7200" in _effect(spec, "POST /login")
    assert "insert EndedLogin" in _effect(spec, "POST /logout")
    todo = spec.entity("Todo")
    assert todo is not None
    assert todo.field("expires_at") is None  # tokens expire, and nothing else


_RENEWED = """# Recipes

Access tokens are JWT signed with the secret in `RECIPE_SECRET` and live 15 minutes; refresh tokens
live 30 days.

- `POST /register` {username, password} -> 201 {id, username}
- `POST /login` {username, password} -> 200 {access_token, refresh_token, expires_in}
- `POST /refresh` {refresh_token} -> 200 {access_token, expires_in}; 401 if unknown or expired
- `POST /logout` {refresh_token} -> 204
- `GET /recipes` -> 200, own recipes; needs a token
- `POST /recipes` {title} -> 201; needs a token
"""


def test_documents_renew_tokens():
    spec = read_sources((Source("recipes.md", _RENEWED),))
    assert not blocked(spec)
    login, renew = _effect(spec, "POST /login"), _effect(spec, "POST /refresh")
    assert "refresh_token: renewal.token" in login
    assert "expires_in: 900" in login
    assert "later(now(), 2592000)" in login
    assert "else unauthenticated" in renew
    assert "delete Renewal where .login = renewal.login" in _effect(spec, "POST /logout")


_WIKI = """# Wiki

Roles: `viewer`, `editor`, `admin`. The first account is an admin, all others are viewers.

- POST /register {email, password} -> 201 {id, email, role}
- POST /login {email, password} -> 200 {token}
- GET /pages -> 200 [page] (any role)
- POST /pages {title, body} -> 201 page (editors and admins only)
- DELETE /pages/{id} -> 204 (%s)

Without a token: 401. Wrong role: 403.
"""


def test_roles_are_listed_and_held_to():
    spec = read_sources((Source("wiki.md", _WIKI % "admins only"),))
    made = _effect(spec, "POST /pages")
    assert made.startswith('guard me.role in ["editor", "admin"] else forbidden')
    deleted = _effect(spec, "DELETE /pages/{id}")
    assert deleted.startswith('guard me.role = "admin" else forbidden')
    assert "me.id" not in deleted  # whoever made it
    assert 'if(count(User) = 0, "admin", "viewer")' in _effect(spec, "POST /register")
    assert _effect(spec, "GET /pages") == "answer 200 Page"


def test_the_author_or_an_admin():
    spec = read_sources((Source("wiki.md", _WIKI % "403 for all but the author or an admin"),))
    deleted = _effect(spec, "DELETE /pages/{id}")
    assert 'guard page.user_id = me.id or me.role = "admin" else forbidden' in deleted
