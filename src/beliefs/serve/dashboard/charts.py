"""Charts as SVG: where the truth may lie, as a curve or as bars, and how bets came true.

Colours are classes of the stylesheet, which knows light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from beliefs.kernel.calibration import Point
from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.kernel.intervals import Interval, credible_interval, probability_below
from beliefs.mind.belief import Belief
from beliefs.mind.wording import number, share
from beliefs.serve.dashboard.markup import Html, joined, tag

WIDTH, HEIGHT = 640, 200
EDGE, _TOP, _BOTTOM = 12, 10, 28
_COLUMNS = 160
_MOST_BARS = 20


class Frame(NamedTuple):
    """A field to draw on: which values its edges stand for, and the room for labels beside it."""

    left: float
    right: float
    bottom: float
    top: float
    inset: float = EDGE
    height: int = HEIGHT

    def x(self, value: float) -> float:
        """The place of a value along the field."""
        room = WIDTH - self.inset - EDGE
        span = self.right - self.left
        return self.inset + room * ((value - self.left) / span if span else 0.5)

    def y(self, value: float) -> float:
        """The place of a value up the field."""
        room = self.height - _TOP - _BOTTOM
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


def distribution(belief: Belief) -> Html:
    """Where the truth is likely to lie."""
    parameters = belief.parameters
    if isinstance(parameters, Dirichlet):
        return categories(parameters)
    if isinstance(parameters, Beta):
        below = [probability_below(parameters, at / _COLUMNS) for at in range(_COLUMNS + 1)]
        return _curve(below, Interval(0.0, 1.0), parameters.mean, belief.interval, share)
    return _normal(parameters, belief)


def _normal(parameters: Gaussian, belief: Belief) -> Html:
    if parameters.mean is None or not 0 < parameters.variance < math.inf:
        return tag("p", "Nothing is known about the number yet.", class_="quiet")
    mean, deviation = parameters.mean, math.sqrt(parameters.variance)
    spoken = [one.amounts[1] / one.amounts[0] for one in belief.voices if one.amounts[0]]
    low, high = min([mean - 4 * deviation, *spoken]), max([mean + 4 * deviation, *spoken])
    span = Interval(low - 0.04 * (high - low), high + 0.04 * (high - low))
    step = (span.high - span.low) / _COLUMNS
    if span.low + step == span.low:  # a float tells no two places apart
        words = f"{number(mean)}, too exact to be drawn."
        return tag("p", words, class_="quiet")
    edges = [span.low + step * at for at in range(_COLUMNS + 1)]
    below = [0.5 * math.erfc((mean - edge) / deviation / math.sqrt(2)) for edge in edges]
    frame = Frame(*span, 0.0, 1.0)
    marks = [
        tag("circle", tag("title", f"a voice: {number(value)}"), cx=frame.x(value),
            cy=frame.y(0.0), r=5, class_="voice")
        for value in (spoken if len(spoken) > 1 else ())
    ]  # fmt: skip
    return _curve(below, span, mean, belief.interval, number, [*marks, *_robust(frame, belief)])


def _robust(frame: Frame, belief: Belief) -> list[Html]:
    """Where a number stands with outliers set aside, if that is somewhere else."""
    estimate, mean = belief.estimate, getattr(belief.parameters, "mean", None)
    if estimate is None or mean is None:
        return []
    x = frame.x(estimate.value)
    if abs(x - frame.x(mean)) < 0.02 * WIDTH:
        return []
    words = f"{number(estimate.value)}, outliers set aside"
    right = x < WIDTH / 2
    return [
        tag("line", x1=x, x2=x, y1=_TOP, y2=HEIGHT - _BOTTOM, class_="robust-line"),
        tag("text", words, x=x + (8 if right else -8), y=_TOP + 18,
            class_="start" if right else "end"),
    ]  # fmt: skip


def _curve(
    below: Sequence[float],
    span: Interval,
    mean: float,
    interval: Interval,
    tell: Callable[[float], str],
    marks: Sequence[Html] = (),
) -> Html:
    # The mass of each column, not the density at its middle: a narrow peak is never missed.
    masses = [after - before for before, after in pairwise(below)]
    frame = Frame(*span, 0.0, max(masses) or 1.0)
    step = (span.high - span.low) / len(masses)
    places = [(span.low + (at + 0.5) * step, mass) for at, mass in enumerate(masses)]
    inside = [
        (at, mass)
        for at, mass in places
        if interval.low - step / 2 <= at <= interval.high + step / 2
    ]
    title = f"mean {tell(mean)}, 95% within {tell(interval.low)} to {tell(interval.high)}"
    return picture(
        title,
        tag("path", d=_area(frame, places), class_="unlikely"),
        tag("path", d=_area(frame, inside), class_="likely"),
        tag("path", d=_line(frame, places), class_="stroke"),
        _upright(frame, mean),
        _floor(frame),
        *marks,
        *_ends(frame, mean),
        tag("text", tell(mean), x=frame.x(mean), y=HEIGHT - 6, class_=f"mean {_side(frame, mean)}"),
    )


def _upright(frame: Frame, at: float) -> Html:
    x = frame.x(at)
    return tag("line", x1=x, x2=x, y1=_TOP, y2=HEIGHT - _BOTTOM, class_="mean-line")


def _floor(frame: Frame) -> Html:
    y = frame.y(frame.bottom)
    return tag("line", x1=frame.inset, x2=WIDTH - EDGE, y1=y, y2=y, class_="rail")


def _side(frame: Frame, at: float) -> str:
    """How to set a label so that it stays in the field."""
    place = (at - frame.left) / (frame.right - frame.left)
    return "start" if place < 0.08 else "end" if place > 0.92 else "middle"


def _ends(frame: Frame, mean: float) -> list[Html]:
    """The values at both ends, but for one that the label of the mean would cover."""
    place = (mean - frame.left) / (frame.right - frame.left)
    made = []
    if place > 0.2:
        low = number(frame.left)
        made.append(tag("text", low, x=frame.x(frame.left), y=HEIGHT - 6, class_="start"))
    if place < 0.8:
        high = number(frame.right)
        made.append(tag("text", high, x=frame.x(frame.right), y=HEIGHT - 6, class_="end"))
    return made


def _line(frame: Frame, places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{frame.x(x):.1f} {frame.y(y):.1f}" for x, y in places)


def _area(frame: Frame, places: Sequence[tuple[float, float]]) -> str:
    if not places:
        return "M0 0"
    floor = frame.y(frame.bottom)
    first, last = frame.x(places[0][0]), frame.x(places[-1][0])
    return f"M{first:.1f} {floor:.1f}L{_line(frame, places)[1:]}L{last:.1f} {floor:.1f}Z"


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
    return joined(picture(said, *parts, height=8 + 36 * len(rows)), note)


def _bar(place: int, name: str, mean: float, interval: Interval) -> list[Html]:
    left, room, y = 220, WIDTH - 220 - 68, 8 + 36 * place
    cut = name if len(name) <= 18 else f"{name[:17]}…"
    return [
        tag("text", cut, x=left - 10, y=y + 17, class_="end"),
        tag("rect", x=left, y=y, width=room, height=22, rx=3, class_="rail-fill"),
        tag("rect", x=left, y=y, width=max(1.0, room * mean), height=22, rx=3, class_="likely"),
        tag(
            "line",
            x1=left + room * interval.low,
            x2=left + room * interval.high,
            y1=y + 11,
            y2=y + 11,
            class_="whisker",
        ),
        tag("text", share(mean), x=WIDTH, y=y + 17, class_="end"),
    ]


def reliability(curve: Sequence[Point], corrected: Sequence[Point]) -> Html:
    """How often what was bet came true; on the diagonal it is honest."""
    side, edge = 340, 52
    room = side - edge - 12

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return edge + room * point[0], 12 + room * (1 - point[1])

    (x1, y1), (x2, y2) = place((0.0, 0.0)), place((1.0, 1.0))
    parts = [
        tag("rect", x=edge, y=12, width=room, height=room, class_="field"),
        tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="rail dashed"),
        tag("text", "bet", x=edge + room / 2, y=side - 6, class_="middle"),
        tag(
            "text", "came true", x=-(12 + room / 2), y=14, class_="middle", transform="rotate(-90)"
        ),
    ]
    for points, class_ in ((curve, "before"), (corrected, "after")):
        places = [place((stated, happened)) for stated, happened, _ in points]
        if len(places) > 1:
            way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            parts.append(tag("path", d=way, class_=f"{class_} way"))
        for (stated, happened, count), (x, y) in zip(points, places, strict=True):
            title = f"bet {share(stated)}, came true {share(happened)}, of {count}"
            size = 3 + 2 * math.log10(max(1, count))
            parts.append(tag("circle", tag("title", title), cx=x, cy=y, r=size, class_=class_))
    for level in (0.0, 0.5, 1.0):
        x, y = place((level, level))
        parts += [
            tag("text", f"{level:g}", x=x, y=side - 22, class_="middle"),
            tag("text", f"{level:g}", x=edge - 7, y=y + 5, class_="end"),
        ]
    told = "; ".join(f"bet {share(p.stated)}, came true {share(p.happened)}" for p in curve)
    return picture(told or "no bets", *parts, width=side, height=side)
