"""What a login is brought where a goal says little of it, and routes that roles share."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.notation import write
from beliefs.spec.service import Spec, blocked


def _read(text: str) -> Spec:
    return grasped(wanted([("a", text, "sentences")])).spec


@pytest.mark.parametrize(
    "login",
    [
        'POST /login with the same two gives 200 and {"token": "..."} or 401 if they do not fit',
        'POST /login with the same body answers {"token": "..."}, wrong ones are 401',
        'POST /login returns {"token": "..."} or 401',
    ],
)
def test_a_login_takes_what_an_account_was_made_with(login: str) -> None:
    spec = _read(
        "Seeds. POST /register with a username and a password of at least 8 characters gives 201."
        f" {login}. Every other request needs that token as Authorization: Bearer <token>."
        " POST /seeds with a name gives 201, GET /seeds lists my seeds."
    )
    assert not blocked(spec)
    entry = next(each for each in spec.operations if each.path == "/login")
    assert [each.name for each in entry.inputs] == ["username", "password"]
    if "same" not in login:  # what is too short is no account's: 401
        assert not any(each.type.min_length for each in entry.inputs)
    assert "check_password(" in write(entry.effect)
    assert write(entry.effect).endswith("{token: made}")


def test_what_is_said_of_several_routes_holds_for_all_of_them() -> None:
    spec = _read(
        "POST /users creates a user from name, password and role (guest or curator, guest by"
        ' default), 201. POST /token with name and password returns {"access_token": "..."} or 401.'
        " Paintings have a title. Anybody may GET /paintings; POST /paintings, PUT /paintings/{id}"
        " and DELETE /paintings/{id} are for curators only: 401 without a token, 403 for guests."
    )
    assert not blocked(spec)
    for each in spec.operations:
        if "paintings" in each.path:
            changes = each.method != "GET"
            assert (each.needs == "caller") is changes
            assert ('me.role = "curator"' in write(each.effect)) is changes
