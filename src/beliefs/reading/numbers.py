"""Quantities: how a number is written, what it comes to, and how far off it may be.

How far off (`stdev`), when the sentence does not say:

    130 ms          half a unit in the last place as written: 0.5 ms
    about 130 ms    a tenth of it, or the above if that is more
    120 to 140 ms   the middle, and a quarter of the width: nearly all of it lies in between
    130 ± 10 ms     what it says
"""

from __future__ import annotations

import re
from typing import NamedTuple

from beliefs.reading.units import (
    CURRENCIES,
    MAGNITUDES,
    NUMBER_WORDS,
    UNIT_PATTERN,
    UNITS,
    Unit,
    per,
)

LEAST_STDEV, MOST_STDEV = 2.0**-32, 2.0**32
"""What the kernel takes."""

MOST_DIGITS = 40
"""Longer ones are keys and hashes, not measurements."""

_FIGURE = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_MAGNITUDE = r"(?:\s?(?:thousand|million|billion|trillion|bn|mn)\b|[kKMBT](?![\w/]))"
_ABOUT = (
    r"about|around|roughly|approximately|approx\.?|circa|ca\.|nearly|almost|some|close to|"
    r"in the region of|on the order of|~|≈"
)
_PER = r"(?:\s?/\s?|\s+(?:per|an?|each)\s+)(?P<per{0}>[a-z]+)"


def _amount(name: str) -> str:
    """A figure with what may stand around it: currency, magnitude, unit."""
    return (
        rf"(?P<cur{name}>(?:US)?[$€£¥]|USD |EUR |GBP |CHF )?"
        rf"(?P<sign{name}>[-−+](?=\d))?(?P<num{name}>{_FIGURE})"
        rf"(?P<mag{name}>{_MAGNITUDE}|(?(cur{name})m\b|(?!)))?"
        rf"(?:[\s-]?(?P<unit{name}>{UNIT_PATTERN}))?"
    )


_QUANTITY = re.compile(
    rf"(?P<about>(?:{_ABOUT})\s?)?(?<![\w.,:/#-])"
    rf"(?:(?P<between>between|from)\s+)?{_amount('')}"
    rf"(?:\s?(?P<plus>±|\+/-|\+-|plus or minus)\s?{_amount('2')}"
    rf"|\s?(?P<dash>–|-|to|and)\s?{_amount('3')})?"
    rf"(?:{_PER.format('')})?"
    r"(?P<so>\s+or so)?(?![\w:/]|[.,-]\d|-\w)",
)
_MORE_TIME = re.compile(rf"(?:,?\s+and\s+|\s+|,\s+)(?P<num>\d+)\s?(?P<unit>{UNIT_PATTERN})")
_BEFORE_NOUN = re.compile(r"\s*(?:/|\b(?:per|an?|each))\s*$")
_NOT_A_DENOMINATOR = frozenset({"few", "lot", "bit", "little", "result", "half", "total", "bid"})


class Quantity(NamedTuple):
    """A number as it was written, in its canonical unit."""

    value: float
    stdev: float
    unit: str | None
    """None if none was written."""
    start: int
    end: int


def quantity(text: str, at: int = 0) -> Quantity | None:
    """The first quantity that begins at or after a place.

    >>> quantity("about 12k")
    Quantity(value=12000.0, stdev=1200.0, unit=None, start=0, end=9)
    >>> quantity("is 130 ms ± 10")
    Quantity(value=0.13, stdev=0.01, unit='s', start=3, end=14)
    """
    match = _QUANTITY.search(text, at)
    return _read(match, text) if match and _is_bounded(match) else None


def quantity_at(text: str, at: int) -> Quantity | None:
    """The quantity that begins exactly here."""
    match = _QUANTITY.match(text, at)
    return _read(match, text) if match and _is_bounded(match) else None


def _is_bounded(match: re.Match[str]) -> bool:
    """Whether the figures are of a size that a number can have."""
    return all(len(match[name] or "") <= MOST_DIGITS for name in ("num", "num2", "num3"))


def _read(match: re.Match[str], text: str) -> Quantity:
    has_two = match["num3"] is not None
    # "10 and 20" are two numbers; "between 10 and 20" is one.
    is_one = has_two and (match["dash"] != "and" or match["between"] == "between")
    is_change = is_one and match["between"] == "from" and match["dash"] == "to"
    name = "3" if is_change else ""
    # The unit may stand once, for both ends of a range or for a number and its tolerance.
    places = [name, "2", "3", ""] if is_one else [name, "2"]
    unit = next(filter(None, (_unit(match, place) for place in places)), None)
    end = match.end()
    if has_two and not is_one:
        end = max(match.end(group) for group in ("num", "mag", "unit"))
    else:
        unit, end = _with_denominator(match, unit, text)
    value, stdev = _figure(match, name, match["mag3"] if is_one else None)
    if is_one and not is_change:
        other, _ = _figure(match, "3", None)
        first, last = _unit(match, ""), _unit(match, "3")
        if first and last:  # 500 ms to 2 s
            other *= last.factor / first.factor
        value, stdev = (value + other) / 2, abs(other - value) / 4
    elif match["plus"]:
        stdev, _ = _figure(match, "2", None)
        if match["unit2"] == "%" and match["unit"] not in ("%", None):
            stdev = abs(value) * stdev / 100
    elif match["about"] or match["so"]:
        stdev = max(stdev, abs(value) / 10)
    if unit is None:
        return _checked(value, stdev, None, match.start(), end)
    value, stdev = value * unit.factor + unit.offset, stdev * unit.factor
    return _with_smaller_units(_checked(value, stdev, unit, match.start(), end), unit, text)


def _with_denominator(
    match: re.Match[str], unit: Unit | None, text: str
) -> tuple[Unit | None, int]:
    """The unit per something, if that is what follows; and where the quantity ends."""
    noun = match["per"]
    if not noun:
        return unit, match.end()
    if unit is None or noun in _NOT_A_DENOMINATOR:
        return unit, len(_BEFORE_NOUN.sub("", text[: match.start("per")]))
    return per(unit, noun), match.end()


def _with_smaller_units(found: Quantity, unit: Unit, text: str) -> Quantity:
    """A time with what follows it in smaller units: 3 hours and 20 minutes."""
    while unit.name in ("s", "months") and (more := _MORE_TIME.match(text, found.end)):
        part = UNITS[more["unit"]]
        if part.name != unit.name or part.factor >= unit.factor:
            break
        value = found.value + float(more["num"]) * part.factor
        found = found._replace(value=value, stdev=part.factor / 2, end=more.end())
        unit = part
    return found


def _checked(value: float, stdev: float, unit: Unit | None, start: int, end: int) -> Quantity:
    value = float(f"{value:.12g}")
    return Quantity(value, bounded(stdev), unit.name if unit else None, start, end)


def bounded(stdev: float) -> float:
    """How far off a number may be, in few figures and within what the kernel takes.

    >>> bounded(0.0), bounded(1 / 3)
    (2.3283064365386963e-10, 0.333333)
    """
    return min(max(float(f"{stdev:.6g}"), LEAST_STDEV), MOST_STDEV)


def _unit(match: re.Match[str], name: str) -> Unit | None:
    currency = match["cur" + name]
    if currency:
        currency = currency.strip().removeprefix("US")
        return Unit(CURRENCIES.get(currency, currency) if currency != "D" else "USD")
    spelling = match["unit" + name]
    return UNITS[spelling] if spelling else None


def _figure(match: re.Match[str], name: str, shared: str | None) -> tuple[float, float]:
    """A figure's value and half a unit in its last place."""
    written = match["num" + name].replace(",", "")
    magnitude = (match["mag" + name] or shared or "").strip()
    scale = MAGNITUDES.get(magnitude, 1.0)
    places = len(written.partition(".")[2])
    value = float(written) * scale
    if match["sign" + name] and match["sign" + name] in "-−":
        value = -value
    return value, 0.5 * 10.0**-places * scale


def number_word(word: str) -> int | None:
    """A number written as a word.

    >>> number_word("three"), number_word("forty-two"), number_word("some")
    (3, 42, None)
    """
    tens, _, ones = word.lower().partition("-")
    if ones:
        first, second = NUMBER_WORDS.get(tens), NUMBER_WORDS.get(ones)
        return first + second if first and second and first >= 20 and second < 10 else None
    return NUMBER_WORDS.get(tens)
