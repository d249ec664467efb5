"""The published numbers are those in the code, and each promise names a test that exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from beliefs.kernel.evidence import STRENGTHS
from beliefs.kernel.trust import BENEFIT_OF_DOUBT
from beliefs.ledger.answers import MIN_OUTCOMES
from beliefs.mind import clarity
from beliefs.mind.belief import STALE_BELOW
from beliefs.mind.calibration import LABELS
from beliefs.mind.wording import CONFLICT_FROM
from beliefs.reading import hedges
from beliefs.reading.linking.comparing import THRESHOLD

ROOT = Path(__file__).parents[2]
TABLES = (
    "ADVERBS",
    "MODALS",
    "SEMBLANCES",
    "EXPECTATIONS",
    "FRAMES",
    "JUDGMENTS",
)


def rows(title: str) -> list[list[str]]:
    """The cells of the table under a heading of the page."""
    page = (ROOT / "docs" / "published.md").read_text(encoding="utf-8")
    section = page.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_strengths_are_published():
    listed = {name: float(number) for name, number in rows("Strength by type of evidence")}
    assert listed == STRENGTHS


def test_hedges_are_published():
    listed = [
        (word, float(number.replace("−", "-")))
        for words, _, number in rows("Hedges")
        for word in words.split(", ")
    ]
    known = [pair for name in TABLES for pair in getattr(hedges, name).items()]
    assert sorted(listed) == sorted(known)
    # No table of hedges is left out.
    held = [name for name, value in vars(hedges).items() if isinstance(value, dict)]
    assert sorted(name for name in held if name.isupper()) == sorted(TABLES)


@pytest.mark.parametrize(
    ("constant", "number"),
    [
        ("mind/clarity.py HIGH_FROM", clarity.HIGH_FROM),
        ("mind/clarity.py MEDIUM_FROM", clarity.MEDIUM_FROM),
        ("mind/belief.py STALE_BELOW", STALE_BELOW),
        ("mind/wording.py CONFLICT_FROM", CONFLICT_FROM),
        ("reading/linking/comparing.py THRESHOLD", THRESHOLD),
        ("kernel/trust.py BENEFIT_OF_DOUBT", BENEFIT_OF_DOUBT),
        ("ledger/answers.py MIN_OUTCOMES", MIN_OUTCOMES),
    ],
)
def test_thresholds_are_published(constant: str, number: float):
    listed = {place: value for _, value, place in rows("Thresholds and limits")}
    assert float(listed[f"`{constant}`"]) == number


def test_labels_are_published():
    listed = [
        (what.split()[1].rstrip(":"), float(number))
        for what, number, place in rows("Thresholds and limits")
        if place.endswith("LABELS`")
    ]
    assert listed == [*LABELS.items()]


def test_pages_drawn_from_the_code_are_up_to_date():
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "check.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def promised() -> list[str]:
    """The tests that the page of promises names."""
    page = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    return re.findall(r"\]\(\.\./(tests/[^)#]+\.py)\)", page)


def test_every_promise_names_a_test_that_exists():
    named = promised()
    assert len(named) > 20
    for name in named:
        held = (ROOT / name).read_text(encoding="utf-8")
        assert "def test_" in held, name


def test_every_contract_is_promised():
    contracts = {
        f"tests/contracts/{file.name}" for file in (ROOT / "tests/contracts").glob("test_*")
    }
    assert contracts <= set(promised())


def test_every_line_of_the_table_of_promises_has_a_test():
    page = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    table = [line for line in page.splitlines() if line.startswith("| ")]
    assert table
    unheld = [line for line in table if "](../tests/" not in line and "held by" not in line]
    assert not unheld
