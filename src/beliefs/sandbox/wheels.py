"""Installing what a program needs: wheels only, so nothing that was downloaded runs while it is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from beliefs.errors import SandboxError
from beliefs.sandbox.finished import Finished
from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import MIB, Limits
from beliefs.sandbox.room import Network, Room
from beliefs.sandbox.running import run
from beliefs.sandbox.system import PYTHON

_DEFAULT = Limits(memory=2048 * MIB, disk=2048 * MIB, wall=300.0, cpu=300.0)

# Where the user's packages come from, and by which way. Only the installer sees it.
_WAY = (
    *("UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR"),
)


def install(
    needs: Sequence[str],
    venv: Path,
    *,
    cache: Path,
    read: Sequence[Path] = (),
    offline: bool = False,
    limits: Limits = _DEFAULT,
    level: Level | None = None,
) -> Finished:
    """Make a virtual environment and install into it, from wheels alone.

    `needs` are requirements, or options such as `-r` and a file that is in `read`. The cache may be
    shared between builds: nothing but the installer ever gets to write to it.

    Raises:
        SandboxError: The sandbox failed, or there is no uv.
    """
    uv = _uv()
    for folder in (venv, cache):
        folder.mkdir(parents=True, exist_ok=True)
    way = {name: os.environ[name] for name in _WAY if name in os.environ}
    room = Room(
        read=[uv, *read],
        write=[venv, cache],
        network=Network.NONE if offline else Network.INDEX,
        environment={**way, "UV_CACHE_DIR": str(cache), "UV_LINK_MODE": "copy"},
    )
    plain = [str(uv), "--no-config", "--no-progress", *(["--offline"] if offline else [])]
    make = [*plain, "venv", "--quiet", "--allow-existing", "--python", PYTHON.executable, str(venv)]
    made = run(make, room, limits=limits, level=level)
    if not made.ok or not needs:
        return made
    into = ["--python", str(venv / "bin" / "python")]
    command = [*plain, "pip", "install", "--quiet", *into, "--only-binary", ":all:", *needs]
    return run(command, room, limits=limits, level=level)


def _uv() -> Path:
    try:
        from uv import find_uv_bin
    except ImportError:
        found = shutil.which("uv")
        if found is None:
            raise SandboxError("uv is not here: pip install 'beliefs[build]' brings it.") from None
        return Path(found)
    return Path(find_uv_bin())
