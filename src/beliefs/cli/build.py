"""`belief build` (also `belief --goal …`) and `belief understand`: a sentence in, software out."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from beliefs.build.builder import Built
    from beliefs.spec.service import Spec

ACCEPTED, NOT_ACCEPTED, NOT_UNDERSTOOD, LACKING = 0, 1, 2, 3
BAD_USAGE, OWN_ERROR = 64, 70


def _sources(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say what is wanted."""
    for option in (
        click.option(
            "--openapi",
            multiple=True,
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="An OpenAPI document; may be given again.",
        ),
        click.option(
            "--file",
            "files",
            multiple=True,
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="A Markdown description; may be given again.",
        ),
        click.option(
            "--goal",
            "goals",
            multiple=True,
            metavar="TEXT",
            help="What is wanted, in sentences; - reads standard input.",
        ),
    ):
        command = option(command)
    return command


def _overrides(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that win over the text."""
    for option in (
        click.option("--framework", type=click.Choice(["fastapi"]), help="Instead of the goal's."),
        click.option(
            "--storage",
            type=click.Choice(["sqlite", "json", "memory"]),
            help="Instead of the goal's.",
        ),
        click.option("--port", type=click.IntRange(1, 65535), help="Instead of the goal's."),
    ):
        command = option(command)
    return command


@click.command("understand", cls=Command)
@click.argument("words", nargs=-1, metavar="[TEXT]…")
@_sources
@pass_session
def understand_command(
    session: Session,
    /,
    words: tuple[str, ...],
    goals: tuple[str, ...],
    files: tuple[Path, ...],
    openapi: tuple[Path, ...],
) -> int:
    """Print what a goal says, as it was understood, and what was not."""
    spec = _understood((*words, *goals), files, openapi)
    _tell_spec(session, spec)
    return NOT_UNDERSTOOD if _blocking(spec) else 0


@click.command("build", cls=Command)
@click.argument("words", nargs=-1, metavar="[TEXT]…")
@_sources
@_overrides
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where to; default a folder named after what is built.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be built, and build nothing.")
@click.option("--emit-only", is_flag=True, help="Write the files, and do not judge them.")
@click.option("--partial", is_flag=True, help="Build what was understood; the rest answers 501.")
@click.option("--offline", is_flag=True, help="Install from what was downloaded before.")
@click.option("--thorough", is_flag=True, help="Judge for as long as it takes.")
@click.option("--quiet", is_flag=True, help="Say the verdict alone.")
@pass_session
def build_command(
    session: Session,
    /,
    words: tuple[str, ...],
    goals: tuple[str, ...],
    files: tuple[Path, ...],
    openapi: tuple[Path, ...],
    output: Path | None,
    **how: Any,
) -> int:
    """Build a service from what you say, judge it, and say how it was judged.

    Exit status: 0 accepted, 1 built but not wholly accepted, 2 not understood, 3 the machine lacks
    something, 64 bad usage.
    """
    spec = _understood((*words, *goals), files, openapi)
    told = {name: how[name] for name in ("port", "storage", "framework") if how[name] is not None}
    spec = replace(spec, **told)
    if _blocking(spec) and not how["partial"]:
        _tell_spec(session, spec)
        return NOT_UNDERSTOOD
    if how["dry_run"]:
        _tell_spec(session, spec)
        return 0
    return _built(session, spec, output or Path(spec.name), how)


def _built(session: Session, spec: Spec, folder: Path, how: dict[str, Any]) -> int:
    from beliefs.build.builder import build
    from beliefs.build.delivery import free
    from beliefs.build.environment import CannotInstall

    try:
        free(folder)
    except InvalidInput as error:
        session.print_error(error.code, str(error))
        return BAD_USAGE
    quiet = how["quiet"] or session.json

    def told(stage: str, seconds: float) -> None:
        if not quiet:
            click.echo(f"  {stage:<24} {seconds:6.2f} s", err=True)

    try:
        built = build(
            spec,
            folder,
            emit_only=how["emit_only"],
            offline=how["offline"],
            thorough=how["thorough"],
            told=told,
        )
    except CannotInstall as error:
        session.print_error(error.code, str(error))
        return LACKING
    _tell_built(session, spec, built)
    return ACCEPTED if built.verdict.word == "accepted" else NOT_ACCEPTED


def _understood(goals: tuple[str, ...], files: tuple[Path, ...], openapi: tuple[Path, ...]) -> Spec:
    from beliefs.spec.understanding import understand

    if files or openapi:
        raise InvalidInput("Documents cannot be read yet; say what is wanted with --goal.")
    texts = [sys.stdin.read() if each == "-" else each for each in goals]
    text = "\n".join(texts).strip()
    if not text:
        message = 'Nothing was asked for; say it, as in belief --goal "A notes API: CRUD."'
        raise click.UsageError(message)
    return understand(text).spec


def _blocking(spec: Spec) -> bool:
    return any(each.rank == "blocking" for each in spec.unknowns) or not spec.operations


def _tell_spec(session: Session, spec: Spec) -> None:
    if session.json:
        import json

        from beliefs.spec.saving import dumps

        session.print_json(json.loads(dumps(spec)))
        return
    click.echo(f"{spec.title}: {spec.summary}")
    click.echo(f"{spec.framework}, {spec.storage}, port {spec.port}")
    for operation in spec.operations:
        hole = "" if operation.effect else "  (not understood)"
        click.echo(f"  {operation.method:<7}{operation.path}  {operation.summary}{hole}")
    for entity in spec.entities:
        fields = ", ".join(each.name for each in entity.fields)
        click.echo(f"  keeps {entity.plural}: {fields}")
    for assumed in spec.assumptions:
        click.echo(f"  assumed: {assumed.about}: {assumed.chosen}")
    for unknown in spec.unknowns:
        why = f" ({unknown.why})" if unknown.why else ""
        click.echo(f"  {unknown.rank}: {unknown.words}{why}")


def _tell_built(session: Session, spec: Spec, built: Built) -> None:
    verdict = built.verdict
    if session.json:
        session.print_json(
            {
                "folder": str(built.folder),
                "verdict": verdict.word,
                "first_unmet": verdict.first_unmet,
                "tree": built.tree,
                "seconds": built.seconds,
                "stages": [asdict(each) for each in verdict.stages],
                "unknowns": [asdict(each) for each in spec.unknowns],
                "assumptions": [asdict(each) for each in spec.assumptions],
            }
        )
        return
    for unknown in spec.unknowns:
        if unknown.rank != "narrative":
            click.echo(f"not met: {unknown.words}")
    asked = sum(each.asked for each in verdict.stages)
    click.echo(
        f"{verdict.word}: {built.folder} ({asked} requests, {sum(built.seconds.values()):.1f} s)"
    )
    if verdict.first_unmet:
        click.echo(f"first unmet: {verdict.first_unmet}")
