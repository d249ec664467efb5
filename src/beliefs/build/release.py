"""What a project was made with: the release, its code, and the versions that it builds on."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from beliefs.build.locking import constraints

_ROOMS = ("spec", "build", "judge", "sandbox")
_READ = {".py", ".txt", ".toml"}


@cache
def digest() -> str:
    """What names the code that understands, builds and judges."""
    total = hashlib.sha256()
    for room in _ROOMS:
        folder = Path(str(files(f"beliefs.{room}")))
        for path in sorted(folder.rglob("*")):
            if path.suffix in _READ:
                total.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def versions() -> dict[str, str]:
    """The versions that a build depends on."""
    return {
        "beliefs": version("beliefs"),
        "code": digest(),
        "constraints": hashlib.sha256(constraints().encode()).hexdigest()[:16],
        "python": platform.python_version(),
    }
