"""A fact, and what its readers share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from beliefs.spec.facts.bounding import Bounds
from beliefs.spec.facts.terms import Clause

_UNBOUNDED = Bounds()


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is said of a service."""

    kind: str
    entity: str = ""  # where the sentence names one
    fields: tuple[str, ...] = ()
    status: int = 0
    texts: tuple[str, ...] = ()
    bounds: Bounds = _UNBOUNDED
    falling: bool = False
    asked: tuple[str, ...] = ()  # names of query parameters
    numbers: tuple[int, ...] = ()


Reader = Callable[[Clause], Fact | None]


def one_status(told: Clause, among: set[int], default: int = 0) -> int | None:
    """The status that is told, of those that the fact may have; None where it is another."""
    if not told.status:
        return default or None
    return told.status[0] if len(set(told.status)) == 1 and told.status[0] in among else None


def plain(told: Clause) -> bool:
    """Whether no request, no sample and no query is a part of it."""
    return not (told.routes or told.paths or told.query or told.json or told.texts)
