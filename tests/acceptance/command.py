"""The `belief` command as a program: started, fed, and judged by what comes out of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from beliefs import Beliefs

if TYPE_CHECKING:
    from beliefs import Belief


# Settings of whoever runs the tests that would change what the program does, or how fast.
UNWANTED = ("FORCE_COLOR", "NO_COLOR", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")


class Answer(NamedTuple):
    """What a call left behind."""

    status: int
    out: str
    err: str

    @property
    def error(self) -> dict[str, str]:
        """The error document on the last line of stderr."""
        found: dict[str, str] = json.loads(self.err.splitlines()[-1])["error"]
        return found


class Command:
    """`belief` with a store of its own, in a clean environment."""

    program = (sys.executable, "-m", "beliefs.cli")

    def __init__(self, home: Path, store: str | None = None) -> None:
        self.store = str(home / "beliefs.db") if store is None else store
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("BELIEFS_") and name not in UNWANTED
        } | {
            "BELIEFS_STORE": self.store,
            "BELIEFS_HOME": str(home / "home"),
            "TMPDIR": str(home),
            "COLUMNS": "100",
            "PYTHONWARNINGS": "error",
        }

    def run(
        self, *args: str, stdin: str | bytes = "", timeout: float = 120, **environment: str
    ) -> Answer:
        """Call it; whatever happens, there is no traceback."""
        done = subprocess.run(
            [*self.program, *args],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            env={**self.environment, **environment},
            check=False,
            timeout=timeout,
        )
        answer = Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in answer.err, answer.err
        return answer

    def __call__(self, *args: str, stdin: str = "") -> str:
        """Call it for people; returns what they see."""
        answer = self.run(*args, stdin=stdin)
        assert answer.status == 0, answer
        assert "\x1b" not in answer.out
        return answer.out

    def json(self, *args: str, stdin: str = "", timeout: float = 120) -> Any:
        """Call it for programs; returns the one document it prints."""
        answer = self.run(*args, "--json", stdin=stdin, timeout=timeout)
        assert answer.status == 0, answer
        assert not answer.err
        return json.loads(answer.out)

    def add(self, claim: str, *options: str) -> str:
        """State something; returns the belief's id."""
        found: str = self.json("add", claim, *options)["changes"][0]["id"]
        return found

    def state(self, **options: Any) -> dict[str, Belief]:
        """What is believed, by claim, as the client reads it."""
        if "://" not in self.store and not Path(self.store).exists():
            return {}
        with Beliefs(self.store, **options) as beliefs:
            return {belief.claim: belief for belief in beliefs.list(limit=None)}

    def fails(self, status: int, *args: str, stdin: str | bytes = "") -> str:
        """Call it in vain; returns the sentence it says."""
        answer = self.run(*args, "--json", stdin=stdin)
        assert answer.status == status, answer
        assert not answer.out
        return answer.error["message"]
