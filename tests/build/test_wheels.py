"""Installing runs nothing that is installed, and tells nobody what is the user's."""

from __future__ import annotations

import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from beliefs.build.environment import environment, environment_of, python
from beliefs.build.using import own_tests
from beliefs.build.wheels import plain, told
from beliefs.errors import CannotInstall, InvalidInput
from beliefs.judge.program import PLACE

_TRACE = "import os, pathlib; pathlib.Path({!r}).write_text(repr(dict(os.environ)))"


@pytest.fixture(autouse=True)
def _at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path / "home"))


def _wheel(folder: Path, trace: Path) -> Path:
    """A package with a .pth file, which every Python that sees the package runs as it starts."""
    files = {
        "eager.py": "LOUD = True\n",
        "odd.py": "this does not compile\n",
        "eager.pth": _TRACE.format(str(trace)) + "\n",
        "eager-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: eager\nVersion: 1\n",
        "eager-1.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files["eager-1.dist-info/RECORD"] = "".join(f"{name},,\n" for name in files)
    place = folder / "eager-1-py3-none-any.whl"
    with zipfile.ZipFile(place, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return place


def _source(folder: Path, trace: Path) -> Path:
    """A package whose setup.py is run by whoever builds it."""
    source = folder / "eager-1"
    source.mkdir()
    script = f"{_TRACE.format(str(trace))}\nfrom setuptools import setup\nsetup(name='eager')\n"
    (source / "setup.py").write_text(script, encoding="utf-8")
    with tarfile.open(folder / "eager-1.tar.gz", "w:gz") as archive:
        archive.add(source, "eager-1")
    return source


def test_what_a_wheel_would_run_at_every_start_is_not_run(tmp_path):
    trace = tmp_path / "trace"
    place = environment(f"{_wheel(tmp_path, trace)}\n", offline=True)
    packages = python(place).parent.parent / "lib"
    assert list(packages.rglob("eager.pth"))
    assert list(packages.rglob("__pycache__/eager.*.pyc"))
    assert not trace.exists()


def test_it_is_run_in_the_sandbox_and_learns_nothing_there(tmp_path, monkeypatch):
    monkeypatch.setenv("MYKEY", "sk-secret")
    folder, trace = tmp_path / "project", tmp_path / "trace"
    (folder / ".belief").mkdir(parents=True)
    telling = "import eager, os; print(eager.LOUD, sorted(os.environ))"
    run = {"kind": "service", "start": ["python", "main.py"], "test": ["python", "-c", telling]}
    (folder / PLACE).write_text(json.dumps(run), encoding="utf-8")
    wanted = f"{_wheel(tmp_path, trace)}\n"
    (folder / "requirements-dev.txt").write_text(wanted, encoding="utf-8")
    done = own_tests(folder, offline=True)
    assert done.out.startswith("True "), done.err
    assert "MYKEY" not in done.out
    assert not trace.exists()


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("{source}", CannotInstall),
        ("eager @ file://{source}.tar.gz", CannotInstall),
        ("-e {source}", InvalidInput),
        ("--editable={source}", InvalidInput),
        ("--no-binary eager\neager @ file://{source}.tar.gz", InvalidInput),
        ("--no-index --no-binary eager\neager @ file://{source}.tar.gz", InvalidInput),
        ("-f {source} --no-binary eager\neager @ file://{source}.tar.gz", InvalidInput),
        ("-c \\\n{source}/list.txt", InvalidInput),
    ],
)
def test_sources_are_not_built(lines, error, tmp_path):
    trace = tmp_path / "trace"
    source = _source(tmp_path, trace)
    with pytest.raises(error):
        environment(lines.format(source=source) + "\n", offline=True)
    assert not trace.exists()


def test_settings_in_the_folder_of_a_project_are_not_the_users(tmp_path, monkeypatch):
    trace = tmp_path / "trace"
    source = _source(tmp_path, trace)
    folder = tmp_path / "project"
    (folder / ".belief").mkdir(parents=True)
    run = {"kind": "service", "start": ["python", "main.py"]}
    (folder / PLACE).write_text(json.dumps(run), encoding="utf-8")
    (folder / "uv.py").write_text(_TRACE.format(str(trace)), encoding="utf-8")
    (folder / "uv.toml").write_text('[pip]\nno-binary = ["eager"]\n', encoding="utf-8")
    wanted = f"eager @ file://{source}.tar.gz\n"
    (folder / "requirements.txt").write_text(wanted, encoding="utf-8")
    monkeypatch.chdir(folder)
    with pytest.raises(CannotInstall):
        environment_of(folder, offline=True)
    assert not trace.exists()


def test_the_installer_is_told_where_packages_come_from_and_nothing_else():
    way = {
        "PATH": "/usr/bin",
        "HTTPS_PROXY": "http://proxy.example",
        "UV_INDEX": "house=https://packages.example/simple",
        "UV_INDEX_HOUSE_PASSWORD": "of the index",
    }
    others = {
        "API_KEY": "secret",
        "UV_COMPILE_BYTECODE": "1",
        "UV_NO_BINARY": "1",
        "PYTHONPATH": ".",
    }
    assert told(way | others) == way


def test_lists_may_say_where_their_packages_are():
    text = "--index-url https://packages.example/simple\nh11==0.16.0 \\\n    --hash=sha256:aa \\\n"
    assert plain(text) == text


def test_the_python_of_a_project_is_a_version_and_no_program(tmp_path):
    trace = tmp_path / "trace"
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n", encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / PLACE).parent.mkdir()
    run = {"kind": "service", "start": ["python", "main.py"], "python": str(program)}
    (tmp_path / PLACE).write_text(json.dumps(run), encoding="utf-8")
    (tmp_path / "requirements.txt").touch()
    with pytest.raises(InvalidInput, match="a version is text"):
        environment_of(tmp_path, offline=True)
    assert not trace.exists()
