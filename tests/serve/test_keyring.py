"""Keys are kept as digests, where only their owner reads them, and end when they are revoked."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from beliefs.errors import (
    CorruptStore,
    InvalidInput,
    NewerStore,
    NotFound,
    StoreError,
    StoreUnavailable,
)
from beliefs.serve.keyring import Keyring, open_keyring
from beliefs.serve.keys import digest_of, id_of
from beliefs.serve.rights import Right
from beliefs.serve.tokens import LONGEST_SECONDS, ROTATION_SECONDS


def everything(place: Path | str) -> str:
    """All that is kept, as a thief would see it."""
    if isinstance(place, Path):
        return place.read_bytes().decode("latin-1")
    with psycopg.connect(place) as look:
        tables = ("keyring", "keys", "signings")
        return str([look.execute(f"SELECT * FROM beliefs.{name}").fetchall() for name in tables])  # noqa: S608


def test_a_key_is_kept_and_its_secret_is_not(place):
    with Keyring(place) as keyring:
        made = keyring.create(["team", "a"], Right.WRITE, name="the importer", seconds=60)
    with Keyring(place) as again:
        (kept,) = again.list()
        assert kept == made.key
        assert kept.digest == digest_of(made.secret, again.ring().pepper)
    assert kept.expires == kept.created + 60
    assert kept.namespaces == frozenset({"team", "a"})
    secret = made.secret.rpartition("_")[2]
    for form in (secret, str(bytes.fromhex(secret)), bytes.fromhex(secret).decode("latin-1")):
        assert form not in everything(place)


def test_neither_keys_nor_what_holds_them_print_secrets(keyring):
    made = keyring.create(None, Right.READ)
    signing = keyring.rotate()
    ring = keyring.ring()
    shown = f"{made} {made.key} {signing} {ring} {keyring}"
    assert made.secret[16:] not in shown
    assert repr(made.key.digest) not in shown
    assert repr(signing.secret) not in shown
    assert repr(ring.pepper) not in shown


def test_secrets_are_256_bits_and_never_the_same(keyring):
    secrets = {keyring.create(None, Right.READ).secret for _ in range(20)}
    assert len({secret.rpartition("_")[2] for secret in secrets}) == 20
    assert {len(bytes.fromhex(secret.rpartition("_")[2])) for secret in secrets} == {32}
    assert len({id_of(secret) for secret in secrets}) == 20


def test_revoking_is_final_and_may_be_repeated(place, clock):
    with Keyring(place, clock=clock) as keyring:
        made = keyring.create(None, Right.ADMIN)
        other = keyring.create(None, Right.ADMIN)
        first = keyring.revoke(made.key.id)
        assert first.revoked == clock.now
        clock.now += 60
        assert keyring.revoke(made.key.id[:6]) == first
        assert keyring.revoke(made.secret) == first
        assert [key.revoked is None for key in keyring.list() if key.id == other.key.id] == [True]


def test_an_unknown_id_is_not_found_and_a_pasted_secret_is_not_repeated(keyring):
    keyring.create(None, Right.READ)
    for pasted in ("ffff" * 3, "bk_zzzz", f"bk_{'0' * 12}_{'5ecre7' * 10}"):
        with pytest.raises(NotFound) as found:
            keyring.revoke(pasted)
        assert "5ecre7" not in str(found.value)
    for short in ("", "abc"):
        with pytest.raises(InvalidInput, match="4 digits"):
            keyring.revoke(short)


def test_a_key_that_could_be_two_is_not_revoked(keyring, monkeypatch):
    ids = iter(["abcd00000000", "abcd11111111"])
    monkeypatch.setattr("beliefs.serve.keyring.new_id", lambda: next(ids))
    keyring.create(None, Right.READ)
    keyring.create(None, Right.READ)
    with pytest.raises(NotFound, match="more than one"):
        keyring.revoke("abcd")
    assert keyring.revoke("abcd1").id == "abcd11111111"


def test_use_is_kept_by_the_hour(place, clock):
    with Keyring(place, clock=clock) as keyring:
        made = keyring.create(None, Right.READ)
        keyring.note_use(made.key)
        (used,) = [key.used for key in keyring.list()]
        assert used is not None
        assert used % 3_600 == 0
        clock.now += 3_600
        keyring.note_use(keyring.list()[0])
        assert keyring.list()[0].used == used + 3_600


def test_every_change_has_another_version(place):
    with Keyring(place) as keyring:
        versions = [keyring.version()]
        made = keyring.create(None, Right.READ)
        versions.append(keyring.version())
        keyring.revoke(made.key.id)
        versions.append(keyring.version())
        keyring.rotate()
        versions.append(keyring.version())
        keyring.note_use(made.key)
        assert keyring.version() == versions[-1]
    assert len(set(versions)) == 4


def test_signing_secrets_go_when_no_token_can_need_them(place, clock):
    with Keyring(place, clock=clock) as keyring:
        first = keyring.rotate()
        clock.now += ROTATION_SECONDS
        second = keyring.rotate()
        assert set(keyring.ring().signings) == {first.id, second.id}
        clock.now += LONGEST_SECONDS
        third = keyring.rotate()
        assert set(keyring.ring().signings) == {second.id, third.id}


def test_many_open_it_at_once(place):
    def open_and_make(number: int) -> str:
        with Keyring(place) as keyring:
            return keyring.create(None, Right.READ, name=str(number)).key.id

    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(open_and_make, range(16)))
    with Keyring(place) as keyring:
        assert {key.id for key in keyring.list()} == made
        pepper = keyring.ring().pepper
    with Keyring(place) as keyring:
        assert keyring.ring().pepper == pepper


def test_a_newer_format_is_refused(tmp_path):
    Keyring(tmp_path / "keys.db").close()
    with sqlite3.connect(tmp_path / "keys.db") as look:
        look.execute("UPDATE keyring SET format = 2")
    look.close()
    with pytest.raises(NewerStore, match="update the package"):
        Keyring(tmp_path / "keys.db")


@pytest.mark.parametrize("seconds", [0, -5, 0.5])
def test_a_key_that_never_holds_is_refused(keyring, seconds):
    with pytest.raises(InvalidInput):
        keyring.create(None, Right.READ, seconds=seconds)
    assert not keyring.list()


def test_an_expiry_beyond_the_calendar_is_its_end(keyring):
    assert keyring.create(None, Right.READ, seconds=1e15).key.expires == 253_402_300_799


# The file


def test_only_the_owner_may_read_the_file(keyring, tmp_path):
    keyring.create(None, Right.READ)
    files = list(tmp_path.iterdir())
    assert files
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600] * len(files)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_file_that_others_may_read_is_refused(tmp_path, mode):
    Keyring(tmp_path / "keys.db").close()
    (tmp_path / "keys.db").chmod(mode)
    with pytest.raises(StoreError, match=f"mode {mode:04o}.*chmod 600"):
        Keyring(tmp_path / "keys.db")


def test_a_damaged_file_is_named(tmp_path):
    (tmp_path / "keys.db").write_bytes(b"not a database" * 100)
    (tmp_path / "keys.db").chmod(0o600)
    with pytest.raises(CorruptStore, match="restore a copy"):
        Keyring(tmp_path / "keys.db")


def test_a_deleted_file_is_missed_and_not_made_again(keyring, tmp_path):
    keyring.create(None, Right.READ)
    (tmp_path / "keys.db").unlink()
    with pytest.raises(StoreUnavailable):
        keyring.version()
    assert not (tmp_path / "keys.db").exists()


def test_a_restored_copy_is_seen(keyring, tmp_path):
    shutil.copy(tmp_path / "keys.db", tmp_path / "copy.db")
    keyring.create(None, Right.READ)
    version = keyring.version()
    (tmp_path / "copy.db").replace(tmp_path / "keys.db")
    assert keyring.version() != version
    assert not keyring.list()


def test_it_is_kept_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / "new" / "home"))
    with open_keyring("sqlite:///elsewhere.db") as keyring:
        keyring.create(None, Right.READ)
    assert [file.name for file in (tmp_path / "new" / "home").iterdir()] == ["keys.db"]


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path):
    with pytest.raises(StoreUnavailable) as found:
        open_keyring(f"postgresql://somebody:s3cret@/nothing?host={tmp_path}")
    assert "s3cret" not in str(found.value)


def test_a_lost_connection_is_made_anew(private_postgres):
    with Keyring(private_postgres.url) as keyring:
        made = keyring.create(None, Right.READ)
        private_postgres.restart()
        with pytest.raises(StoreUnavailable):
            keyring.version()
        assert [key.id for key in keyring.list()] == [made.key.id]
