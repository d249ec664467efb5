"""The guard lets in whom it should, tells nobody anything, and costs the same for everybody."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.errors import Forbidden, InvalidInput, StoreError, Unauthorised
from beliefs.serve.binding import is_loopback, may_start
from beliefs.serve.guard import FRESH_SECONDS, Guard
from beliefs.serve.header import LONGEST, only_authorization
from beliefs.serve.keyring import Keyring
from beliefs.serve.keys import new_secret
from beliefs.serve.rights import Right, reach_of
from tests.serve.test_rights import REACHES, REAL, RIGHTS


@given(reach=REACHES, right=RIGHTS, namespace=REAL, wanted=RIGHTS)
def test_a_key_never_reaches_what_it_was_not_given(shared_keyring, reach, right, namespace, wanted):
    secret = shared_keyring.create(reach, right).secret
    guard = Guard(shared_keyring)
    named = reach_of([namespace])
    assert named is not None
    if (reach is None or named <= reach) and right >= wanted:
        grant = guard.check(f"Bearer {secret}", namespace=namespace, right=wanted)
        assert (grant.namespaces, grant.right) == (reach, right)
    else:
        with pytest.raises(Forbidden):
            guard.check(f"Bearer {secret}", namespace=namespace, right=wanted)


@pytest.fixture
def secret(keyring: Keyring) -> str:
    return keyring.create(["team"], Right.WRITE).secret


@pytest.fixture
def guard(secret: str, keyring: Keyring) -> Guard:
    assert secret
    return Guard(keyring)


# What is shown


def tricks(secret: str) -> dict[str, str | None]:
    return {
        "nothing": None,
        "empty": "",
        "no scheme": secret,
        "scheme alone": "Bearer",
        "scheme and space": "Bearer ",
        "lower case": f"bearer {secret}",
        "upper case": f"BEARER {secret}",
        "another scheme": f"Basic {secret}",
        "two spaces": f"Bearer  {secret}",
        "a tab": f"Bearer\t{secret}",
        "before": f" Bearer {secret}",
        "after": f"Bearer {secret} ",
        "a line": f"Bearer {secret}\n",
        "a header": f"Bearer {secret}\r\nX-Admin: 1",
        "NUL": f"Bearer {secret}\0",
        "NUL before": f"Bearer \0{secret}",
        "two values": f"Bearer {secret}, Bearer {secret}",
        "two keys": f"Bearer {secret} {secret}",
        "a comma": f"Bearer {secret},",
        "quotes": f'Bearer "{secret}"',
        "upper digits": f"Bearer {secret.upper()}",
        "full width": f"Bearer {secret.replace('0', '０').replace('a', 'ａ')}x",
        "not ASCII": f"Bearer {secret}é",
        "a surrogate": f"Bearer {secret}\udcff",
        "a prefix": f"Bearer {secret[:-1]}",
        "more": f"Bearer {secret}0",
        "long": "Bearer " + "a" * (LONGEST - 7),
        "too long": "Bearer " + "a" * 10_000_000,
        "another secret": f"Bearer {new_secret(secret[3:15])}",
        "another id": f"Bearer {new_secret('0' * 12)}",
        "the digest": f"Bearer bk_{secret[3:15]}_{'0' * 64}",
    }


@pytest.mark.parametrize("trick", tricks("x"))
def test_header_tricks_are_refused_and_nothing_is_repeated(trick, guard, secret, caplog):
    caplog.set_level(logging.DEBUG)
    shown = tricks(secret)[trick]
    with pytest.raises(Unauthorised) as refused:
        guard.check(shown, namespace="team", right=Right.READ)
    said = str(refused.value) + caplog.text
    assert secret[16:40] not in said
    assert "aaaa" not in said
    assert len(said) < 200


@given(text=st.text() | st.text("Bearer bkt_0123456789abcdef", max_size=100))
def test_whatever_is_shown_is_refused_cleanly(shared_keyring, text):
    guard = Guard(shared_keyring)
    for shown in (text, f"Bearer {text}", f"Bearer bk_{text}", f"Bearer bt_{text}"):
        with pytest.raises(Unauthorised):
            guard.known(shown)


def test_a_long_header_is_measured_and_not_read(guard):
    longest = "Bearer " + "a" * (LONGEST - len("Bearer "))
    with pytest.raises(Unauthorised, match="this is no key"):
        guard.known(longest)
    with pytest.raises(Unauthorised, match="must read Bearer"):
        guard.known(longest + "a")


def test_two_headers_are_refused():
    one = (b"authorization", b"Bearer a")
    assert only_authorization([(b"host", b"x"), one]) == "Bearer a"
    assert only_authorization([(b"host", b"x")]) is None
    assert only_authorization([(b"authorization", b"\xff")]) == "ÿ"
    with pytest.raises(Unauthorised, match="more than one"):
        only_authorization([one, (b"Authorization", b"Bearer b")])


# What it costs


def test_known_and_unknown_ids_cost_the_same(guard, secret, monkeypatch):
    token = guard.issue(guard.known(f"Bearer {secret}"))
    done: list[str] = []

    def counted(name: str, real: Any) -> Any:
        def call(*args, **kwargs):
            done.append(name)
            return real(*args, **kwargs)

        return call

    monkeypatch.setattr(hashlib, "blake2b", counted("hash", hashlib.blake2b))
    monkeypatch.setattr(hmac, "compare_digest", counted("compare", hmac.compare_digest))
    monkeypatch.setattr(hmac, "new", counted("mac", hmac.new))
    monkeypatch.setattr(Keyring, "ring", counted("disk", Keyring.ring))
    monkeypatch.setattr(Keyring, "version", counted("disk", Keyring.version))

    def cost(shown: str) -> list[str]:
        done.clear()
        with contextlib.suppress(Unauthorised):
            guard.known(f"Bearer {shown}")
        return list(done)

    keys = [secret, new_secret(secret[3:15]), new_secret("0" * 12), new_secret("f" * 12)]
    assert [cost(shown) for shown in keys] == [["hash", "compare"]] * 4
    unknown = token.replace(token[3:15], "0" * 12)
    forged = token[:-64] + "0" * 64
    assert [cost(shown) for shown in (token, unknown, forged)] == [["mac", "compare"]] * 3


def test_a_request_does_not_hit_the_disk(guard, secret, tmp_path):
    guard.known(f"Bearer {secret}")
    (tmp_path / "keys.db").unlink()
    for _ in range(100):
        guard.check(f"Bearer {secret}", namespace="team", right=Right.WRITE)


def test_without_its_keys_it_lets_nobody_in(guard, secret, tmp_path, clock):
    (tmp_path / "keys.db").unlink()
    clock.now += FRESH_SECONDS
    with pytest.raises(StoreError):
        guard.known(f"Bearer {secret}")


def test_a_clock_that_goes_back_does_not_keep_a_revoked_key(guard, keyring, secret, clock):
    guard.known(f"Bearer {secret}")
    keyring.revoke(secret)
    clock.now -= 1_000
    with pytest.raises(Unauthorised, match="revoked"):
        guard.known(f"Bearer {secret}")


# What becomes of a key


def test_only_its_bearer_hears_what_became_of_a_key(guard, keyring, secret, clock):
    keyring.revoke(secret)
    clock.now += FRESH_SECONDS
    with pytest.raises(Unauthorised, match="revoked"):
        guard.known(f"Bearer {secret}")
    with pytest.raises(Unauthorised) as other:
        guard.known(f"Bearer {new_secret(secret[3:15])}")
    with pytest.raises(Unauthorised) as unknown:
        guard.known(f"Bearer {new_secret('0' * 12)}")
    assert str(other.value) == str(unknown.value)


def test_a_key_ends_at_its_moment(keyring, clock):
    secret = keyring.create(None, Right.READ, seconds=60).secret
    guard = Guard(keyring)
    clock.now += 59.9
    guard.known(f"Bearer {secret}")
    clock.now += 0.1
    with pytest.raises(Unauthorised, match="expired"):
        guard.known(f"Bearer {secret}")


def test_a_refusal_does_not_tell_which_namespaces_there_are(guard, secret):
    def told(namespace: str) -> str:
        with pytest.raises(Forbidden) as refused:
            guard.check(f"Bearer {secret}", namespace=namespace, right=Right.READ)
        return str(refused.value).replace(namespace, "…")

    assert told("nothing") == told("something")
    assert "team" not in told("other")


def test_use_is_noted_and_a_keyring_that_cannot_is_no_reason_to_refuse(
    guard, keyring, secret, clock, caplog, monkeypatch
):
    guard.known(f"Bearer {secret}")
    assert keyring.list()[0].used == clock.now // 3_600 * 3_600
    clock.now += 3_600

    def full(_: object) -> None:
        raise StoreError("no space left.")

    monkeypatch.setattr(keyring, "note_use", full)
    guard.known(f"Bearer {secret}")
    assert "was not noted" in caplog.text
    assert secret[16:] not in caplog.text


def test_another_process_revokes_and_it_is_seen(place):
    program = (
        "import sys; from pathlib import Path; from beliefs.serve.keyring import Keyring\n"
        "place = sys.argv[1] if '://' in sys.argv[1] else Path(sys.argv[1])\n"
        "Keyring(place).revoke(sys.argv[2])"
    )
    with Keyring(place) as keyring:
        made = keyring.create(["team"], Right.READ)
        guard = Guard(keyring)
        guard.check(f"Bearer {made.secret}", namespace="team", right=Right.READ)
        subprocess.run([sys.executable, "-c", program, str(place), made.key.id], check=True)
        time.sleep(1)  # as the command promises
        with pytest.raises(Unauthorised, match="revoked"):
            guard.known(f"Bearer {made.secret}")


def test_many_threads_ask_at_once(place):
    with Keyring(place) as keyring:
        secret = keyring.create(["team"], Right.READ).secret
        guard = Guard(keyring)
        failures: list[BaseException] = []

        def ask() -> None:
            try:
                for _ in range(300):
                    guard.check(f"Bearer {secret}", namespace="team", right=Right.READ)
                    guard._looked = 0.0  # noqa: SLF001 - everybody looks, every time
            except BaseException as failure:  # noqa: BLE001
                failures.append(failure)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures


# Without keys


def test_it_is_closed_unless_told_otherwise(keyring):
    with pytest.raises(Unauthorised, match="takes a key"):
        Guard(keyring).known(None)


def test_it_is_open_only_until_the_first_key(keyring, clock):
    guard = Guard(keyring, open_while_empty=True)
    guard.check(None, namespace="any", right=Right.ADMIN)
    made = keyring.create(None, Right.READ)
    clock.now += FRESH_SECONDS
    with pytest.raises(Unauthorised):
        guard.known(None)
    keyring.revoke(made.key.id)
    clock.now += FRESH_SECONDS
    with pytest.raises(Unauthorised):
        guard.known(None)


NETWORK = ["0.0.0.0", "::", "", "192.168.1.5", "example.org", "127.1", "localhost.example.org"]  # noqa: S104
LOOPBACK = ["127.0.0.1", "127.8.8.8", "::1", "localhost"]


@pytest.mark.parametrize("host", NETWORK)
def test_it_does_not_start_open_to_the_network(keyring, clock, host):
    assert not is_loopback(host)
    with pytest.raises(InvalidInput, match=r"belief keys create .* or listen on 127"):
        may_start(host, Guard(keyring))
    keyring.create(None, Right.READ, seconds=60)
    may_start(host, Guard(keyring))
    with pytest.raises(InvalidInput):
        may_start(host, Guard(keyring, open_while_empty=True))
    clock.now += 60
    with pytest.raises(InvalidInput):
        may_start(host, Guard(keyring))
    keyring.create(None, Right.READ)
    may_start(host, Guard(keyring))
    for key in keyring.list():
        keyring.revoke(key.id)
    with pytest.raises(InvalidInput):
        may_start(host, Guard(keyring))


@pytest.mark.parametrize("host", LOOPBACK)
def test_it_starts_on_this_machine(keyring, host):
    may_start(host, Guard(keyring, open_while_empty=True))
