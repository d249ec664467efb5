"""A first commit: in the folder of the project, and the same whatever the environment says."""

from __future__ import annotations

import os
import subprocess
import sys
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


def test_without_git_nothing_is_begun_and_a_sentence_says_so(tmp_path):
    folder, bare = tmp_path / "out", tmp_path / "bin"
    bare.mkdir()
    goal = "Notes with FastAPI: POST /notes with text, GET /notes. SQLite."
    argv = [str(Path(sys.executable).with_name("belief")), "build", "--goal", goal]
    given = {**os.environ, "PATH": str(bare), "BELIEFS_HOME": str(tmp_path / "home")}
    for more in ([], ["--emit-only"]):
        done = subprocess.run(
            [*argv, "--output", str(folder), *more],
            env=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 3, done.stderr
        assert "install git and build again" in done.stderr
        assert not folder.exists()
