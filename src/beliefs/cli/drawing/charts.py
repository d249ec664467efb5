"""Charts as SVG, written by hand: bars, and a grid of shades.

Colours are names of CSS variables that the page around them sets, for light and for dark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 520
HEIGHT = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 12, 34


class Bar(NamedTuple):
    """How high, and what is said when it is pointed at."""

    height: float
    title: str


class Tick(NamedTuple):
    """A place along the bars, from 0 to 1, and its label."""

    at: float
    label: str


def bars(
    columns: Sequence[Bar], ticks: Sequence[Tick], *, axis: str, colour: str, percent: bool = False
) -> str:
    """Columns side by side over one axis.

    >>> bars([Bar(2, "two"), Bar(1, "one")], [Tick(0, "a")], axis="x", colour="good").count("<path")
    2
    """
    plot = HEIGHT - _TOP - _BOTTOM
    room = WIDTH - _LEFT - _RIGHT
    levels = scale(max((bar.height for bar in columns), default=0.0))
    parts = []
    for level in levels:
        y = _TOP + plot * (1 - level / levels[-1])
        label = f"{level * 100:g}%" if percent else brief(level)
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
        )
    step = room / max(1, len(columns))
    gap = min(2.0, step / 4)
    for place, bar in enumerate(columns):
        x, height = _LEFT + place * step, plot * bar.height / levels[-1]
        parts.append(
            f'<g fill="var(--{colour})">'
            f"{_column(x + gap / 2, step - gap, _TOP + plot, height)}"
            f'<rect class="touch" x="{x:.1f}" y="{_TOP}" width="{step:.1f}" height="{plot}">'
            f"<title>{escape(bar.title)}</title></rect></g>"
        )
    for tick in ticks:
        x = _LEFT + room * tick.at
        parts.append(
            f'<text x="{x:.1f}" y="{_TOP + plot + 16}" text-anchor="middle">'
            f"{escape(tick.label)}</text>"
        )
    parts.append(
        f'<text class="axis" x="{_LEFT + room / 2:.1f}" y="{HEIGHT - 3}" text-anchor="middle">'
        f"{escape(axis)}</text>"
    )
    return _svg(WIDTH, HEIGHT, parts)


def _column(x: float, width: float, floor: float, height: float) -> str:
    """A bar with round shoulders, down to its last pixel."""
    round_ = min(3.0, width / 2, height)
    return (
        f'<path d="M{x:.2f} {floor:.2f}v{-(height - round_):.2f}'
        f"q0 {-round_:.2f} {round_:.2f} {-round_:.2f}h{width - 2 * round_:.2f}"
        f'q{round_:.2f} 0 {round_:.2f} {round_:.2f}V{floor:.2f}z"/>'
    )


def shades(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    axis: str,
    most: float,
) -> str:
    """A grid: the higher a value, the stronger its cell; a value that is missing stays empty.

    >>> shades(["a"], ["1", "2"], [[0.5, None]], axis="day", most=1.0).count("<rect")
    1
    """
    width, cell, left = 2 * WIDTH + 24, 19, 252
    step = (width - left - _RIGHT) / max(1, len(columns))
    gap = min(2.0, step / 5)
    parts = []
    for line, (name, row) in enumerate(zip(rows, values, strict=True)):
        y = _TOP + line * cell
        parts.append(
            f'<text class="key" x="{left - 10}" y="{y + 13}" text-anchor="end">'
            f"{escape(_cut(name, 36))}<title>{escape(name)}</title></text>"
        )
        for place, value in enumerate(row):
            if value is not None:
                title = f"{name}, {axis} {columns[place]}: {value:.2f}"
                parts.append(
                    f'<rect x="{left + place * step:.1f}" y="{y}" width="{step - gap:.1f}" '
                    f'height="{cell - 2}" rx="2" fill="var(--risk)" '
                    f'fill-opacity="{0.04 + 0.96 * min(1.0, value / most):.3f}">'
                    f"<title>{escape(title)}</title></rect>"
                )
    bottom = _TOP + len(rows) * cell
    each = max(1, -(-len(columns) // 16))
    parts += [
        f'<text x="{left + (place + 0.5) * step - gap / 2:.1f}" y="{bottom + 16}" '
        f'text-anchor="middle">{escape(column)}</text>'
        for place, column in enumerate(columns)
        if place % each == 0
    ]
    parts.append(
        f'<text class="axis" x="{left + (width - left - _RIGHT) / 2:.1f}" y="{bottom + 34}" '
        f'text-anchor="middle">{escape(axis)}</text>'
    )
    return _svg(width, bottom + 40, parts)


def scale(most: float) -> list[float]:
    """Levels from 0 in round steps, the last at or above the most.

    >>> scale(7), scale(0.31), scale(0)
    ([0, 2, 4, 6, 8], [0.0, 0.1, 0.2, 0.3, 0.4], [0, 1])
    """
    if most <= 0:
        return [0, 1]
    digit = f"{most / 4:e}"
    exponent = int(digit.partition("e")[2])
    mantissa = float(digit.partition("e")[0])
    step = next(step for step in (1, 2, 2.5, 5, 10) if step >= round(mantissa, 9))
    whole = step if exponent >= 0 and step != 2.5 else float(step)
    count = 1
    unit = whole * 10**exponent if exponent >= 0 else whole / 10**-exponent
    while count * unit < most:
        count += 1
    return [
        level * unit if exponent >= 0 else round(level * unit, 12) for level in range(count + 1)
    ]


def brief(number: float) -> str:
    """A number in a few characters.

    >>> brief(1_250_000), brief(40_000), brief(950), brief(0.25), brief(0)
    ('1.25M', '40k', '950', '0.25', '0')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )
