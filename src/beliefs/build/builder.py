"""From a Spec to a judged project on disk: the stages, and all of them in a row.

Each stage may be repeated after it was cut off anywhere: what it leaves is the same.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beliefs.build import delivery
from beliefs.build.environment import FOR_TESTS, environment_of, judgeable
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.outside import programs
from beliefs.judge.program import Program
from beliefs.judge.verdict import Verdict, judge
from beliefs.spec import saving

if TYPE_CHECKING:
    from beliefs.spec.service import Spec

NOT_JUDGED = Verdict("not judged", ())


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a build."""

    folder: Path
    verdict: Verdict
    tree: str  # the hash of the delivered git tree
    seconds: dict[str, float]  # by stage


def build(
    spec: Spec,
    folder: Path,
    *,
    emit_only: bool = False,
    offline: bool = False,
    thorough: bool = False,
    told: Callable[[str, float], None] = lambda _name, _seconds: None,
) -> Built:
    """Write a project, judge it, and leave it with its verdict; `told` hears each stage end."""
    seconds: dict[str, float] = {}

    def timed(name: str, began: float) -> None:
        seconds[name] = round(time.monotonic() - began, 3)
        told(name, seconds[name])

    delivery.free(folder)
    delivery.at_hand()
    if not emit_only:
        judgeable(program_of(spec))  # what cannot be judged is not begun
    began = time.monotonic()
    write(spec, folder)
    timed("write", began)
    verdict = NOT_JUDGED
    if not emit_only:
        began = time.monotonic()
        place, tests = environments(folder, offline=offline)
        timed("install", began)
        began = time.monotonic()
        verdict = judge(
            folder,
            spec,
            told=lambda held: told(held.stage, held.seconds),
            environment=place,
            tests=tests,
            thorough=thorough,
        )
        timed("judge", began)
    began = time.monotonic()
    tree = deliver(spec, folder, verdict, seconds)
    timed("deliver", began)
    return Built(folder, verdict, tree, seconds)


def environments(folder: Path, *, offline: bool = False) -> tuple[Path, Path]:
    """What a project runs in, and what its tests do: the one has nothing of the other's."""
    place = environment_of(folder, offline=offline)
    return place, environment_of(folder, FOR_TESTS, offline=offline)


def write(spec: Spec, folder: Path) -> None:
    """The project's files, and what was understood beside them and not in their history."""
    delivery.write(folder, project(spec))
    program.write(folder, program_of(spec))
    (folder / ".belief" / "spec.json").write_text(saving.dumps(spec), encoding="utf-8")
    open_ = {
        "warnings": list(spec.warnings),
        "assumptions": [asdict(each) for each in spec.assumptions],
        "unknowns": [asdict(each) for each in spec.unknowns],
    }
    _keep(folder, "assumptions.json", open_)


def program_of(spec: Spec) -> Program:
    """How what is built from a Spec is installed, started and tested, and what it needs."""
    return Program(
        "service",
        start=("python", "main.py"),
        install=("-r", "requirements.txt"),
        test=("python", "-m", "pytest"),
        port=spec.port,
        python=spec.python,
        database="postgres" if spec.storage == "postgres" and spec.entities else "",
        programs=programs(spec),
    )


def deliver(
    spec: Spec,
    folder: Path,
    verdict: Verdict,
    seconds: dict[str, float],
    provenance: dict[str, Any] | None = None,
) -> str:
    """The first commit, the verdict and the provenance beside it; the hash of the tree."""
    shutil.rmtree(folder / ".git", ignore_errors=True)  # half a commit, of a build that was killed
    tree = delivery.commit(folder, f"Build {spec.title}")
    told: dict[str, Any] = {
        "verdict": verdict.word,
        "sandbox": verdict.sandbox,
        "tests": verdict.tests,
        "stages": [asdict(each) for each in verdict.stages],
    }
    told |= {"warnings": list(spec.warnings)} if spec.warnings else {}
    stated = {"p_accept": provenance["p_accept"]["p"]} if provenance else {}
    _keep(folder, "verdict.json", told | stated | {"seconds": seconds})
    if provenance:
        _keep(folder, "provenance.json", provenance | {"tree": tree})
    return tree


def _keep(folder: Path, name: str, told: dict[str, Any]) -> None:
    text = json.dumps(told, indent=2, ensure_ascii=False)
    (folder / ".belief" / name).write_text(f"{text}\n", encoding="utf-8")
