"""Environments that built projects run in: one for each set of requirements, made once and shared.

Installing is the slowest part of a build, and the same requirements come again and again. An
environment is named by the hash of what is in it; who is judged in it may read it, not write it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from beliefs.errors import BeliefsError

_SECONDS = 600


class CannotInstall(BeliefsError):
    """A package could not be had."""

    code = "build/install"


def home() -> Path:
    """Where environments are kept: beside the ledgers, or where BELIEFS_HOME says."""
    told = os.environ.get("BELIEFS_HOME")
    return (Path(told) if told else Path.home() / ".beliefs") / "environments"


def environment(requirements: str, *, offline: bool = False) -> Path:
    """The folder of an environment with these requirements; made if it is not there yet."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    name = hashlib.sha256(f"{version}\n{requirements}".encode()).hexdigest()[:16]
    place = home() / name
    if not (place / "complete").exists():
        _make(place, requirements, offline=offline)
    return place


def python(place: Path) -> Path:
    """Its interpreter."""
    return place / "bin" / "python"


def _make(place: Path, requirements: str, *, offline: bool) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    # Made aside and moved into place: whoever looks sees a whole environment or none.
    draft = Path(tempfile.mkdtemp(prefix="draft-", dir=place.parent))
    try:
        _uv(["venv", "--quiet", "--relocatable", "--python", sys.executable, str(draft / "env")])
        listed = draft / "requirements.txt"
        listed.write_text(requirements, encoding="utf-8")
        words = ["pip", "install", "--quiet", "--only-binary", ":all:", "--compile-bytecode"]
        words += ["--python", str(draft / "env" / "bin" / "python"), "-r", str(listed)]
        _uv([*words, *(["--offline"] if offline else [])])
        (draft / "env" / "complete").touch()
        if not place.exists():
            (draft / "env").rename(place)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _uv(words: list[str]) -> None:
    argv = [sys.executable, "-m", "uv", *words]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
    if done.returncode:
        told = (done.stderr.strip().splitlines() or ["no reason was given"])[-1]
        message = f"The packages of the project could not be installed: {told}"
        raise CannotInstall(message)
