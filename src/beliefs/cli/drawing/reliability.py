"""Calibration for people: a table of errors, and reliability curves in characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from beliefs.cli.drawing.figures import share
from beliefs.cli.drawing.tables import table

if TYPE_CHECKING:
    from rich.table import Table

    from beliefs.mind.calibration import Calibration, Reliability, Scores

WIDTH = 51
HEIGHT = 17
_NUMBERS = ("n", "ECE", "by mass", "debiased", "floor", "Brier", "log loss")


def named(kind: Reliability) -> str:
    """Which beliefs these are, in words."""
    sources = ", ".join(source or "no source" for source in kind.sources)
    return f"{kind.family}, {sources}"


def calibration_table(report: Calibration) -> Table:
    """Two lines for each kind of source: before its map, and after it on held-out outcomes."""
    made = table("what", "", *_NUMBERS, right=_NUMBERS)
    for kind in report.kinds:
        made.add_row(
            Text(named(kind)), Text("as bet", "quiet"), f"{kind.outcomes:,}", *_cells(kind.before)
        )
        if kind.after is None:
            made.add_row("", Text(f"needs {report.enough}", "warn"), *[""] * len(_NUMBERS))
        else:
            made.add_row("", Text(f"{kind.map} map", "good"), "", *_cells(kind.after))
    return made


def _cells(scores: Scores) -> list[str]:
    found = (
        scores.ece,
        scores.ece_equal_mass,
        scores.ece_debiased,
        scores.floor.expected,
        scores.brier,
        scores.log_loss,
    )
    return [f"{value:.3f}" for value in found]


def reliability(kind: Reliability) -> list[Text]:
    """The curve of one kind: how often what was stated happened. On the diagonal it is honest."""
    cells = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]
    for column in range(WIDTH):
        cells[_row(column / (WIDTH - 1))][column] = ("·", "quiet")
    for points, mark in ((kind.curve, ("○", "quiet")), (kind.corrected, ("●", "mean"))):
        for point in points:
            cells[_row(point.happened)][round(point.stated * (WIDTH - 1))] = mark
    lines = [Text(), Text(named(kind), "heading")]
    for row, line in enumerate(cells):
        level = 1 - row / (HEIGHT - 1)
        tick = share(level) if row % (HEIGHT // 4) == 0 else "    "
        lines.append(Text.assemble(f"  {tick} │", *line))
    legend = "○ as bet  ● after the map, held out" if kind.corrected else "○ as bet"
    half = WIDTH // 2
    lines += [
        Text("       └" + "─" * WIDTH),
        Text("        0" + "0.5".center(WIDTH - 2) + "1"),
        Text(f"{'':8}{'stated →':<{half}}{legend}", "quiet"),
    ]
    return lines


def _row(level: float) -> int:
    return round((1 - level) * (HEIGHT - 1))


def calibration_document(report: Calibration) -> dict[str, Any]:
    """The report as plain JSON."""
    return {
        "outcomes": report.outcomes,
        "enough": report.enough,
        "labels": report.labels,
        "kinds": [
            {
                **kind._asdict(),
                "sources": list(kind.sources),
                "before": _scores(kind.before),
                "after": None if kind.after is None else _scores(kind.after),
                "curve": [point._asdict() for point in kind.curve],
                "corrected": [point._asdict() for point in kind.corrected],
            }
            for kind in report.kinds
        ],
    }


def _scores(scores: Scores) -> dict[str, Any]:
    return {**scores._asdict(), "floor": scores.floor._asdict()}
