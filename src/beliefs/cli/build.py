"""`belief build` (also `belief --goal …`), `resume`, `understand`: a sentence in, software out."""

from __future__ import annotations

import json
import re
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from beliefs.cli.asking import ask
from beliefs.cli.building import (
    NOT_UNDERSTOOD,
    OUT_OF_TIME,
    BuildCommand,
    timeout_option,
    unsafe_option,
)
from beliefs.cli.cut_short import OutOfTime, cut_short
from beliefs.cli.failures import INTERRUPTED
from beliefs.cli.session import Session, pass_session
from beliefs.cli.telling import tell_built, tell_plan, tell_refused, tell_spec
from beliefs.cli.watching import watching

if TYPE_CHECKING:
    from collections.abc import Callable

    from beliefs.build.noted import Asked
    from beliefs.build.stages import State
    from beliefs.build.wanted import Grasped, Wanted


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


def _version(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Read 3.12."""
    if text is None:
        return None
    found = re.fullmatch(r"3\.(\d{1,2})", text)
    if found is None or int(found[1]) < 11:
        raise click.BadParameter(f"{text!r} is no version that is built for: 3.11 or newer.")
    return text


def _overrides(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that win over the text."""
    for option in (
        click.option("--framework", metavar="NAME", help="Instead of the goal's."),
        click.option(
            "--python",
            metavar="VERSION",
            callback=_version,
            help="The Python that it is for: 3.11 or newer.",
        ),
        click.option(
            "--storage",
            type=click.Choice(["sqlite", "json", "memory", "postgres"]),
            help="Instead of the goal's.",
        ),
        click.option("--port", type=click.IntRange(1, 65535), help="Instead of the goal's."),
    ):
        command = option(command)
    return command


_ask = click.option("--ask", "asks", is_flag=True, help="Ask what matters most, at a terminal.")


@click.command("understand", cls=BuildCommand)
@click.argument("words", nargs=-1, metavar="[TEXT]…")
@_sources
@_ask
@pass_session
def understand_command(
    session: Session,
    /,
    words: tuple[str, ...],
    goals: tuple[str, ...],
    files: tuple[Path, ...],
    openapi: tuple[Path, ...],
    asks: bool,
) -> int:
    """Say what a goal says, and what of it is not understood."""
    from beliefs.build.wanted import grasped
    from beliefs.spec.service import blocked

    wanted = _wanted((*words, *goals), files, openapi, {})
    spec = grasped(ask(session, wanted) if asks else wanted).spec
    tell_spec(session, spec)
    return NOT_UNDERSTOOD if blocked(spec) else 0


@click.command("build", cls=BuildCommand)
@click.argument("words", nargs=-1, metavar="[TEXT]…")
@_sources
@_overrides
@_ask
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where to; default a folder named after what is built.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be built, and build nothing.")
@click.option("--emit-only", is_flag=True, help="Write the files, and do not judge them.")
@unsafe_option
@click.option("--partial", is_flag=True, help="Build what was understood; the rest answers 501.")
@click.option("--offline", is_flag=True, help="Install from what was downloaded before.")
@timeout_option("Stop after this long; `belief resume` goes on.")
@click.option(
    "--refresh-deps",
    is_flag=True,
    help="Resolve the versions that projects are built on anew, from now on.",
)
@click.option(
    "--thorough",
    is_flag=True,
    help="Judge for as long as it takes: every fault, a thousand cases of its description.",
)
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
    """Build a service from a sentence, and judge it.

    At a terminal, what is under way is shown with its seconds, and in the end the share of each
    stage. Elsewhere there is a line for each stage as it ends. With --json that is JSON, and a last
    line has the verdict, the shares and the exit status. Exit status: 0
    accepted, 1 built but not (or not wholly) accepted, or timed out, 2 not understood, 3 the
    machine lacks something, 4 out of time or budget, 64 bad usage, 70 an error of our own, 130
    interrupted. After 4, 130 or a kill, `belief resume` goes on.
    """
    told = {
        name: how[name]
        for name in ("port", "storage", "framework", "python")
        if how[name] is not None
    }
    wanted = _wanted((*words, *goals), files, openapi, told)
    wanted = ask(session, wanted) if how["asks"] else wanted
    if how["dry_run"]:
        return tell_plan(session, wanted, partial=how["partial"])
    if how["refresh_deps"]:
        _refresh(offline=how["offline"])
    asked: Asked = {
        "wanted": wanted,
        "output": str(output.absolute()) if output else None,
        "beside": str(Path.cwd()),
        "partial": how["partial"],
        "emit_only": how["emit_only"],
        "offline": how["offline"],
        "thorough": how["thorough"],
        "seconds": how["timeout"],
    }
    return _ended(session, how, asked=asked)


@click.command("resume", cls=BuildCommand)
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@timeout_option("Stop after this long.")
@unsafe_option
@click.option("--quiet", is_flag=True, help="Say the verdict alone.")
@pass_session
def resume_command(session: Session, /, folder: Path | None, **how: Any) -> int:
    """Go on with a build that was cut off.

    It is the last that was killed, interrupted or out of time, or that of DIR. Stages
    that ended are not run again, and the result is the one that the build would have had. The exit
    status is that of `belief build`.
    """
    return _ended(session, how, folder=folder)


def _refresh(*, offline: bool) -> None:
    from beliefs.build.locking import refresh

    if offline:
        raise click.UsageError("--refresh-deps asks the package index; leave --offline out.")
    refresh()


def _ended(
    session: Session,
    how: dict[str, Any],
    *,
    asked: Asked | None = None,
    folder: Path | None = None,
) -> int:
    """Run what is asked for, or a build that was cut off, as far as it comes; say how far."""
    from beliefs.build.ahead import ahead
    from beliefs.build.noted import noted
    from beliefs.spec.service import blocked

    reached: list[str] = []
    grasp: list[Grasped] = []

    def ended(stage: str, seconds: float) -> None:
        raise_lost()
        reached.append(stage)
        # How likely it is to be accepted is said before anybody has judged it; what is not wholly
        # understood will not be.
        whole = stage == "understand" and grasp and not blocked(grasp[0].spec)
        watcher.ended(stage, seconds, grasp[0].stated if whole else None)

    name = ""
    try:
        with (
            noted(asked) if asked else nullcontext("noted before") as name,
            cut_short(how["timeout"]) as raise_lost,
            watching(session, quiet=how["quiet"]) as watcher,
            ahead(asked) as begun,
        ):

            def understood(wanted: Wanted) -> Grasped:
                grasp[:] = [begun.understood(wanted)]
                return grasp[0]

            # This takes a while to import, and the colleague is at work meanwhile.
            from beliefs.build.stages import Watch, begin, resume

            watch = Watch(watcher.begun, ended)
            state = (
                begin(name, asked, understood, watch, begun.colleague)
                if asked
                else resume(folder, understood, watch, begun.colleague)
            )
    except OutOfTime:
        done = ", ".join(reached) or "nothing"
        message = f"out of time after {how['timeout']:g} s: {done} done; `belief resume` goes on."
        _end_stream(session, reached, how, "out of time", OUT_OF_TIME)
        session.print_error("build/out-of-time", message)
        return OUT_OF_TIME
    except KeyboardInterrupt:
        if name:
            session.note("`belief resume` goes on with it.")
        _end_stream(session, reached, how, "interrupted", INTERRUPTED)
        raise
    return _told_of(session, state, how)


def _end_stream(
    session: Session, reached: list[str], how: dict[str, Any], word: str, status: int
) -> None:
    """Close lines for a program that has heard of stages: the last one says what came of all."""
    if session.json and reached and not how["quiet"]:
        click.echo(json.dumps({"verdict": word, "exit": status}))


def _told_of(session: Session, state: State, how: dict[str, Any]) -> int:
    from beliefs.spec.saving import loads

    spec = loads(state["spec"])
    if state["refused"]:
        tell_refused(session, spec)
        return NOT_UNDERSTOOD
    _learn(state)
    return tell_built(session, spec, state, quiet=how["quiet"])


def _learn(state: State) -> None:
    """Let each verdict count for, or against, how the goal was read and what was built of it."""
    from beliefs.build.experience import experience
    from beliefs.build.stages import judged

    with experience() as known:
        for number, each in enumerate(judged(state)):
            word, came_from = each["verdict"]["word"], each["provenance"]
            if word in {"accepted", "not accepted"}:
                chosen = {one["question"]: one["answer"] for one in came_from["choices"]}
                build = f"{state['build']}/{number}"
                known.learn(build, chosen, came_from["parts"], accepted=word == "accepted")


def _wanted(
    goals: tuple[str, ...], files: tuple[Path, ...], openapi: tuple[Path, ...], told: dict[str, Any]
) -> Wanted:
    """What is asked for, as data."""
    texts = [sys.stdin.read() if each == "-" else each for each in goals]
    text = "\n".join(texts).strip()
    sources = [("goal", text, "sentences")] if text else []
    sources += [(each.name, _text_of(each), "markdown") for each in files]
    sources += [(each.name, _text_of(each), "openapi") for each in openapi]
    if not any(held.strip() for _, held, _ in sources):
        message = 'Nothing was asked for; say it, as in belief --goal "A notes API: CRUD."'
        raise click.UsageError(message)
    return {"sources": [list(each) for each in sources], "told": told, "answers": {}}


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is no UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        message = f"{path} cannot be read: {reason}."
        raise click.UsageError(message) from None
