"""Numbers, moments and little bars, written for people."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.text import Text

from beliefs.mind.wording import number

if TYPE_CHECKING:
    from datetime import datetime

    from beliefs.mind.belief import Belief

SHORT = 8
"""Digits of an id that people see; 4 are enough where they are unique."""

CONFLICTED = 0.25
"""From here on a disagreement is worth a mark."""


def short(belief_id: str) -> Text:
    """The beginning of an id."""
    return Text(belief_id[:SHORT], style="id")


def share(value: float | None) -> str:
    """A probability; one that is not quite certain never looks certain.

    >>> share(0.7), share(0.9999), share(1.0), share(None)
    ('0.70', '>0.99', '1.00', '–')
    """
    if value is None:
        return "–"
    if 0.995 <= value < 1:
        return ">0.99"
    if 0 < value < 0.005:
        return "<0.01"
    return f"{value:.2f}"


def when(moment: datetime | None) -> str:
    """A moment in UTC, to the second."""
    return "–" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S}"


def headline(belief: Belief) -> Text:
    """Where a belief stands: a confidence, the leading category, or a number with its spread."""
    if belief.status != "active":
        return Text("–", style="quiet")
    if belief.family == "numeric":
        low, high = belief.interval
        # The 95% interval reaches 1.96 standard deviations to either side.
        spread = (high - low) / 2 / 1.959964
        middle = (high + low) / 2
        if not math.isfinite(spread):
            return Text("not known", style="quiet")
        return Text.assemble((number(middle), "bold"), (f" ± {number(spread)}", "quiet"))
    if belief.family == "categorical":
        return Text.assemble((belief.leading or "–", "bold"), f" {share(belief.confidence)}")
    return Text(share(belief.confidence), style="bold")


def gauge(belief: Belief, width: int = 14) -> Text:
    """A line from 0 to 1 with the interval drawn heavier and the confidence as a dot."""
    if belief.confidence is None or belief.status != "active":
        return Text(" " * width)
    low, high = (_cell(end, width) for end in belief.interval)
    dot = _cell(belief.confidence, width)
    bar = Text()
    for cell in range(width):
        if cell == dot:
            bar.append("●", "mean")
        elif low <= cell <= high:
            bar.append("━", "likely")
        else:
            bar.append("─", "unlikely")
    return bar


def _cell(value: float, width: int) -> int:
    return min(width - 1, max(0, int(value * width)))


def remarks(belief: Belief) -> Text:
    """What is worth knowing at a glance: not active, disputed, faded."""
    said = Text()
    if belief.status != "active":
        said.append(belief.status, "warn")
        return said
    if belief.conflict >= CONFLICTED:
        said.append(f"⚡ disputed {share(belief.conflict)}", "bad")
    if belief.freshness < 1:
        style = "warn" if belief.stale else "quiet"
        said.append(" · " if said else "").append(f"fresh {share(belief.freshness)}", style)
    if belief.fallen:
        said.append(" · " if said else "").append("lost a premise", "warn")
    return said


def change(before: float | None, after: float | None) -> Text:
    """From one number to the next."""
    if before is None:
        return Text(number(after) if after is not None else "")
    if after is None:
        return Text(f"{number(before)} → –", style="quiet")
    style = "good" if after > before else "bad" if after < before else "quiet"
    return Text.assemble(f"{number(before)} → ", (number(after), style))
