"""A command on stage, with a neighbour beside it and left running."""

from __future__ import annotations

import time
from contextlib import contextmanager

import pytest

from beliefs.judge.at_hand import at_hand
from beliefs.judge.command import Running
from beliefs.judge.program import Program
from beliefs.judge.unmet import Unmet

NEIGHBOUR = """
import json, socket
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    talk, _ = server.accept()
    print(json.dumps(talk.recv(99).decode()), flush=True)
    talk.close()
"""

CALLER = """
import os, socket, sys
host, port = os.environ["WHERE"].split(":")
for word in sys.argv[1:]:
    with socket.create_connection((host, int(port))) as talk:
        talk.sendall(word.encode())
        talk.recv(9)
print("called")
"""

COUNTER = """
import pathlib, time
print("begins")
while not pathlib.Path("seen").exists():
    time.sleep(0.01)
print(pathlib.Path("seen").read_text())
time.sleep(60)
"""


@contextmanager
def on_stage(folder, code):
    (folder / "main.py").write_text(code, encoding="utf-8")
    with at_hand(folder, Program("command", start=("python", "main.py"))) as stage:
        yield stage.anew()


def said(running: Running, part: str) -> bool:
    deadline = time.monotonic() + 10
    while part not in running.said() and time.monotonic() < deadline:
        time.sleep(0.01)
    return part in running.said()


def test_what_a_neighbour_heard_is_told(tmp_path):
    with on_stage(tmp_path, CALLER) as command:
        ran = command("one", "two", env={"WHERE": "{beside}"}, beside=NEIGHBOUR).succeeds()
    assert ran.heard == ("one", "two")
    assert ran.out == "called\n"


def test_each_run_has_a_neighbour_of_its_own(tmp_path):
    with on_stage(tmp_path, CALLER) as command:
        for word in ("one", "two"):
            ran = command(word, env={"WHERE": "{beside}"}, beside=NEIGHBOUR)
            assert ran.heard == (word,)


def test_a_running_command_is_heard_while_files_change_and_ended_afterwards(tmp_path):
    with on_stage(tmp_path, COUNTER) as command:
        with command.running() as running:
            assert said(running, "begins")
            command.write("seen", "a change")
            assert said(running, "a change")
            assert running.up()
        assert not running.up()


def test_a_file_takes_the_place_of_a_link_that_leads_out_of_the_folder(tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("mine", encoding="utf-8")
    inside = tmp_path / "inside"
    inside.mkdir()
    with on_stage(inside, f"import os; os.symlink({str(outside)!r}, 'seen')") as command:
        command().succeeds()
        command.write("seen", "written")
        assert command.read("seen") == "written"
    assert outside.read_text(encoding="utf-8") == "mine"


def test_a_failure_without_a_word_is_none_that_is_told(tmp_path):
    with on_stage(tmp_path, "raise SystemExit(1)") as command, pytest.raises(Unmet, match="words"):
        command().fails()


def test_lines_are_read_without_their_colours(tmp_path):
    with on_stage(tmp_path, r"print('\x1b[1;32mgreen\x1b[0m 7')") as command:
        assert command().lines == ["green 7"]
