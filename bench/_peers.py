"""Peers to be measured against, in an environment of their own: heavy, and only for this.

They are locked in requirements/peers.txt and installed into .venv-peers when first needed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".venv-peers"
LOCK = ROOT / "requirements" / "peers.txt"


def peers_python() -> Path:
    """The Python that has the peers installed."""
    python, ready = FOLDER / "bin" / "python", FOLDER / ".ready"
    if not ready.exists():
        print("  installing the peers to compare with, once (some 270 MB) …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
             "--no-deps", "--require-hashes", "-r", LOCK],
            check=True,
        )  # fmt: skip
        ready.touch()
    return python


class Peer:
    """A process of a peer's that runs one measurement each time it is asked."""

    def __init__(self, program: str, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [peers_python(), "-W", "ignore", "-c", program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self) -> tuple[float, float]:
        """Run it once; seconds on the wall and of the processor."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        wall, cpu = self._process.stdout.readline().split()
        return float(wall), float(cpu)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
