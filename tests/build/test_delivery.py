"""A first commit: in the folder of the project, and the same whatever the environment says."""

from __future__ import annotations

import subprocess
from pathlib import Path

from beliefs.build.delivery import commit, write


def _git(folder: Path, *words: str) -> str:
    argv = ["git", *words]
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _project(folder: Path) -> Path:
    write(folder, {"main.py": "print()\n"})
    return folder


def test_a_commit_goes_nowhere_but_into_the_project(tmp_path, monkeypatch):
    users = tmp_path / "users"
    users.mkdir()
    _git(users, "init", "--quiet")
    expected = commit(_project(tmp_path / "plain"), "Build it")
    with monkeypatch.context() as given:
        # What a hook of the user's repository runs with, and more.
        given.setenv("GIT_DIR", str(users / ".git"))
        given.setenv("GIT_WORK_TREE", str(users))
        given.setenv("GIT_INDEX_FILE", str(users / ".git" / "index"))
        given.setenv("GIT_DEFAULT_HASH", "sha256")
        given.setenv("GIT_CONFIG_COUNT", "1")
        given.setenv("GIT_CONFIG_KEY_0", "user.name")
        given.setenv("GIT_CONFIG_VALUE_0", "somebody")
        tree = commit(_project(tmp_path / "hooked"), "Build it")
    assert tree == expected
    assert _git(tmp_path / "hooked", "log", "--format=%an %s") == "belief Build it"
    assert not _git(users, "for-each-ref")
    assert not (users / ".git" / "index").exists()
