"""The published numbers, docs/published.md, drawn from the constants in the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

OPENING = """\
# Published numbers

Every number that somebody chose, and where it is written in the code. Argue with them there. This
page is written by `python docs/check.py --write`; `make check` and a test compare it with the code.
"""


def published_page() -> str:
    """The whole page."""
    return "\n".join([OPENING, *_weights(), *_words(), *_thresholds()])


def _section(title: str, text: str, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    names, *lines = (f"| {' | '.join(cells)} |" for cells in (head, *rows))
    rule = "|---" * len(head) + "|"
    return "\n".join([f"## {title}\n", f"{text}\n", names, rule, *lines, ""])


def _weights() -> Iterator[str]:
    from beliefs.kernel.evidence import STRENGTHS

    yield _section(
        "Strength by type of evidence",
        "How many observations a statement counts for when no strength is given "
        "(`kernel/evidence.py`). It sets the strength at write, and is no weight at read.",
        ("type", "observations"),
        ((name, f"{strength:g}") for name, strength in STRENGTHS.items()),
    )


def _words() -> Iterator[str]:
    from beliefs.reading import hedges

    yield _section(
        "Hedges",
        "The confidence that a sentence with such a word lends its claim (`reading/hedges.py`). "
        "A minus denies the claim with that confidence. Without any of these words a claim is "
        "asserted, with confidence 1.",
        ("words", "where they stand", "confidence"),
        (
            (", ".join(words), place, f"{confidence:g}".replace("-", "−"))
            for place, table in hedge_tables(hedges).items()
            for confidence, words in _grouped(table)
        ),
    )


def _grouped(table: Mapping[str, float]) -> Iterator[tuple[float, list[str]]]:
    """The words of a table by their confidence, the surest first."""
    for confidence in sorted(set(table.values()), reverse=True):
        yield confidence, [words for words, number in table.items() if number == confidence]


def hedge_tables(hedges: object) -> dict[str, Mapping[str, float]]:
    """The tables of hedges, by where their words stand."""
    return {
        place: getattr(hedges, name)
        for place, name in (
            ("anywhere in a clause", "ADVERBS"),
            ("before a verb", "MODALS"),
            ("… to be", "SEMBLANCES"),
            ("is … to", "EXPECTATIONS"),
            ("it is … that", "FRAMES"),
            ("I or we … that", "JUDGMENTS"),
        )
    }


def _thresholds() -> Iterator[str]:
    yield _section(
        "Thresholds and limits",
        "Each with its place below `src/beliefs`.",
        ("what", "number", "constant"),
        ((what, number, f"`{place}`") for what, number, place in thresholds()),
    )


def thresholds() -> Iterator[tuple[str, str, str]]:
    """What each threshold is for, its number, and where it is written."""
    from beliefs.kernel import trust
    from beliefs.ledger import answers, linking
    from beliefs.mind import (
        belief,
        calibration,
        clarity,
        forecast,
        moves,
        outlook,
        prompt,
        tools,
        wording,
    )
    from beliefs.reading.linking import comparing

    for what, module, name in (
        ("readiness is high from this clarity", clarity, "HIGH_FROM"),
        ("readiness is medium from this clarity", clarity, "MEDIUM_FROM"),
        ("so many observations make a belief half certain", clarity, "HALF_KNOWN"),
        ("a belief is stale when its newest evidence has less weight left", belief, "STALE_BELOW"),
        ("the least score of a link between two claims", comparing, "THRESHOLD"),
        ("so many claims with its handle one claim is compared with", linking, "MOST_COMPARED"),
        ("imagined right answers an agent starts with", trust, "BENEFIT_OF_DOUBT"),
        ("outcomes of one kind of source before there is a map", answers, "MIN_OUTCOMES"),
        ("bins of the reliability curve", calibration, "BINS"),
        ("a disagreement is a contradiction from this conflict", wording, "CONFLICT_FROM"),
        ("a belief is complete below this fragility, in nats", moves, "COMPLETE_BELOW"),
        ("readings are held alike within this difference", moves, "CLOSE_WITHIN"),
        ("fewer observations are thin; a tool's rate is of medium confidence", moves, "THIN_BELOW"),
        ("a tool's rate is of high confidence from so many outcomes", tools, "SURE_FROM"),
        ("a forecast is of medium confidence from so many observations", forecast, "MEDIUM_FROM"),
        ("a forecast is of high confidence from so many observations", forecast, "HIGH_FROM"),
        ("a claim is settled at this probability of its better side", forecast, "SETTLED"),
        ("a number is settled at this standard deviation, as part of it", forecast, "TIGHT"),
        ("beliefs that one turn looks at", outlook, "MOST"),
        ("of them, those that the words of a text bring up", outlook, "FOUND"),
        ("tokens of a prompt when nothing else is said", prompt, "BUDGET"),
    ):
        place = module.__name__.removeprefix("beliefs.").replace(".", "/")
        yield what, f"{getattr(module, name):g}", f"{place}.py {name}"
    for label, least in calibration.LABELS.items():
        yield f"label {label}: from this probability", f"{least:g}", "mind/calibration.py LABELS"
    yield "half-life when none is set", "none: evidence does not fade", "mind/settings.py"
