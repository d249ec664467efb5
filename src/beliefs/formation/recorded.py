"""A recorded world: events and followers from Parquet, CSV or JSON lines.

A file is read and checked as a whole before the first day, then told day by day.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from beliefs.errors import InvalidInput
from beliefs.formation.config import BeliefConfig
from beliefs.formation.generated import Follows
from beliefs.formation.tags import Tags

if TYPE_CHECKING:
    import pyarrow as pa

_KINDS = {".parquet": "parquet", ".csv": "csv", ".jsonl": "json", ".ndjson": "json"}


class Recorded:
    """What a file says happened, day by day."""

    def __init__(self, path: Path, config: BeliefConfig, tags: Tags) -> None:
        from beliefs.formation.population.arrays import event_rows
        from beliefs.formation.population.arrow import columns_of
        from beliefs.formation.population.vocabulary import Vocabulary

        columns = columns_of(table_of(path))
        size = len(columns["day"])
        self._columns: dict[str, Any] = {
            "severity": np.full(size, 0.5),
            "count": np.full(size, 1.0),
            **columns,
        }
        rows = event_rows(Vocabulary(tags, config), last=0, **self._columns)
        self._days = rows[:, 0]
        self.last_day = int(self._days[-1]) if size else -1

    def on(self, day: int) -> dict[str, Any]:
        """What happened on a day, as `Population.append` takes it."""
        from beliefs.formation.population.arrays import Coded

        begin, end = np.searchsorted(self._days, (day, day + 1))
        tag = self._columns["tag"]
        cut = {name: column[begin:end] for name, column in self._columns.items() if name != "tag"}
        distinct, codes = np.unique(tag.codes[begin:end], return_inverse=True)
        return cut | {"tag": Coded(codes, [tag.texts[code] for code in distinct.tolist()])}


def follows_of(path: Path) -> Follows:
    """Who follows what, from a file with the columns agent and target."""
    table = table_of(path)
    for name in ("agent", "target"):
        if name not in table.schema.names:
            raise InvalidInput(
                f"{path} has no column {name!r}: it needs agent and target, one pair a row."
            )
        if table.column(name).null_count:
            raise InvalidInput(f"{path} has empty cells under {name!r}: fill or drop those rows.")
    return Follows(table.column("agent").to_numpy(), table.column("target").to_pylist())


def table_of(path: Path) -> pa.Table:
    """The table in a file, by how its name ends."""
    import pyarrow as pa
    from pyarrow import csv, json, parquet

    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise InvalidInput(f"{path} must end in .parquet, .csv or .jsonl to say how to read it.")
    try:
        if kind == "parquet":
            return parquet.read_table(path, read_dictionary=["tag"])
        if kind == "json":
            return json.read_json(path)
        words = {name: pa.string() for name in ("tag", "target")}
        return csv.read_csv(path, convert_options=csv.ConvertOptions(column_types=words))
    except FileNotFoundError:
        raise InvalidInput(f"{path} does not exist: check the name in the scenario.") from None
    except (pa.ArrowInvalid, OSError) as error:
        line = str(error).splitlines()[0].rstrip(".")
        raise InvalidInput(f"{path} cannot be read as {kind}: {line}.") from None
