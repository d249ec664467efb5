"""The snapshot: one file of columns that either way of running a world writes, and reads.

    magic, version ─ header (JSON: config, counts, column directory) ─ columns ─ SHA-256 of it all

Columns are little-endian arrays in a canonical order: agents by number, an agent's rows by the hash
of their word. So equal states are equal files, whoever wrote them, in whatever order they came
about, on however many shards. Nothing derived is stored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from beliefs.errors import CorruptStore, InvalidInput, NewerStore, shown
from beliefs.formation.config import BeliefConfig, config_of
from beliefs.formation.fixed import natural, text_of, word_of
from beliefs.formation.integrity import check
from beliefs.formation.tags import Family

MAGIC = b"beliefs population\n"
VERSION = 1
BLOCK = 64
"""Agents that are hashed together: shards begin at multiples of it."""

U16: np.dtype[Any] = np.dtype("<u2")
U32: np.dtype[Any] = np.dtype("<u4")
U64: np.dtype[Any] = np.dtype("<u8")


Column = NDArray[Any]


class Minds(NamedTuple):
    """The minds of a range of agents: how many rows each has, then the rows of all."""

    beliefs: Column
    belief_word: Column
    belief_a: Column
    belief_b: Column
    belief_day: Column
    crumbs: Column
    crumb_word: Column
    crumb_total: Column
    crumb_day: Column
    news: Column
    news_word: Column
    news_amount: Column
    news_vivid: Column


MINDS = (U32, U64, U32, U32, U16, U32, U64, U32, U16, U32, U64, U32, U32)
_COUNTS = ("beliefs", "crumbs", "news")


class Routes(NamedTuple):
    """Who follows what, what waits to be told, and what nobody understood."""

    follow_target: Column
    follow_agent: Column
    queue_day: Column
    queue_word: Column
    queue_severity: Column
    queue_amount: Column
    quarantine_word: Column
    quarantine_times: Column


ROUTES = (U64, U32, U16, U64, U16, U32, U64, U64)


_KINDS = {
    "text": np.dtype(np.uint8),
    "text_size": U16,
    **dict(zip(Minds._fields, MINDS, strict=True)),
    **dict(zip(Routes._fields, ROUTES, strict=True)),
}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a world of minds, and nothing else."""

    config: BeliefConfig
    families: tuple[Family, ...]
    first: int
    """The number of the first agent; they are numbered without gaps."""
    phase: int
    last_run_day: int
    processed: int
    told: dict[str, int]
    texts: dict[int, str] = field(repr=False)
    """What each word in the columns stands for."""
    minds: Minds = field(repr=False)
    routes: Routes = field(repr=False)

    def digest(self) -> str:
        """A hash of the state: equal for equal states, on one machine or many."""
        return digest_of(self, blocks(self.minds))


def row_ends(minds: Minds) -> dict[str, NDArray[np.int64]]:
    """For each kind of rows, where those of every agent end, after a leading 0."""
    return {
        name: np.concatenate(
            (np.zeros(1, np.int64), np.cumsum(getattr(minds, name), dtype=np.int64))
        )
        for name in _COUNTS
    }


def blocks(minds: Minds) -> bytes:
    """The hash of every block of agents, one after another."""
    ends = row_ends(minds)
    hashes = []
    for first in range(0, len(minds.beliefs), BLOCK):
        last = min(first + BLOCK, len(minds.beliefs))
        block = sha256()
        name = ""
        for column, array in zip(Minds._fields, minds, strict=True):
            if column in _COUNTS:
                name = column
                block.update(np.ascontiguousarray(array[first:last]).data)
            else:
                rows = array[ends[name][first] : ends[name][last]]
                block.update(np.ascontiguousarray(rows).data)
        hashes.append(block.digest())
    return b"".join(hashes)


def digest_of(snapshot: Snapshot, hashes: bytes) -> str:
    """The digest of a world whose blocks of agents hash so."""
    digest = sha256(json.dumps(_head(snapshot), sort_keys=True).encode())
    for array in snapshot.routes:
        digest.update(np.ascontiguousarray(array).data)
    digest.update(hashes)
    return digest.hexdigest()


def write(snapshot: Snapshot, path: str | os.PathLike[str]) -> None:
    """Write a snapshot to a file, all of it or nothing."""
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            checksum = sha256()
            for piece in _pieces(snapshot):
                checksum.update(piece)
                file.write(piece)
            file.write(checksum.digest())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def read(path: str | os.PathLike[str]) -> Snapshot:
    """Read a snapshot; anything but a whole one of a version we know is refused."""
    data = memoryview(Path(path).read_bytes())
    name, head = Path(path).name, len(MAGIC) + 8
    if bytes(data[: len(MAGIC)]) != MAGIC or len(data) < head + 32:
        raise CorruptStore(f"{name} is not a snapshot of a population, or only its beginning.")
    version = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 4], "little")
    if not version:
        raise CorruptStore(f"{name} has no version: it is not a snapshot of a population.")
    if version > VERSION:
        raise NewerStore(
            f"{name} has version {version}, this release reads up to {VERSION}: upgrade beliefs."
        )
    if sha256(data[:-32]).digest() != bytes(data[-32:]):
        raise CorruptStore(f"{name} is damaged: its checksum does not match. Use an older copy.")
    length = int.from_bytes(data[len(MAGIC) + 4 : head], "little")
    try:
        header = json.loads(bytes(data[head : head + length]))
        snapshot = _snapshot(header, data[head + length : -32])
        check(snapshot)
    except (InvalidInput, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise CorruptStore(
            f"{name} is whole but cannot be of a world ({error}). Use an older copy."
        ) from error
    return snapshot


def _pieces(snapshot: Snapshot) -> Iterator[bytes | memoryview]:
    words = sorted(snapshot.texts)
    texts = [snapshot.texts[word].encode() for word in words]
    columns: dict[str, NDArray[Any]] = {
        "text": np.frombuffer(b"".join(texts), np.uint8),
        "text_size": np.array([len(text) for text in texts], U16),
    }
    for layout, group in ((MINDS, snapshot.minds), (ROUTES, snapshot.routes)):
        for name, kind, array in zip(group._fields, layout, group, strict=True):
            columns[name] = np.ascontiguousarray(array, kind)
    head = _head(snapshot) | {
        "columns": [[name, array.dtype.str, len(array)] for name, array in columns.items()]
    }
    header = json.dumps(head, sort_keys=True).encode()
    yield MAGIC + VERSION.to_bytes(4, "little") + len(header).to_bytes(4, "little") + header
    for array in columns.values():
        yield array.data.cast("B") if len(array) else b""


def _head(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "config": snapshot.config.as_document(),
        "families": [list(family) for family in snapshot.families],
        "first": snapshot.first,
        "phase": snapshot.phase,
        "last_run_day": snapshot.last_run_day,
        "processed": snapshot.processed,
        "told": snapshot.told,
    }


def _snapshot(head: dict[str, Any], data: memoryview) -> Snapshot:
    columns: dict[str, NDArray[Any]] = {}
    at = 0
    for name, kind, length in head["columns"]:
        if natural(length, name=name, least=0, most=len(data)) and kind != _KINDS[name].str:
            raise CorruptStore(f"The column {shown(name)} is not of {_KINDS[name]}.")
        columns[name] = np.frombuffer(data[at:], _KINDS[name], length)
        at += columns[name].nbytes
    if at != len(data) or len(columns) != len(head["columns"]):
        raise CorruptStore("The columns are not as long as the file. Use an older copy.")
    text, texts, at = columns["text"].tobytes(), {}, 0
    for size in columns["text_size"].tolist():
        word = text_of(text[at : at + size].decode(), name="word")
        texts[word_of(word)] = word
        at += size
    if at != len(text) or len(texts) != len(columns["text_size"]):
        raise CorruptStore("The texts are not as long as their column. Use an older copy.")
    return Snapshot(
        config=config_of(head["config"]),
        families=tuple(Family(*family) for family in head["families"]),
        texts=texts,
        minds=Minds(**{name: columns[name] for name in Minds._fields}),
        routes=Routes(**{name: columns[name] for name in Routes._fields}),
        **{name: head[name] for name in ("first", "phase", "last_run_day", "processed", "told")},
    )
