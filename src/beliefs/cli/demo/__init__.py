"""`belief demo`: the engine at work. Every number shown is computed while you watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from beliefs.cli.failures import check_failed
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from beliefs.cli.demo.scene import Scene
    from beliefs.cli.demo.stage import Stage


@click.command("demo", cls=Command)
@click.option("--fast", is_flag=True, help="Do not pause between the chapters.")
@click.option("--all", "everything", is_flag=True, help="Also tell the story of an outage.")
@pass_session
def demo_command(session: Session, *, fast: bool, everything: bool) -> None:
    """See the engine at work, in seconds.

    A researcher asks whether a well is safe; then a writer is killed, the speed is measured, and
    everything is proved. With --all, several agents also report on a service outage. It all
    happens in a new SQLite file, or, with --store, in new namespaces of that store; what you have
    is not touched. The exit status is 1 if anything does not come out as promised.
    """
    from beliefs.cli.demo import outage, proof, research
    from beliefs.cli.demo.scene import Scene
    from beliefs.cli.demo.stage import Stage

    url, namespace = _place(session)
    acts = [outage.CHAPTERS] if everything else []
    count = sum(map(len, (research.CHAPTERS, *acts, proof.CHAPTERS)))
    stage = Stage(session, count, pause=not fast)
    stage.open(
        "Is the well safe? Who knows what, and how well?",
        url if namespace == "default" else f"{url}, namespace {namespace}",
    )
    with (
        Scene.at(url, namespace, "researcher") as scene,
        Scene.at(url, f"{namespace}-outage", "demo") as other,
    ):
        _tell(stage, scene, research.CHAPTERS)
        for act in acts:
            _tell(stage, other, act)
            scene.others.append(other.beliefs.verify())
        _tell(stage, scene, proof.CHAPTERS)
        example = scene.ids[research.WELL][:8]
    where = f"--store {url}" + ("" if namespace == "default" else f" --namespace {namespace}")
    if session.json:
        session.print_json(stage.document(store=url, namespace=namespace))
    else:
        stage.hints(
            ("look around", f"belief {where} list"),
            ("draw one", f"belief {where} show {example}"),
            ("your own", 'belief after "The well is probably safe." --source "a letter"'),
            ("in Python", 'from beliefs import Beliefs; Beliefs().after("The well is safe.")'),
        )
    if not stage.all_well:
        check_failed()


def _tell(stage: Stage, scene: Scene, chapters: tuple[Callable[[Stage, Scene], None], ...]) -> None:
    """Tell a story, chapter by chapter."""
    for chapter in chapters:
        stage.chapter((chapter.__doc__ or "").rstrip("."))
        chapter(stage, scene)


def _place(session: Session) -> tuple[str, str]:
    """A place of the demo's own."""
    if session.store is not None and "store" in session.typed:
        if session.store in (":memory:", "memory:"):
            raise InvalidInput("the demo kills a process; give it a store that survives that.")
        import secrets

        return session.store, f"demo-{secrets.token_hex(3)}"
    # A store named in the environment is in use; the demo keeps out of it unless told otherwise.
    import tempfile
    from pathlib import Path

    return str(Path(tempfile.mkdtemp(prefix="beliefs-demo-")) / "demo.db"), "default"
