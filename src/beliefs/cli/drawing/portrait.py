"""A whole belief on one screen: where it stands, how it got there, who stands behind it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.text import Text

from beliefs.cli.drawing.distribution import distribution
from beliefs.cli.drawing.figures import headline, remarks, share, short, when
from beliefs.cli.drawing.history import history
from beliefs.cli.drawing.tables import voices_table
from beliefs.mind.wording import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from beliefs.cli.past import Past
    from beliefs.mind.belief import Belief

    Known = Mapping[str, Belief | None]


def portrait(
    belief: Belief, past: Past, rests_on: Known, carries: Known
) -> Iterator[RenderableType]:
    """The parts of the picture, top to bottom."""
    yield Text(belief.claim, style="heading")
    yield Text.assemble(
        (belief.id, "id"),
        (f"  {belief.family}, first recorded {when(belief.created)} UTC", "quiet"),
    )
    if belief.why:
        closed = belief.why.startswith(belief.status)
        yield Text(belief.why if closed else f"{belief.status}: {belief.why}", style="warn")
    if belief.status == "active":
        yield Text()
        yield from _numbers(belief)
        yield from _spaced(distribution(belief))
    steps = history(past.steps, numeric=belief.family == "numeric")
    if steps or past.left_out:
        yield _heading("History")
        yield from steps
    if past.left_out:
        yield Text(f"  {past.left_out}", style="quiet")
    if belief.voices:
        yield _heading("Voices")
        yield voices_table(belief)
    if rests_on:
        yield _heading("Rests on")
        yield from _neighbours(rests_on)
    if carries:
        yield _heading("Carries")
        yield from _neighbours(carries)


def _spaced(lines: list[Text]) -> list[Text]:
    return [Text(), *lines] if lines else []


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="heading")


def _numbers(belief: Belief) -> Iterator[Text]:
    low, high = belief.interval
    tell = number if belief.family == "numeric" else share
    line = Text("  ").append(headline(belief))
    if math.isfinite(low):
        line.append(f"   95% within {tell(low)} to {tell(high)}", "quiet")
    yield line
    name = "precision" if belief.family == "numeric" else "evidence"
    times = "contribution" if belief.contributions == 1 else "contributions"
    yield Text(
        f"  {name} {number(belief.evidence)} from {belief.contributions:,} {times}, "
        f"one more would teach {number(belief.fragility)} nats",
        style="quiet",
    )
    estimate = belief.estimate
    if estimate is not None and len(belief.voices) > 1:
        yield Text(
            f"  outliers set aside: {number(estimate.value)} ± {number(estimate.spread)}",
            style="quiet",
        )
    said = remarks(belief)
    if said:
        yield Text("  ").append(said)


def _neighbours(beliefs: Known) -> Iterator[Text]:
    for belief_id, belief in beliefs.items():
        line = Text("  ").append(short(belief_id)).append("  ")
        if belief is None:
            yield line.append("removed", "bad")
            continue
        line.append(belief.claim).append("  ").append(headline(belief))
        if belief.status != "active":
            line.append(f"  {belief.status}", "warn")
        yield line
