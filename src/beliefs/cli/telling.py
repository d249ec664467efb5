"""What is said of goals and builds: what was understood, what would be built, what came of it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from beliefs.cli.building import ACCEPTED, NOT_ACCEPTED, NOT_UNDERSTOOD
from beliefs.cli.session import Session
from beliefs.cli.watching import percent, shares, size

if TYPE_CHECKING:
    from beliefs.build.stages import State
    from beliefs.build.wanted import Wanted
    from beliefs.judge.verdict import Verdict
    from beliefs.spec.service import Assumption, Spec


_LATE = (
    "by time alone, twice: this machine may have been too busy, so nothing is learned from it; "
    "build again when it has less to do"
)


def tell_spec(session: Session, spec: Spec) -> None:
    """What was understood."""
    if session.json:
        from beliefs.spec.saving import dumps

        session.print_json(json.loads(dumps(spec)))
        return
    _warn(spec)
    click.echo(f"{spec.title}: {spec.summary}")
    click.echo(f"{spec.framework}, {spec.storage}, port {spec.port}")
    for operation in spec.operations:
        hole = "" if operation.effect else "  (not understood)"
        said = f"{operation.path}  {operation.summary}{hole}".rstrip()
        click.echo(f"  {operation.method:<7}{said}{_where(operation.source)}")
    for entity in spec.entities:
        fields = ", ".join(each.name for each in entity.fields)
        click.echo(f"  keeps {entity.plural}: {fields}")
    for assumed in spec.assumptions:
        click.echo(f"  assumed: {_chosen(assumed)}")
    for unknown in spec.unknowns:
        why = f" ({unknown.why})" if unknown.why else ""
        click.echo(f"  {unknown.rank}: {unknown.words}{why}{_where(unknown.source)}")


def _chosen(assumed: Assumption) -> str:
    """What was chosen; of what sources contradict each other in, both things."""
    from beliefs.spec.service import TWO_THINGS

    other = f" (not {', '.join(assumed.instead)})" if TWO_THINGS in assumed.about else ""
    return f"{assumed.about}: {assumed.chosen}{other}{_where(assumed.source)}"


def _where(source: str) -> str:
    """The line that something comes from, unless there is no other."""
    return f"  [{source}]" if source not in {"", "goal", "goal:1"} else ""


def tell_plan(session: Session, asked: Wanted, *, partial: bool) -> int:
    """What would be built: the Spec with its routes, and the files."""
    from beliefs.build.project import project
    from beliefs.build.wanted import grasped
    from beliefs.spec.saving import dumps
    from beliefs.spec.service import blocked

    grasp = grasped(asked)
    refused = bool(blocked(grasp.spec)) and not partial
    files = [] if refused else sorted(project(grasp.spec))
    status = NOT_UNDERSTOOD if refused else ACCEPTED
    if session.json:
        routes = [f"{each.method} {each.path}" for each in grasp.spec.operations]
        told = {"spec": json.loads(dumps(grasp.spec)), "routes": routes, "files": files}
        # What is refused is not built, and nobody accepts it.
        odds = {} if refused else {"p_accept": grasp.stated.document()}
        word = "refused" if refused else "not built"
        session.print_json({**told, **odds, "verdict": word, "exit": status})
    else:
        tell_spec(session, grasp.spec)
        for path in files:
            click.echo(f"  writes {path}")
        if not refused:
            click.echo(str(grasp.stated))
    return status


def tell_refused(session: Session, spec: Spec) -> None:
    """What was understood of a goal that is not built."""
    if session.json:
        from beliefs.spec.saving import dumps

        whole = {**json.loads(dumps(spec)), "verdict": "refused", "exit": NOT_UNDERSTOOD}
        click.echo(json.dumps(whole, ensure_ascii=False))
    else:
        tell_spec(session, spec)


def tell_built(session: Session, spec: Spec, state: State, *, quiet: bool) -> int:
    """What was built, and what the judge says of it; the exit status."""
    from beliefs.build.stages import repaired, repaired_for, verdict_of

    verdict, seconds = verdict_of(state), state["seconds"]
    status = ACCEPTED if verdict.word == "accepted" else NOT_ACCEPTED
    if session.json:
        whole = {
            "folder": state["folder"],
            "verdict": verdict.word,
            "sandbox": verdict.sandbox,
            "exit": status,
            "first_unmet": verdict.first_unmet,
            "tests": verdict.tests,
            "p_accept": state["provenance"]["p_accept"]["p"],
            "repairs": repaired(state),
            "repaired_for": repaired_for(state),
            "tree": state["tree"],
            "seconds": seconds,
            "shares": shares(seconds),
            "stages": [asdict(each) for each in verdict.stages],
            "warnings": list(spec.warnings),
            "unknowns": [asdict(each) for each in spec.unknowns],
            "assumptions": [asdict(each) for each in spec.assumptions],
        }
        click.echo(json.dumps(whole, ensure_ascii=False))
        return status
    if not quiet:
        _tell_shares(seconds, verdict)
    _warn(spec)
    for assumed in () if quiet else spec.assumptions:
        click.echo(f"assumed: {_chosen(assumed)}")
    for unknown in spec.unknowns:
        if unknown.rank != "narrative":
            why = f" ({unknown.why})" if unknown.why else ""
            click.echo(f"not met: {unknown.words}{why}")
    for each in () if quiet else verdict.unnoticed:
        click.echo(f"the judge, of a fault put into a copy: {each}")
    took = sum(seconds.values())
    held = f"{verdict.asked} requests, {verdict.tests} tests of its own, {took:.1f} s"
    click.echo(f"{verdict.word}: {state['folder']} ({held})")
    if verdict.level:
        click.echo(f"sandbox: {verdict.level} ({verdict.level.means})")
    if verdict.first_unmet:
        click.echo(f"first unmet: {verdict.first_unmet}")
    if verdict.word == "timed out":
        click.echo(_LATE)
    if verdict.word == "accepted" and (unmet := repaired_for(state)):
        click.echo(f"repaired, since the first was not accepted: {unmet}")
    for other in repaired(state):
        click.echo(f"tried {other['answer']} for {other['question']!r}: {other['verdict']}")
    return status


def _tell_shares(seconds: dict[str, float], verdict: Verdict) -> None:
    """What each stage took of the whole, and what judging is made of."""
    told = [f"of the time: {percent(shares(seconds))}"]
    if verdict.stages:
        whole = sum(seconds.values()) or 1.0
        held = {each.stage: each.seconds / whole for each in verdict.stages}
        told.append(f"in judge, some of it at the same time: {percent(held)}")
    for each in told:
        line = f"  {each}"
        if sys.stderr.isatty():
            line = click.wrap_text(each, size()[0] - 1, "  ", "    ")
        click.echo(line, err=True)


def _warn(spec: Spec) -> None:
    """What is unsafe on request comes first."""
    for each in spec.warnings:
        click.echo(f"warning: {each}")
