"""The words for figures and questions: how a belief is spoken of, in prompts and moves alike."""

from __future__ import annotations

import math
from typing import Any, Final

from beliefs.kernel.families import Dirichlet
from beliefs.mind.belief import Belief, Note

CONFLICT_FROM: Final = 0.25
"""From here on a disagreement between voices is worth settling."""

_LONGEST_NAME = 40


def asked(target: Belief | Note) -> str:
    """Return the question to ask about a belief or a gap."""
    if isinstance(target, Note):
        text = " ".join(target.text.split())
        return text if text.endswith("?") else f"What answers {quoted(text)}?"
    claim, still = quoted(target.claim), "still " if target.stale else ""
    disputed = " that disagree" if target.conflict >= CONFLICT_FROM else ""
    stands = "confidence " if target.family == "binary" else ""
    known = f"{counted(target)}{disputed}, {stands}{figure(target)}."
    parameters = target.parameters
    if isinstance(parameters, Dirichlet):
        pairs = sorted(zip(parameters.alpha, parameters.categories, strict=True), reverse=True)
        names = [named(name) for _, name in pairs[:3]]
        if len(names) < len(pairs) or parameters.rest is not None:
            names.append("something else")
        return f"Which is it {still}for {claim}: {' or '.join(names)}? {known}"
    if target.family == "numeric":
        return f"What is {claim}{' by now' if still else ''}? {known}"
    return f"Is it {still}true that {claim}? {known}"


def asked_between(one: Belief, other: Belief) -> str:
    """Return the question that two beliefs which contradict each other ask."""
    return (
        f"Which holds, {quoted(one.claim)} ({figure(one)}) or {quoted(other.claim)} "
        f"({figure(other)})?"
    )


def figure(belief: Belief) -> str:
    """Return where a belief stands: its confidence, leading category, or number with its spread.

    >>> from beliefs import Beliefs, Statement
    >>> said = [Statement("Latency, ms", value=130, stdev=10), Statement("Region", choice="eu")]
    >>> [figure(belief) for belief in Beliefs(":memory:").fuse(said)]
    ['eu 0.50', '130 ± 10']
    """
    if belief.family == "numeric":
        estimate = belief.estimate
        return f"{estimate.value:.4g} ± {estimate.spread:.2g}" if estimate else "not known"
    if belief.confidence is None:
        return "not known"
    chance = share(belief.confidence)
    return chance if belief.leading is None else f"{named(belief.leading)} {chance}"


def share(value: float) -> str:
    """Return a probability in two digits; what is not quite certain never looks certain."""
    if 0.995 <= value < 1:
        return ">0.99"
    return "<0.01" if 0 < value < 0.005 else f"{value:.2f}"


def counted(belief: Belief) -> str:
    """Return how many voices are behind a belief."""
    voices = len({(voice.agent, voice.source, voice.origin) for voice in belief.voices})
    return "1 voice" if voices == 1 else f"{voices} voices"


def quoted(text: str) -> str:
    """Return words in quotation marks, on one line."""
    return f'"{" ".join(text.split())}"'


def named(category: str) -> str:
    """Return the name of a category, on one line and not too long for a figure."""
    name = " ".join(category.split())
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def number(value: float | None) -> str:
    """A number with as many digits as one reads.

    >>> number(130.0), number(0.00012345), number(1234567.0), number(None)
    ('130', '0.000123', '1,234,567', '–')
    """
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    size = abs(value)
    if size >= 1e9 or 0 < size < 1e-4:
        return f"{value:.3g}"
    if size >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def stated(details: dict[str, Any]) -> str:
    """What an entry says, in a few words."""
    said = dict(details)
    parts = []
    if "value" in said:
        parts.append(f"{number(said['value'])} ± {number(said['stdev'])}")
    elif "choice" in said:
        parts.append(f"{said['choice']} × {number(said['strength'])}")
    elif "confidence" in said:
        verb = "refutes, " if said.get("refutes") else ""
        parts.append(f"{verb}{share(said['confidence'])} × {number(said['strength'])}")
    if "truth" in said:
        parts.append(f"turned out {str(said['truth']).lower()}")
    if "by" in said:
        parts.append(f"by {str(said['by'])[:8]}")
    if "relation" in said:
        parts.append(f"{said['relation']} {str(said['to'])[:8]}")
    parts += [
        f"{word} {said[name]}"
        for name, word in (("type", "a"), ("origin", "from"), ("reliability", "reliability"))
        if name in said
    ]
    if isinstance(premises := said.get("premises"), list):
        parts.append("resting on " + ", ".join(str(premise)[:8] for premise in premises))
    if said.get("pinned"):
        parts.append("pinned")
    if "quote" in said:
        parts.append(f"“{said['quote']}”")
    if "reference" in said:
        parts.append(str(said["reference"]))
    return ", ".join(parts)
