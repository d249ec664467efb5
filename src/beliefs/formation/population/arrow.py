"""Events from Arrow tables and Parquet files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from beliefs.errors import InvalidInput
from beliefs.formation.population.arrays import Coded

_OPTIONAL = ("severity", "count")


def columns_of(table: pa.Table | pa.RecordBatch) -> dict[str, Any]:
    """The columns of a table as `Population.append` takes them."""
    names = table.schema.names
    for name in ("day", "tag"):
        if name not in names:
            raise InvalidInput(f"A table of events needs a column {name!r}; it has {names}.")
    columns: dict[str, Any] = {"day": _numbers(table, "day"), "tag": _tags(table.column("tag"))}
    return columns | {name: _numbers(table, name) for name in _OPTIONAL if name in names}


def batches_of(path: str | os.PathLike[str]) -> Iterator[pa.RecordBatch]:
    """A Parquet file of events, a batch at a time."""
    try:
        with pq.ParquetFile(path, read_dictionary=["tag"]) as file:
            yield from file.iter_batches(batch_size=1 << 20)
    except (pa.ArrowInvalid, FileNotFoundError) as error:
        raise InvalidInput(f"{os.fspath(path)} cannot be read as Parquet: {error}.") from error


def _numbers(table: pa.Table | pa.RecordBatch, name: str) -> Any:
    column = table.column(name)
    if column.null_count:
        raise InvalidInput(f"The column {name!r} has empty cells: fill or drop those rows.")
    return (
        column.to_numpy(zero_copy_only=False) if isinstance(column, pa.Array) else column.to_numpy()
    )


def _tags(column: pa.Array | pa.ChunkedArray) -> Coded:
    if column.null_count:
        raise InvalidInput("The column 'tag' has empty cells: fill or drop those rows.")
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    return Coded(column.indices.to_numpy(zero_copy_only=False), column.dictionary.to_pylist())
