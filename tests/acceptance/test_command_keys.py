"""`belief keys`: made, listed and revoked, and shown once."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from beliefs.serve.guard import Guard
from beliefs.serve.keyring import Keyring
from beliefs.serve.rights import Right
from tests.acceptance.command import Command

KEY = re.compile(r"bk_[0-9a-f]{12}_[0-9a-f]{64}")


@pytest.fixture
def file(belief: Command) -> Path:
    return Path(belief.environment["BELIEFS_HOME"]) / "keys.db"


def test_a_key_is_printed_alone_and_opens_what_it_was_made_for(belief, file):
    answer = belief.run(
        "keys", "create", "--namespace", "team", "--namespace", "a", "--right", "write"
    )
    secret = answer.out.strip()
    assert KEY.fullmatch(secret)
    assert secret not in answer.err
    assert "shown only now" in answer.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with Keyring(file) as keyring:
        grant = Guard(keyring).check(f"Bearer {secret}", namespace="a", right=Right.WRITE)
    assert grant.namespaces == frozenset({"team", "a"})


def test_programs_get_documents(belief):
    made = belief.json(
        *("keys", "create", "--all-namespaces", "--right", "admin", "--name", "mine"),
        *("--expires", "30d"),
    )
    secret = made.pop("key")
    assert KEY.fullmatch(secret)
    assert (made["namespaces"], made["right"], made["state"]) == (None, "admin", "active")
    assert belief.json("keys", "list") == [made]
    revoked = belief.json("keys", "revoke", made["id"][:5])
    assert revoked["state"] == "revoked"
    assert belief.json("keys", "list") == [revoked]


def test_people_get_a_table_without_secrets(belief):
    secret = belief("keys", "create", "--namespace", "team", "--right", "read", "--name", "mine")
    listed = belief("keys", "list")
    assert secret[3:15] in listed
    assert "mine" in listed
    assert secret[16:30] not in listed
    assert "is revoked" in belief("keys", "revoke", secret.strip())
    assert "revoked" in belief("keys", "list")


def test_the_namespace_may_stand_in_front(belief):
    made = belief.json("--namespace", "team", "keys", "create", "--right", "read")
    assert made["namespaces"] == ["team"]


def test_only_making_a_key_makes_the_file(belief, file):
    assert belief.json("keys", "list") == []
    assert "no key yet" in belief("keys", "list")
    assert "no key yet" in belief.fails(3, "keys", "revoke", "abcdef")
    belief.fails(2, "keys", "create", "--namespace", "team", "--right", "read", "--expires", "x")
    assert not file.exists()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--right", "read"], "Say what it is for"),
        (["--right", "read", "--namespace", "a", "--all-namespaces"], "Say what it is for"),
        (["--namespace", "a"], "--right"),
        (["--namespace", "a", "--right", "root"], "root"),
        (["--namespace", " ", "--right", "read"], "must not be empty"),
    ],
)
def test_what_is_not_clear_makes_no_key(belief, given, says):
    assert says in belief.fails(2, "keys", "create", *given)
    assert belief.json("keys", "list") == []


def test_keys_of_a_database_are_kept_there(belief, file, fresh_postgres):
    made = belief.json(
        *("keys", "create", "--namespace", "a", "--right", "read", "--store", fresh_postgres)
    )
    assert not file.exists()
    with Keyring(fresh_postgres) as keyring:
        Guard(keyring).check(f"Bearer {made['key']}", namespace="a", right=Right.READ)
    assert belief.json("keys", "list", "--store", fresh_postgres)[0]["id"] == made["id"]
