"""Damaged, lying and foreign files: refused by both engines, and nothing is changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beliefs.errors import BeliefsError, CorruptStore, InvalidInput, NewerStore
from beliefs.formation import BeliefConfig, Event, PlainWorld, load
from beliefs.formation.snapshot import MAGIC, VERSION
from tests.formation.engines import ENGINES, Columns, Objects

HEAD = len(MAGIC) + 8
Header = dict[str, Any]


@pytest.fixture(params=["v1", "evidence"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> bytes:
    """A snapshot with something in every column."""
    config = BeliefConfig(rule=request.param, max_events_per_day=40, max_beliefs_per_agent=4)
    world = Objects(70, config)
    rng = random.Random(2)
    for agent in range(70):
        world.follow(agent, f"t{agent % 7}")
    for day in range(3):
        world.publish(
            Event(day, f"{rng.choice(['route-risk', 'delivery-ok', 'weather'])}:t{n % 7}", n / 60)
            for n in range(60)
        )
        world.route(day)
        if day < 2:
            world.form(day)
    world.save(tmp_path / "good")
    return (tmp_path / "good").read_bytes()


def refused(data: bytes, path: Path, kind: type[BeliefsError] = BeliefsError) -> None:
    """Both engines refuse a file in a sentence; a world that should take it over is as it was."""
    path.write_bytes(data)
    own = Objects(70, BeliefConfig())
    own.follow(1, "edge")
    own.publish([Event(0, "route-risk:edge")])
    own.route(0)
    before = own.digest()
    for loading in (
        lambda: load(path),
        lambda: load(path, own.world),
        lambda: Columns.load(path),
    ):
        with pytest.raises(kind) as error:
            loading()
        assert len(str(error.value)) < 1000
        assert str(error.value).endswith(".")
    assert own.digest() == before


def sealed(head: Header, columns: bytes, version: int = VERSION) -> bytes:
    """A file whose checksum is right, whatever it says."""
    header = json.dumps(head, sort_keys=True).encode()
    body = MAGIC + version.to_bytes(4, "little") + len(header).to_bytes(4, "little") + header
    body += columns
    return body + sha256(body).digest()


def opened(data: bytes) -> tuple[Header, bytes]:
    length = int.from_bytes(data[HEAD - 4 : HEAD], "little")
    return json.loads(data[HEAD : HEAD + length]), data[HEAD + length : -32]


def test_a_file_that_is_sealed_again_is_the_same(file: bytes, tmp_path: Path):
    assert sealed(*opened(file)) == file
    (tmp_path / "again").write_bytes(file)
    assert Columns.load(tmp_path / "again").digest() == Objects.load(tmp_path / "again").digest()


# Damage


def test_a_truncated_file_is_refused(file: bytes, tmp_path: Path):
    lengths = {*range(HEAD + 40), *range(0, len(file), 211), len(file) - 32, len(file) - 1}
    for length in sorted(lengths):
        refused(file[:length], tmp_path / "short", CorruptStore)


def test_a_flipped_bit_is_refused_wherever_it_is(file: bytes, tmp_path: Path):
    rng = random.Random(1)
    places = {*range(HEAD + 4), *range(0, len(file), 97), *range(len(file) - 32, len(file))}
    for place in sorted(places):
        flipped = bytearray(file)
        flipped[place] ^= 1 << rng.randrange(8)
        refused(bytes(flipped), tmp_path / "flipped")


@pytest.mark.parametrize(
    "data",
    [b"", b"\0", MAGIC, MAGIC[:-1], b"x" * 500, b"PAR1" * 100, MAGIC + b"\0" * 500],
    ids=["empty", "nul", "magic", "less", "other", "parquet", "zeros"],
)
def test_what_is_no_snapshot_is_refused(data: bytes, tmp_path: Path):
    refused(data, tmp_path / "foreign", CorruptStore)


def test_more_bytes_than_a_file_has_are_refused(file: bytes, tmp_path: Path):
    refused(file + b"\0", tmp_path / "long", CorruptStore)
    head, columns = opened(file)
    refused(sealed(head, columns + b"\0" * 8), tmp_path / "long", CorruptStore)


def test_a_newer_version_is_named(file: bytes, tmp_path: Path):
    for version in (VERSION + 1, 1 << 31):
        refused(sealed(*opened(file), version=version), tmp_path / "newer", NewerStore)
    refused(sealed(*opened(file), version=0), tmp_path / "older", CorruptStore)


# Lies


def column_is(name: str, /, **changed: Any) -> Callable[[Header], None]:
    def lie(head: Header) -> None:
        for column in head["columns"]:
            if column[0] == name:
                column[1] = changed.get("kind", column[1])
                column[2] = changed["length"](column[2]) if "length" in changed else column[2]
                column[0] = changed.get("name", name)

    return lie


def put(*path: str, value: object) -> Callable[[Header], None]:
    def lie(head: Header) -> None:
        place: Any = head
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value

    return lie


COLUMNS = (
    *("text", "text_size", "beliefs", "belief_word", "belief_a", "belief_b", "belief_day"),
    *("crumbs", "news", "news_word", "news_amount", "news_vivid"),
    *("follow_target", "follow_agent", "queue_day", "queue_word", "queue_severity"),
    *("queue_amount", "quarantine_word", "quarantine_times"),
)
LIES: dict[str, Callable[[Header], None]] = {
    **{f"{name} is longer": column_is(name, length=lambda n: n + 1) for name in COLUMNS},
    **{f"{name} is shorter": column_is(name, length=lambda n: n - 1) for name in COLUMNS},
    **{f"{name} is empty": column_is(name, length=lambda _: 0) for name in COLUMNS},
    **{f"{name} is missing": column_is(name, name="other") for name in COLUMNS},
    **{f"{name} is of doubles": column_is(name, kind="<f8") for name in COLUMNS},
    "endless": column_is("beliefs", length=lambda _: 1 << 62),
    "negative": column_is("beliefs", length=lambda _: -1),
    "a fraction": column_is("beliefs", length=lambda n: n + 0.5),
    "a word": column_is("beliefs", length=lambda _: "all"),
    "objects": column_is("belief_word", kind="|O"),
    "no columns": put("columns", value=[]),
    "columns by name": put("columns", value={}),
    "no config": put("config", value=None),
    "another rule": put("config", "rule", value="v3"),
    "a smaller store": put("config", "max_beliefs_per_agent", value=1),
    "fewer episodes": put("config", "max_episodes_per_agent", value=1),
    "an unknown setting": put("config", "mood", value=1),
    "no families": put("families", value=None),
    "odd families": put("families", value=[["a"]]),
    "too much of a family": put("families", value=[["a", "b", False, 1, 2]]),
    "a family of numbers": put("families", value=[[1, 2, False, 1]]),
    "another first": put("first", value=64),
    "a phase of text": put("phase", value="two"),
    "a day of text": put("last_run_day", value="monday"),
    "a day too late": put("last_run_day", value=1 << 20),
    "a day too early": put("last_run_day", value=-2),
    "less than none": put("processed", value=-3),
    "nothing told": put("told", value={}),
    "told too much": put("told", "more", value=1),
    "told of no day": put("told", "day", value=1.5),
    "a negative budget": put("told", "today", value=-9),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_header_that_lies_is_refused(lie: str, file: bytes, tmp_path: Path):
    head, columns = opened(file)
    LIES[lie](head)
    assert sealed(head, columns) != file
    refused(sealed(head, columns), tmp_path / "lie", CorruptStore)


@pytest.mark.parametrize("header", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000])
def test_a_header_that_is_none_is_refused(header: bytes, file: bytes, tmp_path: Path):
    body = MAGIC + VERSION.to_bytes(4, "little") + len(header).to_bytes(4, "little") + header
    body += opened(file)[1]
    refused(body + sha256(body).digest(), tmp_path / "headless", CorruptStore)


def where(head: Header, wanted: str) -> tuple[int, np.dtype[Any], int]:
    """Where a column begins, what it is of, and how many rows it has."""
    at = 0
    for name, kind, length in head["columns"]:
        if name == wanted:
            return at, np.dtype(kind), length
        at += np.dtype(kind).itemsize * length
    raise KeyError(wanted)


def with_row(file: bytes, name: str, row: int, number: int) -> bytes:
    head, columns = opened(file)
    at, kind, length = where(head, name)
    changed = bytearray(columns)
    array = np.frombuffer(changed, kind, length, at)
    array[row] = number
    return sealed(head, bytes(changed))


@pytest.mark.parametrize(
    ("name", "row", "number"),
    [
        ("beliefs", 0, 5),
        ("beliefs", 0, (1 << 32) - 1),
        ("news", 0, 1_000_000),
        ("belief_word", 0, 12345),
        ("belief_word", 1, 0),
        ("belief_a", 0, (1 << 32) - 1),
        ("belief_b", 3, 1 << 31),
        ("news_word", 0, 7),
        ("news_amount", 0, 0),
        ("news_amount", 0, 1 << 31),
        ("news_vivid", 0, 1),
        ("news_vivid", 0, (1 << 32) - 1),
        ("follow_agent", 0, 70),
        ("follow_agent", 0, (1 << 32) - 1),
        ("follow_target", 0, 99),
        ("queue_day", 0, 65_535),
        ("queue_word", 0, 1),
        ("queue_severity", 0, (1 << 15) + 1),
        ("queue_amount", 0, 0),
        ("queue_amount", 0, 1 << 31),
        ("quarantine_word", 0, 3),
        ("text_size", 0, 0),
        ("text_size", 0, 65_535),
        ("text", 0, 0xFF),
    ],
)
def test_rows_that_no_world_has_are_refused(
    name: str, row: int, number: int, file: bytes, tmp_path: Path
):
    refused(with_row(file, name, row, number), tmp_path / "rows", CorruptStore)


def test_any_row_of_any_column_at_its_limits_is_read_or_refused(file: bytes, tmp_path: Path):
    """No number makes either engine fail in a way of its own, or disagree with the other."""
    head, _ = opened(file)
    for name, kind, length in head["columns"]:
        limits = (0, 1, np.iinfo(np.dtype(kind)).max)
        for row in {0, length // 2, length - 1} if length else ():
            for number in limits:
                path = tmp_path / "any"
                path.write_bytes(with_row(file, name, row, number))
                try:
                    columns, objects = Columns.load(path), Objects.load(path)
                except BeliefsError:
                    refused(path.read_bytes(), tmp_path / "refused")
                    continue
                assert columns.digest() == objects.digest()
                later = 65_535
                assert columns.route(later) == objects.route(later)
                assert columns.form(later) == objects.form(later)
                assert columns.digest() == objects.digest()


# Saving


@pytest.mark.parametrize("engine", ENGINES)
def test_a_save_that_fails_leaves_the_old_file(engine: str, tmp_path: Path):
    world = ENGINES[engine](3, BeliefConfig())
    with pytest.raises(OSError, match="missing"):
        world.save(tmp_path / "missing" / "file")
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        world.save(tmp_path / "taken")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_agents_with_gaps_are_not_saved_and_not_loaded_into(file: bytes, tmp_path: Path):
    (tmp_path / "good").write_bytes(file)
    world = Objects(3, BeliefConfig())
    assert isinstance(world.world, PlainWorld)
    world.world.agents[7] = world.world.agents.pop(1)
    with pytest.raises(InvalidInput):
        world.save(tmp_path / "gaps")
    with pytest.raises(InvalidInput):
        load(tmp_path / "good", world.world)
    assert not (tmp_path / "gaps").exists()
