"""One goal of the benchmark, from its sentence to what its suite says of what was built."""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from beliefs.build.builder import build
from beliefs.build.environment import environment_of
from beliefs.build.odds import suites
from beliefs.build.parts import parts
from beliefs.build.wanted import understood, wanted
from beliefs.errors import (
    CannotInstall,
    CannotRun,
    InvalidInput,
    Lacking,
    OtherLanguage,
    SandboxError,
)
from beliefs.judge.acceptance import accept
from beliefs.judge.goals import Goal
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding.reading import Option, likeliest

Outcome: TypeAlias = Literal["accepted", "not accepted", "refused", "failed"]
Variant: TypeAlias = Literal["", "flask", "json"]
# What a variant has instead of what its goal says or leaves open.
_INSTEAD: dict[Variant, dict[str, Any]] = {
    "": {},
    "flask": {"framework": "flask"},
    "json": {"storage": "json"},
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a goal. Accepted means: by its suite, which knows nothing of the Spec.

    `verdict` is what the builder said of its own work; where it says accepted and the suite does
    not, it claimed too much. `exit` is the status that `belief build` ends with.
    """

    goal: str
    tier: int
    kind: str
    outcome: Outcome
    exit: int
    verdict: str = ""
    why: str = ""  # the first thing that fell short, or why nothing was built
    checks: int = 0
    seconds: dict[str, float] = field(default_factory=dict)  # by stage
    tokens: int = 0  # nobody asks a language model yet
    p_accept: float | None = None  # stated before it was built, from the suites of other goals
    parts: list[str] = field(default_factory=list)  # what it is made of
    unsafe: bool = False  # on request; counted apart
    faults: int = 0  # that were put into copies of it, to see what the judge notices
    unnoticed: list[str] = field(default_factory=list)  # those that it did not
    variant: Variant = ""  # built with something else, and held to its suite alone

    @property
    def overclaimed(self) -> bool:
        """Whether the builder accepted what the suite does not.

        >>> Trial("notes-api", 3, "service", "not accepted", 0, "accepted").overclaimed
        True
        """
        return self.outcome == "not accepted" and self.verdict == "accepted"

    def document(self) -> dict[str, Any]:
        """The trial as JSON has it."""
        return asdict(self)


def tried(goal: Goal, variant: Variant = "", *, thorough: bool = False) -> Trial:
    """Understand a goal, build it, have it judged, and hold it to its suite."""
    return replace(_tried(goal, variant, thorough=thorough), variant=variant)


def _tried(goal: Goal, variant: Variant, *, thorough: bool) -> Trial:
    about = (goal.name, goal.tier, str(goal.kind))
    began = time.monotonic()
    try:
        questions: list[str] = []

        def choose(question: str, options: tuple[Option, ...]) -> str:
            questions.append(question)
            return likeliest(question, options)

        asked = wanted([("goal", goal.sentence, "sentences")], _INSTEAD[variant])
        spec = understood(asked, choose)  # as the command reads it
        seconds = {"understand": _since(began)}
        if blocking := blocked(spec):
            return Trial(*about, "refused", 2, why=blocking, seconds=seconds)
        made = parts(spec, questions)
        with suites() as known:
            stated = known.state(made, without=goal.name)
        came = _built(goal, spec, seconds, emit_only=bool(variant), thorough=thorough)
        return replace(came, p_accept=stated.p, parts=list(made), unsafe=bool(spec.warnings))
    except (OtherLanguage, CannotRun) as error:
        return Trial(*about, "refused", 2, why=str(error))
    except InvalidInput as error:
        return Trial(*about, "refused", 64, why=str(error))
    except (CannotInstall, Lacking, SandboxError) as error:
        return Trial(*about, "failed", 3, why=str(error))
    except Exception as error:  # noqa: BLE001 - one goal that the builder trips over is a figure too
        return Trial(*about, "failed", 70, why=f"{type(error).__name__}: {error}")


def _built(
    goal: Goal, spec: Spec, seconds: dict[str, float], *, emit_only: bool, thorough: bool
) -> Trial:
    with tempfile.TemporaryDirectory(prefix="belief-trial-") as scratch:
        folder = Path(scratch) / spec.name
        built = build(spec, folder, emit_only=emit_only, thorough=thorough)
        began = time.monotonic()
        report = accept(built.folder, goal, environment=environment_of(built.folder))
        seconds = {**seconds, **built.seconds, "suite": _since(began)}
    return Trial(
        goal.name,
        goal.tier,
        str(goal.kind),
        "accepted" if report.accepted else "not accepted",
        0 if built.verdict.word == "accepted" else 1,
        built.verdict.word,
        report.first_unmet or built.verdict.first_unmet,
        len(report.outcomes),
        seconds,
        faults=built.verdict.faults,
        unnoticed=list(built.verdict.unnoticed),
    )


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)
