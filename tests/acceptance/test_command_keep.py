"""`belief verify`, `export`, `import`, `doctor` and `demo`."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.acceptance.command import Command


def test_verify_says_ok(belief):
    belief.add("It holds")
    assert belief("verify").startswith("ok: 1 entries")
    found = belief.json("verify")
    assert found["ok"]
    assert found["problems"] == []
    assert len(found["digest"]) == 64


def test_verify_finds_what_was_tampered_with(belief):
    belief.add("It holds")
    _tamper(belief)
    told = belief.run("verify")
    assert told.status == 1
    assert told.out.startswith("not ok")
    written = belief.run("verify", "--json")
    assert written.status == 1
    assert json.loads(written.out)["problems"]


def _tamper(belief: Command) -> None:
    with closing(sqlite3.connect(belief.store)) as connection, connection:
        connection.execute("UPDATE claims SET words = 'Something else'")


def test_an_export_imports_to_the_same_ledger(belief, tmp_path):
    belief.add("Größe", "--agent", "scout", "--value", "3", "--stdev", "1")
    belief.add("It holds", "--key", "k")
    lines = belief("export")
    assert json.loads(lines.splitlines()[0])["entries"] == 2
    there = str(tmp_path / "there.db")
    assert "2 entries added" in belief("import", "-", "--store", there, stdin=lines)
    again = belief.json("import", "-", "--store", there, stdin=lines)
    assert (again["added"], again["known"]) == (0, 2)
    digests = {belief.json("verify", "--store", store)["digest"] for store in (belief.store, there)}
    assert digests == {again["digest"]}
    assert belief("export", "--store", there) == lines


def test_an_export_goes_to_a_file(belief, tmp_path):
    belief.add("It holds")
    file = tmp_path / "out.jsonl"
    assert str(file) in belief("export", str(file)).replace("\n", "")
    assert file.read_text(encoding="utf-8") == belief("export")
    document = belief.json("export", str(file))
    assert document["bytes"] == file.stat().st_size
    assert [found.name for found in tmp_path.glob("*out.jsonl*")] == ["out.jsonl"]
    assert belief.json("import", str(file))["known"] == 1


def test_an_export_is_utf8_whatever_the_terminal_speaks(belief):
    belief.add("Größe")
    assert "Größe" in belief.run("export", PYTHONIOENCODING="ascii").out


def test_an_export_to_nowhere_is_refused(belief, tmp_path):
    belief.add("It holds")
    answer = belief.run("export", str(tmp_path / "no" / "such" / "folder"))
    assert answer.status == 5
    assert "No such file" in answer.err


def test_two_ledgers_merge_in_a_pipe(belief, tmp_path):
    other = Command(tmp_path, str(tmp_path / "other.db"))
    belief.add("Ours")
    belief.add("Both")
    other.add("Theirs")
    other.add("Both")
    belief("import", "-", stdin=other("export"))
    other("import", "-", stdin=belief("export"))
    assert belief.json("verify")["digest"] == other.json("verify")["digest"]
    assert set(other.state()) == {"Ours", "Theirs", "Both"}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "it is empty"),
        ("hello\n", "line 1 is not part of an export"),
        ('{"beliefs": 99, "entries": 0}\n', "format 99"),
        ('{"beliefs": 1, "entries": 5, "digest": ""}\n', "cut off"),
    ],
)
def test_what_is_no_export_is_refused(belief, lines, says):
    assert says in belief.fails(2, "import", "-", stdin=lines)
    assert belief.state() == {}


def test_bytes_that_are_no_text_are_no_export(belief):
    assert "UTF-8" in belief.fails(2, "import", "-", stdin=b"\xff\xfe")


def test_doctor_is_content_with_a_new_machine(belief):
    assert "does not exist yet" in belief("doctor")
    assert belief.json("doctor")["ok"]
    assert not Path(belief.store).exists()


def test_doctor_examines_sqlite(belief):
    belief.add("It holds", "--namespace", "other")
    belief.add("It holds")
    told = belief("doctor")
    for part in (sqlite3.sqlite_version, "wal", "FULL", "2 (default, other)", "verified"):
        assert part in told
    checks = {one["name"]: one for one in belief.json("doctor")["checks"]}
    assert checks["durability"]["ok"]
    assert checks["store"]["detail"].startswith("sqlite:///")


def test_doctor_says_what_to_do(belief, tmp_path):
    belief.add("It holds")
    _tamper(belief)
    told = belief.run("doctor")
    assert told.status == 1
    assert "→" in told.out
    broken = tmp_path / "broken.db"
    broken.write_text("no database at all, and long enough to be sure", encoding="utf-8")
    answer = belief.run("doctor", "--store", str(broken), "--json")
    assert answer.status == 1
    (bad,) = (one for one in json.loads(answer.out)["checks"] if not one["ok"])
    assert bad["advice"]
    assert "mkdir" in belief.run("doctor", "--store", str(tmp_path / "no" / "x.db")).out


def test_everything_works_on_postgres(tmp_path, fresh_postgres):
    belief = Command(tmp_path, fresh_postgres)
    found = belief.add("It holds", "--agent", "scout")
    assert belief.json("show", found[:6])["history"]
    assert "It holds" in belief("list")
    assert belief.json("verify")["ok"]
    checks = {one["name"]: one for one in belief.json("doctor")["checks"]}
    assert checks["postgres"]["detail"]
    assert "fsync on" in checks["durability"]["detail"]


def test_the_demo_comes_out_as_promised(belief):
    told = belief("demo")
    assert "Everything came out as promised" in told
    assert "✗" not in told
    assert "What next" in told
    # A store in the environment is somebody's own.
    assert not Path(belief.store).exists()


def test_the_demo_can_use_a_store_of_yours(belief, tmp_path):
    store = str(tmp_path / "mine.db")
    belief.add("Mine", "--store", store)
    shown = belief.json("demo", "--store", store, "--all")
    assert shown["ok"]
    assert (shown["store"], shown["namespace"][:5]) == (store, "demo-")
    assert len(shown["chapters"]) >= 20
    assert all(chapter["checks"] for chapter in shown["chapters"])
    mine = Command(tmp_path, store)
    assert [*mine.state()] == ["Mine"]
    assert len(mine.state(namespace=shown["namespace"])) > 3
    assert "survives" in belief.fails(2, "demo", "--store", ":memory:")


def test_an_unreadable_place_is_one_sentence(belief, tmp_path):
    if os.geteuid() == 0:
        place = "/proc/nowhere"
    else:
        (tmp_path / "locked").mkdir(mode=0o500)
        place = str(tmp_path / "locked" / "home")
    answer = belief.run("add", "x", "--json", BELIEFS_STORE="", BELIEFS_HOME=place)
    assert answer.status == 5
    assert answer.error["message"]
