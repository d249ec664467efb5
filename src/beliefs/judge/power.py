"""What a judge sees: faults put into a service, one at a time, and how many of them it notices.

The service is kept warm in the sandbox; each fault is a fork of it. What survives is listed with
the line that was changed: it is a hole in the judge, or something that no caller can notice and
that a rule of `exceptions` should name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from beliefs.judge.environment import variables
from beliefs.judge.examination import Examination
from beliefs.judge.faults import Fault, faults
from beliefs.judge.security import unsafe
from beliefs.judge.unmet import Unmet
from beliefs.judge.warm import Warm, warm
from beliefs.judge.wire import Wire
from beliefs.spec.service import Spec

SAMPLE = 20  # faults of one build
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
    """How many faults there were, and those that nobody noticed.

    >>> Power(10, ()).share
    1.0
    """

    tried: int
    survivors: tuple[Fault, ...]

    @property
    def share(self) -> float:
        """The share of faults that were noticed; 1 of none."""
        return 1 - len(self.survivors) / self.tried if self.tried else 1.0


def own(path: str) -> bool:
    """Whether a module is written for one service alone.

    >>> own("app/routes/notes.py"), own("app/store.py")
    (True, False)
    """
    return path.startswith(_OWN)


def every(folder: Path, wanted: Callable[[str], bool] = own) -> list[Fault]:
    """All faults of the modules of a service that are wanted."""
    paths = sorted(str(each.relative_to(folder)) for each in (folder / "app").rglob("*.py"))
    return [
        fault
        for path in paths
        if wanted(path)
        for fault in faults(path, (folder / path).read_text(encoding="utf-8"))
    ]


def sampled(found: list[Fault], most: int = SAMPLE, seed: int = 0) -> list[Fault]:
    """Some of them, the same for the same seed."""
    chance = Random(seed)  # noqa: S311 - chance that can be repeated
    return found if len(found) <= most else chance.sample(found, most)


def measured(
    folder: Path,
    spec: Spec,
    among: Iterable[Fault],
    environment: Path | None = None,
    told: Callable[[Fault, str], None] = lambda _fault, _why: None,
) -> Power:
    """Try faults, each on a fresh start; `told` hears of each what was noticed first, or nothing.

    Raises `Unmet` when the service falls short without any fault.
    """
    tried, survivors = 0, []
    with warm(folder, environment, variables(spec)) as stage:
        if why := noticed(spec, stage):
            raise Unmet(why)
        for fault in among:
            stage.put(fault.path, fault.source)
            why = noticed(spec, stage)
            told(fault, why)
            tried += 1
            if not why:
                survivors.append(fault)
    return Power(tried, tuple(survivors))


def noticed(spec: Spec, stage: Warm, seeds: tuple[int, ...] = (0, 1, 2)) -> str:
    """What first fell short of a service on stage: by conversation, then in hostile words."""
    try:
        for seed in seeds:
            service = stage.anew()
            examination = Examination(spec, Wire(service), seed)
            examination.oracle.base = str(service.client.base_url).rstrip("/")
            if finding := examination.run():
                return f"{finding.request} → {finding.why}"
        return unsafe(spec, stage.anew()).unmet
    except Unmet as short:
        return str(short)
