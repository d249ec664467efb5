"""Charts as SVG: a gauge, a curve, steps over time, lines, bars and a reliability plot.

Colours are classes of the stylesheet, which knows light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from beliefs.kernel.calibration import Point
from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.kernel.intervals import Interval, credible_interval, probability_below
from beliefs.mind.belief import Belief
from beliefs.mind.clarity import observations
from beliefs.mind.wording import number, share
from beliefs.serve.dashboard.markup import Html, joined, tag

WIDTH, HEIGHT = 640, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 10, 24
_COLUMNS = 160
_MOST_BARS = 20


class Frame(NamedTuple):
    """A field to draw on: which values its edges stand for."""

    left: float
    right: float
    bottom: float
    top: float

    def x(self, value: float) -> float:
        """The place of a value along the field."""
        room = WIDTH - _LEFT - _RIGHT
        span = self.right - self.left
        return _LEFT + room * ((value - self.left) / span if span else 0.5)

    def y(self, value: float) -> float:
        """The place of a value up the field."""
        room = HEIGHT - _TOP - _BOTTOM
        span = self.top - self.bottom
        return _TOP + room * (1 - ((value - self.bottom) / span if span else 0.5))


def picture(title: str, *parts: Html, width: int = WIDTH, height: int = HEIGHT) -> Html:
    """A drawing, and what is said of it to whoever cannot see it."""
    return tag(
        "svg",
        tag("title", title),
        *parts,
        viewBox=f"0 0 {width} {height}",
        role="img",
        class_="chart",
    )


def gauge(belief: Belief) -> Html:
    """A line from 0 to 1 with the interval as a band and the confidence as a dot.

    >>> from beliefs import Beliefs
    >>> gauge(Beliefs(":memory:").fuse(["The cache is warm"])[0]).count("<circle")
    1
    """
    if belief.confidence is None or belief.status != "active":
        return Html("")
    low, high = belief.interval
    reach = 120
    title = f"{share(belief.confidence)}, 95% within {share(low)} to {share(high)}"
    return tag(
        "svg",
        tag("title", title),
        tag("line", x1=4, x2=4 + reach, y1=10, y2=10, class_="rail"),
        tag("line", x1=4 + reach / 2, x2=4 + reach / 2, y1=6, y2=14, class_="rail"),
        tag(
            "rect",
            x=4 + reach * low,
            y=7,
            width=max(1.0, reach * (high - low)),
            height=6,
            rx=3,
            class_="band",
        ),
        tag("circle", cx=4 + reach * belief.confidence, cy=10, r=4.5, class_="dot"),
        viewBox="0 0 128 20",
        role="img",
        class_="gauge",
    )


def amount(belief: Belief) -> Html:
    """How many observations a belief is worth, as a bar that grows with their logarithm."""
    worth = observations(belief)
    wide = 64 * min(1.0, math.log1p(worth) / math.log(1001))
    return tag(
        "svg",
        tag("title", f"worth {number(worth)} observations"),
        tag("rect", x=0, y=7, width=64, height=6, rx=3, class_="rail-fill"),
        tag("rect", x=0, y=7, width=wide, height=6, rx=3, class_="amount"),
        viewBox="0 0 64 20",
        role="img",
        class_="bar",
    )


def meter(value: float, title: str) -> Html:
    """A part of 1, as a bar."""
    return tag(
        "svg",
        tag("title", f"{title}: {share(value)}"),
        tag("rect", x=0, y=4, width=200, height=8, rx=4, class_="rail-fill"),
        tag("rect", x=0, y=4, width=200 * min(1.0, max(0.0, value)), height=8, rx=4, class_="band"),
        viewBox="0 0 200 16",
        role="img",
        class_="meter",
    )


def distribution(belief: Belief) -> Html:
    """Where the truth is likely to lie."""
    parameters = belief.parameters
    if isinstance(parameters, Dirichlet):
        return categories(parameters)
    if isinstance(parameters, Beta):
        below = [probability_below(parameters, at / _COLUMNS) for at in range(_COLUMNS + 1)]
        return _curve(below, 0.0, 1.0, parameters.mean, belief.interval)
    return _normal(parameters, belief)


def _normal(parameters: Gaussian, belief: Belief) -> Html:
    if parameters.mean is None or not 0 < parameters.variance < math.inf:
        return tag("p", "Nothing is known about the number yet.", class_="quiet")
    mean, deviation = parameters.mean, math.sqrt(parameters.variance)
    spoken = [one.amounts[1] / one.amounts[0] for one in belief.voices if one.amounts[0]]
    far = max([4 * deviation, *(1.1 * abs(value - mean) for value in spoken)])
    reach = min(far, 12 * deviation)
    low, high = mean - reach, mean + reach
    edges = [low + (high - low) * at / _COLUMNS for at in range(_COLUMNS + 1)]
    below = [0.5 * math.erfc((mean - edge) / deviation / math.sqrt(2)) for edge in edges]
    near = [value for value in spoken if low <= value <= high] if len(spoken) > 1 else []
    return _curve(below, low, high, mean, belief.interval, near)


def _curve(
    below: Sequence[float],
    low: float,
    high: float,
    mean: float,
    interval: Interval,
    spoken: Sequence[float] = (),
) -> Html:
    # The mass of each column, not the density at its middle: a narrow peak is never missed.
    masses = [after - before for before, after in pairwise(below)]
    frame = Frame(low, high, 0.0, max(masses) or 1.0)
    step = (high - low) / len(masses)
    places = [(low + (at + 0.5) * step, mass) for at, mass in enumerate(masses)]
    inside = [
        (at, mass)
        for at, mass in places
        if interval.low - step / 2 <= at <= interval.high + step / 2
    ]
    title = f"mean {number(mean)}, 95% within {number(interval.low)} to {number(interval.high)}"
    return picture(
        title,
        tag("path", d=_area(frame, places), class_="unlikely"),
        tag("path", d=_area(frame, inside), class_="likely"),
        tag("path", d=_line(frame, places), class_="stroke"),
        _upright(frame, mean),
        *(
            tag("circle", cx=frame.x(value), cy=frame.y(0.0), r=4.0, class_="voice")
            for value in spoken
        ),
        *_ticks(frame, [low, (low + high) / 2, high], [number(low), "", number(high)]),
        tag("text", number(mean), x=frame.x(mean), y=HEIGHT - 6, class_="mean middle"),
    )


def _upright(frame: Frame, at: float) -> Html:
    x = frame.x(at)
    return tag("line", x1=x, x2=x, y1=_TOP, y2=HEIGHT - _BOTTOM, class_="mean-line")


def _line(frame: Frame, places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{frame.x(x):.1f} {frame.y(y):.1f}" for x, y in places)


def _area(frame: Frame, places: Sequence[tuple[float, float]]) -> str:
    if not places:
        return "M0 0"
    floor = frame.y(frame.bottom)
    first, last = frame.x(places[0][0]), frame.x(places[-1][0])
    return f"M{first:.1f} {floor:.1f}L{_line(frame, places)[1:]}L{last:.1f} {floor:.1f}Z"


def _ticks(frame: Frame, places: Sequence[float], labels: Sequence[str]) -> list[Html]:
    floor = HEIGHT - _BOTTOM
    made = [tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=floor, y2=floor, class_="rail")]
    sides = ("start", *["middle"] * (len(places) - 2), "end")
    for place, label, side in zip(places, labels, sides, strict=True):
        made.append(tag("text", label, x=frame.x(place), y=HEIGHT - 6, class_=side))
    return made


def categories(parameters: Dirichlet) -> Html:
    """A bar for each category, heaviest first, with its interval as a thin line."""
    order = sorted(range(len(parameters.alpha)), key=lambda at: -parameters.alpha[at])
    rows = [
        (
            parameters.categories[at],
            parameters.alpha[at] / parameters.total,
            credible_interval(parameters, category=at),
        )
        for at in order[:_MOST_BARS]
    ]
    if parameters.rest is not None:
        rest = parameters.rest / parameters.total
        rows.append(("something else", rest, Interval(rest, rest)))
    parts = [part for place, row in enumerate(rows) for part in _bar(place, *row)]
    said = ", ".join(f"{name} {share(mean)}" for name, mean, _ in rows)
    more = len(order) - _MOST_BARS
    note = tag("p", f"… and {more} lighter ones", class_="quiet") if more > 0 else None
    return joined(picture(said, *parts, height=8 + 30 * len(rows)), note)


def _bar(place: int, name: str, mean: float, interval: Interval) -> list[Html]:
    left, room, y = 190, WIDTH - 190 - 64, 8 + 30 * place
    cut = name if len(name) <= 26 else f"{name[:25]}…"
    return [
        tag("text", cut, x=left - 10, y=y + 14, class_="end"),
        tag("rect", x=left, y=y, width=room, height=18, rx=3, class_="rail-fill"),
        tag("rect", x=left, y=y, width=max(1.0, room * mean), height=18, rx=3, class_="likely"),
        tag(
            "line",
            x1=left + room * interval.low,
            x2=left + room * interval.high,
            y1=y + 9,
            y2=y + 9,
            class_="whisker",
        ),
        tag("text", share(mean), x=left + room + 10, y=y + 14, class_="start"),
    ]


class Series(NamedTuple):
    """A line over time: its values, None where there is none, and its class."""

    name: str
    values: Sequence[float | None]
    class_: str = "stroke"


def over_time(
    labels: Sequence[str], series: Sequence[Series], *, top: float = 1.0, bottom: float = 0.0
) -> Html:
    """Values after each of several moments, as steps of equal width."""
    count = max(1, len(labels))
    frame = Frame(0.0, float(count), bottom, top)
    parts = []
    for level in (bottom, (bottom + top) / 2, top):
        y = frame.y(level)
        parts += [
            tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, class_="rail"),
            tag("text", number(level), x=_LEFT - 6, y=y + 4, class_="end"),
        ]
    for one in series:
        parts.append(tag("path", d=_steps(frame, one.values), class_=one.class_, fill="none"))
        if len(labels) <= 60:
            parts += [
                tag(
                    "circle",
                    tag("title", f"{label}: {one.name} {number(value)}"),
                    cx=frame.x(place + 0.5),
                    cy=frame.y(value),
                    r=3.5,
                    class_=f"point {one.class_}",
                )
                for place, (label, value) in enumerate(zip(labels, one.values, strict=True))
                if value is not None
            ]
    if labels:
        parts.append(tag("text", labels[0], x=_LEFT, y=HEIGHT - 6, class_="start"))
    if len(labels) > 1:
        parts.append(tag("text", labels[-1], x=WIDTH - _RIGHT, y=HEIGHT - 6, class_="end"))
    said = "; ".join(f"{one.name} {_ends(one.values)}" for one in series)
    return picture(said or "no history", *parts)


def _ends(values: Sequence[float | None]) -> str:
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


def reliability(curve: Sequence[Point], corrected: Sequence[Point]) -> Html:
    """How often what was stated happened; on the diagonal it is honest."""
    side, edge = 300, 36

    def place(point: tuple[float, float]) -> tuple[float, float]:
        room = side - edge - 10
        return edge + room * point[0], 10 + room * (1 - point[1])

    (x1, y1), (x2, y2) = place((0.0, 0.0)), place((1.0, 1.0))
    parts = [
        tag("rect", x=edge, y=10, width=x2 - x1, height=y1 - y2, class_="field"),
        tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="rail dashed"),
    ]
    for points, class_ in ((curve, "before"), (corrected, "after")):
        for stated, happened, count in points:
            x, y = place((stated, happened))
            title = f"stated {share(stated)}, happened {share(happened)}, of {count}"
            size = 3 + 2 * math.log10(max(1, count))
            parts.append(tag("circle", tag("title", title), cx=x, cy=y, r=size, class_=class_))
    for level in (0.0, 0.5, 1.0):
        x, y = place((level, level))
        parts += [
            tag("text", f"{level:g}", x=x, y=side - 10, class_="middle"),
            tag("text", f"{level:g}", x=edge - 6, y=y + 4, class_="end"),
        ]
    said = "how often what was stated happened"
    return picture(said, *parts, width=side, height=side)
