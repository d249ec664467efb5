"""Builds that are cut off before there is a first checkpoint, and what a kill leaves behind."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beliefs.judge.scratch import scratch
from tests.acceptance.command import Command

GOAL = "An API with FastAPI: GET /time gives the current UTC time in ISO 8601 under the key time."

# The command, killed when the folder is there and nothing says yet whose it is.
UNMARKED = """
import os, signal
from pathlib import Path
from beliefs.build import delivery
from beliefs.cli import main
replace = Path.replace
def killed(path, other):
    if path.name == delivery.DRAFT.name:
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(path, other)
Path.replace = killed
main()
"""

# A process that holds a folder and is killed.
LEFT = """
import os, signal
from beliefs.judge.scratch import scratch
with scratch("stage") as place:
    (place / "copy").mkdir()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def belief(tmp_path):
    return Command(tmp_path)


def _cut_off(belief: Command, number: signal.Signals, *words: str, cwd: Path) -> int:
    """Begin a build and end it as soon as it is noted what was asked for."""
    home = Path(belief.environment["BELIEFS_HOME"])
    argv = [*belief.program, "build", GOAL, "--emit-only", *words]
    with subprocess.Popen(
        argv, env=belief.environment, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        until = time.monotonic() + 30
        while not list(home.glob("asked-*.json")) and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(0.05)  # signals are ours from here on
        run.send_signal(number)
        return run.wait(30)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_what_was_cut_off_before_the_first_checkpoint_is_resumed(belief, tmp_path, number, status):
    assert _cut_off(belief, number, "--output", "clock", cwd=tmp_path) == status
    assert not (tmp_path / "clock").exists()
    # From the folder that it is run in: where the build goes was settled when it was asked for.
    answer = belief.run("resume", str(tmp_path / "clock"), "--json")
    assert answer.status == 1, answer
    assert json.loads(answer.out.splitlines()[-1])["verdict"] == "not judged"
    assert (tmp_path / "clock" / "main.py").exists()
    assert "no build to resume" in belief.fails(64, "resume")
    assert not list((tmp_path / "home").glob("*asked*"))


def test_a_folder_without_a_name_is_made_where_it_was_asked_for(belief, tmp_path):
    (tmp_path / "here").mkdir()
    _cut_off(belief, signal.SIGKILL, cwd=tmp_path / "here")
    answer = belief.run("resume", "--json")
    folder = Path(json.loads(answer.out.splitlines()[-1])["folder"])
    assert folder.parent == tmp_path / "here"


def test_a_build_out_of_time_before_anything_is_done_is_resumed(belief, tmp_path):
    out = ("--emit-only", "--output", str(tmp_path / "clock"))
    told = belief.fails(4, "build", GOAL, "--timeout", "0.05", *out)
    assert "nothing done; `belief resume` goes on" in told
    assert belief.run("resume").status == 1
    assert (tmp_path / "clock" / "main.py").exists()


def test_what_is_refused_is_not_there_to_be_resumed(belief, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    belief.fails(64, "build", GOAL, "--output", str(tmp_path / "full"))
    assert "no build to resume" in belief.fails(64, "resume")


@pytest.mark.parametrize("again", ["resume", "build"])
def test_a_folder_that_was_not_marked_yet_is_free(belief, tmp_path, again):
    words = ("build", GOAL, "--emit-only", "--output", str(tmp_path / "clock"))
    argv = [sys.executable, "-c", UNMARKED, *words]
    done = subprocess.run(argv, env=belief.environment, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert (tmp_path / "clock" / ".belief").is_dir()
    answer = belief.run(*(["resume"] if again == "resume" else words))
    assert answer.status == 1, answer
    assert (tmp_path / "clock" / "main.py").exists()
    assert not list((tmp_path / "clock" / ".belief").glob("building*"))


def test_what_killed_processes_left_is_cleaned_away(belief, tmp_path, monkeypatch):
    subprocess.run([sys.executable, "-c", LEFT], env=belief.environment, check=False)
    [left] = tmp_path.glob("belief-stage-*")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    with scratch("stage") as held:
        assert belief.json("clean")["removed"] == [str(left)]
        assert held.is_dir()
    assert not left.exists()
    assert not held.exists()
