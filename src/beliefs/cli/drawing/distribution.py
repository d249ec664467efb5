"""The distribution of a belief, in block characters."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.text import Text

from beliefs.cli.drawing.figures import share
from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.kernel.intervals import credible_interval, probability_below
from beliefs.mind.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.mind.belief import Belief

WIDTH = 60
HEIGHT = 6
_MARGIN = "  "
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def distribution(belief: Belief) -> list[Text]:
    """Draw where the truth is likely to lie."""
    parameters = belief.parameters
    if isinstance(parameters, Beta):
        return _beta(parameters, belief.interval)
    if isinstance(parameters, Dirichlet):
        return _bars(parameters)
    if parameters.mean is None or not 0 < parameters.variance < math.inf:
        return []
    spoken = [v.amounts[1] / v.amounts[0] for v in belief.voices if v.amounts[0]]
    return _gaussian(parameters, belief.interval, spoken)


def _beta(parameters: Beta, interval: tuple[float, float]) -> list[Text]:
    # The mass of each column, not the density at its middle: a narrow peak is never missed.
    below = [probability_below(parameters, column / WIDTH) for column in range(WIDTH + 1)]
    masses = [after - before for before, after in pairwise(below)]
    return [
        *_curve(masses, 0.0, 1.0, interval),
        _ticks(parameters.mean, 0.0, 1.0, ["0", "0.5", "1"]),
    ]


def _gaussian(
    parameters: Gaussian, interval: tuple[float, float], spoken: Sequence[float]
) -> list[Text]:
    assert parameters.mean is not None
    mean, deviation = parameters.mean, math.sqrt(parameters.variance)
    # Wide enough for the curve, and for what the voices said unless that is far away.
    reach = min(
        max([4 * deviation, *(1.1 * abs(value - mean) for value in spoken)]), 12 * deviation
    )
    low, high = mean - reach, mean + reach
    edges = [low + (high - low) * column / WIDTH for column in range(WIDTH + 1)]
    below = [0.5 * math.erfc((mean - edge) / deviation / math.sqrt(2)) for edge in edges]
    masses = [after - before for before, after in pairwise(below)]
    lines = _curve(masses, low, high, interval)
    if len(spoken) > 1:
        lines.append(_dots(spoken, low, high))
    return [*lines, _ticks(mean, low, high, [number(low), number(mean), number(high)])]


def _curve(
    masses: Sequence[float], low: float, high: float, interval: tuple[float, float]
) -> list[Text]:
    """Columns as high as their mass; those within the 95% interval stand out."""
    tallest = max(masses) or 1.0
    eighths = [round(mass / tallest * HEIGHT * 8) for mass in masses]
    step = (high - low) / WIDTH
    lines = []
    for level in reversed(range(HEIGHT)):
        line = Text(_MARGIN)
        for column, filled in enumerate(eighths):
            middle = low + (column + 0.5) * step
            # A column is half inside if its edge is; an interval within one column shows it.
            inside = interval[0] - step / 2 <= middle <= interval[1] + step / 2
            block = _EIGHTHS[min(8, max(0, filled - level * 8))]
            line.append(block, "likely" if inside else "unlikely")
        lines.append(line)
    return lines


def _ticks(mean: float, low: float, high: float, labels: Sequence[str]) -> Text:
    """The axis: a line with the mean marked, and labels at its start, middle and end."""
    place = min(WIDTH - 1, max(0, int((mean - low) / (high - low) * WIDTH)))
    line = Text(_MARGIN).append("─" * place, "quiet").append("▲", "mean")
    line.append("─" * (WIDTH - 1 - place), "quiet")
    left, middle, right = labels
    gap = WIDTH - len(left) - len(middle) - len(right)
    before = max(1, WIDTH // 2 - len(left) - len(middle) // 2)
    legend = left + " " * before + middle + " " * max(1, gap - before) + right
    return line.append("\n" + _MARGIN + legend, "quiet")


def _dots(values: Sequence[float], low: float, high: float) -> Text:
    """Where each voice stands."""
    cells = [" "] * WIDTH
    for value in values:
        place = int((value - low) / (high - low) * WIDTH)
        if 0 <= place < WIDTH:
            cells[place] = "•"
    return Text(_MARGIN + "".join(cells), style="id")


def _bars(parameters: Dirichlet) -> list[Text]:
    """One bar for each category, heaviest first, with its mean and interval."""
    order = sorted(range(len(parameters.alpha)), key=lambda i: -parameters.alpha[i])
    names = [*parameters.categories, "something else"]
    room = min(24, max((len(name) for name in names), default=0))
    lines = []
    total = parameters.total
    for index in order[:20]:
        mean = parameters.alpha[index] / total
        low, high = credible_interval(parameters, category=index)
        lines.append(
            _bar(parameters.categories[index], room, mean, f"{share(low)} to {share(high)}")
        )
    if len(order) > 20:
        lines.append(Text(f"{_MARGIN}… and {len(order) - 20} lighter ones", style="quiet"))
    if parameters.rest is not None:
        lines.append(_bar("something else", room, parameters.rest / total, "", style="unlikely"))
    return lines


def _bar(name: str, room: int, mean: float, range_: str, style: str = "likely") -> Text:
    shown = name if len(name) <= room else name[: room - 1] + "…"
    eighths = round(mean * 30 * 8)
    bar = "█" * (eighths // 8) + (" ▏▎▍▌▋▊▉"[eighths % 8] if eighths % 8 else "")
    line = Text(f"{_MARGIN}{shown.ljust(room)}  ").append(bar.ljust(30), style)
    return line.append(f"  {share(mean)}", "bold").append(f"  {range_}", "quiet")
