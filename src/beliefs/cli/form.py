"""`belief form`: beliefs of a whole population, from a scenario or in a generated world."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput

if TYPE_CHECKING:
    from rich.progress import Progress

    from beliefs.formation.scenario import Scenario
    from beliefs.formation.summary import Summary


@click.command("form", cls=Command)
@click.argument("scenario", required=False, type=click.Path(path_type=Path))
@click.option("--agents", type=int, metavar="N", help="How many minds; default 10,000.")
@click.option("--days", type=int, metavar="N", help="How many days, from day 0; default 30.")
@click.option(
    "--events", type=int, metavar="N", help="Events a day; default half as many as agents."
)
@click.option("--seed", type=int, metavar="N", help="What chance begins with; default 0.")
@click.option("--rule", type=click.Choice(["evidence", "v1"]), help="How news become beliefs.")
@click.option("--shards", type=int, metavar="N", help="Threads; default one for each core.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write summary.json and report.html there.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a snapshot of the end.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Continue from a snapshot, with the scenario it was made with.",
)
@pass_session
def form_command(
    session: Session,
    /,
    scenario: Path | None,
    out: Path | None,
    save: Path | None,
    resume: Path | None,
    shards: int | None,
    **changed: Any,
) -> None:
    """Form the beliefs of a population.

    Lives through a SCENARIO (TOML), or through a generated world where trouble moves from place
    to place. Options change what the scenario says. The same scenario and seed give the same
    digest, on every machine and on any number of shards; so does a run that was saved and resumed.

    \b
    A scenario, of which everything may be left out:
      [world]       agents, days, seed, phases = { 0 = 0, 20 = 2 }
      [config]      any setting of BeliefConfig, such as rule or prior_strength
      [[families]]  tag, belief, good, parts
      [events]      file = "events.parquet" with day, tag, severity, count; or, generated,
                    per_day, targets, followers, failing, severity, hot_spots, hot_days,
                    hot_failing, hot_severity, rates = { delivery-fail = 4, incident = 1 }
      [follow]      file = "follow.csv" with agent, target
    Files may be Parquet, CSV or JSON lines; their names are relative to the scenario.
    """
    try:
        import beliefs.formation.playing  # noqa: F401  is everything there?
    except ModuleNotFoundError as error:
        raise InvalidInput(
            f"forming the beliefs of a population needs {error.name}: "
            "pip install 'beliefs[formation]'."
        ) from None
    asked = _asked(scenario, changed)
    if resume is not None and not resume.is_file():
        raise InvalidInput(f"The snapshot {resume} does not exist: check the path.")
    _make_room(out, save)
    try:
        with _progress(session) as progress:
            summary = _run(asked, progress, resume=resume, shards=shards, save=save)
    except MemoryError:
        raise InvalidInput(
            f"{asked.agents:,} agents with {asked.config.max_beliefs_per_agent} beliefs each do "
            "not fit into memory: take fewer agents, or a smaller max_beliefs_per_agent."
        ) from None
    written = [] if out is None else _write(summary, out)
    if save is not None:
        written.append(save)
    if session.json:
        session.print_json(summary.as_document() | {"files": [str(file) for file in written]})
        return
    from beliefs.cli.drawing.formation import formation

    console = session.console()
    for line in formation(summary, console.width):
        console.print(line)
    for file in written:
        click.echo(f"Written: {file}")


def _asked(path: Path | None, changed: dict[str, Any]) -> Scenario:
    """The scenario, as the options change it."""
    from beliefs.formation.scenario import read_document, scenario_of

    document = {} if path is None else read_document(path)
    places = {
        "agents": ("world", "agents"),
        "days": ("world", "days"),
        "seed": ("world", "seed"),
        "events": ("events", "per_day"),
        "rule": ("config", "rule"),
    }
    for name, value in changed.items():
        if value is not None:
            table, setting = places[name]
            if isinstance(document.setdefault(table, {}), dict):
                document[table][setting] = value
    return scenario_of(document, Path() if path is None else path.parent)


def _make_room(out: Path | None, save: Path | None) -> None:
    """Find out before the run whether its results can be written."""
    try:
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"cannot write to {out}: {error.strerror}; check the path.") from None
    if save is not None and not save.parent.is_dir():
        raise InvalidInput(f"cannot write {save}: there is no folder {save.parent}; make it first.")


def _run(
    asked: Scenario,
    progress: Progress,
    *,
    resume: Path | None,
    shards: int | None,
    save: Path | None,
) -> Summary:
    """Live through the days, timing each; looking at the population takes no part in it."""
    from beliefs.formation.playing import begin, live, rehearse
    from beliefs.formation.summary import summary_of
    from beliefs.formation.watching import Watch

    task = progress.add_task("Getting ready", total=None)
    rehearse(asked.config)
    play = begin(asked, resume=resume, shards=shards)
    watch = Watch(play.population, play.days)
    progress.update(task, description="Forming", total=len(play.days))
    days, seconds = [], []
    for day in play.days:
        happened = play.source.on(day)
        started = perf_counter()
        days.append(live(play, day, happened))
        seconds.append(perf_counter() - started)
        watch.look(day)
        progress.advance(task)
    progress.update(task, description="Summing up")
    if save is not None:
        play.population.save(save)
    return summary_of(play, days, seconds, watch.map())


def _progress(session: Session) -> Progress:
    """A bar on stderr, for people who watch."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description:<13}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("days"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=session.json or not sys.stderr.isatty(),
    )


def _write(summary: Summary, out: Path) -> list[Path]:
    """Write the summary and the page; returns their names."""
    import json

    from beliefs.cli.drawing.formation_page import page_of

    document = json.dumps(summary.as_document(), ensure_ascii=False, allow_nan=False, indent=1)
    made = {out / "summary.json": document + "\n", out / "report.html": page_of(summary)}
    for file, text in made.items():
        try:
            file.write_text(text, "utf-8")
        except OSError as error:
            raise InvalidInput(f"cannot write {file}: {error.strerror}; check the path.") from None
    return list(made)
