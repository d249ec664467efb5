"""A service behind a host is restarted as if it had been stopped and started."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from beliefs.judge.program import Program
from beliefs.judge.serving import serving
from beliefs.judge.unmet import Unmet

# Counts its starts in a file, and what it was asked for in memory.
PROGRAM = """
import http.server, json, os, sys
from pathlib import Path
import beside
starts = Path("starts")
starts.write_text(starts.read_text() + "x" if starts.exists() else "x")
WHEN_STARTED
asked = []
class Answers(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        if self.path == "/end":
            os._exit(3)
        told = [len(starts.read_text()), len(asked), os.getpid(), beside.LOADED, sys.argv, __name__]
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass
http.server.HTTPServer((os.environ["HOST"], int(os.environ["PORT"])), Answers).serve_forever()
"""
BESIDE = """
import os
LOADED = os.getpid()
"""


def program(folder: Path, when_started: str = "") -> Program:
    text = PROGRAM.replace("WHEN_STARTED", when_started)
    (folder / "main.py").write_text(text, encoding="utf-8")
    (folder / "beside.py").write_text(BESIDE, encoding="utf-8")
    return Program("service", start=("python", "main.py"), port=8000)


def test_only_what_it_wrote_outlives_a_restart(tmp_path):
    # A service that meddles with its folder does not lead whoever judges it anywhere.
    meddling = 'Path(".orders").unlink(missing_ok=True); Path(".orders").symlink_to("elsewhere")'
    with serving(tmp_path, program(tmp_path, meddling)) as stage:
        service = stage.anew(hosted=True)
        starts, asked, first, loaded, words, name = service.get("/").is_(200).json()
        assert (starts, asked, words, name) == (1, 1, ["main.py"], "__main__")
        assert loaded == first  # its own code is run in its own process
        for number in (2, 3):
            service.restart()
            starts, asked, process, loaded, _, _ = service.get("/").is_(200).json()
            assert (starts, asked) == (number, 1)
            assert loaded == process != first
        assert not stage.dead()
        assert not (service.folder / "elsewhere").exists()
        assert stage.anew(hosted=True).get("/").json()[0] == 1  # on a fresh copy


def test_one_that_ends_by_itself_is_dead(tmp_path):
    with serving(tmp_path, program(tmp_path)) as stage:
        service = stage.anew(hosted=True)
        with pytest.raises(Unmet):
            service.get("/end")
        until = time.monotonic() + 10
        while not stage.dead() and time.monotonic() < until:
            time.sleep(0.01)
        assert "ended by itself" in stage.dead()


def test_one_that_does_not_start_again_is_said_to(tmp_path):
    once = 'assert starts.read_text() == "x", "only once"'
    with serving(tmp_path, program(tmp_path, once)) as stage:
        service = stage.anew(hosted=True)
        with pytest.raises(Unmet, match="only once"):
            service.restart()
