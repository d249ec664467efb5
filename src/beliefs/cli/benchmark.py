"""`belief benchmark`: how many of the goals that people ask for are built, by outside suites."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from beliefs.cli.building import ACCEPTED, NOT_ACCEPTED, BuildCommand
from beliefs.cli.session import Session, pass_session

if TYPE_CHECKING:
    from beliefs.build.trial import Trial
    from beliefs.judge.goals import Goal

_TIERS = range(1, 6)


def _tiers(_context: click.Context, _option: click.Parameter, text: str) -> tuple[int, ...]:
    """Read 3, or 1-5."""
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        raise click.BadParameter(f"{text!r} names no tiers: write 3, or 1-5.")
    tiers = tuple(range(int(first), int(last or first) + 1))
    if not set(tiers) & set(_TIERS):
        raise click.BadParameter(f"there is no tier {text}: they are 1 to {_TIERS[-1]}.")
    return tiers


@click.command("benchmark", cls=BuildCommand)
@click.option(
    "--tiers", default="1-5", show_default=True, callback=_tiers, metavar="N[-M]", help="Which."
)
@click.option(
    "--goal", "names", multiple=True, metavar="NAME", help="This one; may be given again."
)
@click.option("--list", "listed", is_flag=True, help="Name the goals, and try none.")
@click.option(
    "--sample",
    type=click.IntRange(0),
    metavar="N",
    help="One goal a tier, and N more that change with the code.",
)
@click.option("--variants", is_flag=True, help="Services also with Flask, and with a JSON file.")
@click.option(
    "--jobs",
    default=os.cpu_count,
    type=click.IntRange(1, 64),
    help="How many at once; as many as there are cores unless said.",
)
@click.option("--thorough", is_flag=True, help="Judge each for as long as it takes.")
@click.option("--resume", is_flag=True, help="Keep what the same code was tried on before.")
@pass_session
def benchmark_command(
    session: Session,
    tiers: tuple[int, ...],
    names: tuple[str, ...],
    listed: bool,
    sample: int | None,
    variants: bool,
    jobs: int,
    thorough: bool,
    resume: bool,
) -> int:
    """Build known goals, and hold each to its suite.

    A suite speaks to a program from outside, and was written before the builder. A goal that is
    refused counts as not accepted, and is told apart from one that was built wrong. Results are
    kept as they come: --resume goes on where a run ended. What suites say counts for P(accept) of
    later builds. The exit status is 1 if something was built as its goal says and not accepted by
    its suite, or if the builder tripped.
    """
    from beliefs.build import benchmark
    from beliefs.build.release import digest
    from beliefs.judge.goals import goal, goals
    from beliefs.mind.files import home

    wanted = [goal(name) for name in names] or [each for each in goals() if each.tier in tiers]
    if sample is not None:
        wanted = benchmark.sample(wanted, sample)
    if listed:
        _tell_goals(session, wanted)
        return ACCEPTED
    found = []
    kept = home() / "benchmark.jsonl"
    how = {"resume": resume, "variants": variants, "thorough": thorough}
    for trial in benchmark.trials(wanted, kept, jobs=jobs, **how):
        found.append(trial)
        if not session.json:
            click.echo(_line(trial))
    order = {each.name: at for at, each in enumerate(goals())}
    found.sort(key=lambda trial: (order[trial.goal], trial.variant))
    whole = benchmark.summary(found)
    benchmark.learn(found)
    if session.json:
        told = [trial.document() for trial in found]
        session.print_json({"code": digest(), "jobs": jobs, **whole, "trials": told})
    else:
        _tell(whole)
    bad = any(each.outcome in ("not accepted", "failed") for each in found if not each.variant)
    return NOT_ACCEPTED if bad else ACCEPTED


def _tell_goals(session: Session, wanted: list[Goal]) -> None:
    if session.json:
        from dataclasses import asdict

        session.print_json([asdict(each) for each in wanted])
        return
    for each in wanted:
        click.echo(f"{each.tier}  {each.name:<18} {each.kind:<8} {each.sentence}")


def _line(trial: Trial) -> str:
    took = " ".join(f"{name} {seconds:.1f}" for name, seconds in trial.seconds.items())
    why = f"\n   {trial.why}" if trial.why else ""
    claim = "  (the builder had accepted it)" if trial.overclaimed else ""
    name = f"{trial.goal} ({trial.variant})" if trial.variant else trial.goal
    head = f"{trial.tier}  {name:<18} {trial.outcome:<13} exit {trial.exit:<3}"
    return f"{head} {took}{claim}{why}"


def _tell(whole: dict[str, Any]) -> None:
    click.echo()
    rows = {f"tier {tier}": share for tier, share in whole["tiers"].items()}
    rows |= {"services": whole["accepted_services"], "all": whole["accepted"]}
    rows |= {"variants": whole["variants"]} if whole["variants"]["of"] else {}
    for name, share in rows.items():
        of = f"{share['met']} of {share['of']}"
        click.echo(f"{name:<10}{of:>9} accepted  [{share['low']:.2f}, {share['high']:.2f}]")
    click.echo(
        f"\nrefused {whole['refused']}, failed {whole['failed']}, accepted by the builder and not "
        f"by the suite {whole['overclaimed']}, tokens {whole['tokens']}"
    )
    if (seen := whole["faults_noticed"])["of"]:
        click.echo(
            f"faults put into copies: {seen['met']} of {seen['of']} noticed by the judge "
            f"[{seen['low']:.2f}, {seen['high']:.2f}]"
        )
    if (odds := whole["p_accept"]) is not None:
        floor = odds["ece_floor"]
        click.echo(
            f"P(accept) of {odds['n']} goals, each from the suites of the others: Brier "
            f"{odds['brier']:.3f}, ECE {odds['ece']:.3f} (a perfect predictor: "
            f"{floor['expected']:.3f}, in 19 of 20 samples at most {floor['upper']:.3f})"
        )
    if whole["median_seconds_whole"] is not None:
        stages = whole["median_seconds"].items()
        medians = ", ".join(f"{name} {seconds:.2f}" for name, seconds in stages)
        click.echo(f"median seconds of a build {whole['median_seconds_whole']:.1f}: {medians}")
