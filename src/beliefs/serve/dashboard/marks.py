"""Small pictures that stand in a line of text: gauges, bars and meters.

Colours are classes of the stylesheet, which knows light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from beliefs.kernel.families import Beta
from beliefs.kernel.intervals import Interval, credible_interval
from beliefs.mind.belief import Belief
from beliefs.mind.clarity import observations
from beliefs.mind.wording import figure, number, share
from beliefs.serve.dashboard.markup import Html, tag

_REACH, _EDGE = 120, 4
_WITHIN = 1.96
"""Standard errors that 95% lie within."""


def gauge(belief: Belief) -> Html:
    """Where a belief stands, as a dot, and its interval, as a band.

    A claim or a category lies on a line from 0 to 1; a number between what its voices say.

    >>> from beliefs import Beliefs
    >>> gauge(Beliefs(":memory:").fuse(["The cache is warm"])[0]).count("<circle")
    1
    """
    if belief.status != "active":
        return Html("")
    if belief.family == "numeric":
        return _number_line(belief)
    if belief.confidence is None:
        return Html("")
    low, high = belief.interval
    title = f"{share(belief.confidence)}, 95% within {share(low)} to {share(high)}"
    return _line(title, belief.confidence, belief.interval)


def record(right: int, graded: int) -> Html:
    """How often somebody was right, with what so few answers leave open."""
    interval = credible_interval(Beta(1.0 + right, 1.0 + graded - right))
    low, high = interval
    title = f"right {right:,} of {graded:,} times, 95% within {share(low)} to {share(high)}"
    return _line(title, right / graded, interval)


def _number_line(belief: Belief) -> Html:
    estimate = belief.estimate
    if estimate is None or not math.isfinite(estimate.spread):
        return Html("")
    wide = _WITHIN * estimate.spread
    spoken = [one.amounts[1] / one.amounts[0] for one in belief.voices if one.amounts[0]]
    low = min([estimate.value - 2 * wide, *spoken])
    high = max([estimate.value + 2 * wide, *spoken])
    if not 0 < high - low < math.inf:
        return Html("")

    def place(value: float) -> float:
        return min(1.0, max(0.0, (value - low) / (high - low)))

    band = Interval(place(estimate.value - wide), place(estimate.value + wide))
    heard = [place(value) for value in spoken] if len(spoken) > 1 else []
    return _line(figure(belief), place(estimate.value), band, heard)


def _line(title: str, stands: float, band: Interval, heard: Sequence[float] = ()) -> Html:
    def place(value: float) -> float:
        return _EDGE + _REACH * value

    middle = [] if heard else [0.5]
    return tag(
        "svg",
        tag("title", title),
        tag("line", x1=place(0), x2=place(1), y1=10, y2=10, class_="rail"),
        *(tag("line", x1=place(at), x2=place(at), y1=6, y2=14, class_="rail") for at in middle),
        tag(
            "rect",
            x=place(band.low),
            y=7,
            width=max(1.0, _REACH * (band.high - band.low)),
            height=6,
            rx=3,
            class_="band",
        ),
        *(tag("line", x1=place(at), x2=place(at), y1=4, y2=16, class_="heard") for at in heard),
        tag("circle", cx=place(stands), cy=10, r=4.5, class_="dot"),
        viewBox=f"0 0 {_REACH + 2 * _EDGE} 20",
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


def meter(value: float, title: str, *, most: float = 1.0) -> Html:
    """A part of a whole, as a bar."""
    part = min(1.0, max(0.0, value / most)) if most else 0.0
    return tag(
        "svg",
        tag("title", f"{title}: {share(value) if most == 1.0 else number(value)}"),
        tag("rect", x=0, y=4, width=200, height=8, rx=4, class_="rail-fill"),
        tag("rect", x=0, y=4, width=200 * part, height=8, rx=4, class_="band"),
        viewBox="0 0 200 16",
        role="img",
        class_="meter",
    )


def balance(for_: float, against: float, most: float) -> Html:
    """What speaks for a claim, to the right, and what against it, to the left.

    >>> balance(3.0, 1.0, 4.0).count("<rect")
    2
    """
    middle, reach = 50, 48
    right, left = (reach * min(1.0, one / most) if most else 0.0 for one in (for_, against))
    return tag(
        "svg",
        tag("title", f"{few(for_)} for, {few(against)} against"),
        tag("rect", x=middle, y=5, width=right, height=10, rx=2, class_="for"),
        tag("rect", x=middle - left, y=5, width=left, height=10, rx=2, class_="against"),
        tag("line", x1=middle, x2=middle, y1=1, y2=19, class_="rail"),
        viewBox="0 0 100 20",
        role="img",
        class_="balance",
    )


def few(value: float) -> str:
    """An amount of evidence, with no more digits than one compares.

    >>> few(5.8693), few(0.9), few(0.0312), few(1200.0)
    ('5.9', '0.9', '0.03', '1,200')
    """
    return number(float(f"{value:.1g}") if abs(value) < 0.1 else round(value, 1))
