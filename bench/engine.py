"""How much a durable belief costs, as ratios against the raw database in the same run.

Both sides write the same bytes to the same disk with every commit synced. A ratio of 0.5 means
half the speed of the bare statement, for which the engine also looked, folded and indexed.
"""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from _measure import Cost, Report, interleaved, timed

from beliefs import Beliefs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = tuple[int, bytes, bytes, int, str]
ROUNDS = 7
BATCH = 10_000


def written(client: Beliefs) -> list[Row]:
    """The entries of a client, as the rows that were written."""
    with client._ledger.store.read(client.namespace) as snapshot:  # noqa: SLF001
        return [(1, e.id, e.subject, e.recorded, e.text) for e in snapshot.entries()]


class RawSqlite:
    """The bare database with the table that entries go into."""

    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = itertools.count()
        self._connection = self._fresh()

    def _fresh(self) -> sqlite3.Connection:
        path = self._folder / f"raw{next(self._names)}.db"
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(
            "CREATE TABLE entries (ledger INTEGER NOT NULL, subject BLOB NOT NULL,"
            " id BLOB NOT NULL, recorded INTEGER NOT NULL, body TEXT NOT NULL,"
            " PRIMARY KEY (ledger, subject, id)) WITHOUT ROWID"
        )
        return connection

    def insert(self, row: Row) -> None:
        """One row, one commit."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute(
            "INSERT INTO entries (ledger, id, subject, recorded, body) VALUES (?, ?, ?, ?, ?)", row
        )
        self._connection.execute("COMMIT")

    def batch(self, rows: list[Row]) -> Cost:
        """Many rows, one commit, into an empty table."""
        connection = self._fresh()

        def write() -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT INTO entries (ledger, id, subject, recorded, body)"
                " VALUES (?, ?, ?, ?, ?)", rows
            )  # fmt: skip
            connection.execute("COMMIT")

        cost = timed(write)
        connection.close()
        return cost

    def engine(self) -> Beliefs:
        """A client on an empty file of its own."""
        return Beliefs(self._folder / f"engine{next(self._names)}.db")

    def close(self) -> None:
        self._connection.close()


class RawPostgres:
    """The bare server with the table that entries go into."""

    name = "postgres"

    def __init__(self, url: str) -> None:
        import psycopg

        self._url = url
        self._names = itertools.count()
        self._connection = psycopg.connect(url, autocommit=True)
        self._make("raw")

    def _make(self, table: str) -> None:
        self._connection.execute(f"DROP TABLE IF EXISTS {table}")
        self._connection.execute(
            f"CREATE TABLE {table} (arrival bigint GENERATED ALWAYS AS IDENTITY,"
            " ledger bigint NOT NULL, id bytea NOT NULL, subject bytea NOT NULL,"
            " recorded bigint NOT NULL, body text NOT NULL)"
        )
        self._connection.execute(f"CREATE UNIQUE INDEX ON {table} (ledger, subject, id)")

    def insert(self, row: Row) -> None:
        """One row, one commit."""
        self._connection.execute("BEGIN")
        self._connection.execute(
            "INSERT INTO raw (ledger, id, subject, recorded, body) VALUES (%s, %s, %s, %s, %s)", row
        )
        self._connection.execute("COMMIT")

    def batch(self, rows: list[Row]) -> Cost:
        """Many rows by COPY, one commit, into an empty table."""
        self._make("raw_batch")

        def write() -> None:
            with (
                self._connection.transaction(),
                self._connection.cursor() as cursor,
                cursor.copy(
                    "COPY raw_batch (ledger, id, subject, recorded, body) FROM STDIN"
                ) as copy,
            ):
                for row in rows:
                    copy.write_row(row)

        return timed(write)

    def engine(self) -> Beliefs:
        """A client on an empty namespace of its own."""
        return Beliefs(self._url, namespace=f"bench{next(self._names)}")

    def close(self) -> None:
        self._connection.close()


Raw = RawSqlite | RawPostgres


def single_adds(report: Report, raw: Raw) -> None:
    """One durable `add` against one durable INSERT of the same bytes."""
    client, sample, number = raw.engine(), raw.engine(), itertools.count()

    def say(to: Beliefs) -> None:
        n = next(number)
        to.add(f"Host {n % 500} answers within its limit", confidence=0.8, strength=5,
               agent=f"probe {n % 10}")  # fmt: skip

    for _ in range(400):
        say(sample)
    rows = itertools.cycle(written(sample))
    fresh = itertools.count()

    def bare() -> None:
        ledger, _, subject, recorded, body = next(rows)
        raw.insert((ledger, next(fresh).to_bytes(16, "big"), subject, recorded, body))

    # Short rounds and many: a disk that is slow for a moment then meets both sides alike.
    rounds, each = (5 if report.quick else 15) * ROUNDS, 20
    engine, plain = interleaved(
        rounds, lambda _: timed(lambda: say(client), each), lambda _: timed(bare, each)
    )
    report.say(f"{raw.name}_single_add_ratio", plain.wall / engine.wall, "of raw", least=0.5)
    report.say(f"{raw.name}_single_add_us", engine.wall * 1e6, "µs")
    report.say(f"{raw.name}_single_insert_us", plain.wall * 1e6, "µs")
    report.say(f"{raw.name}_single_add_cpu_us", engine.cpu * 1e6, "µs of CPU")
    report.say(f"{raw.name}_single_insert_cpu_us", plain.cpu * 1e6, "µs of CPU")
    client.close()
    sample.close()


def batches(report: Report, raw: Raw) -> None:
    """One batch of 10,000 against the bulk statement for the same rows."""
    to_few = [
        {"claim": f"Host {n % 1000} answers within its limit", "confidence": 0.8, "strength": 5,
         "agent": f"probe {n // 1000}"}
        for n in range(BATCH)
    ]  # fmt: skip
    to_new = [
        {"claim": f"Request {n} was answered within its limit", "confidence": 0.8, "strength": 5,
         "agent": f"probe {n % 10}"}
        for n in range(BATCH)
    ]  # fmt: skip
    for name, said, least in (("contributions", to_few, 0.1), ("new_beliefs", to_new, 0.05)):
        kept: list[Row] = []

        def engine(_: int, said: list[dict[str, object]] = said, kept: list[Row] = kept) -> Cost:
            client = raw.engine()
            cost = timed(lambda: client.add(said))
            if not kept:
                kept += written(client)
            client.close()
            return cost

        def plain(_: int, kept: list[Row] = kept) -> Cost:
            return raw.batch(kept)

        ours, bare = interleaved(5, engine, plain)
        report.say(f"{raw.name}_batch_{name}_ratio", bare.wall / ours.wall, "of raw", least=least)
        report.say(f"{raw.name}_batch_{name}_ms", ours.wall * 1e3, "ms")
        report.say(f"{raw.name}_batch_{name}_raw_ms", bare.wall * 1e3, "ms")


def reads(report: Report, folder: Path) -> None:
    """A belief with a million contributions against one with a hundred, ten voices each."""
    client = Beliefs(folder / "reads.db")
    many = 100_000 if report.quick else 1_000_000
    for claim, total in (("Few spoke", 100), ("Many spoke", many)):
        for start in range(0, total, BATCH):
            client.add(
                {"claim": claim, "confidence": 0.8, "strength": 1, "agent": f"probe {n % 10}"}
                for n in range(start, min(start + BATCH, total))
            )
    ids = {belief.claim: belief.id for belief in client.list()}
    size = client._ledger.store.size()  # noqa: SLF001
    report.say("bytes_per_contribution", size / many, "bytes")
    other = Beliefs(folder / "reads.db")

    def read(claim: str) -> Callable[[int], Cost]:
        return lambda _: timed(lambda: other.get(ids[claim]), 200)

    few, lots = interleaved(ROUNDS, read("Few spoke"), read("Many spoke"))
    report.say("read_million_over_hundred", lots.wall / few.wall, "times", most=1.5)
    report.say("read_us", few.wall * 1e6, "µs")
    client.close()
    other.close()


def growth(report: Report, folder: Path) -> None:
    """`list` with a limit and `search` in a hundred times as many beliefs."""
    clients = []
    for beliefs in (1_000, 20_000 if report.quick else 100_000):
        client = Beliefs(folder / f"growth{beliefs}.db")
        for start in range(0, beliefs, BATCH):
            client.add(
                f"Host {n} in rack {n % (beliefs // 500)} answers within its limit"
                for n in range(start, min(start + BATCH, beliefs))
            )
        clients.append(client)
        if beliefs > 1_000:
            size = client._ledger.store.size()  # noqa: SLF001
            report.say("bytes_per_belief", size / beliefs, "bytes")
    small, large = clients
    racks = itertools.count()

    def lists(client: Beliefs) -> Callable[[int], Cost]:
        return lambda _: timed(lambda: client.list(limit=50), 20)

    def searches(client: Beliefs, words: str) -> Callable[[int], Cost]:
        return lambda _: timed(lambda: client.search(words.format(next(racks) % 2), limit=20), 10)

    one, other = interleaved(ROUNDS, lists(small), lists(large))
    report.say("list_growth", other.wall / one.wall, "times", most=2.0)
    report.say("list_50_us", one.wall * 1e6, "µs")
    for name, words in (("rare", "rack {}"), ("common", "host limit")):
        one, other = interleaved(ROUNDS, searches(small, words), searches(large, words))
        report.say(f"search_{name}_growth", other.wall / one.wall, "times", most=2.0)
        report.say(f"search_{name}_us", one.wall * 1e6, "µs")
    for client in clients:
        client.close()


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A real server, the same that the tests use."""
    import sys

    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.postgres_server import PostgresServer

    with PostgresServer() as server:
        yield server.url


def main() -> None:
    """Measure everything."""
    report = Report("The engine against the raw database, both durable, interleaved, medians")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name, postgres() as url:
        folder = Path(name)
        for raw in (RawSqlite(folder), RawPostgres(url)):
            single_adds(report, raw)
            batches(report, raw)
            raw.close()
        reads(report, folder)
        growth(report, folder)
    report.end()


if __name__ == "__main__":
    main()
