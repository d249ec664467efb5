"""Charts: examples run as printed, axes are round, and nothing is drawn where nothing is known."""

from __future__ import annotations

import doctest
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from beliefs.cli.drawing import charts
from beliefs.cli.drawing.charts import Bar, Tick, bars, scale, shades


def test_examples_run_as_printed():
    failed, tried = doctest.testmod(charts)
    assert (failed, tried > 0) == (0, True)


@given(st.floats(1e-9, 1e15))
def test_an_axis_reaches_just_above_the_most_in_few_steps(most: float):
    levels = scale(most)
    assert levels[0] == 0
    assert levels[-2] < most <= levels[-1]
    assert 3 <= len(levels) <= 6
    assert levels == sorted(set(levels))


def test_words_are_escaped_and_what_is_unknown_stays_empty():
    root = ET.fromstring(  # noqa: S314 - our own picture
        shades(["<a>", "b"], ["0", "1"], [[0.5, None], [None, None]], axis="day", most=0.5)
    )
    cells = root.findall(".//{*}rect")
    assert [cell.get("fill-opacity") for cell in cells] == ["1.000"]
    assert [(text.text or "").strip() for text in root.findall(".//{*}text")] == [
        "<a>", "b", "0", "1", "day",
    ]  # fmt: skip


def test_bars_stand_on_the_floor_side_by_side():
    root = ET.fromstring(  # noqa: S314 - our own picture
        bars([Bar(3, "x & y"), Bar(0, "none")], [Tick(0.5, "mid")], axis="x", colour="value")
    )
    assert [title.text for title in root.findall(".//{*}title")] == ["x & y", "none"]
    first, second = (path.get("d") for path in root.findall(".//{*}path"))
    assert first is not None
    assert second is not None
    assert first.endswith("V206.00z")
    assert second.startswith("M281.00 206.00v-0.00q0 -0.00")
