"""Reliability curves as a picture: one panel for each kind of source, as SVG or as PNG.

Both are written by hand, from the same lines and dots; the PNG leaves the words out.
"""

from __future__ import annotations

import math
import struct
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from beliefs.cli.drawing.reliability import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beliefs.kernel.calibration import Point
    from beliefs.mind.calibration import Calibration

SIDE = 360
"""Width and height of a panel."""
_MARGIN, _PLOT = 48, 280
_INK, _GRID, _BEFORE, _AFTER = (60, 60, 60), (205, 205, 205), (150, 150, 150), (20, 130, 90)

Colour = tuple[int, int, int]


class Line(NamedTuple):
    """From one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]
    colour: Colour


class Dot(NamedTuple):
    """A filled circle."""

    at: tuple[float, float]
    radius: float
    colour: Colour


class Panel(NamedTuple):
    """One curve with its frame, and what is written on it."""

    title: str
    legend: str
    shapes: list[Line | Dot]


def panels(report: Calibration) -> list[Panel]:
    """The panels of a report, the frame alone if there is nothing to show."""
    drawn = []
    for kind in report.kinds:
        after = kind.after
        legend = f"{kind.outcomes:,} outcomes, ECE {kind.before.ece:.3f}"
        if after is not None:
            legend += f" → {after.ece:.3f} with a {kind.map} map, held out"
        shapes = [*_frame(), *_curve(kind.curve, _BEFORE), *_curve(kind.corrected, _AFTER)]
        drawn.append(Panel(named(kind), legend, shapes))
    return drawn or [Panel("no outcomes yet", "", _frame())]


def _place(stated: float, happened: float) -> tuple[float, float]:
    return _MARGIN + _PLOT * stated, _MARGIN + _PLOT * (1 - happened)


def _frame() -> list[Line | Dot]:
    corners = [_place(*corner) for corner in ((0, 0), (1, 0), (1, 1), (0, 1))]
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    return [Line(_place(0, 0), _place(1, 1), _GRID), *(Line(a, b, _INK) for a, b in sides)]


def _curve(points: Sequence[Point], colour: Colour) -> list[Line | Dot]:
    """Dots as large as they have outcomes, in the order of what was stated."""
    total = sum(point.n for point in points)
    places = [_place(point.stated, point.happened) for point in points]
    lines = [Line(a, b, colour) for a, b in pairwise(places)]
    dots = [
        Dot(place, 2 + 10 * math.sqrt(point.n / total), colour)
        for place, point in zip(places, points, strict=True)
    ]
    return [*lines, *dots]


def svg_of(drawn: Sequence[Panel]) -> str:
    """The panels side by side, as SVG.

    >>> svg_of([Panel("a & b", "", [])]).count("a &amp; b")
    1
    """
    width = SIDE * len(drawn)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{SIDE}" '
            f'viewBox="0 0 {width} {SIDE}" font-family="sans-serif" font-size="12">'
        ),
        f'<rect width="{width}" height="{SIDE}" fill="white"/>',
    ]
    for number, panel in enumerate(drawn):
        left, bottom = _place(0, 0)
        parts += [
            f'<g transform="translate({number * SIDE} 0)">',
            *(_svg_shape(shape) for shape in panel.shapes),
            f'<text x="{left}" y="20" font-weight="bold">{escape(panel.title)}</text>',
            f'<text x="{left}" y="38" font-size="10">{escape(panel.legend)}</text>',
            f'<text x="{left}" y="{bottom + 16:g}">0</text>',
            f'<text x="{left + _PLOT}" y="{bottom + 16:g}" text-anchor="end">1</text>',
            f'<text x="{left + _PLOT / 2}" y="{bottom + 16:g}" text-anchor="middle">stated</text>',
            f'<text x="{left - 6}" y="{bottom}" text-anchor="end">0</text>',
            f'<text x="{left - 6}" y="{_MARGIN + 10}" text-anchor="end">1</text>',
            (
                f'<text transform="translate({left - 12} {_MARGIN + _PLOT / 2:g}) rotate(-90)" '
                'text-anchor="middle">happened</text>'
            ),
            "</g>",
        ]
    return "\n".join([*parts, "</svg>", ""])


def _svg_shape(shape: Line | Dot) -> str:
    colour = f"rgb{shape.colour}".replace(" ", "")
    if isinstance(shape, Dot):
        x, y = shape.at
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{shape.radius:.2f}" fill="{colour}"/>'
    (x, y), (to_x, to_y) = shape.start, shape.end
    return (
        f'<line x1="{x:.2f}" y1="{y:.2f}" x2="{to_x:.2f}" y2="{to_y:.2f}" '
        f'stroke="{colour}" stroke-width="1.5"/>'
    )


def png_of(drawn: Sequence[Panel]) -> bytes:
    r"""The panels side by side, as PNG without words.

    >>> png_of([Panel("", "", [])])[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    width = SIDE * len(drawn)
    pixels = [bytearray(b"\xff" * 3 * width) for _ in range(SIDE)]
    for number, panel in enumerate(drawn):
        for shape in panel.shapes:
            for x, y in _dots(shape) if isinstance(shape, Dot) else _steps(shape):
                if 0 <= x < SIDE and 0 <= y < SIDE:
                    at = 3 * (x + number * SIDE)
                    pixels[y][at : at + 3] = bytes(shape.colour)
    # Each line of a PNG begins with how it was filtered: 0, not at all.
    lines = b"".join(b"\0" + line for line in pixels)
    header = struct.pack(">IIBBBBB", width, SIDE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _dots(dot: Dot) -> list[tuple[int, int]]:
    (x, y), reach = dot.at, math.ceil(dot.radius)
    near = range(-reach, reach + 1)
    return [
        (round(x) + right, round(y) + down)
        for right in near
        for down in near
        if math.hypot(right, down) <= dot.radius
    ]


def _steps(line: Line) -> list[tuple[int, int]]:
    (x, y), (to_x, to_y) = line.start, line.end
    count = max(1, math.ceil(max(abs(to_x - x), abs(to_y - y))))
    return [
        (round(x + (to_x - x) * step / count), round(y + (to_y - y) * step / count))
        for step in range(count + 1)
    ]
