"""The line that a README shows works, as it stands, on a service that was just started."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from beliefs.build.builder import write
from beliefs.build.environment import environment_of, python
from beliefs.judge.goals import Goal, goals
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_SERVICES = [each for each in goals() if each.kind == "service"]
# Those that neither make nor show anything of their own.
_HEALTH_ALONE = {"websocket-echo"}

_TEXTS = "Texts: POST /sorted runs the body through `sort -u` and returns its output as plain text."
_PICTURES = (
    "Pictures: POST /thumbnails takes a picture and returns a thumbnail of 100 pixels. GET /stats."
)


def _free() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def _started(spec: Spec, folder: Path) -> Iterator[None]:
    argv = [str(python(environment_of(folder))), "main.py"]
    environment = {"PATH": os.environ["PATH"], "PORT": str(spec.port)}
    service = subprocess.Popen(
        argv, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with socket.socket() as one:
                if one.connect_ex(("127.0.0.1", spec.port)) == 0:
                    break
            time.sleep(0.05)
        yield
    finally:
        service.kill()
        service.wait()


def _tried(spec: Spec, folder: Path) -> tuple[str, str]:
    """The line of a README, and the status that the service answers it with."""
    write(spec, folder)
    readme = (folder / "README.md").read_text(encoding="utf-8")
    found = re.search(r"## Try\n\n```sh\n(.+)\n```", readme)
    assert found is not None
    line = f"{found[1]} --silent --output answer --write-out '%{{http_code}}'"
    with _started(spec, folder):
        argv = ["sh", "-c", line]
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    return found[1], done.stdout


@pytest.mark.parametrize("goal", _SERVICES, ids=lambda each: each.name)
def test_the_line_of_the_readme_works(goal: Goal, tmp_path: Path) -> None:
    spec = replace(understand(goal.sentence).spec, port=_free())
    line, status = _tried(spec, tmp_path)
    assert status.startswith("2"), (line, status)
    assert line.endswith("/health") == (goal.name in _HEALTH_ALONE), line


@pytest.mark.parametrize(
    ("goal", "part"),
    [
        (_TEXTS, "/sorted -H 'content-type: text/plain' --data-raw"),
        (_PICTURES, "/stats"),
    ],
)
def test_texts_are_sent_and_pictures_that_nobody_has_are_not(goal, part, tmp_path):
    line, status = _tried(replace(understand(goal).spec, port=_free()), tmp_path)
    assert part in line
    assert status.startswith("2"), (line, status)
