"""From a Spec to a judged project on disk, stage by stage."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.build import delivery
from beliefs.build.environment import environment
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.program import Program
from beliefs.judge.verdict import Verdict, judge
from beliefs.spec import saving

if TYPE_CHECKING:
    from beliefs.judge.verdict import Held
    from beliefs.spec.service import Spec


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
    began = time.monotonic()
    files = project(spec)
    delivery.write(folder, files)
    _belief(folder, spec)
    timed("write", began)
    verdict = Verdict("not judged", ())
    if not emit_only:
        began = time.monotonic()
        place = environment(files["requirements.txt"], offline=offline)
        timed("install", began)

        def heard(held: Held) -> None:
            seconds[held.stage] = held.seconds
            told(held.stage, held.seconds)

        verdict = judge(folder, spec, told=heard, environment=place, thorough=thorough)
    began = time.monotonic()
    tree = delivery.commit(folder, f"Build {spec.title}")
    _verdict(folder, verdict, seconds)
    timed("deliver", began)
    return Built(folder, verdict, tree, seconds)


def _belief(folder: Path, spec: Spec) -> None:
    """What was understood, beside the project and not in its history."""
    program.write(
        folder,
        Program(
            "service",
            start=("python", "main.py"),
            install=("-r", "requirements.txt"),
            test=("python", "-m", "pytest"),
            port=spec.port,
        ),
    )
    (folder / ".belief" / "spec.json").write_text(saving.dumps(spec), encoding="utf-8")


def _verdict(folder: Path, verdict: Verdict, seconds: dict[str, float]) -> None:
    told = {"verdict": verdict.word, "stages": [asdict(each) for each in verdict.stages]}
    text = json.dumps(told | {"seconds": seconds}, indent=2, ensure_ascii=False)
    (folder / ".belief" / "verdict.json").write_text(f"{text}\n", encoding="utf-8")
