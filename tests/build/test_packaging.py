"""What stands around the code of a project."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from beliefs.build.packaging import start
from beliefs.build.project import project
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


SIGNING = (
    "Notes with FastAPI and accounts: POST /register and POST /login with JWT. POST /notes with"
    " text, GET /notes, each needs a token. SQLite."
)


@pytest.mark.parametrize(("secret", "name"), [("APP_SECRET", "APP_SECRET"), ("", "SECRET_KEY")])
def test_the_secret_that_a_service_signs_with_is_named(secret, name):
    files = project(replace(understand(SIGNING).spec, secret=secret))
    assert f'"{name}"' in files["app/settings.py"]
    run, _, _ = files["README.md"].partition("## Test")
    assert f"`{name}`" in run
    service = next(iter(yaml.safe_load(files["compose.yaml"])["services"].values()))
    assert service["environment"] == {name: f"${{{name}:-}}"}
    assert service["volumes"] == ["data:/data"]


def test_a_service_that_signs_nothing_names_no_secret():
    files = project(understand(GOAL).spec)
    assert "SECRET" not in files["README.md"] + files["compose.yaml"]


def test_a_key_from_the_environment_is_named():
    goal = (
        "Notes: POST /notes with text, GET /notes. X-API-Key must match the API_KEY env variable."
    )
    files = project(understand(goal).spec)
    assert "It needs `API_KEY` in its environment." in files["README.md"]
    assert "API_KEY: ${API_KEY}" in files["compose.yaml"]
