"""What can happen to a file: every failure is one sentence, and what was there stays there."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from beliefs import (
    Beliefs,
    BeliefsError,
    CorruptStore,
    NewerStore,
    ReadOnlyStore,
    StoreError,
    StoreFull,
    StoreUnavailable,
)
from tests.ledger.places import Clock, assert_clear, assert_sentence, id_of, seen, sound

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMONER = 65_534
"""The user number of `nobody`, for whom permissions count."""


def opened(path: Path) -> Beliefs:
    return Beliefs(path, clock=Clock())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed file with some beliefs in it."""
    file = tmp_path / "beliefs.db"
    with opened(file) as b:
        fill(b)
    return file


def fill(b: Beliefs, words: int = 40) -> None:
    b.add([f"Claim {number} of many" for number in range(words)])
    b.add("Serving region", choice="eu", source="logs")
    b.retract(id_of(b, "The disk is full"), "measured again")
    b.trust.set(agent="scout", confidence=0.5)


# Files that are not ours


@pytest.mark.parametrize("content", [b"hello", b"not a database\n" * 1_000, bytes(5_000)])
def test_a_file_that_is_no_database(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(CorruptStore) as caught:
        opened(file)
    assert_sentence(caught.value)
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_of_something_else(tmp_path: Path, mode: str) -> None:
    file = tmp_path / "other.db"
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("CREATE TABLE entries (id INTEGER PRIMARY KEY, body TEXT)")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    with pytest.raises(CorruptStore) as caught:
        opened(file)
    assert_sentence(caught.value)
    assert file.read_bytes() == before


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        opened(tmp_path)
    assert_sentence(caught.value)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        opened(tmp_path / "missing" / "beliefs.db")
    assert_sentence(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_becomes_a_ledger(tmp_path: Path) -> None:
    file = tmp_path / "empty.db"
    file.touch()
    with opened(file) as b:
        b.add("The cache is warm")
        assert sound(b)


def test_each_sentence_says_what_to_do(tmp_path: Path) -> None:
    text, folder, full = tmp_path / "notes.txt", tmp_path / "missing", tmp_path / "full.db"
    text.write_text("hello")
    for file in (text, folder / "beliefs.db", tmp_path):
        with pytest.raises(StoreError) as caught:
            opened(file)
        assert_clear(caught.value)
    with opened(full) as b, files_at_most(1_000_000):
        assert_clear(fill_up(b)[1])


# Newer and older


def test_a_newer_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerStore) as caught:
        opened(path)
    assert_sentence(caught.value)
    assert "newer release" in str(caught.value)
    assert path.read_bytes() == before


# Damage


def use(b: Beliefs) -> None:
    """Read everything in every way, and write."""
    seen(b)
    for belief in b.list(limit=None):
        b.get(belief.id)
        b.trace(belief)
    b.search("claim region disk")
    b.add("The cache is warm")


def survives(file: Path) -> str:
    """Open, use and verify a file; say how the damage showed, or "" if it did not."""
    try:
        b = opened(file)
    except BeliefsError as error:
        assert_sentence(error)
        return type(error).__name__
    with b:
        try:
            checked = b.verify()
            if not checked.ok:
                return "verify"
            use(b)
        except BeliefsError as error:
            assert_sentence(error)
            return type(error).__name__
    return ""


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_a_file_that_was_cut_off(path: Path, kept: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept)])
    assert survives(path) == "CorruptStore"


def test_damage_in_the_middle_is_found(path: Path) -> None:
    whole = path.read_bytes()
    chance = random.Random(5)
    pages = range(0, len(whole), 4_096)
    # In every page once where its cells are listed, and once anywhere.
    spots = [max(page + 8, 100) for page in pages]
    spots += [max(page + chance.randrange(4_032), 100) for page in pages]
    unnoticed = []
    for spot in spots:
        damaged = whole[:spot] + chance.randbytes(64) + whole[spot + 64 :]
        path.write_bytes(damaged)
        if not survives(path) and not _was_unused(whole, damaged, path):
            unnoticed.append(spot)
        for suffix in ("-wal", "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
    assert unnoticed == []


def test_a_damaged_index_does_not_make_a_ledger_look_empty(path: Path) -> None:
    connection = sqlite3.connect(path)
    find = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_ledgers_1'"
    (page,) = connection.execute(find).fetchone()
    connection.close()
    whole, spot = path.read_bytes(), 4_096 * (page - 1) + 8
    path.write_bytes(whole[:spot] + bytes(range(64)) + whole[spot + 64 :])
    assert survives(path) in ("CorruptStore", "verify")
    # Whoever does not verify must not be given a second, empty ledger under the same name.
    path.write_bytes(whole[:spot] + bytes(range(64)) + whole[spot + 64 :])
    with opened(path) as b, pytest.raises(CorruptStore):
        b.add("The cache is warm")


def _was_unused(whole: bytes, damaged: bytes, path: Path) -> bool:
    """Whether the damage lies in free space: SQLite itself finds nothing, and all rows are same."""
    dumps = []
    for content in (whole, damaged):
        path.write_bytes(content)
        connection = sqlite3.connect(path)
        try:
            if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                return False
            dumps.append(list(connection.iterdump()))
        except sqlite3.Error:
            return False
        finally:
            connection.close()
    return dumps[0] == dumps[1]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rows SET value = replace(value, '1.0', '2.0') WHERE arrival = 1",
        "UPDATE rows SET value = '{' WHERE arrival = 2",
        "UPDATE rows SET value = '[]' WHERE arrival = 2",
        "UPDATE rows SET value = 'null' WHERE arrival = 2",
        'UPDATE rows SET value = \'{"kind":"contribution"}\' WHERE arrival = 2',
        'UPDATE rows SET value = \'{"kind":"prophecy","layer":"space"}\' WHERE arrival = 2',
        "UPDATE rows SET value = x'ff00' WHERE arrival = 2",
        "UPDATE rows SET recorded = recorded + 1 WHERE arrival = 3",
        "UPDATE rows SET recorded = 'yesterday' WHERE arrival = 3",
        "UPDATE rows SET key = zeroblob(34) WHERE arrival = 3",
        "UPDATE rows SET key = x'7300' WHERE arrival = 3",
        "DELETE FROM rows WHERE arrival = 4",
        "UPDATE claims SET words = 'Something else' WHERE words LIKE 'Claim 7 %'",
        "DELETE FROM claims WHERE words LIKE 'Claim 8 %'",
        "UPDATE rows SET value = '9' || value WHERE substr(key, 1, 1) = x'73' AND arrival IS NULL",
        "UPDATE rows SET value = '' WHERE substr(key, 1, 1) = x'73' AND arrival IS NULL",
        "UPDATE rows SET value = '?' WHERE substr(key, 1, 1) = x'61'",
        "DELETE FROM rows WHERE substr(key, 1, 1) = x'70'",
        "DELETE FROM rows WHERE recorded IS NULL",
        "DELETE FROM rows",
        "UPDATE ledgers SET fingerprint = zeroblob(256)",
        "UPDATE ledgers SET count = count + 1",
        "UPDATE ledgers SET newest = newest - 1",
        "UPDATE ledgers SET fingerprint = 'none'",
        "DROP TABLE claims",
        "DROP TABLE rows",
        "DROP TABLE ledgers",
    ],
)
def test_rows_that_were_altered_are_found(path: Path, damage: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(damage)
    connection.commit()
    connection.close()
    assert survives(path) != ""


def test_what_is_read_from_damaged_rows_fails_in_our_words(path: Path) -> None:
    for damage in (
        "UPDATE rows SET value = '' WHERE substr(key, 1, 1) = x'73' AND arrival IS NULL",
        "UPDATE rows SET value = '?' WHERE substr(key, 1, 1) = x'61'",
        "DELETE FROM claims",
    ):
        file = path.with_name("damaged.db")
        shutil.copy(path, file)
        connection = sqlite3.connect(file)
        connection.execute(damage)
        connection.commit()
        connection.close()
        with opened(file) as b, pytest.raises(CorruptStore) as caught:
            use(b)
        assert_sentence(caught.value)


# Permissions


@contextmanager
def without_privileges() -> Iterator[None]:
    """Act as somebody for whom permissions count: root reads and writes whatever it likes."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(COMMONER)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that others may enter; pytest's own are closed to them."""
    made = Path(tempfile.mkdtemp(prefix="beliefs-"))
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture
def kept(folder: Path) -> Path:
    """A closed file with some beliefs in it, in that folder."""
    file = folder / "beliefs.db"
    with opened(file) as b:
        fill(b)
    file.chmod(0o644)
    return file


def test_a_file_that_may_only_be_read(kept: Path) -> None:
    kept.chmod(0o444)
    kept.parent.chmod(0o777)
    before = kept.read_bytes()
    with without_privileges(), opened(kept) as b:
        assert len(b.list(limit=None)) == 41
        with pytest.raises(ReadOnlyStore) as caught:
            b.add("The cache is warm")
        assert_sentence(caught.value)
        assert len(b.list(limit=None)) == 41
        assert sound(b)
    assert kept.read_bytes() == before


def test_a_folder_that_may_only_be_read(kept: Path) -> None:
    kept.chmod(0o444)
    kept.parent.chmod(0o555)
    with without_privileges():
        speaks_of_permissions(kept)


def test_a_new_file_in_a_folder_that_may_only_be_read(folder: Path) -> None:
    folder.chmod(0o555)
    with without_privileges(), pytest.raises(StoreError) as caught:
        opened(folder / "beliefs.db")
    assert_sentence(caught.value)
    assert "permission" in str(caught.value) or "only be read" in str(caught.value)


def test_a_file_that_may_not_be_read(kept: Path) -> None:
    kept.chmod(0o000)
    with without_privileges(), pytest.raises(StoreError) as caught:
        opened(kept)
    assert_sentence(caught.value)
    assert "permission" in str(caught.value)


def speaks_of_permissions(file: Path) -> None:
    """Expect a file to be readable where nothing can be written, or a sentence that says why."""
    try:
        with opened(file) as b:
            assert len(b.list(limit=None)) == 41
            with pytest.raises(ReadOnlyStore) as caught:
                b.add("The cache is warm")
            assert_sentence(caught.value)
    except StoreError as error:
        assert_sentence(error)
        assert "permission" in str(error) or "only be read" in str(error)  # noqa: PT017


@contextmanager
def mounted(folder: Path, megabytes: int) -> Iterator[None]:
    """Put a small disk of its own under a folder, where that is allowed."""
    options = f"size={megabytes}m,mode=777"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, check=False
    )
    if done.returncode:
        pytest.skip("mounting a small disk needs root; the limit on file size stands in for it")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_disk_that_may_only_be_read(folder: Path) -> None:
    with mounted(folder, 8):
        with opened(folder / "beliefs.db") as b:
            fill(b)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        speaks_of_permissions(folder / "beliefs.db")


# A full disk


def fill_up(b: Beliefs) -> tuple[int, StoreError]:
    """Add numbered batches until there is no space; returns the number of the one undone."""
    number = 0
    while True:
        digest = b.digest()
        try:
            batch(b, number)
        except StoreError as error:
            assert_sentence(error)
            assert b.digest() == digest
            return number, error
        number += 1
        assert number < 1_000


def batch(b: Beliefs, number: int, size: int = 20) -> bool:
    words = [f"Claim {number}.{n} " + "x" * 2_000 for n in range(size)]
    return b.add(words, idempotency_key=f"batch {number}").replayed


def after_the_flood(b: Beliefs, number: int) -> None:
    """What was acknowledged is all there; what was refused is not there at all."""
    assert len(b.list(limit=None)) == 20 * number
    assert b.search(f"{number}.0") == [] or all(
        not belief.claim.startswith(f"Claim {number}.") for belief in b.search(f"claim {number}")
    )
    assert sound(b)


def test_a_full_disk(folder: Path) -> None:
    with mounted(folder, 2):
        ballast = folder / "ballast"
        ballast.write_bytes(bytes(600_000))
        with opened(folder / "beliefs.db") as b:
            number, error = fill_up(b)
            assert isinstance(error, StoreFull)
            assert number > 0
            after_the_flood(b, number)
            # Ids are random, so the same batch may take a page less and fit into what the log kept
            # of the one undone: leave no page, and ask for several times as many.
            with ballast.open("ab") as file, pytest.raises(OSError, match="No space left"):
                file.write(bytes(2_000_000))
            with pytest.raises(StoreFull):
                batch(b, number, size=80)
            ballast.unlink()
            assert batch(b, number) is False
            assert batch(b, number) is True
            after_the_flood(b, number + 1)
        with opened(folder / "beliefs.db") as b:
            after_the_flood(b, number + 1)


def test_a_disk_too_full_to_begin(folder: Path) -> None:
    with mounted(folder, 1):
        ballast = folder / "ballast"
        with ballast.open("wb") as file, pytest.raises(OSError, match="No space left"):
            file.write(bytes(2_000_000))
        with pytest.raises(StoreFull) as caught:
            opened(folder / "beliefs.db")
        assert_sentence(caught.value)
        ballast.unlink()
        with opened(folder / "beliefs.db") as b:
            b.add("The cache is warm")
            assert sound(b)


def test_erasing_on_a_full_disk_is_undone_or_finished_later(folder: Path) -> None:
    with mounted(folder, 8):
        ballast = folder / "ballast"
        with opened(folder / "beliefs.db") as b:
            secret = id_of(b, "The password is hunter2")
            for number in range(15):
                batch(b, number)
            with ballast.open("wb") as file, pytest.raises(OSError, match="No space left"):
                file.write(bytes(16_000_000))
            try:
                b.erase(secret)
            except StoreError as error:
                assert_sentence(error)
            assert sound(b)
            ballast.unlink()
            b.erase(secret)
            assert sound(b)
            for kept in folder.iterdir():
                assert b"hunter2" not in kept.read_bytes()


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size, as a quota would."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    with opened(tmp_path / "beliefs.db") as b:
        with files_at_most(1_000_000):
            number, _ = fill_up(b)
            assert number > 0
            after_the_flood(b, number)
        assert batch(b, number) is False
        assert batch(b, number) is True
        after_the_flood(b, number + 1)


# Other processes

HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(sys.argv[2])
connection.execute("SELECT count(*) FROM rows").fetchone()
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
connection.close()
print("done", flush=True)
sys.stdin.readline()
"""


class Holder:
    """Another process that holds a lock on a file until it is told to let go."""

    def __init__(self, path: Path, begin: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLD, path, begin],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._expect("held")

    def _expect(self, word: str) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == word

    def let_go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self._expect("done")

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextmanager
def held(path: Path, begin: str) -> Iterator[Holder]:
    holder = Holder(path, begin)
    try:
        yield holder
    finally:
        holder.end()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beliefs.ledger.stores.sqlite.store._BUSY_SECONDS", 0.2)


@pytest.mark.usefixtures("impatient")
def test_a_file_that_stays_locked(path: Path) -> None:
    with opened(path) as b, held(path, "BEGIN IMMEDIATE") as holder:
        before = seen(b)
        with pytest.raises(StoreUnavailable) as caught:
            b.add("The cache is warm", idempotency_key="once")
        assert_sentence(caught.value)
        assert seen(b) == before
        with opened(path) as another:
            assert another.digest() == b.digest()
        holder.let_go()
        assert not b.add("The cache is warm", idempotency_key="once").replayed
        assert sound(b)


@pytest.mark.usefixtures("impatient")
def test_a_new_file_that_is_locked(tmp_path: Path) -> None:
    file = tmp_path / "beliefs.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE entries (id)")
    connection.execute("DROP TABLE entries")
    connection.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreUnavailable) as caught:
        opened(file)
    assert_sentence(caught.value)
    connection.close()
    with opened(file) as b:
        b.add("The cache is warm")


@pytest.mark.usefixtures("impatient")
def test_an_erasure_that_a_reader_hinders_can_be_run_again(path: Path) -> None:
    with opened(path) as b:
        secret = id_of(b, "The password is hunter2")
        with held(path, "BEGIN") as reader:
            with pytest.raises(StoreUnavailable) as caught:
                b.erase(secret)
            assert_sentence(caught.value)
            assert "again" in str(caught.value)
            assert b.search("password") == []
            reader.let_go()
            b.erase(secret)
            for suffix in ("", "-wal", "-shm"):
                assert b"hunter2" not in Path(f"{path}{suffix}").read_bytes()
        assert sound(b)


def test_a_process_that_ends_between_erasing_and_scrubbing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    b = opened(path)
    secret = id_of(b, "The password is hunter2")

    def end(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("beliefs.ledger.stores.sqlite.SqliteStore.scrub", end)
    with pytest.raises(KeyboardInterrupt):
        b.erase(secret)
    monkeypatch.undo()
    # Not closed: closing would tidy up, and a killed process does not.
    with opened(path) as again:
        again.erase(secret)
        for suffix in ("", "-wal", "-shm"):
            assert b"hunter2" not in Path(f"{path}{suffix}").read_bytes()
        assert sound(again)
    b.close()


@pytest.mark.usefixtures("impatient")
def test_a_merged_erasure_that_a_reader_hinders_can_be_run_again(path: Path) -> None:
    with opened(path) as b:
        secret = id_of(b, "The password is hunter2")
        replica = Beliefs(":memory:", clock=Clock())
        replica.merge(b)
        replica.erase(secret)
        with held(path, "BEGIN") as reader:
            with pytest.raises(StoreUnavailable) as caught:
                b.merge(replica)
            assert_sentence(caught.value)
            reader.let_go()
            b.merge(replica)
            for suffix in ("", "-wal", "-shm"):
                assert b"hunter2" not in Path(f"{path}{suffix}").read_bytes()
        assert sound(b)


# The folder where beliefs are kept when nothing else is said


@pytest.mark.parametrize("home", ["file", "file/below", "missing/deep"])
def test_a_home_that_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    (tmp_path / "file").write_text("hello")
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / home))
    if home == "missing/deep":
        with Beliefs() as b:
            b.add("The cache is warm")
        assert (tmp_path / home / "beliefs.db").exists()
        return
    with pytest.raises(StoreError) as caught:
        Beliefs()
    assert_sentence(caught.value)
    assert (tmp_path / "file").read_text() == "hello"


def test_an_export_to_where_nothing_can_be_written(path: Path, tmp_path: Path) -> None:
    with opened(path) as b:
        for target in (tmp_path / "missing" / "export.jsonl", tmp_path):
            with pytest.raises(BeliefsError) as caught:
                b.export(target)
            assert_sentence(caught.value)
        assert sound(b)


def test_an_export_that_fails_leaves_the_one_before(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "export.jsonl"
    with opened(path) as b:
        b.export(target)
        before = target.read_text()
        b.add([f"Claim {number} " + "x" * 2_000 for number in range(50)])
        with files_at_most(50_000), pytest.raises(BeliefsError) as caught:
            b.export(target)
        assert_sentence(caught.value)
    assert target.read_text() == before
