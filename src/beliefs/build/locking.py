"""The versions that projects are built on: one locked set, and what each project takes of it.

The set ships with the release (`constraints.txt`): every package with its version, its hashes and
what it is there for. `--refresh-deps` resolves it anew against the package index, for this machine.
A project's lock is the part of it that its packages reach, with no host and no time in it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from beliefs.build.wheels import uv
from beliefs.mind.files import home, write_file

# What projects may ask for; the rest of the set is there because these need it.
NEEDED = (
    "fastapi",
    "flask",
    "fpdf2",
    "httpx",
    "markdown-it-py",
    "openpyxl",
    "pillow",
    "psycopg[binary]",
    "pydantic",
    "pyjwt",
    "pypdf",
    "pytest",
    "python-multipart",
    "tzdata",
    "uvicorn",
    "waitress",
    "websockets",
)
# The oldest Python that projects run on.
OLDEST = "3.11"


@dataclass(frozen=True, slots=True)
class Pinned:
    """A package of the set: its version, where it is needed, its hashes, and who needs it."""

    name: str
    version: str
    where: str
    hashes: tuple[str, ...]
    needed_by: frozenset[str]

    @property
    def line(self) -> str:
        """As a lock has it."""
        where = f" ; {self.where}" if self.where else ""
        hashes = "".join(f" \\\n    --hash={each}" for each in self.hashes)
        return f"{self.name}=={self.version}{where}{hashes}\n"


def constraints() -> str:
    """The locked set: this machine's where it was moved, else the release's."""
    moved = _moved()
    if moved.exists():
        return moved.read_text(encoding="utf-8")
    return files("beliefs.build").joinpath("constraints.txt").read_text(encoding="utf-8")


def version(name: str) -> str:
    """The version of a package that projects may ask for."""
    return next(each.version for each in pinned(constraints()) if each.name == _plain(name))


def locked(names: Iterable[str]) -> dict[str, Pinned]:
    """Everything that these packages reach, themselves included, by name."""
    every = pinned(constraints())
    reached = {_plain(each) for each in names}
    while more := {
        each.name
        for each in every
        if each.name not in reached and not each.needed_by.isdisjoint(reached)
    }:
        reached |= more
    return {each.name: each for each in every if each.name in reached}


@lru_cache(maxsize=2)
def pinned(text: str) -> tuple[Pinned, ...]:
    r"""The packages of a locked set.

    >>> pinned("h11==0.16.0 \\\n    --hash=sha256:aa\n    # via uvicorn\n")[0].needed_by
    frozenset({'uvicorn'})
    """
    found = []
    for block in re.split(r"\n(?=\w)", text.strip()):
        head = re.match(r"([\w.-]+)==([^\s;\\]+)(?:\s*;\s*([^\\\n]+?))?\s*\\?(?:\n|$)", block)
        if head is None:
            continue
        hashes = tuple(re.findall(r"--hash=(\S+)", block))
        needed = re.findall(r"#\s+(?:via\s+)?([a-z0-9][\w.-]*)\s*$", block, flags=re.MULTILINE)
        by = frozenset(each for each in needed if each != "via")
        found.append(Pinned(head[1], head[2], head[3] or "", hashes, by))
    return tuple(found)


def refresh(place: Path | None = None) -> Path:
    """Resolve the set anew, the newest versions of everything; where it is kept."""
    words = ["pip", "compile", "--no-config", "--only-binary", ":all:", "--upgrade", "--universal"]
    words += ["--python-version", OLDEST, "--generate-hashes", "--no-emit-index-url"]
    failing = "The versions could not be resolved anew"
    found = uv([*words, "--no-header", "-"], failing, given="\n".join(NEEDED))
    # What is asked for is known; where the question stood is nobody's business.
    lines = [each for each in found.splitlines() if not re.search(r"# +(via )?-r ", each)]
    place = place or _moved()
    place.parent.mkdir(parents=True, exist_ok=True)
    write_file(place, lines)
    return place


def _moved() -> Path:
    return home() / "constraints.txt"


def _plain(name: str) -> str:
    return name.partition("[")[0]


if __name__ == "__main__":
    refresh(Path(sys.argv[1]))
