"""What a store has to do: keep entries and rows, and change them all or not at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol, TypeVar

from beliefs.ledger.entries import Entry, Fingerprint
from beliefs.ledger.fold import Claim
from beliefs.ledger.tail import Tail

T = TypeVar("T")


class Head(NamedTuple):
    """Where a ledger stands."""

    newest: int | None = None
    """The latest moment recorded, in microseconds; None in an empty ledger."""
    fingerprint: Fingerprint = Fingerprint()


class Snapshot(Protocol):
    """A consistent picture of one namespace."""

    @property
    def head(self) -> Head:
        """Where the ledger stands."""

    @property
    def tail(self) -> Tail:
        """What the last calls changed."""

    def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[tuple[bytes, str]]:
        """Return the rows with these keys and the rows under these prefixes."""

    def page(self, prefix: bytes, after: bytes, limit: int) -> list[tuple[bytes, str]]:
        """Return rows under a prefix with keys beyond `after`, in order of their bytes."""

    def entries(self, subject: bytes | None = None, until: int | None = None) -> Iterator[Entry]:
        """Return entries, by subject and up to a moment, in order of (recorded, arrival)."""

    def claims(self, ids: Iterable[bytes]) -> dict[bytes, Claim]:
        """Return family and words of claims; all of them are known."""

    def known(self, entries: Collection[Entry]) -> set[bytes]:
        """Return the ids among these that the ledger has already."""


class Transaction(Snapshot, Protocol):
    """A snapshot that can be changed; nobody else writes to the namespace meanwhile."""

    def append(self, entries: Collection[Entry]) -> None:
        """Add entries."""

    def forget(self, entries: Collection[Entry]) -> None:
        """Delete entries."""

    def keep(self, claims: Mapping[bytes, Claim]) -> None:
        """Remember the words of claims; known ones stay as they are."""

    def drop(self, claims: Iterable[bytes]) -> None:
        """Delete the words of claims."""

    def save(
        self, changes: Mapping[bytes, str | None], head: Head, created: Collection[bytes] = ()
    ) -> None:
        """Write rows (None deletes) and the head; `created` are keys that are not there yet."""

    def copy(self, rows: Mapping[bytes, str]) -> None:
        """Put down rows as they were elsewhere, and send on what was collected; nothing counts yet.

        Together with `append` and `keep`, part by part, for a ledger that is empty.
        """

    def conclude(self, head: Head, tail: Tail) -> None:
        """Say where the ledger stood that was copied."""


class Watch(Protocol):
    """Waits for writes to one namespace, by whichever process; it holds no lock meanwhile."""

    def wait(self, seconds: float) -> bool:
        """Return whether something may have been written since the last wait ended.

        At once if so, else as soon as it is, or when the time is over.
        """


class Store(Protocol):
    """A place where ledgers are kept."""

    url: str

    @property
    def closed(self) -> bool:
        """Whether it was let go of; then nothing more can be read or written."""

    def read(self, namespace: str) -> AbstractContextManager[Snapshot]:
        """Open a consistent picture."""

    def write(self, namespace: str, work: Callable[[Transaction], T]) -> T:
        """Do work in a transaction: durable when this returns, undone if it raises.

        The work may be done again, from the start, if somebody else wrote meanwhile.
        """

    def watch(self, namespace: str) -> AbstractContextManager[Watch]:
        """Begin to wait for writes."""

    def namespaces(self) -> list[str]:
        """Return the names of all ledgers that hold something."""

    def scrub(self) -> None:
        """Overwrite what deleted rows left behind in free pages and logs."""

    def problems(self) -> list[str]:
        """Return what is wrong with the storage itself, below entries and rows."""

    def size(self) -> int:
        """Return the bytes in use."""

    def close(self) -> None:
        """Let go of files and connections."""
