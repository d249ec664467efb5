"""`--ask`: questions at a terminal, and one sentence where there is none."""

from __future__ import annotations

import os
import pty
import subprocess

GOAL = "A bookmark API with FastAPI and SQLite: CRUD with tags."


def test_a_terminal_is_asked_and_its_answers_are_merged(belief):
    ours, theirs = pty.openpty()
    argv = [*belief.program, "understand", GOAL, "--ask"]
    with subprocess.Popen(
        argv, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, env=belief.environment
    ) as run:
        os.close(theirs)
        seen = ""
        while "Enter for url, title, description" not in seen:
            if seen.endswith(": "):
                os.write(ours, b"\n")
            seen += os.read(ours, 4096).decode()
        os.write(ours, b"Bookmarks have url and note.\n")
        os.write(ours, b"\n" * 8)
        assert run.stdout is not None
        said = run.stdout.read().decode()
    os.close(ours)
    assert run.returncode == 0
    assert "keeps bookmarks: tags, url, note" in said


def test_without_a_terminal_it_is_said_in_one_sentence(belief):
    for command in ("understand", "build"):
        assert belief.fails(64, command, GOAL, "--ask").startswith("--ask needs a terminal")
