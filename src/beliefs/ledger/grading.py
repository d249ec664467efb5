"""Grading: who was right, once the world has answered.

A voice is graded once per belief, on the side its evidence leaned to in total. Evidence that is
balanced leans nowhere and is not graded. Numbers grade nobody: being a little off is not wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

from beliefs.kernel.evidence import Evidence
from beliefs.kernel.exact import Sum
from beliefs.ledger.entries import Body

Target = tuple[str, str]
"""("agent" or "source", name)."""


def verdicts(
    said: Iterable[tuple[Body, Evidence]], truth: bool | str | float
) -> dict[Target, bool]:
    """Whether each agent and each source leaned to the truth."""
    leans: dict[Target, dict[str, Sum]] = {}
    for body, evidence in said:
        if evidence.family == "numeric":
            continue
        labels = evidence.labels or ("true", "false")
        for kind in ("agent", "source"):
            if kind not in body:
                continue
            lean = leans.setdefault((kind, body[kind]), {})
            for label, amount in zip(labels, evidence.amounts, strict=True):
                lean.setdefault(label, Sum(1)).add((amount,), evidence.exponent)
    answer = str(truth).lower() if isinstance(truth, bool) else truth
    graded = {target: _leading(lean) for target, lean in leans.items()}
    return {target: side == answer for target, side in graded.items() if side is not None}


def _leading(lean: dict[str, Sum]) -> str | None:
    """The one label with the most evidence, or None if there is no single one."""
    from fractions import Fraction

    totals = {}
    for label, total in lean.items():
        (numerator,), denominator = total.over_common_denominator()
        totals[label] = Fraction(numerator, denominator)
    best = max(totals.values())
    leaders = [label for label, amount in totals.items() if amount == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else None
