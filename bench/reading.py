"""How well and how fast the rule reader reads, on sentences that were labelled by hand.

Rules may be written by the develop half; the test half and the long sentences are only ever
counted. Develop and test were written by one hand before the rules, so they flatter; the long
ones came after. Precision is the share of what was heard that is labelled, recall the share of
what is labelled that was heard:

    kind     claim, goal or gap
    stance   and said or denied alike
    text     and the same words, but for case, articles and punctuation
    numbers  of those with a value: the text with its unit, and the value to 5 figures
    all      text, value and choice, and the role and the type of evidence too
    silence  sentences that say nothing to believe, and were listed as not understood
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Hashable
from pathlib import Path

from _measure import Report, interleaved, timed

from beliefs.reading.rules import RuleReader

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.reading.notation import Case, Label, alike, cases, label, written  # noqa: E402

LABELLED = ROOT / "tests" / "reading" / "labelled"
REPEATS = 20


def _number(said: Label) -> str | None:
    return None if said.value is None else f"{said.value:.5g}"


def _source(said: Label) -> str:
    """The type of evidence; a speaker's own word is one kind, whether known or concluded."""
    return "own word" if said.evidence_type in ("assertion", "inference") else said.evidence_type


KEYS: dict[str, Callable[[Label], Hashable]] = {
    "kind": lambda said: said.kind,
    "stance": lambda said: (said.kind, said.refutes),
    "text": lambda said: (said.kind, said.refutes, alike(said.text)),
    "numbers": lambda said: (alike(said.text), _number(said)),
    "all": lambda said: (
        said.kind, said.refutes, alike(said.text), _number(said),
        said.choice and alike(said.choice), said.role, _source(said),
    ),
    "silence": lambda said: said.kind,
}  # fmt: skip


def _counts(what: str, said: Label) -> bool:
    """Whether an entry takes part in a figure."""
    if what == "silence":
        return said.kind == "none"
    return said.kind != "none" and (what != "numbers" or said.value is not None)


def precision_and_recall(found: list[tuple[Case, list[Label]]], what: str) -> tuple[float, float]:
    """One figure over a file of sentences."""
    both = heard = labelled = 0
    for case, said in found:
        key = KEYS[what]
        wanted = Counter(key(e) for e in map(label, case.expected) if _counts(what, e))
        got = Counter(key(e) for e in said if _counts(what, e))
        both += (wanted & got).total()
        heard += got.total()
        labelled += wanted.total()
    return both / max(heard, 1), both / max(labelled, 1)


def main() -> None:
    """Measure each file, and the speed."""
    report = Report("The rule reader on hand-labelled sentences")
    reader = RuleReader()
    texts = []
    for half in ("develop", "test", "long"):
        found = [
            (case, [label(entry) for entry in written(reader.read(case.text))])
            for case in cases(LABELLED / f"{half}.txt")
        ]
        texts += [case.text for case, _ in found]
        report.say(f"{half}_sentences", len(found))
        for what in KEYS:
            if not any(_counts(what, e) for case, _ in found for e in map(label, case.expected)):
                continue
            precision, recall = precision_and_recall(found, what)
            report.say(f"{half}_{what}_precision", precision)
            report.say(f"{half}_{what}_recall", recall)
    words = sum(len(text.split()) for text in texts)
    (cost,) = interleaved(
        3 if report.quick else REPEATS,
        lambda _: timed(lambda: [reader.read(text) for text in texts]),
    )
    report.say("words_per_cpu_second", words / cost.cpu, "words/s", least=20_000)
    report.end()


if __name__ == "__main__":
    main()
