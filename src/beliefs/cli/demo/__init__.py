"""`belief demo`: the engine at work. Every number shown is computed while you watch."""

from __future__ import annotations

import click

from beliefs.cli.failures import check_failed
from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput


@click.command("demo", cls=Command)
@click.option("--fast", is_flag=True, help="Do not pause between the chapters.")
@pass_session
def demo_command(session: Session, *, fast: bool) -> None:
    """See the engine at work, in seconds.

    Several agents report on a service outage. It all happens in a new SQLite file, or, with
    --store, in a new namespace of that store; what you have is not touched. The exit status is 1
    if anything does not come out as promised.
    """
    from beliefs.cli.demo.stage import Stage
    from beliefs.cli.demo.story import CAUSE, CHAPTERS, Scene

    url, namespace = _place(session)
    stage = Stage(session, pause=not fast)
    stage.open(url if namespace == "default" else f"{url}, namespace {namespace}")
    with Scene.at(url, namespace) as scene:
        for chapter in CHAPTERS:
            stage.chapter((chapter.__doc__ or "").rstrip("."))
            chapter(stage, scene)
        example = scene.ids[CAUSE][:8]
    where = f"--store {url}" + ("" if namespace == "default" else f" --namespace {namespace}")
    if session.json:
        session.print_json(stage.document(store=url, namespace=namespace))
    else:
        stage.hints(
            ("look around", f"belief {where} list"),
            ("draw one", f"belief {where} show {example}"),
            ("your own", 'belief add "The cache is warm" --confidence 0.8 --source logs'),
            ("in Python", 'from beliefs import Beliefs; Beliefs().add("The cache is warm")'),
        )
    if not stage.all_well:
        check_failed()


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
