"""Builds made on this machine: a line of JSON for each that began or ended, the last one counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from beliefs.mind.files import home

BEGUN = "begun"


@dataclass(frozen=True, slots=True)
class Record:
    """One build: where, what came of it (`begun` while nothing did), when, and how long it took."""

    folder: str
    verdict: str
    when: str
    seconds: float

    @property
    def kept(self) -> bool:
        """Whether its folder is still there."""
        return Path(self.folder).is_dir()


def note(folder: Path, verdict: str, seconds: float = 0.0) -> None:
    """Add a line; several builds at once do not get into each other's."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    record = Record(str(folder.resolve()), verdict, when, round(seconds, 3))
    path = _file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as lines:
        lines.write(f"{json.dumps(asdict(record), ensure_ascii=False)}\n")


def records() -> list[Record]:
    """The last line of each folder, the newest build last."""
    found: dict[str, Record] = {}
    for record in _lines():
        found.pop(record.folder, None)
        found[record.folder] = record
    return list(found.values())


def _file() -> Path:
    return home() / "builds.jsonl"


def _lines() -> Iterator[Record]:
    if not _file().exists():
        return
    for line in _file().read_text(encoding="utf-8").splitlines():
        try:
            yield Record(**json.loads(line))
        except (TypeError, ValueError):
            continue  # cut off by a kill
