"""A backup is the store, whatever it was kept in and whatever it is put into."""

from __future__ import annotations

import hashlib
import io
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs import Beliefs, InvalidInput
from beliefs.ledger import backup
from beliefs.ledger.backup import restore, write_backup
from beliefs.ledger.rows import UNSCRUBBED
from beliefs.ledger.stores import open_store
from beliefs.ledger.stores.postgres import transaction
from tests.ledger.places import KINDS, beside
from tests.simulation.histories import Author, Clock, everything_seen, perform

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from beliefs.ledger.stores.protocol import Store

NAMES = ("default", "größe/2")
TEXT = "The cache is warm"


def url_of(request: pytest.FixtureRequest, kind: str, name: str, folder: Path) -> str:
    if kind == "memory":
        return ":memory:"
    if kind == "sqlite":
        return f"{folder}/{name}.db"
    url: str = request.getfixturevalue("fresh_postgres")
    return url


def lived(client: Beliefs, operations: int = 60) -> None:
    """Let things happen in two ledgers of a store."""
    for seed, name in enumerate(NAMES):
        clock = Clock()
        author, ledger = Author(Random(seed), clock), beside(client, namespace=name, clock=clock)
        for _ in range(operations):
            author.tick()
            perform(ledger, author.next())
        ledger.add("It was asked with a key", confidence=0.7, idempotency_key="visit 7")
        ledger.add("It was asked with a key", confidence=0.2)


def store_of(client: Beliefs) -> Store:
    return client._ledger.store  # noqa: SLF001


def contents(store: Store, namespace: str, *, ordered: bool) -> list[object]:
    """Everything that a store keeps of a ledger; only memory knows no order within a moment."""
    with store.read(namespace) as snapshot:
        entries = list(snapshot.entries())
        if not ordered:
            entries.sort(key=lambda entry: (entry.recorded, entry.id))
        claims = snapshot.claims({entry.subject for entry in entries})
        rows = snapshot.page(b"", b"", 1_000_000)
        return [snapshot.head, snapshot.tail, entries, claims, rows]


def backed_up(store: Store, path: Path) -> backup.Summary:
    with path.open("w", encoding="utf-8", newline="\n") as out:
        return write_backup(store, out)


@contextmanager
def opened(url: str) -> Iterator[Store]:
    store = open_store(url)
    yield store
    store.close()


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what happens here has many of them."""
    monkeypatch.setattr(backup, "PART", 7)
    monkeypatch.setattr(transaction, "_PART", 5)
    monkeypatch.setattr(transaction, "_BULK", 6)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(
    ("source", "target"),
    [(one, other) for one in KINDS for other in KINDS if "postgres" not in (one, other)]
    + [("sqlite", "postgres"), ("postgres", "sqlite")],
)
def test_nothing_is_different_afterwards(
    request: pytest.FixtureRequest, tmp_path: Path, source: str, target: str
) -> None:
    path = tmp_path / "backup"
    with (
        Beliefs(url_of(request, source, "source", tmp_path)) as client,
        Beliefs(url_of(request, target, "target", tmp_path)) as copy,
    ):
        lived(client)
        made = backed_up(store_of(client), path)
        found = restore(path, store_of(copy))
        assert found == made
        assert found.digest == made.digest
        assert set(made.ledgers) == set(NAMES)
        for name in NAMES:
            one, other = beside(client, namespace=name), beside(copy, namespace=name)
            assert made.ledgers[name].digest == one.digest() == other.digest()
            kept, copied = (
                contents(store_of(side), name, ordered="memory" not in (source, target))
                for side in (one, other)
            )
            assert kept == copied
            assert other.verify().ok
            assert everything_seen(one) == everything_seen(other)
            # It goes on alike, and a call that comes again is answered as it was.
            for ledger in (one, other):
                again = ledger.add(
                    "It was asked with a key", confidence=0.7, idempotency_key="visit 7"
                )
                assert again.replayed
                assert again.changes[0].after == pytest.approx(0.6, abs=0.07)
                ledger.add("It goes on")
            assert other.verify().ok
            assert one.count() == other.count()


def seal_line(sha: str) -> str:
    return f'{{"sha256":"{sha}"}}\n'


def small(path: Path) -> bytes:
    with Beliefs(":memory:") as client:
        lived(client, operations=8)
        backed_up(store_of(client), path)
    return path.read_bytes()


@given(where=st.floats(0, 1, exclude_max=True), how=st.sampled_from(["cut", "flip", "line"]))
@settings(max_examples=60, deadline=None)
def test_a_damaged_file_is_refused_and_nothing_is_restored(
    tmp_path_factory: pytest.TempPathFactory, where: float, how: str
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "backup"
    whole = small(path)
    place = int(where * len(whole))
    if how == "cut":
        path.write_bytes(whole[:place])
    elif how == "flip":
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    else:
        lines = whole.splitlines(keepends=True)
        del lines[int(where * len(lines))]
        path.write_bytes(b"".join(lines))
    with opened(":memory:") as store:
        with pytest.raises(InvalidInput) as refused:
            restore(path, store)
        assert "\n" not in str(refused.value)
        assert store.namespaces() == []


def test_a_forged_file_is_refused_by_its_digest(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    lines = small(path).decode().splitlines(keepends=True)
    forged = [line for line in lines[:-1] if '"entry":{' not in line or "0.7" not in line]
    assert len(forged) < len(lines) - 1
    seal = hashlib.sha256("".join(forged).encode()).hexdigest()
    path.write_text("".join(forged) + seal_line(seal), newline="\n")
    with opened(":memory:") as store, pytest.raises(InvalidInput, match="digest does not fit"):
        restore(path, store)


def test_a_store_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    small(path)
    with Beliefs(tmp_path / "there.db", namespace="mine") as client:
        client.add(TEXT)
        before = client.digest()
        with pytest.raises(InvalidInput, match=r"not empty.*--merge"):
            restore(path, store_of(client))
        assert store_of(client).namespaces() == ["mine"]
        assert client.digest() == before


def test_merging_is_a_union(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    with Beliefs(":memory:") as client, Beliefs(tmp_path / "there.db") as there:
        client.add(TEXT, idempotency_key="k")
        beside(client, namespace="other").add("Elsewhere")
        backed_up(store_of(client), path)
        there.add("The disk is full")
        for _ in range(2):  # the second time nothing is new
            found = restore(path, store_of(there), merge=True)
            assert set(found.ledgers) == {"default", "other"}
            assert {one.claim for one in there.list()} == {TEXT, "The disk is full"}
        client.merge(there)
        assert there.digest() == client.digest() == found.ledgers["default"].digest
        assert there.verify().ok


def test_what_was_erased_since_does_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    with Beliefs(tmp_path / "there.db") as client:
        warm = client.add(TEXT).changes[0].belief_id
        client.add("The disk is full")
        backed_up(store_of(client), path)
        client.erase(warm)
        restore(path, store_of(client), merge=True)
        assert [one.claim for one in client.list()] == ["The disk is full"]
        assert client.verify().ok
    assert TEXT.encode() not in (tmp_path / "there.db").read_bytes()


def test_what_the_backup_erased_goes_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    with Beliefs(":memory:") as client, Beliefs(tmp_path / "there.db") as there:
        warm = client.add(TEXT).changes[0].belief_id
        there.merge(client)
        client.erase(warm)
        backed_up(store_of(client), path)
        restore(path, store_of(there), merge=True)
        assert there.digest() == client.digest()
        with store_of(there).read("default") as snapshot:
            assert not snapshot.load([UNSCRUBBED], [])
    assert TEXT.encode() not in (tmp_path / "there.db").read_bytes()


def test_no_file_of_ours(tmp_path: Path) -> None:
    (tmp_path / "export").write_text('{"beliefs":1}\n')
    (tmp_path / "newer").write_text("")
    later = '{"backup":2}\n'
    seal = hashlib.sha256(later.encode()).hexdigest()
    (tmp_path / "later").write_text(later + seal_line(seal), newline="\n")
    with opened(":memory:") as store:
        for name, said in (("export", "no backup"), ("newer", "no backup"), ("later", "update")):
            with pytest.raises(InvalidInput, match=said):
                restore(tmp_path / name, store)


def test_an_empty_store_is_a_backup_too(tmp_path: Path) -> None:
    with opened(":memory:") as store:
        assert write_backup(store, io.StringIO()).entries == 0
        backed_up(store, tmp_path / "backup")
        assert restore(tmp_path / "backup", store).ledgers == {}
