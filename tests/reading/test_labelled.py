"""The labelled sentences: enough of them, kept apart, and read no worse than they were."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from beliefs.reading.rules import RuleReader
from tests.reading.notation import alike, cases, label, written

LABELLED = Path(__file__).parent / "labelled"


@pytest.mark.parametrize("half", ["develop", "test"])
def test_each_half_is_large_enough(half):
    assert len(cases(LABELLED / f"{half}.txt")) >= 150


def test_no_sentence_is_in_two_files():
    seen = Counter(alike(case.text) for path in LABELLED.glob("*.txt") for case in cases(path))
    assert [text for text, count in seen.items() if count > 1] == []


def test_every_label_can_be_read():
    for path in LABELLED.glob("*.txt"):
        for case in cases(path):
            for entry in case.expected:
                said = label(entry)
                assert said.kind == "none" or said.text
                assert (entry[0] == "=") == (said.value is not None)


@pytest.mark.parametrize(("name", "least"), [("develop", 0.98), ("test", 0.95), ("long", 0.5)])
def test_recall_of_texts_stays(name, least):
    """What bench/reading.py measures, as a floor; it is not a target to write rules by."""
    both = labelled = 0
    for case in cases(LABELLED / f"{name}.txt"):
        wanted, got = (
            Counter((s.kind, s.refutes, alike(s.text)) for s in map(label, entries))
            for entries in (case.expected, written(RuleReader().read(case.text)))
        )
        both += (wanted & got).total()
        labelled += wanted.total()
    assert both / labelled >= least
