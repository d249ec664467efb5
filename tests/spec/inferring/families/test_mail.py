"""Messages between accounts: who may write to whom, two boxes, and sessions that a cookie names."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_SCHOOL = """Messaging for a school. POST /register {"username", "password", "language"} - username
3 to 20 lowercase letters and unique (409), password at least 8 characters, language a two letter
code like "en" - and POST /login {"username", "password"}, which sets a cookie called "sid". POST
/logout ends this session. Everything else needs the cookie, otherwise 401.

POST /messages {"recipient": "bo", "text": "hi"} sends a message (201, text 1 to 500 characters, 404
if there is no such user, 422 to yourself) and returns {"id", "sender", "recipient", "text",
"sent_at", "seen": false}. GET /received lists the messages you received, newest first; GET
/received?unseen=true only the unseen. GET /sent lists those you sent. GET /messages/{id} is for the
sender and the recipient only (404 for others), when the recipient reads it, it is marked as seen;
messages cannot be edited. DELETE /messages/{id} deletes your own copy only (204).

PUT /blocks/{username} blocks somebody and DELETE /blocks/{username} takes that back, both 204: who
is blocked gets 403 when they write to you. GET /blocks lists the usernames you blocked. GET /users
lists the others. Passwords are never returned."""


@pytest.fixture(scope="module")
def spec() -> Spec:
    goal = Source("goal", _SCHOOL, "sentences")
    return read_sources((goal,), lambda told: understand(told).spec)


@pytest.fixture(scope="module")
def effects(spec: Spec) -> dict[str, str]:
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def test_nothing_is_left_open(spec: Spec) -> None:
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("cookie", "sid")


def test_only_somebody_else_who_has_not_blocked_is_written_to(effects: dict[str, str]) -> None:
    told = effects["POST /messages"]
    assert "guard count(User[where .username = input.recipient]) > 0 else absent" in told
    assert "guard input.recipient != me.username else out_of_range" in told
    assert "[where .by = input.recipient and .whom = me.username]) = 0 else forbidden" in told
    assert "sender: me.username" in told


def test_each_side_has_a_box_of_its_own(effects: dict[str, str]) -> None:
    mine = ".recipient = me.username and not(.removed_by_recipient)"
    assert mine in effects["GET /received"]
    assert "input.unseen" in effects["GET /received"]
    assert ".sender = me.username and not(.removed_by_sender)" in effects["GET /sent"]
    assert "{removed_by_recipient: true}" in effects["DELETE /messages/{id}"]
    assert "patch Message message {seen: true}" in effects["GET /messages/{id}"]


def test_a_logout_ends_the_session_of_its_cookie(spec: Spec, effects: dict[str, str]) -> None:
    assert effects["POST /logout"].startswith("delete Session where .token = input.sid\nanswer 204")
    logout = next(each for each in spec.operations if each.path == "/logout")
    assert [(each.name, each.place) for each in logout.inputs] == [("sid", "cookie")]


def test_names_are_listed_as_they_are(spec: Spec, effects: dict[str, str]) -> None:
    assert effects["GET /blocks"].endswith(": one.whom)")
    assert ".username != me.username" in effects["GET /users"]
    register = next(each for each in spec.operations if each.path == "/register")
    assert [each.type.pattern for each in register.inputs][-1] == "^[a-z]{2}$"
