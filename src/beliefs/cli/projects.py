"""`belief run`, `test`, `builds` and `clean`: what to do with projects that were built."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from beliefs.cli.building import ACCEPTED, LACKING, NOT_ACCEPTED, BuildCommand, unsafe_option
from beliefs.cli.session import Session, pass_session

_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("run", cls=BuildCommand)
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.option("--host", help="Instead of HOST in the environment.")
@click.option("--port", type=click.IntRange(1, 65535), help="Instead of PORT, or the goal's port.")
@click.option("--offline", is_flag=True, help="Install from what was downloaded before.")
@pass_session
def run_command(
    session: Session, folder: Path, host: str | None, port: int | None, offline: bool
) -> int:
    """Start a built project in the foreground.

    What it needs is installed first, if it is not yet. It takes this command's place:
    Ctrl-C is the service's, and nothing is left when it ends. This is your own machine, not the
    sandbox.
    """
    from beliefs.build.using import become

    given = {name: str(told) for name, told in (("HOST", host), ("PORT", port)) if told}
    become(folder, given, offline=offline)
    session.print_error("build/lacking", f"{folder} could not be started.")
    return LACKING


@click.command("test", cls=BuildCommand)
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.option("--offline", is_flag=True, help="Install from what was downloaded before.")
@unsafe_option
@pass_session
def test_command(session: Session, folder: Path, offline: bool) -> int:
    """Run a built project's own tests, in the sandbox.

    They see a copy of it. The exit status is 0 if they pass, and 1 if one fails or there are none.
    """
    from beliefs.build.using import own_tests

    done = own_tests(folder, offline=offline)
    if session.json:
        told = {"passed": done.ok, "exit": done.exit, "reason": done.reason, "level": done.level}
        session.print_json({**told, "output": done.out, "seconds": round(done.used.wall, 3)})
    else:
        click.echo(done.out, nl=False)
        click.echo(done.err, nl=False, err=True)
        if done.reason != "exited":
            session.note(f"the tests were ended for their {done.reason}.")
    return ACCEPTED if done.ok else NOT_ACCEPTED


@click.command("builds", cls=BuildCommand)
@pass_session
def builds_command(session: Session) -> None:
    """List the builds made on this machine.

    Each with its verdict, when it ended, how many seconds it took, and its folder.
    """
    from beliefs.build.records import records

    found = records()
    if session.json:
        session.print_json([{**asdict(each), "kept": each.kept} for each in found])
        return
    for each in found:
        gone = "" if each.kept else "  (gone)"
        click.echo(f"{each.verdict:<13} {each.when}  {each.seconds:7.1f} s  {each.folder}{gone}")


@click.command("clean", cls=BuildCommand)
@pass_session
def clean_command(session: Session) -> None:
    """Remove the environments that no build uses any more, and what killed builds left.

    A build uses one as long as its folder is there. Bytes that the installer's cache shares are not
    freed, and not counted. What a killed build left are folders for temporary files that no living
    process holds.
    """
    from beliefs.build.environment import clean
    from beliefs.build.using import in_use
    from beliefs.judge import scratch

    gone, freed = clean(in_use())
    left = list(scratch.clean())
    if session.json:
        session.print_json({"removed": [str(each) for each in (*gone, *left)], "freed": freed})
        return
    click.echo(f"Removed {len(gone)} environment{'' if len(gone) == 1 else 's'}: {freed} bytes.")
    if left:
        click.echo(f"Removed {len(left)} folder{'' if len(left) == 1 else 's'} of killed builds.")
