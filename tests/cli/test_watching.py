"""What somebody sees of a build: on a screen of any width, in lines, and as JSON."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest

from beliefs.cli.session import Session
from beliefs.cli.watching import watching
from tests.acceptance.command import Command

GOAL = "An API with FastAPI: GET /time gives the current UTC time in ISO 8601 under the key time."
_PART = re.compile(r"\x1b\[(\d*)([A-Za-z])|(\r)|(\n)|([^\x1b\r\n]+)")
_ROWS = 12


class Screen:
    """As much of a terminal as a build writes to; what is too long goes on in the next row."""

    def __init__(self, columns: int) -> None:
        self.columns, self.rows, self.row, self.column = columns, [""], 0, 0

    def show(self, text: str) -> None:
        for number, letter, back, down, words in _PART.findall(text):
            assert letter in {"", "A", "K", "m"}, letter
            if back:
                self.column = 0
            elif down:
                self._down()
            elif letter == "A":
                self.row = max(0, self.row - int(number or 1))
            elif letter == "K":
                self.rows[self.row] = ""
            for each in words:
                if self.column == self.columns:
                    self._down()
                    self.column = 0
                row = self.rows[self.row].ljust(self.column)
                self.rows[self.row] = row[: self.column] + each + row[self.column + 1 :]
                self.column += 1

    def _down(self) -> None:
        self.row += 1
        self.rows += [""] * (self.row + 1 - len(self.rows))


def _opened(columns: int) -> tuple[int, int]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, columns, 0, 0))
    return ours, theirs


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> Iterator[int]:
    """Stderr as a terminal of so many columns; what is read from it is what a person sees."""
    ours, theirs = _opened(columns)
    with os.fdopen(theirs, "w", encoding="utf-8") as written, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", written)
        patched.setenv("TERM", "xterm")
        patched.delenv("NO_COLOR", raising=False)
        yield ours
    os.close(ours)


def seen(ours: int) -> str:
    os.set_blocking(ours, False)
    read = b""
    while True:
        try:
            read += os.read(ours, 65536)
        except (BlockingIOError, OSError):
            return read.decode()


@pytest.mark.parametrize("columns", [80, 30, 20])
def test_what_is_under_way_stands_below_what_ended_and_ticks(monkeypatch, columns):
    screen = Screen(columns)
    with terminal(monkeypatch, columns) as ours:
        with watching(Session(), quiet=False) as watcher:
            screen.show(seen(ours))
            watcher.begun("write")
            watcher.ended("write", 0.5)
            watcher.begun("judge")
            watcher.begun("conversation 1", "conversation 1 of 3")
            watcher.begun("its own description", "OpenAPI, by schemathesis")
            time.sleep(0.3)
            watcher.ended("conversation 1", 12.25)
            time.sleep(0.5)
            screen.show(seen(ours))
            ended, judge, under_way = [each for each in screen.rows if each][-3:]
            assert ended.startswith("    conve")
            assert ended.endswith(" 12.25 s")
            assert judge.startswith("> judge ")
            assert under_way.startswith(">   OpenA")
            # It ticks, and the older one is further on.
            for row in (judge, under_way):
                assert float(row.split()[-2]) >= 0.5
            assert all(len(each) <= columns for each in screen.rows)
            watcher.ended("judge", 13.0)
            time.sleep(0.2)
        screen.show(seen(ours))
    # In the end there is each stage that ended, once, and nothing under way.
    rows = [each.rstrip() for each in screen.rows if each.strip()]
    assert [each.split()[0][:5] for each in rows] == ["write", "conve", "judge"]
    assert not any(each.startswith(">") for each in rows)


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("NO_COLOR", "")])
def test_nothing_is_bold_where_nobody_wants_colour(monkeypatch, name, value):
    with terminal(monkeypatch, 80) as ours:
        monkeypatch.setenv(name, value)
        with watching(Session(), quiet=False) as watcher:
            watcher.begun("write")
        assert ("\x1b[1m" in seen(ours)) is not bool(value)


@pytest.mark.parametrize(("quiet", "speaks_json"), [(False, False), (False, True), (True, False)])
def test_away_from_a_terminal_there_are_lines(monkeypatch, capsys, quiet, speaks_json):
    monkeypatch.setattr(sys, "stderr", err := StringIO())
    session = Session()
    session.json = speaks_json
    with watching(session, quiet=quiet) as watcher:
        watcher.begun("write")
        watcher.ended("write", 0.5)
    out = capsys.readouterr().out
    line = "  write                      0.50 s\n"
    assert err.getvalue() == ("" if quiet or speaks_json else line)
    assert (json.loads(out) == {"stage": "write", "seconds": 0.5}) if speaks_json else not out


def test_a_build_at_a_terminal_says_its_shares_in_the_end(tmp_path):
    belief, columns = Command(tmp_path), 50
    words = [*belief.program, "build", GOAL, "--emit-only", "--output", str(tmp_path / "clock")]
    ours, theirs = _opened(columns)
    given = belief.environment | {"TERM": "xterm"}
    with subprocess.Popen(words, env=given, stdin=theirs, stdout=theirs, stderr=theirs) as run:
        os.close(theirs)
        screen, drawn = Screen(columns), ""
        while True:
            try:
                drawn += (piece := os.read(ours, 65536).decode(errors="replace"))
            except OSError:  # it ended
                break
            screen.show(piece)
    os.close(ours)
    assert run.returncode == 1
    assert "> understand" in drawn
    told = "\n".join(screen.rows)
    assert re.search(r"^  write +\d\.\d\d s", told, re.MULTILINE)
    assert re.search(r"^  of the time: \w+ \d+ %, ", told, re.MULTILINE)
    assert ">" not in told.partition("of the time")[0]
    assert Path(tmp_path, "clock", "main.py").exists()
