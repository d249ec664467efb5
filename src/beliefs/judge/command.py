"""Speaking to a command: arguments, standard input, and the files of its working folder.

`command("add", "buy milk").succeeds()` runs it once, and `command("list").says("buy milk")` again
in the same folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beliefs.judge.unmet import Unmet, shorten


@dataclass(frozen=True, slots=True)
class Ran:
    """How one start of a command ended."""

    asked: str
    exit: int
    out: str
    err: str

    def succeeds(self) -> Ran:
        """Hold the command to exit 0."""
        if self.exit != 0:
            self.unmet("wanted exit 0")
        return self

    def fails(self) -> Ran:
        """Hold it to a failure told in words: an exit above 0, and no traceback."""
        if self.exit <= 0:
            self.unmet("wanted an exit code above 0")
        if "Traceback (most recent call last)" in self.err + self.out:
            self.unmet("wanted a sentence, not a traceback")
        return self

    def says(self, *parts: str) -> Ran:
        """Hold what it printed to these parts, letter case aside."""
        spoken = (self.out + self.err).casefold()
        for part in parts:
            if part.casefold() not in spoken:
                self.unmet(f"wanted it to say {part!r}")
        return self

    def json(self) -> Any:
        """What it printed, as JSON."""
        try:
            return json.loads(self.out)
        except ValueError:
            self.unmet("wanted JSON on standard output")

    def unmet(self, wanted: str) -> Any:
        """Raise with what was run and what came of it."""
        said = shorten(self.out.strip() or self.err.strip())
        message = f"{self.asked} → exit {self.exit} {said!r}; {wanted}"
        raise Unmet(message)


@dataclass(frozen=True, slots=True)
class Command:
    """A command in its working folder, which is empty at first but for the program's own files."""

    folder: Path
    start: Callable[[tuple[str, ...], str, Mapping[str, str]], Ran]

    def __call__(self, *words: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Ran:
        """Run it once with these arguments."""
        return self.start(words, stdin, env or {})

    def write(self, name: str, text: str) -> None:
        """Put a file into the working folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        """A file that the command must have left there."""
        path = self.folder / name
        if not path.is_file():
            there = ", ".join(sorted(each.name for each in self.folder.iterdir()))
            message = f"wanted the file {name}; there are {shorten(there)}"
            raise Unmet(message)
        return path.read_text(encoding="utf-8", errors="replace")
