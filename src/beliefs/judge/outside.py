"""Other programs that a service runs, run by the judge for itself, each in a sandbox of its own."""

from __future__ import annotations

from functools import lru_cache

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
