"""Running a command to its end."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from beliefs.sandbox.finished import Finished
from beliefs.sandbox.hearing import Heard
from beliefs.sandbox.launch import launched
from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import Limits
from beliefs.sandbox.probing import best
from beliefs.sandbox.room import Room

_DEFAULT = Limits()


def run(
    argv: Sequence[str | os.PathLike[str]],
    room: Room,
    *,
    limits: Limits = _DEFAULT,
    level: Level | None = None,
    stdin: bytes = b"",
) -> Finished:
    """Run a command in a room until it ends or breaks a limit; nothing of it is left afterwards.

    >>> run(["sh", "-c", "read line; echo $line; exit 3"], Room(), stdin=b"hello").exit
    3

    Raises:
        SandboxError: The sandbox failed. What the command does is never raised.
    """
    level = level or best()
    with launched(argv, room, limits, level, stdin=subprocess.PIPE) as one:
        heard = Heard(one, limits, stdin)
        heard.listen(until=None)
    return heard.finished(level)
