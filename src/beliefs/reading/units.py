"""Units and what they come to in the one unit of their kind, so that 130 ms meets 0.13 s."""

from __future__ import annotations

import re
from typing import NamedTuple


class Unit(NamedTuple):
    """value × factor + offset, in the canonical unit."""

    name: str
    factor: float = 1.0
    offset: float = 0.0


def _table() -> dict[str, Unit]:
    units: dict[str, Unit] = {}

    def add(name: str, factor: float, spellings: str) -> None:
        units.update(dict.fromkeys(spellings.split(), Unit(name, factor)))

    for factor, spellings in (
        (1e-9, "ns nanosecond nanoseconds"),
        (1e-6, "µs μs us microsecond microseconds"),
        (1e-3, "ms msec msecs millisecond milliseconds"),
        (1.0, "s sec secs second seconds"),
        (60.0, "min mins minute minutes"),
        (3600.0, "h hr hrs hour hours"),
        (86_400.0, "d day days"),
        (604_800.0, "week weeks"),
    ):
        add("s", factor, spellings)
    # Months and years differ in length, so they stay what they are.
    add("months", 1.0, "month months")
    add("months", 12.0, "year years yr yrs")
    for power, letter in enumerate("kMGTP", 1):
        name = ("kilo", "mega", "giga", "tera", "peta")[power - 1]
        size = 1000.0**power
        add("B", size, f"{letter}B {letter.upper()}B {name}byte {name}bytes")
        add("B", 1024.0**power, f"{letter.upper()}iB")
        add("bit", size, f"{letter}bit {letter.upper()}bit {name}bit {name}bits")
        add("bit/s", size, f"{letter}bps {letter.upper()}bps")
    add("B", 1.0, "B byte bytes")
    add("bit", 1.0, "bit bits")
    for factor, spellings in (
        (1e-9, "nm nanometre nanometres nanometer nanometers"),
        (1e-6, "µm μm micron microns"),
        (1e-3, "mm millimetre millimetres millimeter millimeters"),
        (1e-2, "cm centimetre centimetres centimeter centimeters"),
        (1.0, "m metre metres meter meters"),
        (1e3, "km kilometre kilometres kilometer kilometers"),
        (0.0254, "inch inches"),
        (0.3048, "ft foot feet"),
        (1609.344, "mi mile miles"),
    ):
        add("m", factor, spellings)
    for factor, spellings in (
        (1e-9, "µg μg mcg microgram micrograms"),
        (1e-6, "mg milligram milligrams"),
        (1e-3, "g gram grams"),
        (1.0, "kg kilo kilos kilogram kilograms"),
        (1e3, "t tonne tonnes"),
        (0.45359237, "lb lbs pound-mass"),
        (0.028349523125, "oz ounce ounces"),
    ):
        add("kg", factor, spellings)
    add("L", 1.0, "l L litre litres liter liters")
    add("L", 1e-3, "ml mL millilitre millilitres milliliter milliliters")
    add("%", 1.0, "% percent pct")
    add("percentage points", 1.0, "pp")
    add("Hz", 1.0, "Hz")
    add("Hz", 1e3, "kHz")
    add("Hz", 1e6, "MHz")
    add("Hz", 1e9, "GHz")
    add("W", 1.0, "W watt watts")
    add("W", 1e3, "kW kilowatt kilowatts")
    add("W", 1e6, "MW megawatt megawatts")
    add("Wh", 1e3, "kWh")
    add("Wh", 1.0, "Wh")
    add("V", 1.0, "V volt volts")
    add("bpm", 1.0, "bpm")
    add("mmHg", 1.0, "mmHg")
    add("m/s", 1 / 3.6, "km/h kph")
    add("m/s", 0.44704, "mph")
    add("requests/s", 1.0, "rps RPS qps QPS req/s")
    add("USD", 1.0, "USD dollar dollars")
    add("USD", 0.01, "cent cents")
    add("EUR", 1.0, "EUR euro euros")
    add("GBP", 1.0, "GBP pounds")
    add("JPY", 1.0, "JPY yen")
    add("CHF", 1.0, "CHF francs")
    add("°C", 1.0, "°C celsius Celsius")
    for spelling in ("°F", "fahrenheit", "Fahrenheit"):
        units[spelling] = Unit("°C", 5 / 9, -160 / 9)
    return units


UNITS: dict[str, Unit] = _table()
"""Every spelling that is known. Case counts: Mb is not MB, and m is not M."""

CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}

MAGNITUDES = {
    "k": 1e3, "K": 1e3, "thousand": 1e3, "M": 1e6, "m": 1e6, "mn": 1e6, "million": 1e6,
    "B": 1e9, "bn": 1e9, "b": 1e9, "billion": 1e9, "T": 1e12, "trillion": 1e12,
}  # fmt: skip

DIMENSIONS = {
    "long": "length", "deep": "depth", "high": "height", "tall": "height", "wide": "width",
    "thick": "thickness", "old": "age", "away": "distance", "heavy": "weight", "large": "size",
    "big": "size", "in size": "size", "in length": "length",
}  # fmt: skip
"""What a measure is a measure of: 3 m deep is a depth."""

NUMBER_WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip

_TIMES = {"second": 1.0, "sec": 1.0, "s": 1.0, "minute": 60.0, "min": 60.0, "hour": 3600.0,
          "h": 3600.0, "day": 86_400.0}  # fmt: skip
_FLOWS = frozenset({"B", "bit", "requests", "m", "queries", "messages", "events", "transactions",
                    "L"})  # fmt: skip
_SYNONYMS = {"request": "requests", "req": "requests", "reqs": "requests", "calls": "requests"}

UNIT_PATTERN = (
    "(?:"
    + "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True) if unit != "%")
    + r")(?![\w°])|%"
)


def per(unit: Unit, noun: str) -> Unit:
    """A unit per something; flows are always per second.

    >>> per(Unit("B", 1e6), "second"), per(Unit("USD"), "month")
    (Unit(name='B/s', factor=1000000.0, offset=0.0), Unit(name='USD/month', factor=1.0, offset=0.0))
    """
    name = _SYNONYMS.get(unit.name, unit.name)
    if noun in _TIMES and name in _FLOWS:
        return Unit(f"{name}/s", unit.factor / _TIMES[noun])
    return unit._replace(name=f"{name}/{noun}")
