"""Containers where there is something to run them with: an engine, and a base to build on.

The base is the public image that the Containerfile names, or where no registry is reached a Debian
made here, once; BELIEFS_TEST_BASE names another one. Whatever is missing is said in one sentence.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

LOCAL_BASE = "localhost/beliefs-test-base"
PULL_SECONDS, MAKE_SECONDS, BUILD_SECONDS = 60, 150, 600
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")

# For an engine that runs within a container itself, without systemd and with few rights.
PLAIN = """
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]
"""


class Engine:
    """podman or docker, as this machine lets it run."""

    def __init__(self, program: str, **environment: str) -> None:
        self.program = program
        self.environment = {**os.environ, **environment}

    def run(
        self, *args: str, seconds: float = 60, check: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Call it; what it says when it fails is in the report."""
        done = subprocess.run(
            [self.program, *args],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        assert not check or done.returncode == 0, f"{args}: {done.stderr}"
        return done

    def works(self, *args: str, seconds: float = 60) -> bool:
        """Whether a call succeeds."""
        try:
            return self.run(*args, seconds=seconds, check=False).returncode == 0
        except subprocess.TimeoutExpired:
            return False


@cache
def engine() -> Engine:
    """Find an engine, or skip."""
    for program in ("podman", "docker"):
        if shutil.which(program) and Engine(program).works("info"):
            return Engine(program)
    return pytest.skip("containers need podman or docker, and none of them answers here")


@cache
def base() -> tuple[Engine, str]:
    """Find or make an image to build on, and an engine that runs it; or skip."""
    found, named = engine(), os.environ.get("BELIEFS_TEST_BASE")
    image = named or _local(found) or _public(found) or _made(found)
    plain = Path(tempfile.mkdtemp(prefix="beliefs-engine-")) / "containers.conf"
    plain.write_text(PLAIN)
    for one in (found, Engine(found.program, CONTAINERS_CONF=str(plain))):
        if one.works("run", "--rm", image, "python3", "--version"):
            return one, image
    return pytest.skip(f"{found.program} is here, but runs no container of {image}")


def _local(found: Engine) -> str | None:
    return LOCAL_BASE if found.works("image", "inspect", LOCAL_BASE) else None


def _public(found: Engine) -> str | None:
    text = (Path(__file__).parents[2] / "Containerfile").read_text()
    name = text.partition("ARG BASE=")[2].split()[0]
    return name if found.works("pull", "--quiet", name, seconds=PULL_SECONDS) else None


def _made(found: Engine) -> str:
    """A Debian with Python, and with the certificates that this machine trusts."""
    if os.geteuid() or not shutil.which("debootstrap"):
        pytest.skip("no registry is reached, and without debootstrap and root no base can be made")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        packages = "--include=python3,python3-venv,ca-certificates"
        try:
            subprocess.run(
                ["debootstrap", "--variant=minbase", packages, "bookworm", root],
                capture_output=True,
                timeout=MAKE_SECONDS,
                check=True,
            )
        except subprocess.SubprocessError:
            pytest.skip(f"a base could not be made in {MAKE_SECONDS} seconds")
        if CERTIFICATES.exists():
            shutil.copy(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
        (root / "etc/pip.conf").write_text(f"[global]\ncert = {CERTIFICATES}\n")
        packed = shutil.make_archive(f"{folder}/base", "tar", root)
        found.run("import", packed, LOCAL_BASE, seconds=MAKE_SECONDS)
    return LOCAL_BASE
