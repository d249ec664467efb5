"""Other programs that the service runs."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any


def piped(text: str, seconds: float, *arguments: str) -> str | None:
    """What a program makes of a text; None if it fails, takes too long or writes no text.

    It gets its arguments as they are, no shell reads them, and runs in a folder of its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            ended = subprocess.run(  # noqa: S603
                arguments,
                input=text.encode(errors="replace"),
                capture_output=True,
                timeout=seconds,
                cwd=folder,
                check=True,
            )
            return ended.stdout.decode()
        except (subprocess.SubprocessError, UnicodeDecodeError):
            return None


def processed(
    file: dict[str, Any], name: str, kind: str, seconds: float, *arguments: str
) -> dict[str, Any] | None:
    """The file that a program makes of a file; None if it fails, takes too long or makes none.

    `{in}` and `{out}` in its arguments are where the one is and the other is to be: in a folder of
    its own, which is gone afterwards. No shell reads the arguments.
    """
    with tempfile.TemporaryDirectory() as folder:
        given, wanted = Path(folder, "in"), Path(folder, name)
        given.write_bytes(file["content"])
        places = {"{in}": str(given), "{out}": str(wanted)}
        try:
            subprocess.run(  # noqa: S603
                [places.get(each, each) for each in arguments],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=seconds,
                cwd=folder,
                check=True,
            )
        except (subprocess.SubprocessError, ValueError):
            return None
        if not wanted.is_file():
            return None
        made = wanted.read_bytes()
    return {"name": name, "type": kind, "size": len(made), "content": made}
