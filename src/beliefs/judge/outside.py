"""Other programs that a service runs, run by the judge for itself, each in a sandbox of its own."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from beliefs.judge.references import parts
from beliefs.judge.stage import SYSTEM
from beliefs.sandbox import Limits, Room, run
from beliefs.spec.effects import Call, Lit
from beliefs.spec.service import Spec


def programs(spec: Spec) -> tuple[str, ...]:
    """The names of all that effects run, sorted."""
    found: set[str] = set()
    for part in parts(tuple(each.effect for each in spec.operations)):
        match part:
            case Call("piped", (_, _, Lit(str(name)), *_)):
                found.add(name)
            case Call("processed", (_, _, _, _, Lit(str(name)), *_)):
                found.add(name)
    return tuple(sorted(found))


@lru_cache(maxsize=512)
def piped(text: str, seconds: float, *arguments: str) -> str | None:
    """What a program makes of a text; None if it fails, takes too long or writes no text.

    >>> piped("b\\na\\n", 10, "sort")
    'a\\nb\\n'
    """
    room = Room(environment={"PATH": SYSTEM})
    fed = text.encode(errors="replace")
    ended = run(arguments, room, limits=Limits(wall=seconds), stdin=fed)
    try:
        return ended.stdout.decode() if ended.ok else None
    except UnicodeDecodeError:
        return None


def processed(
    file: dict[str, Any], name: str, kind: str, seconds: float, *arguments: str
) -> dict[str, Any] | None:
    """The file that a program makes of a file; None if it fails, takes too long or makes none.

    >>> processed({"content": b"b\\na\\n"}, "a.txt", "text/plain", 9, "sort", "-o", "{out}", "{in}")
    {'name': 'a.txt', 'type': 'text/plain', 'size': 4, 'content': b'a\\nb\\n'}
    """
    made = _made(file["content"], name, seconds, *arguments)
    if made is None:
        return None
    return {"name": name, "type": kind, "size": len(made), "content": made}


@lru_cache(maxsize=128)
def _made(content: bytes, name: str, seconds: float, *arguments: str) -> bytes | None:
    with tempfile.TemporaryDirectory(prefix="belief-file-") as folder:
        given, wanted = Path(folder).resolve() / "in", Path(folder).resolve() / name
        given.write_bytes(content)
        places = {"{in}": str(given), "{out}": str(wanted)}
        room = Room(write=(folder,), environment={"PATH": SYSTEM})
        called = [places.get(each, each) for each in arguments]
        ended = run(called, room, limits=Limits(wall=seconds))
        return wanted.read_bytes() if ended.ok and wanted.is_file() else None
