"""A number that a model picked out of a sentence, in the form that the rule reader gives it.

The model says which number and of what. What it comes to, in which unit, and how far off it may
be is read from the sentence itself, so that there is nothing to make up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from beliefs.errors import shown
from beliefs.kernel.evidence import MOST_VALUE, checked
from beliefs.reading.model_grounding import states_value
from beliefs.reading.numbers import LEAST_STDEV, MOST_STDEV, Quantity, quantity
from beliefs.reading.units import UNITS, Unit, per

_ARTICLE = re.compile(r"(?:the|our|my|a|an|its|this|that|your) (?=\S)", re.IGNORECASE)
_PER = re.compile(r"\s*/\s*|\s+(?:per|an?|each)\s+")


class Unstated(Exception):
    """The sentence does not state this number."""


class Number(NamedTuple):
    """What a numeric claim is about, with its unit, and the number."""

    text: str
    value: float
    stdev: float | None


def stated(value: object, unit: str, what: str, sentence: str) -> Number:
    """A number with its unit, as the sentence states it.

    >>> stated(240, "ms", "The latency", "The latency is 240 ms ± 20.")
    Number(text='latency (s)', value=0.24, stdev=0.02)
    >>> stated(340, "requests per second", "Throughput", "We saw 340 requests per second.")
    Number(text='throughput (requests/s)', value=340.0, stdev=0.5)
    """
    number = checked("value", value, -MOST_VALUE, MOST_VALUE)
    if not states_value(number, sentence):
        raise Unstated(f"value {number:g} is not in the sentence.")
    if unit.casefold() not in sentence.casefold():
        raise Unstated(f"unit {shown(unit)} is not in the sentence.")
    written = next(
        (
            one
            for one in _quantities(sentence)
            if states_value(number, sentence[one.start : one.end])
        ),
        None,
    )
    if written is not None and written.unit is not None:
        return Number(_named(what, written.unit), written.value, written.stdev)
    known, stdev = _unit(unit), None
    if written is not None:  # else it is in words, or in another country's figures
        number = written.value
        stdev = min(max(written.stdev * abs(known.factor), LEAST_STDEV), MOST_STDEV)
    # Half of the most that is believed, because the most itself is one too many.
    number = checked("value", number * known.factor + known.offset, -MOST_VALUE / 2, MOST_VALUE / 2)
    return Number(_named(what, known.name), number, stdev)


def _quantities(sentence: str) -> Iterator[Quantity]:
    at = 0
    while found := quantity(sentence, at):
        yield found
        at = found.end


def _unit(spelling: str) -> Unit:
    """A unit in its canonical form; what is counted is a unit too."""
    counted, *rest = _PER.split(spelling, maxsplit=1)
    unit = UNITS.get(counted, Unit(counted))
    return per(unit, rest[0]) if rest else unit


def _named(what: str, unit: str) -> str:
    """What is measured, without its article, and the unit behind it."""
    what = _ARTICLE.sub("", what, count=1)
    first, _, rest = what.partition(" ")
    # A capital is only there because the text begins, unless the word has more of them.
    what = f"{first.lower()} {rest}".strip() if first[1:].islower() else what
    return f"{what} ({unit or 'number'})"
