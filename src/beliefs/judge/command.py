"""Speaking to a command: arguments, standard input, and the files of its working folder.

`command("add", "buy milk").succeeds()` runs it once, and `command("list").says("buy milk")` again
in the same folder. `command("get", "/x", env={"BASE_URL": "http://{beside}"}, beside=SERVER)` runs
it with a server of the judge's next to it, and `command.running("watch")` while files change.

A neighbour, `beside`, is the source of a small Python program that needs the standard library only.
It listens on a free port of 127.0.0.1, prints that port as its first line, and one line of JSON
(flushed) for each thing that it wants remembered. The stage starts it before the command and in the
same network, writes its address for `{beside}` in the values of `env`, and ends it when the command
has ended; what it printed is `Ran.heard`. Both live in one room of the sandbox: a command that set
out to forge the record could reach it through /proc, and would still be in the room.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from beliefs.judge.unmet import Unmet, shorten
from beliefs.sandbox import live

_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Ran:
    """How one start of a command ended."""

    asked: str
    exit: int
    out: str
    err: str
    heard: tuple[Any, ...] = ()

    @property
    def lines(self) -> list[str]:
        """What it printed on standard output, line by line, without colours."""
        return _ESCAPE.sub("", self.out).splitlines()

    def succeeds(self) -> Ran:
        """Hold the command to exit 0."""
        if self.exit != 0:
            self.unmet("wanted exit 0")
        return self

    def fails(self) -> Ran:
        """Hold it to a failure told in words: an exit above 0, and no traceback."""
        if self.exit <= 0:
            self.unmet("wanted an exit code above 0")
        if not (self.out + self.err).strip():
            self.unmet("wanted the error told in words")
        return self.calm()

    def calm(self) -> Ran:
        """Hold it to an end of its own, good or bad, and not by an error that it did not expect."""
        if self.exit < 0 or "Traceback (most recent call last)" in self.err + self.out:
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
class Running:
    """A command that has not ended: what it printed so far, and whether it is still up."""

    asked: str
    said: Callable[[], str]
    up: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Command:
    """A command in its working folder, which is empty at first but for the program's own files."""

    folder: Path
    start: Callable[[tuple[str, ...], str, Mapping[str, str], str], Ran]
    launch: Callable[[tuple[str, ...], Mapping[str, str]], AbstractContextManager[Running]]

    def __call__(
        self,
        *words: str,
        stdin: str = "",
        env: Mapping[str, str] | None = None,
        beside: str = "",
    ) -> Ran:
        """Run it once with these arguments; runs may overlap, each from a thread of its own."""
        return self.start(words, stdin, env or {}, beside)

    def running(
        self, *words: str, env: Mapping[str, str] | None = None
    ) -> AbstractContextManager[Running]:
        """Start it and leave it running, its output unbuffered, until the block is over."""
        return self.launch(words, env or {})

    def write(self, name: str, text: str) -> None:
        """Put a file into the working folder, whole at once: who watches it never sees a half."""
        path = live(self.folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # A new file under a name that nobody could have laid a link for.
        with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as new:
            new.write(text)
        Path(new.name).chmod(0o644)
        Path(new.name).replace(path)

    def read(self, name: str) -> str:
        """A file that the command must have left there."""
        path = live(self.folder) / name
        if not path.is_file():
            there = ", ".join(sorted(each.name for each in live(self.folder).iterdir()))
            message = f"wanted the file {name}; there are {shorten(there)}"
            raise Unmet(message)
        return path.read_text(encoding="utf-8", errors="replace")
