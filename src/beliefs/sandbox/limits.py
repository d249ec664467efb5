"""How much a program in the sandbox may use, all its processes together, and what it did use."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import NamedTuple

from beliefs.errors import InvalidInput, shown

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What a whole process tree may use; whatever goes beyond ends it, with a reason.

    >>> Limits(wall=2.0).memory == Limits().memory
    True
    >>> Limits(pids=0)
    Traceback (most recent call last):
    beliefs.errors.InvalidInput: a limit is a number above zero; pids is 0.
    """

    memory: int = 1024 * MIB
    """Bytes, with what lies in /tmp and, where that is in memory, in the writable folders."""
    pids: int = 128
    """Processes and threads alive at once."""
    disk: int = 512 * MIB
    """Bytes by which the writable folders may grow, and the size of /tmp."""
    cpu: float = 60.0
    """Seconds of all cores together."""
    wall: float = 60.0
    """Seconds by the clock on the wall."""
    output: int = 4 * MIB
    """Bytes written to stdout and stderr together."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise InvalidInput(
                    f"a limit is a number above zero; {field.name} is {shown(value)}."
                )


class Used(NamedTuple):
    """What a run used: the most at once of memory, processes and disk; the sum of seconds."""

    memory: int
    pids: int
    disk: int
    cpu: float
    wall: float
