"""A colleague does what it is asked to, and goes with whoever asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from beliefs.errors import OtherLanguage
from beliefs.judge.colleague import Colleague, Gone

PATIENCE = 20.0

# Starts a colleague that has made a folder, and says who it is.
KILLED = """
import time
from beliefs.judge.colleague import Colleague
from tests.judge.test_colleague import made
colleague = Colleague()
colleague.begin(made, 60)
print(colleague._process.pid, flush=True)
time.sleep(60)
"""


def refused() -> None:
    raise OtherLanguage("This is German.")


def made(seconds: float) -> None:
    """Make a folder, and be stopped before there is a promise to remove it."""
    tempfile.mkdtemp()
    time.sleep(seconds)


def deaf(seconds: float) -> None:
    """Lose what a stop raises."""
    try:
        made(seconds)
    except SystemExit:
        time.sleep(seconds)


def printing() -> int:
    print("not an answer", flush=True)  # noqa: T201
    return os.getpid()


def until(met) -> bool:
    end = time.monotonic() + PATIENCE
    while not met() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(met())


def ended(pid: int) -> bool:
    return not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE


def test_answers_come_back_and_so_does_what_is_raised():
    with Colleague() as colleague:
        colleague.prepare(refused)  # nobody hears of it
        unheard = colleague.begin(sum, [1, 2])
        assert colleague.ask(max, 3, 5) == 5
        assert unheard is not None
        with pytest.raises(OtherLanguage, match="German"):
            colleague.ask(refused)
        assert colleague.ask(printing) != os.getpid()


@pytest.mark.parametrize("work", [made, deaf])
def test_whoever_waits_for_one_that_is_dismissed_is_told(tmp_path, monkeypatch, work):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    colleague = Colleague()
    waiting = colleague.begin(work, 60)
    assert until(lambda: any(tmp_path.glob("*/*")))
    colleague.dismiss()
    with pytest.raises(Gone):
        waiting()
    assert not any(tmp_path.iterdir())  # it tidied up
    with pytest.raises(Gone):
        colleague.ask(max, 3, 5)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_goes_with_whoever_started_it(tmp_path, number):
    argv = [sys.executable, "-c", KILLED]
    root = Path(__file__).parents[2]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(argv, stdout=subprocess.PIPE, cwd=root, env=env, text=True) as run:
        assert run.stdout is not None
        colleague = int(run.stdout.readline())
        assert until(lambda: any(tmp_path.glob("*/*")))
        run.send_signal(number)
        run.wait()
    assert until(lambda: ended(colleague))
    assert not any(tmp_path.iterdir())


def test_ctrl_c_in_the_terminal_is_not_for_it():
    with Colleague() as colleague:
        assert os.getpgid(colleague.ask(os.getpid)) != os.getpgid(0)
