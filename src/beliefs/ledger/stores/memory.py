"""The memory store: the same promises as the others, except that it ends with the process."""

from __future__ import annotations

import threading
from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from beliefs.errors import StoreError
from beliefs.ledger.entries import Entry
from beliefs.ledger.fold import Claim
from beliefs.ledger.stores.protocol import Head, Snapshot, T, Transaction, Watch
from beliefs.ledger.tail import Tail, record

_MANY = 64
"""More new keys than this are sorted together instead of one by one."""


class _Ledger:
    def __init__(self) -> None:
        self.head = Head()
        self.tail = Tail()
        self.entries: dict[bytes, dict[bytes, Entry]] = {}
        self.claims: dict[bytes, Claim] = {}
        self.rows: dict[bytes, str] = {}
        self.order: list[bytes] = []


class _Transaction:
    """Changes are collected and applied when the block ends, so an error undoes them all."""

    def __init__(self, ledger: _Ledger) -> None:
        self._ledger = ledger
        self._appended: dict[bytes, dict[bytes, Entry]] = {}
        self._forgotten: set[bytes] = set()
        self._kept: dict[bytes, Claim] = {}
        self._dropped: set[bytes] = set()
        self._changes: Mapping[bytes, str | None] = {}
        self._copied: dict[bytes, str | None] = {}
        self._head: Head | None = None
        self._tail: Tail | None = None

    @property
    def head(self) -> Head:
        return self._ledger.head

    @property
    def tail(self) -> Tail:
        return self._ledger.tail

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        rows = self._ledger.rows
        found = [(key, rows[key]) for key in keys if key in rows]
        for prefix in prefixes:
            found += self.page(prefix, prefix, len(rows))
        return found

    def page(self, prefix: bytes, after: bytes, limit: int) -> list[tuple[bytes, str]]:
        order = self._ledger.order
        found: list[tuple[bytes, str]] = []
        position = bisect_left(order, after)
        while position < len(order) and len(found) < limit:
            key = order[position]
            if not key.startswith(prefix):
                break
            if key != after:
                found.append((key, self._ledger.rows[key]))
            position += 1
        return found

    def entries(self, subject: bytes | None = None, until: int | None = None) -> Iterator[Entry]:
        found: list[Entry] = []
        for kept, gone in ((self._ledger.entries, self._forgotten), (self._appended, set())):
            groups = kept.values() if subject is None else [kept.get(subject, {})]
            found += [
                entry
                for group in groups
                for entry in group.values()
                if entry.id not in gone and (until is None or entry.recorded <= until)
            ]
        return iter(sorted(found, key=lambda entry: entry.recorded))

    def claims(self, ids: Iterable[bytes]) -> dict[bytes, Claim]:
        both = (self._kept, self._ledger.claims)
        return {id_: claims[id_] for id_ in ids for claims in both if id_ in claims}

    def known(self, entries: Collection[Entry]) -> set[bytes]:
        kept = self._ledger.entries
        return {entry.id for entry in entries if entry.id in kept.get(entry.subject, ())}

    def append(self, entries: Collection[Entry]) -> None:
        for entry in entries:
            known = self._ledger.entries.get(entry.subject, ())
            if entry.id in known and entry.id not in self._forgotten:
                raise StoreError("an entry with this id is there already; use new chance for each.")
            self._appended.setdefault(entry.subject, {})[entry.id] = entry

    def forget(self, entries: Collection[Entry]) -> None:
        self._forgotten.update(entry.id for entry in entries)

    def keep(self, claims: Mapping[bytes, Claim]) -> None:
        self._kept.update(claims)

    def drop(self, claims: Iterable[bytes]) -> None:
        self._dropped.update(claims)

    def save(
        self,
        changes: Mapping[bytes, str | None],
        head: Head,
        created: Collection[bytes] = (),  # noqa: ARG002 - a row is a row here
    ) -> None:
        self._changes, self._head = changes, head

    def copy(self, rows: Mapping[bytes, str]) -> None:
        self._copied.update(rows)

    def conclude(self, head: Head, tail: Tail) -> None:
        self._changes, self._head, self._tail = self._copied, head, tail

    def commit(self) -> None:
        ledger = self._ledger
        if self._forgotten:
            for group in ledger.entries.values():
                for id_ in self._forgotten & group.keys():
                    del group[id_]
        for subject, group in self._appended.items():
            ledger.entries.setdefault(subject, {}).update(group)
        ledger.claims.update(self._kept)
        for claim in self._dropped:
            ledger.claims.pop(claim, None)
        self._commit_rows()
        if self._head is not None:
            ledger.head = self._head
            arrived = sum(map(len, self._appended.values()))
            news, (arrivals, calls) = record(arrived, self._changes), ledger.tail
            moved = Tail(arrivals + arrived, news.text + calls[: news.room])
            ledger.tail = self._tail or moved

    def _commit_rows(self) -> None:
        ledger = self._ledger
        fresh, gone = [], False
        for key, value in self._changes.items():
            if value is None:
                gone |= ledger.rows.pop(key, None) is not None
            else:
                if key not in ledger.rows:
                    fresh.append(key)
                ledger.rows[key] = value
        if gone or len(fresh) > _MANY:
            ledger.order = sorted(ledger.rows)
        else:
            for key in fresh:
                insort(ledger.order, key)


class _Watch:
    """Compares the tail with the one it saw last, whenever anything was written."""

    def __init__(self, store: MemoryStore, namespace: str) -> None:
        self._store = store
        self._namespace = namespace
        self._seen = store.arrivals(namespace)

    def _moved(self) -> bool:
        return self._store.closed or self._store.arrivals(self._namespace) != self._seen

    def wait(self, seconds: float) -> bool:
        with self._store.written:
            moved = self._store.written.wait_for(self._moved, seconds)
            self._seen = self._store.arrivals(self._namespace)
            return moved


class MemoryStore:
    """Ledgers in dictionaries."""

    url = ":memory:"

    def __init__(self) -> None:
        self._ledgers: dict[str, _Ledger] = {}
        self._lock = threading.RLock()
        self.written = threading.Condition(self._lock)
        self.closed = False

    def _check_open(self) -> None:
        if self.closed:
            raise StoreError("this memory was closed and is gone; use Beliefs(...) to begin anew.")

    @contextmanager
    def read(self, namespace: str) -> Iterator[Snapshot]:
        with self._lock:
            self._check_open()
            yield _Transaction(self._ledgers.get(namespace) or _Ledger())

    def write(self, namespace: str, work: Callable[[Transaction], T]) -> T:
        with self._lock:
            self._check_open()
            ledger = self._ledgers.get(namespace) or _Ledger()
            transaction = _Transaction(ledger)
            done = work(transaction)
            transaction.commit()
            if ledger.head.newest is not None:
                self._ledgers[namespace] = ledger
            self.written.notify_all()
            return done

    def arrivals(self, namespace: str) -> int:
        """How many entries were ever written to a namespace."""
        ledger = self._ledgers.get(namespace)
        return ledger.tail.arrivals if ledger else 0

    @contextmanager
    def watch(self, namespace: str) -> Iterator[Watch]:
        yield _Watch(self, namespace)

    def namespaces(self) -> list[str]:
        with self._lock:
            return sorted(self._ledgers)

    def scrub(self) -> None:
        """Nothing is left behind: dictionaries forget."""

    def problems(self) -> list[str]:
        return []

    def size(self) -> int:
        return sum(
            len(entry.text) + len(entry.id) + len(entry.subject)
            for ledger in self._ledgers.values()
            for group in ledger.entries.values()
            for entry in group.values()
        )

    def close(self) -> None:
        with self._lock:
            self.closed = True
            self._ledgers.clear()
            self.written.notify_all()
