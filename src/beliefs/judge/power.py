"""What a judge sees: faults put into a service, one at a time, and how many of them it notices.

What the service imports is kept warm in the sandbox; each fault is a fork of that. What survives is
listed with the line that was changed: it is a hole in the judge, or something that no caller can
notice and that a rule of `exceptions` should name.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from beliefs.judge.conversation import SEEDS, conversed
from beliefs.judge.environment import variables
from beliefs.judge.faults import Fault, faults
from beliefs.judge.program import read
from beliefs.judge.references import parts
from beliefs.judge.security import unsafe
from beliefs.judge.service import Service
from beliefs.judge.serving import Serving, serving
from beliefs.judge.stage import LIMITS
from beliefs.judge.tried import Tried
from beliefs.judge.unmet import Unmet, shorten
from beliefs.spec.effects import Guard
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

SAMPLE = 20  # faults of one build, as far as its seconds go
SECONDS = 1.5
UNNOTICED = "not noticed:"
_LONG = replace(LIMITS, cpu=7200, wall=7200)
# What is written for one service alone; all else is the same text wherever it is used.
_OWN = (
    "app/routes/",
    "app/entities/",
    "app/identity.py",
    "app/failures.py",
    "app/main.py",
    "app/bounds.py",
)


@dataclass(frozen=True, slots=True)
class Power:
    """How many faults there were, what gave away which, and those that nobody noticed.

    >>> Power(10, ()).share
    1.0
    """

    tried: int
    survivors: tuple[Fault, ...]
    noticed: tuple[tuple[Fault, str], ...] = ()
    cut: str = ""  # what was no longer asked when time was up

    @property
    def share(self) -> float:
        """The share of faults that were noticed; 1 of none."""
        return 1 - len(self.survivors) / self.tried if self.tried else 1.0

    def told(self) -> tuple[str, ...]:
        """A line for each fault, those that nobody noticed first."""
        lines = [f"{UNNOTICED} {each.short}" for each in self.survivors]
        lines += [f"noticed: {each.short}: {shorten(why)}" for each, why in self.noticed]
        return (*lines, *([self.cut] if self.cut else []))


def own(path: str) -> bool:
    """Whether a module is written for one service alone.

    >>> own("app/routes/notes.py"), own("app/store.py")
    (True, False)
    """
    return path.startswith(_OWN)


def every(folder: Path, spec: Spec, wanted: Callable[[str], bool] = own) -> list[Fault]:
    """All faults of the modules of a service that are wanted."""
    paths = sorted(str(each.relative_to(folder)) for each in (folder / "app").rglob("*.py"))
    never = impossible(spec)
    return [
        fault
        for path in paths
        if wanted(path)
        for fault in faults(path, (folder / path).read_text(encoding="utf-8"))
        if not _excused(fault, spec, never)
    ]


def _excused(fault: Fault, spec: Spec, never: set[str]) -> bool:
    """Two exceptions more, which only a Spec can tell.

    *Impossible*: ways in which no request of this service can fail stand in its table all the
    same. *Shown whole*: where no entity hides anything, a row as its model shows it is the row.
    """
    if fault.path == "app/failures.py":
        return any(f"{way!r}" == fault.around for way in never)
    hides = any(each.hidden for entity in spec.entities for each in entity.fields)
    return fault.kind == "lost response_model" and not hides


def impossible(spec: Spec) -> set[str]:
    """Ways in which inputs could be wrong, and no input of a service can."""
    spoken = [each for each in spec.operations if each.method != "WEBSOCKET"]
    inputs = [each for operation in spoken for each in operation.inputs]
    kinds = [kind for each in inputs for kind in _inner(each.type)]
    told = {part.failure for it in spec.operations for part in parts(it.effect) if _guards(part)}
    possible = set(told)
    possible |= (
        {"missing"} if any(each.required and each.place != "path" for each in inputs) else set()
    )
    possible |= {"unknown_choice"} if any(each.choices for each in kinds) else set()
    possible |= {"wrong_type"} if any(each.kind != "json" for each in kinds) else set()
    possible |= {"out_of_range"} if any(_bounded(each) for each in kinds) else set()
    possible |= {"malformed"} if any(each.place in {"json", "body"} for each in inputs) else set()
    return {"missing", "unknown_choice", "wrong_type", "out_of_range", "malformed"} - possible


def _guards(part: object) -> bool:
    return isinstance(part, Guard)


def _inner(kind: Type) -> Iterable[Type]:
    yield kind
    for each in (*(field.type for field in kind.fields), *([kind.item] if kind.item else [])):
        yield from _inner(each)


def _bounded(kind: Type) -> bool:
    formats = {"integer", "date", "datetime", "email", "url", "uuid"}
    bounds = (kind.minimum, kind.maximum, kind.above, kind.below, kind.min_length, kind.max_length)
    return kind.kind in formats or bool(kind.pattern) or any(each is not None for each in bounds)


def sampled(found: list[Fault], most: int = SAMPLE, seed: int = 0) -> list[Fault]:
    """Some of them, the same for the same seed."""
    chance = Random(seed)  # noqa: S311 - chance that can be repeated
    return found if len(found) <= most else chance.sample(found, most)


def measured(
    folder: Path, spec: Spec, among: Iterable[Fault], environment: Path | None = None
) -> Power:
    """Try faults, each to the end; raises `Unmet` when the service falls short without any."""
    with serving(folder, read(folder), environment, variables(spec), _LONG) as stage:
        for ask in _asks(spec):
            if why := _unmet(ask, stage):
                raise Unmet(why)
        return tried(stage, spec, among)


def tried(stage: Serving, spec: Spec, among: Iterable[Fault], seconds: float = math.inf) -> Power:
    """Put faults into a service, each on a fresh start, and see what gives them away.

    All are held to the first conversation before those that are left are held to the next: where
    there are only so many seconds, most of them are tried and few of them to the end.
    """
    until, asks = time.monotonic() + seconds, _asks(spec)
    waiting = deque((fault, 0) for fault in among)
    seen: list[tuple[Fault, str]] = []
    unseen: list[Fault] = []
    while waiting and (time.monotonic() < until or not (seen or unseen)):
        fault, at = waiting.popleft()
        stage.put(fault.path, fault.source)
        if why := _unmet(asks[at], stage):
            seen.append((fault, why))
        elif at + 1 < len(asks):
            waiting.append((fault, at + 1))
        else:
            unseen.append(fault)
    stage.put()
    stage.end()  # whatever the last fault did to it
    begun = [fault for fault, at in waiting if at]
    late = f"after {seconds:g} s {len(begun)} faults were not tried to the end, and "
    late += f"{len(waiting) - len(begun)} not at all"
    left = (*unseen, *begun)
    return Power(len(seen) + len(left), left, tuple(seen), late if waiting else "")


def noticed(spec: Spec, stage: Serving) -> str:
    """What first falls short of a service on stage: by conversation, then in hostile words."""
    return next((why for ask in _asks(spec) if (why := _unmet(ask, stage))), "")


def _asks(spec: Spec) -> list[Callable[[Service], Tried]]:
    conversations = [lambda service, seed=seed: conversed(spec, service, seed) for seed in SEEDS]
    return [*conversations, lambda service: unsafe(spec, service)]


def _unmet(ask: Callable[[Service], Tried], stage: Serving) -> str:
    try:
        return ask(stage.anew(hosted=True)).unmet or stage.dead()
    except Unmet as short:
        return str(short)
