"""How a belief came to stand where it does: a step for each time something changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from beliefs.cli.drawing.figures import share
from beliefs.mind.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.mind.past import Step

_EIGHTHS = " ▁▂▃▄▅▆▇█"
_HEIGHT = 4


def history(steps: Sequence[Step], *, numeric: bool) -> list[Text]:
    """Draw steps as columns, from left to right."""
    known = [step.stood for step in steps if step.stood is not None]
    if not known:
        return []
    low, high = (min(known), max(known)) if numeric else (0.0, 1.0)
    if numeric:
        # Room below the lowest, so that it has a column too.
        low -= (high - low) * 0.15 or abs(low) * 0.1 or 1.0
    tall = [
        None
        if step.stood is None
        else max(1, round((step.stood - low) / (high - low) * _HEIGHT * 8))
        for step in steps
    ]
    wide = 3 if len(steps) <= 18 else 2
    top, bottom = (number(high), number(low)) if numeric else ("1", "0")
    room = max(len(top), len(bottom), 2)
    lines = []
    for level in reversed(range(_HEIGHT)):
        label = top if level == _HEIGHT - 1 else bottom if level == 0 else ""
        line = Text("  ").append(label.rjust(room) + " ", "quiet")
        for filled in tall:
            if filled is None:
                line.append(("·" if level == 0 else " ").ljust(wide), "quiet")
                continue
            block = _EIGHTHS[min(8, max(0, filled - level * 8))]
            line.append(block * (wide - 1) + " ", "likely")
        lines.append(line)
    lines.append(_legend(steps, room, wide, numeric=numeric))
    return lines


def _legend(steps: Sequence[Step], room: int, wide: int, *, numeric: bool) -> Text:
    """The first and the last moment, with what held."""
    first, last = steps[0], steps[-1]
    days = last.moment.date() != first.moment.date()
    form = "%Y-%m-%d %H:%M" if days else "%H:%M:%S"
    tell = number if numeric else share

    def told(step: Step) -> str:
        stood = "not active" if step.stood is None else tell(step.stood)
        return f"{step.moment:{form}} {stood}"

    start, end = told(first), told(last)
    if len(steps) == 1:
        return Text(" " * (room + 3) + start, style="quiet")
    gap = max(3, wide * len(steps) - 1 - len(start) - len(end))
    return Text(" " * (room + 3) + start + " → ".center(gap) + end, style="quiet")
