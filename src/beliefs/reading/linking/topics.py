"""What a number or a choice is about: "the API's p99 latency (ms)", in its normal form."""

from __future__ import annotations

import re
from typing import NamedTuple

from beliefs.reading.linking import function_words as fw
from beliefs.reading.linking.lemmas import word
from beliefs.reading.linking.lists import listed
from beliefs.reading.linking.phrases import Aside, line, split
from beliefs.reading.linking.tokens import words

_UNIT = re.compile(r"\s*\(([^()]{1,40})\)\s*$")
# Spellings of one unit; sizes of units are kept apart, since values are not converted here.
_UNITS = {
    spelling: names[0]
    for names in (
        line_.split()
        for line_ in """
        ms millisecond milliseconds msec
        s second seconds sec secs
        min minute minutes mins
        h hour hours hr hrs
        d day days
        % percent pct percentage
        eur € euro euros
        usd $ dollar dollars
        gbp £ pound pounds
        b byte bytes
        kb kilobyte kilobytes
        mb megabyte megabytes
        gb gigabyte gigabytes
        tb terabyte terabytes
        m meter meters metre metres
        km kilometer kilometers kilometre kilometres
        cm centimeter centimeters centimetre centimetres
        mm millimeter millimeters millimetre millimetres
        kg kilogram kilograms kilo kilos
        g gram grams
        mg milligram milligrams
        l liter liters litre litres
        ml milliliter milliliters millilitre millilitres
        °c celsius
        °f fahrenheit
        """.strip().split("\n")
    )
    for spelling in names
}


class Topic(NamedTuple):
    """A quantity or a choice: its name, owner first, what narrows it, and its unit."""

    name: tuple[str, ...]
    asides: tuple[Aside, ...]
    unit: str


def topic(text: str) -> Topic:
    """Return the normal form of a subject.

    >>> topic("The p99 latency of the API (milliseconds)")
    Topic(name=('api', 'p99', 'latency'), asides=(), unit='ms')
    """
    unit = ""
    found = _UNIT.search(text)
    if found and found.start():
        spelled = found[1].strip().lower().replace("° ", "°")
        unit, text = _UNITS.get(spelled, spelled), text[: found.start()]
    core, rest = split([word(said) for said in words(text) if said != ","])
    asides = [line(aside) for aside in rest]
    name = line(core)
    ends = _ends(asides) if name and name[-1] in _BETWEEN else None
    return Topic(name, (ends,) if ends else tuple(sorted(filter(None, asides))), unit)


# From one to the other is as far as back.
_BETWEEN = listed("distance difference gap")


def _ends(asides: list[Aside]) -> Aside | None:
    """The two ends of a distance in one order: from A to B, between B and A."""
    preps = [aside[0] for aside in asides]
    if preps == ["from", "to"]:
        return ("between", *_joined(sorted(aside[1:] for aside in asides)))
    if preps == ["between"] and asides[0].count("and") == 1:
        at = asides[0].index("and")
        return ("between", *_joined(sorted((asides[0][1:at], asides[0][at + 1 :]))))
    return None


def _joined(ends: list[tuple[str, ...]]) -> tuple[str, ...]:
    return (*ends[0], "and", *ends[1])


def owned(asked: Topic) -> Topic:
    """The same with places read as owners: "memory on host 2" is "host 2's memory".

    >>> owned(topic("Free memory on host 2"))
    Topic(name=('host', '2', 'free', 'memory'), asides=(), unit='')
    """
    places = [a for a in asked.asides if a[0] in ("in", "on", "at") and len(a) > 1]
    if len(places) != 1 or places[0][1] in fw.TIMES:
        return asked
    kept = tuple(a for a in asked.asides if a is not places[0])
    return Topic(places[0][1:] + asked.name, kept, asked.unit)
