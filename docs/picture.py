"""Draws docs/show.svg: what `belief show` prints for a belief with some history."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from rich.console import Console
from rich.text import Text

from beliefs import Beliefs

WIDTH = 92
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SAID = (
    ("scout", "logs", 0.75, 4, False),
    ("probe", "metrics", 0.9, 10, False),
    ("critic", "review", 0.8, 3, True),
    ("probe", "metrics", 0.95, 20, False),
    ("scout", "logs", 0.6, 2, False),
    ("probe", "metrics", 0.9, 15, False),
)


def drawn() -> str:
    """What the command prints, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "beliefs.db")
        now = START
        with Beliefs(path, clock=lambda: now) as b:
            for agent, source, confidence, strength, refutes in SAID:
                b.add(
                    "The cache is warm",
                    confidence=confidence,
                    strength=strength,
                    refutes=refutes,
                    agent=agent,
                    source=source,
                )
                now += timedelta(hours=7)
            belief = b.list()[0].id
        environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH)}
        command = [sys.executable, "-m", "beliefs.cli", "--store", path, "show", belief]
        done = subprocess.run(  # noqa: S603 - our own command
            command, check=True, capture_output=True, text=True, env=environment
        )
        return done.stdout


def main() -> None:
    """Write the picture beside this file."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(drawn().rstrip("\n")))
        svg = console.export_svg(title="belief show", unique_id="show")
    # The reader's own monospaced font will do; nothing is fetched from elsewhere.
    svg = re.sub(r"@font-face\s*\{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)
    Path(__file__).with_name("show.svg").write_text(svg.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
