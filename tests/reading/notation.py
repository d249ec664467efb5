r"""One line a case: a text, an arrow, and what is to be heard in it.

    The cache isn't warm.  =>  - The cache is warm
    We use uv.  =>  + We use uv {assertion}

    +  a claim that is said to be true        -  a claim that is denied
    =  what (unit): value ± stdev             *  what: choice of one, other
    !  a goal          ?  a gap               ~  not understood (and why)

Several are divided by " | ". In braces stands what is not the usual: a confidence, a role, the
type of evidence, source=…, replaces=…; divided by "; ". A line that begins with # is a remark.
In the text, \n is a line break.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from beliefs.reading.heard import Heard, Reading

_NUMBER = re.compile(r"(.+ \([^()]+\)): (-?[\d.e+-]+)(?: ± ([\d.e+-]+))?$")
_BRACES = re.compile(r"^(.*?)(?: \{([^{}]*)\})?$", re.DOTALL)
_ROLES = ("assumption", "risk", "decision", "insight")
_TYPES = ("measurement", "citation", "assertion", "judgment", "inference", "assumption")


class Case(NamedTuple):
    """A text and what is to be heard in it."""

    text: str
    expected: tuple[str, ...]
    line: int


def cases(path: Path) -> list[Case]:
    """The cases of a file."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("# "):
            text, arrow, expected = line.rpartition(" => ")
            assert arrow, f"{path.name}:{number} has no arrow"
            found.append(
                Case(
                    text.strip().replace("\\n", "\n"), tuple(expected.strip().split(" | ")), number
                )
            )
    return found


def written(readings: list[Reading]) -> tuple[str, ...]:
    """What was heard, in the notation."""
    found = []
    for reading in readings:
        found += [_heard(heard) for heard in reading.heard]
        if reading.why:
            found.append(f"~ {reading.why}")
    return tuple(found)


def _heard(heard: Heard) -> str:
    if heard.kind == "goal":
        return f"! {heard.text}"
    if heard.kind == "gap":
        return f"? {heard.text}"
    notes = [] if heard.confidence is None else [f"{heard.confidence:g}"]
    notes += [] if heard.role == "claim" else [heard.role]
    is_usual = heard.evidence_type in ("inference", heard.role)
    notes += [] if is_usual else [heard.evidence_type]
    notes += [f"source={heard.source}"] if heard.source else []
    notes += [f"replaces={heard.replaces}"] if heard.replaces else []
    braces = f" {{{'; '.join(notes)}}}" if notes else ""
    if heard.value is not None:
        return f"= {heard.text}: {heard.value:.6g} ± {heard.stdev:.6g}{braces}"
    if heard.choice is not None:
        return f"* {heard.text}: {heard.choice} of {', '.join(heard.among)}{braces}"
    return f"{'-' if heard.refutes else '+'} {heard.text}{braces}"


class Label(NamedTuple):
    """What a label says, taken apart for comparing."""

    kind: str
    refutes: bool
    text: str
    value: float | None
    choice: str | None
    role: str
    evidence_type: str


def label(entry: str) -> Label:
    """A label from its notation."""
    match = _BRACES.match(entry)
    assert match
    body, notes = match[1], (match[2] or "").split("; ")
    mark, text = body[0], body[2:]
    kind = {"!": "goal", "?": "gap", "~": "none"}.get(mark, "claim")
    value = choice = None
    if mark == "=" and (number := _NUMBER.match(text)):
        text, value = number[1], float(number[2])
    elif mark == "*":
        text, _, rest = text.partition(": ")
        choice = rest.split(" of ")[0]
    role = next((note for note in notes if note in _ROLES), "claim")
    usual = "assumption" if role == "assumption" else "inference"
    evidence_type = next((note for note in notes if note in _TYPES and note != role), usual)
    return Label(
        kind, mark == "-", text if kind != "none" else "", value, choice, role, evidence_type
    )


def alike(text: str) -> str:
    """A text without case, articles and punctuation, for telling whether two say the same."""
    words = re.sub(r"[^\w%°/.$€£-]+", " ", text.lower()).split()
    return " ".join(word.strip(".") for word in words if word not in ("the", "a", "an"))
