"""Other programs that the service runs."""

from __future__ import annotations

import subprocess
import tempfile


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
