"""Values over time as SVG: steps of equal width, with bands for what is left open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from beliefs.kernel.intervals import Interval
from beliefs.mind.wording import number
from beliefs.serve.dashboard.charts import EDGE, WIDTH, Frame, picture
from beliefs.serve.dashboard.markup import Html, tag

_DIGIT = 13
"""How wide a digit of a label can be; they are largest on a phone."""
_MOST_POINTS = 60
_TALL = 280


class Series(NamedTuple):
    """A line over time: its values, None where there is none, and its class."""

    name: str
    values: Sequence[float | None]
    class_: str = "stroke"
    within: Sequence[Interval | None] = ()
    """Its interval at each moment, drawn as a band."""
    notes: Sequence[str] = ()
    """What is said of each point."""


def times(moments: Sequence[datetime | None], now: str) -> list[str]:
    """Moments as labels: times of a day if it is one day; None is now.

    >>> from datetime import UTC
    >>> times([datetime(2026, 5, 1, 8, 30, tzinfo=UTC), None], "now")
    ['08:30:00', 'now']
    """
    days = {moment.date() for moment in moments if moment is not None}
    form = "%H:%M:%S" if len(days) == 1 else "%Y-%m-%d %H:%M"
    return [now if moment is None else f"{moment:{form}}" for moment in moments]


def over_time(
    labels: Sequence[str], series: Sequence[Series], *, top: float = 1.0, bottom: float = 0.0
) -> Html:
    """Values after each of several moments, as steps of equal width."""
    levels = [0.0, 0.5, 1.0] if (bottom, top) == (0.0, 1.0) else round_levels(bottom, top)
    inset = max(10 + _DIGIT * len(number(level)) for level in levels)
    frame = Frame(0.0, float(max(1, len(labels))), bottom, top, inset, _TALL)
    parts = []
    for level in levels:
        y = frame.y(level)
        parts += [
            tag("line", x1=inset, x2=WIDTH - EDGE, y1=y, y2=y, class_="rail"),
            tag("text", number(level), x=inset - 8, y=y + 5, class_="end"),
        ]
    for one in series:
        parts += _band(frame, one.within)
        parts.append(tag("path", d=_steps(frame, one.values), class_=one.class_, fill="none"))
        if len(labels) <= _MOST_POINTS:
            parts += _points(frame, one, labels)
    if labels:
        parts.append(tag("text", labels[0], x=inset, y=_TALL - 6, class_="start"))
    if len(labels) > 1:
        parts.append(tag("text", labels[-1], x=WIDTH - EDGE, y=_TALL - 6, class_="end"))
    said = "; ".join(f"{one.name} {_course(one.values)}" for one in series)
    return picture(said or "no history", *parts, height=_TALL)


def round_levels(bottom: float, top: float) -> list[float]:
    """A few round values between two.

    >>> round_levels(69.6, 1044.0)
    [200.0, 400.0, 600.0, 800.0, 1000.0]
    """
    span = top - bottom
    if not 1e-300 < span < math.inf:
        return [bottom]
    size = 10.0 ** math.floor(math.log10(span / 2))
    # The last is for spans whose logarithm is rounded up to the next power of ten.
    step = next(size * times for times in (5.0, 2.0, 1.0, 0.5) if size * times <= span / 2)
    first = math.ceil(bottom / step)
    return [float(f"{step * at:.12g}") for at in range(first, math.floor(top / step) + 1)]


def _points(frame: Frame, one: Series, labels: Sequence[str]) -> list[Html]:
    return [
        tag(
            "circle",
            tag("title", f"{label}: {one.name} {number(value)}{f', {note}' if note else ''}"),
            cx=frame.x(place + 0.5),
            cy=frame.y(value),
            r=3.5,
            class_=f"point {one.class_}",
        )
        for place, (label, value, note) in enumerate(zip_longest(labels, one.values, one.notes))
        if value is not None
    ]


def _band(frame: Frame, within: Sequence[Interval | None]) -> list[Html]:
    made = []
    for place, one in enumerate(within):
        if one is None:
            continue
        high = frame.y(min(frame.top, one.high))
        low = frame.y(max(frame.bottom, one.low))
        x, wide = frame.x(place), frame.x(1) - frame.x(0)
        tall = max(0.0, low - high)
        made.append(tag("rect", x=x, y=high, width=wide, height=tall, class_="unlikely"))
    return made


def _course(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"from {number(known[0])} to {number(known[-1])}" if known else "not known"


def _steps(frame: Frame, values: Sequence[float | None]) -> str:
    drawn, pen = [], False
    for place, value in enumerate(values):
        if value is None:
            pen = False
            continue
        here = f"{frame.x(place):.1f} {frame.y(value):.1f}"
        drawn.append(f"{'L' if pen else 'M'}{here}H{frame.x(place + 1):.1f}")
        pen = True
    return "".join(drawn) or "M0 0"
