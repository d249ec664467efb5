"""Tokens never exceed their key, cannot be changed, and are over when they say so."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import Forbidden, InvalidInput, Unauthorised
from beliefs.serve.guard import FRESH_SECONDS, Guard
from beliefs.serve.keyring import Keyring
from beliefs.serve.rights import Grant, Right
from beliefs.serve.tokens import LONGEST_SECONDS, ROTATION_SECONDS, Signing, sign, verify
from tests.serve.test_rights import GRANTS, REACHES, REAL, RIGHTS, allowed

SIGNING = Signing("0123456789ab", bytes(range(32)), 1_000)
KNOWN = {SIGNING.id: SIGNING}
GRANT = Grant("ba9876543210", frozenset({"team"}), Right.READ)
TOKEN = sign(GRANT, expires=2_000, audience="here", signing=SIGNING)


def holds(token: str, now: float = 1_500, audience: str = "here") -> bool:
    try:
        verify(token, audience=audience, signings=KNOWN, now=now)
    except Unauthorised:
        return False
    return True


@given(GRANTS, st.text(max_size=20).filter(lambda text: text.isprintable()))
def test_what_was_signed_is_what_is_read(grant, audience):
    token = sign(grant, expires=2_000, audience=audience, signing=SIGNING)
    read = verify(token, audience=audience, signings=KNOWN, now=1_999.9)
    assert (read.key_id, read.namespaces, read.right) == ("k", grant.namespaces, grant.right)
    assert read.token


@given(st.integers(0, len(TOKEN) - 1), st.sampled_from("0aAzZ9_-.= \n\0é"))
def test_no_character_can_be_changed(position, character):
    changed = TOKEN[:position] + character + TOKEN[position + 1 :]
    assert holds(changed) == (changed == TOKEN)


@given(st.integers(0, len(TOKEN)), st.sampled_from("0aA_-=\n\0"))
def test_no_character_can_be_added(position, character):
    assert not holds(TOKEN[:position] + character + TOKEN[position:])


@given(st.integers(0, len(TOKEN) - 1))
def test_no_character_can_be_left_out(position):
    assert not holds(TOKEN[:position] + TOKEN[position + 1 :])


def test_it_is_over_when_it_says_so():
    assert holds(TOKEN, now=1_999.999)
    assert not holds(TOKEN, now=2_000)
    with pytest.raises(Unauthorised, match="expired"):
        verify(TOKEN, audience="here", signings=KNOWN, now=2_000)


def test_it_speaks_to_one_server():
    assert not holds(TOKEN, audience="there")
    assert not holds(TOKEN, audience="")


def test_an_old_secret_checks_nothing_even_if_it_is_still_kept():
    late = SIGNING.created + ROTATION_SECONDS + LONGEST_SECONDS
    token = sign(GRANT, expires=late * 2, audience="here", signing=SIGNING)
    assert holds(token, now=late - 1)
    assert not holds(token, now=late)


def test_a_payload_of_ones_own_is_not_read():
    said = {"key": "x", "namespaces": None, "right": "admin", "expires": 9e9, "audience": "here"}
    for text in (json.dumps(said), "not json", "[]", ""):
        payload = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        for secret in (b"", bytes(32), SIGNING.id.encode()):
            mac = hmac.new(secret, payload.encode(), hashlib.sha256).hexdigest()
            assert not holds(f"bt_{SIGNING.id}_{payload}_{mac}")
            assert not holds(f"bt_{'0' * 12}_{payload}_{mac}")


# From a guard


@pytest.fixture
def guard(keyring: Keyring) -> Guard:
    return Guard(keyring)


@given(reach=REACHES, right=RIGHTS, narrower=REACHES, lower=RIGHTS, namespace=REAL, wanted=RIGHTS)
def test_tokens_never_exceed_their_key(
    shared_keyring, reach, right, narrower, lower, namespace, wanted
):
    secret = shared_keyring.create(reach, right).secret
    guard = Guard(shared_keyring)
    grant = guard.known(f"Bearer {secret}")
    asked = Grant(grant.key_id, reach if narrower is None else narrower, lower)
    try:
        token = guard.issue(grant, namespaces=narrower, right=lower)
    except Forbidden:
        assert not grant.covers(asked)
        return

    def may(text: str) -> bool:
        try:
            guard.check(f"Bearer {text}", namespace=namespace, right=wanted)
        except Forbidden:
            return False
        return True

    assert may(token) == allowed(asked, namespace, wanted)
    assert not may(token) or may(secret)


def test_a_revoked_key_takes_its_tokens_along(guard, keyring, clock):
    made = keyring.create(["team"], Right.WRITE)
    clock.now += FRESH_SECONDS
    token = guard.issue(guard.known(f"Bearer {made.secret}"))
    assert guard.check(f"Bearer {token}", namespace="team", right=Right.READ).token
    keyring.revoke(made.key.id)
    clock.now += FRESH_SECONDS
    with pytest.raises(Unauthorised):
        guard.check(f"Bearer {token}", namespace="team", right=Right.READ)


def test_an_expired_key_takes_its_tokens_along(guard, keyring, clock):
    made = keyring.create(["team"], Right.WRITE, seconds=10)
    clock.now += FRESH_SECONDS
    token = guard.issue(guard.known(f"Bearer {made.secret}"), seconds=60)
    clock.now += 10
    with pytest.raises(Unauthorised, match="expired"):
        guard.known(f"Bearer {token}")


def test_tokens_make_no_tokens_and_nobody_makes_none(keyring, clock):
    guard = Guard(keyring, open_while_empty=True)
    with pytest.raises(Forbidden, match="only a key"):
        guard.issue(guard.known(None))
    made = keyring.create(None, Right.ADMIN)
    clock.now += FRESH_SECONDS
    token = guard.issue(guard.known(f"Bearer {made.secret}"))
    with pytest.raises(Forbidden, match="only a key"):
        guard.issue(guard.known(f"Bearer {token}"))


@pytest.mark.parametrize("seconds", [0, -1, LONGEST_SECONDS + 1])
def test_it_holds_for_an_hour_at_most(guard, keyring, clock, seconds):
    made = keyring.create(None, Right.ADMIN)
    clock.now += FRESH_SECONDS
    with pytest.raises(InvalidInput, match="1 to 3600"):
        guard.issue(guard.known(f"Bearer {made.secret}"), seconds=seconds)


def test_a_token_that_no_header_holds_is_not_made(guard, keyring, clock):
    made = keyring.create([f"{number:03}" * 100 for number in range(20)], Right.ADMIN)
    clock.now += FRESH_SECONDS
    grant = guard.known(f"Bearer {made.secret}")
    with pytest.raises(InvalidInput, match="name fewer"):
        guard.issue(grant)
    guard.known(f"Bearer {guard.issue(grant, namespaces=['000' * 100])}")


def test_secrets_rotate_and_no_token_is_cut_short(guard, keyring, clock):
    made = keyring.create(None, Right.ADMIN)
    clock.now += FRESH_SECONDS
    grant = guard.known(f"Bearer {made.secret}")
    guard.issue(grant)
    clock.now += ROTATION_SECONDS - 1
    late = guard.issue(grant)
    clock.now += 1
    new = guard.issue(grant)
    assert late.split("_")[1] != new.split("_")[1]
    clock.now += LONGEST_SECONDS - 2
    assert guard.known(f"Bearer {late}").token
    assert len(keyring.ring().signings) == 2


def test_another_process_takes_them(place):
    with Keyring(place) as one, Keyring(place) as other:
        secret = one.create(["team"], Right.READ).secret
        issuing, checking = Guard(one), Guard(other, audience="beliefs")
        token = issuing.issue(issuing.known(f"Bearer {secret}"))
        checking._looked = 0.0  # noqa: SLF001 - instead of waiting
        checking.check(f"Bearer {token}", namespace="team", right=Right.READ)
        with pytest.raises(Unauthorised, match="another server"):
            Guard(other, audience="elsewhere").known(f"Bearer {token}")
