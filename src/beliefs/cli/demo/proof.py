"""The proof: what crashes, how fast it is, and whether what is stored is what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.cli.demo.crash import survive_a_crash
from beliefs.cli.demo.speed import measure_speed
from beliefs.mind.beliefs import Beliefs

if TYPE_CHECKING:
    from beliefs.cli.demo.scene import Scene
    from beliefs.cli.demo.stage import Stage


def crash(stage: Stage, scene: Scene) -> None:
    """What was acknowledged survives kill -9."""
    survive_a_crash(stage, scene.beliefs, scene.url)


def speed(stage: Stage, scene: Scene) -> None:
    """How fast that is, here and now."""
    with Beliefs(scene.url, namespace=f"{scene.beliefs.namespace}-speed") as beliefs:
        measure_speed(stage, beliefs)
        scene.others.append(beliefs.verify())


def verified(stage: Stage, scene: Scene) -> None:
    """All of it can be proved."""
    found = [scene.beliefs.verify(), *scene.others]
    entries, rows = sum(one.entries for one in found), sum(one.rows for one in found)
    stage.tell(f"{entries:,} entries folded again from nothing, {rows:,} rows compared")
    stage.check("what is stored is exactly what the ledgers say", all(one.ok for one in found))


CHAPTERS = (crash, speed, verified)
