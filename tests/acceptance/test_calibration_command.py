"""`belief calibration`: the table, the curve, and the pictures."""

from __future__ import annotations

import random
import struct
import xml.etree.ElementTree as ET
import zlib
from typing import TYPE_CHECKING

import pytest

from beliefs import Beliefs

if TYPE_CHECKING:
    from pathlib import Path

    from tests.acceptance.command import Command


@pytest.fixture
def answered(belief: Command) -> Command:
    """A command whose store holds many outcomes of one kind of source, and a few of another."""
    chance = random.Random(1)
    said: list[dict[str, object]] = []
    truths = {}
    for n in range(80):
        claim, truth = f"claim {n}", chance.random() < 0.5
        truths[claim] = truth
        for agent, right in (("scout", 0.9), ("critic", 0.7), ("coin", 0.5)):
            says = truth == (chance.random() < right)
            source = "web" if n < 70 else None
            said.append({"claim": claim, "agent": agent, "source": source, "refutes": not says})
    with Beliefs(belief.store) as b:
        for change in b.add(said).changes:
            b.outcome(change.belief_id, truths[change.claim])
    return belief


def test_it_shows_a_table_and_draws_the_curve(answered: Command):
    shown = answered("calibration")
    for part in ("binary, web", "binary, no source", "ECE", "floor", "Brier", "as bet", " map"):
        assert part in shown
    assert "needs 50" in shown
    for mark in ("○", "●", "·", "stated →", "held out"):
        assert mark in shown
    assert max(map(len, shown.splitlines())) <= 100


def test_programs_read_the_same_numbers(answered: Command):
    found = answered.json("calibration")
    assert found["outcomes"] == 80
    assert found["enough"] == 50
    assert found["labels"] == {"high": 0.7, "medium": 0.4, "low": 0.0}
    none, web = found["kinds"]
    assert (none["sources"], none["outcomes"], none["map"]) == ([None], 10, None)
    assert none["after"] is None
    assert (web["sources"], web["outcomes"]) == (["web"], 70)
    assert web["map"] in ("beta", "isotonic")
    assert set(web["before"]) == set(web["after"]) == {
        "ece", "ece_equal_mass", "ece_debiased", "floor", "brier", "log_loss",
    }  # fmt: skip
    assert sum(point["n"] for point in web["curve"]) == 70


def test_show_and_list_tell_probability_and_label(answered: Command):
    for found in answered.json("list"):
        assert 0 < found["probability"] < 1
        assert (found["label"] is None) == (int(found["claim"].split()[1]) >= 70)
    first = answered.json("list", "--limit", "1")[0]
    shown = answered.json("show", first["id"])
    assert (shown["probability"], shown["label"]) == (first["probability"], first["label"])


def test_it_draws_pictures(answered: Command, tmp_path: Path):
    svg, png = tmp_path / "curve.svg", tmp_path / "curve.png"
    said = answered("calibration", "--svg", str(svg), "--png", str(png))
    assert f"Drawn: {svg}" in said
    assert f"Drawn: {png}" in said
    root = ET.fromstring(svg.read_text("utf-8"))  # noqa: S314 - our own picture
    assert root.tag.endswith("svg")
    assert len(root.findall(".//{*}circle")) >= 4
    words = " ".join(text.text or "" for text in root.findall(".//{*}text"))
    assert "binary, web" in words
    assert "70 outcomes" in words
    width, height, pixels = opened(png.read_bytes())
    assert (width, height) == (720, 360)
    colours = {pixels[at : at + 3] for line in lines(pixels, width) for at in line}
    assert {(255, 255, 255), (60, 60, 60), (20, 130, 90)} <= {tuple(c) for c in colours}


def lines(pixels: bytes, width: int) -> list[range]:
    """Where the pixels of each line are; the first byte of a line says how it is filtered."""
    size = 1 + 3 * width
    return [range(start + 1, start + size, 3) for start in range(0, len(pixels), size)]


def opened(png: bytes) -> tuple[int, int, bytes]:
    """Take a PNG apart, checking every checksum."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        body = png[at + 4 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size]) == (zlib.crc32(body),)
        chunks[body[:4]] = body[4:]
        at += 12 + size
    width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, colour) == (8, 2)
    assert b"IEND" in chunks
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert len(pixels) == height * (1 + 3 * width)
    return width, height, pixels


def test_without_outcomes_it_says_so(belief: Command, tmp_path: Path):
    belief.add("The cache is warm")
    picture = tmp_path / "empty.svg"
    assert "nothing to compare yet" in belief("calibration", "--svg", str(picture))
    assert "no outcomes yet" in picture.read_text("utf-8")
    assert belief.json("calibration")["kinds"] == []


def test_a_picture_that_cannot_be_written(answered: Command, tmp_path: Path):
    sentence = answered.fails(2, "calibration", "--png", str(tmp_path / "nowhere" / "x.png"))
    assert "cannot draw" in sentence
