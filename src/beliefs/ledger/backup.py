"""Backups: every ledger of a store in one file, exactly as it stands, and back into any store.

A file holds lines of JSON: a header; for each ledger its head, its claims and entries, and the rows
that were derived from them; at the end a hash of all of it. Each ledger is
read as of one moment and part by part, so whoever writes meanwhile does not wait, and what is held
in memory grows with the number of claims and not with that of entries.

Rows are derived and could be folded again; they are kept so that a copy answers a repeated call as
the original did, and is ready at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from beliefs.errors import InvalidInput, shown
from beliefs.ledger.entries import Entry, Fingerprint, canonical
from beliefs.ledger.erasing import scrub_after_erasures
from beliefs.ledger.exchange import MISREAD, claim_line, entry_line, read_claim, read_entry
from beliefs.ledger.fold import Claim
from beliefs.ledger.merging import absorb
from beliefs.ledger.stores.protocol import Head, Snapshot, Store, Transaction
from beliefs.ledger.tail import Tail

FORMAT = 1
PART = 5_000

Progress = Callable[[int], None]
"""Is told how many entries more were dealt with."""


class Kept(NamedTuple):
    """One ledger: how much it holds, and the digest of it."""

    entries: int
    claims: int
    digest: str


class Summary(NamedTuple):
    """What a backup holds, or what a restored store holds of it."""

    ledgers: dict[str, Kept]

    @property
    def entries(self) -> int:
        """How many there are in all ledgers."""
        return sum(kept.entries for kept in self.ledgers.values())

    @property
    def digest(self) -> str:
        """A hash of the names and digests of all ledgers."""
        named = [[name, kept.digest] for name, kept in sorted(self.ledgers.items())]
        return hashlib.sha256(canonical(named).encode()).hexdigest()


def nobody(_: int) -> None:
    """Let nobody know how far it has come."""


# Writing


def write_backup(store: Store, out: TextIO, progress: Progress = nobody) -> Summary:
    """Write every ledger of a store.

    >>> import io
    >>> from beliefs import Beliefs
    >>> b, out = Beliefs(":memory:"), io.StringIO()
    >>> _ = b.add("The cache is warm")
    >>> kept = write_backup(b._ledger.store, out).ledgers["default"]
    >>> kept.entries, kept.claims, kept.digest == b.digest()
    (1, 1, True)
    """
    sealed = hashlib.sha256()
    ledgers: dict[str, Kept] = {}

    def put(document: object) -> None:
        line = f"{canonical(document)}\n"
        sealed.update(line.encode())
        out.write(line)

    put({"backup": FORMAT})
    for namespace in store.namespaces():
        with store.read(namespace) as snapshot:
            ledgers[namespace] = _write_ledger(snapshot, namespace, put, progress)
    out.write(_seal(sealed.hexdigest()))
    return Summary(ledgers)


def _write_ledger(
    snapshot: Snapshot, namespace: str, put: Callable[[object], None], progress: Progress
) -> Kept:
    head, tail = snapshot.head, snapshot.tail
    put(
        {
            "ledger": namespace,
            "newest": head.newest,
            "entries": head.fingerprint.entries,
            "fingerprint": head.fingerprint.to_bytes().hex(),
            "arrivals": tail.arrivals,
            "tail": tail.calls.hex(),
        }
    )
    seen: set[bytes] = set()
    claims = 0
    for part in _parts(snapshot.entries()):
        fresh = dict.fromkeys(entry.subject for entry in part if entry.subject not in seen)
        worded = snapshot.claims(fresh)
        seen.update(fresh)
        claims += len(worded)
        for claim, known in worded.items():
            put(claim_line(claim, known))
        for entry in part:
            put(entry_line(entry))
        progress(len(part))
    after = b""
    while rows := snapshot.page(b"", after, PART):
        for key, value in rows:
            put({"row": key.hex(), "value": value})
        after = rows[-1][0]
    return Kept(head.fingerprint.entries, claims, head.fingerprint.digest())


def _parts(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    waiting = iter(entries)
    while part := list(islice(waiting, PART)):
        yield part


# Reading


def check_backup(path: Path) -> None:
    """Make sure that a file is whole and unaltered."""
    sealed, last = hashlib.sha256(), b""
    with path.open("rb") as file:
        if not file.readline(100).startswith(b'{"backup":'):
            raise InvalidInput(f"{path} is no backup; give a file that belief backup wrote.")
        file.seek(0)
        for line in file:
            sealed.update(last)
            last = line
    if not (last.startswith(b'{"sha256":') and last.endswith(b"\n")):
        raise InvalidInput(
            f"{path} is cut off: its end is missing; use another copy, nothing was restored."
        )
    if last != _seal(sealed.hexdigest()).encode():
        raise InvalidInput(
            f"{path} is not what was written: its hash does not fit; use another copy, nothing "
            "was restored."
        )


def _seal(digest: str) -> str:
    return canonical({"sha256": digest}) + "\n"


class _Section(NamedTuple):
    """A ledger in a file, as far as its first line says."""

    namespace: str
    head: Head
    tail: Tail


def restore(
    path: Path, store: Store, *, merge: bool = False, progress: Progress = nobody
) -> Summary:
    """Put the ledgers of a backup into a store, each at once or not at all.

    The store must be empty. With `merge` a ledger that is there already is united with the one in
    the backup, which is then held in memory; the others are copied.
    """
    check_backup(path)
    there = set(store.namespaces())
    if there and not merge:
        raise InvalidInput(
            f"{store.url} is not empty: it holds {len(there):,} ledgers; restore into an empty "
            "store, or unite them with --merge."
        )
    kept: dict[str, Kept] = {}
    with path.open(encoding="utf-8", newline="\n") as file:
        lines = _Lines(file)
        _known_format(lines.take())
        while "ledger" in lines.next:
            section = _section(lines.take())
            put = _merged if section.namespace in there else _copied
            work = partial(put, section=section, lines=lines, progress=progress)
            claims = store.write(section.namespace, work)
            scrub_after_erasures(store, section.namespace)
            with store.read(section.namespace) as snapshot:
                total = snapshot.head.fingerprint
            kept[section.namespace] = Kept(total.entries, claims, total.digest())
    return Summary(kept)


class _Lines:
    """The lines of a file, with a look at the next one."""

    def __init__(self, file: Iterable[str]) -> None:
        self._file = enumerate(file, 1)
        self.number = 0
        self.next: dict[str, Any] = {}
        self._step()

    def _step(self) -> None:
        self.number, line = next(self._file, (self.number, "{}"))
        try:
            self.next = json.loads(line)
        except MISREAD:
            raise _misread(f"line {self.number}") from None

    def take(self) -> dict[str, Any]:
        """The next line; the one after it is looked at."""
        taken = self.next
        self._step()
        return taken

    def part(self, name: str, most: int = PART) -> Iterator[dict[str, Any]]:
        """So many of the next lines, as long as they are of one kind."""
        while most and name in self.next:
            most -= 1
            yield self.take()


def _known_format(header: Mapping[str, Any]) -> None:
    if header.get("backup") != FORMAT:
        raise InvalidInput(
            f"this backup has format {shown(header.get('backup'))}, known here is {FORMAT}; "
            "update the package."
        )


def _section(line: Mapping[str, Any]) -> _Section:
    try:
        total = Fingerprint(int(line["fingerprint"], 16), line["entries"])
        tail = Tail(line["arrivals"], bytes.fromhex(line["tail"]))
        return _Section(line["ledger"], Head(line["newest"], total), tail)
    except MISREAD:
        raise _misread("the head of a ledger") from None


def _misread(what: str) -> InvalidInput:
    return InvalidInput(f"{what} in the backup cannot be read; use another copy.")


def _read_parts(lines: _Lines) -> Iterator[tuple[dict[bytes, Claim], list[Entry]]]:
    """Claims and entries of a ledger, part by part."""
    known: dict[bytes, Claim] = {}
    try:
        while "claim" in lines.next or "entry" in lines.next:
            claims = dict(read_claim(line) for line in lines.part("claim"))
            known |= claims
            yield claims, [read_entry(line, known) for line in lines.part("entry")]
    except MISREAD:
        raise _misread(f"line {lines.number - 1}") from None


def _copied(
    transaction: Transaction, *, section: _Section, lines: _Lines, progress: Progress
) -> int:
    """Put down a ledger as it was; nothing is folded."""
    if transaction.head.fingerprint.entries:
        raise InvalidInput(
            f"somebody writes to {shown(section.namespace)} already; restore again with --merge."
        )
    found, count = Fingerprint(), 0
    for claims, entries in _read_parts(lines):
        transaction.keep(claims)
        transaction.append(entries)
        transaction.copy({})
        found, count = found.plus(entries), count + len(claims)
        progress(len(entries))
    _check_digest(found, section)
    while rows := list(lines.part("row")):
        transaction.copy({bytes.fromhex(row["row"]): row["value"] for row in rows})
    transaction.conclude(section.head, section.tail)
    return count


def _merged(
    transaction: Transaction, *, section: _Section, lines: _Lines, progress: Progress
) -> int:
    """Unite a ledger with the one that is there."""
    claims: dict[bytes, Claim] = {}
    entries: list[Entry] = []
    for some, more in _read_parts(lines):
        claims |= some
        entries += more
        progress(len(more))
    _check_digest(Fingerprint().plus(entries), section)
    while list(lines.part("row")):
        pass  # they are folded anew
    absorb(transaction, entries, claims)
    return len(claims)


def _check_digest(found: Fingerprint, section: _Section) -> None:
    if found != section.head.fingerprint:
        raise InvalidInput(
            f"the entries of {shown(section.namespace)} are not those that were written: their "
            "digest does not fit; use another copy."
        )
