"""A few seconds of what bench/soak.py does for ten minutes: nothing acknowledged is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_nothing_acknowledged_is_lost_when_workers_are_killed() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "soak.py", "--minutes", "0.17", "--json"],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["kills"] >= 1
    assert found["acknowledged"] >= 10
    assert found["lost"] == found["doubled"] == found["entries_never_told"] == 0
