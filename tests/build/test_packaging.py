"""What stands around the code of a project."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from beliefs.build.packaging import start
from beliefs.spec.understanding import understand

GOAL = "Notes with FastAPI: POST /notes with text, GET /notes. SQLite."


def _started(folder: Path, *words: str) -> tuple[int, str, str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    argv = ["sh", "start.sh", *words]
    done = subprocess.run(
        argv, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_first_start_says_nothing_of_its_own(tmp_path):
    files = {"start.sh": start(understand(GOAL).spec), "main.py": "print('served')\n"}
    files |= {"requirements.txt": "", "requirements-dev.txt": "-r requirements.txt\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert _started(tmp_path) == (0, "served\n", "")
    assert not (tmp_path / ".venv" / "requirements-dev.txt").exists()
    assert _started(tmp_path) == (0, "served\n", "")
    # Tests are set up apart, and leave what was set up for the service.
    (tmp_path / ".venv" / "kept").touch()
    assert "pytest" in _started(tmp_path, "test")[2]
    assert (tmp_path / ".venv" / "requirements-dev.txt").exists()
    assert (tmp_path / ".venv" / "kept").exists()
