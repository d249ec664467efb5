"""Units and currencies: those that a text tells of, each with what it is in a common one.

A unit is told by another ("lb which is 453.59237 g", "1 EUR = 1.1 USD"), by a formula ("F = C * 9 /
5 + 32"), by a list of rates, or known to everybody (a kilogram).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.features.conversions import SCALES, UNITS

_NUMBER = r"(\d+(?:\.\d+)?)"
_UNIT = r"([A-Za-z]{1,12}|°[CF])"
_EQUAL = re.compile(
    rf"(?:(?<![\w.]){_NUMBER} ?)?(?<![\w$/]){_UNIT},? ?(?:=|equals|which is|is worth|is|are|being|→"
    rf"|\() ?{_NUMBER} ?{_UNIT}(?![\w/])"
)
_FORMULA = re.compile(rf"{_UNIT} = \(?{_UNIT} ?([-+*/×÷\d. ()]+)")
_GROUP = re.compile(r"\b([a-z]{4,})s? \(([^()]*)\)")
_KINDS = {"mass", "masse", "weight", "length", "volume", "temperature", "distance", "unit"}
_OF = "|".join(sorted(_KINDS, reverse=True))
_LINE = re.compile(
    rf"(?i)\b({_OF})s?(?: units?)?:\s*((?:[a-z°]{{1,12}}(?: ?\([^()]*\))?"
    r"(?:,? (?:and|or) |, ?|(?=[.;\n]|\s*$)))+)"
)
_RATES = re.compile(
    r"(?:[{(,:]|\band)\s*[\"'`]?([A-Z]{3})[\"'`]?\s*[:=]?\s*(\d+(?:\.\d+)?)(?=\s*[,;)}]"
    r"|\.?\s*$|\.\s|\s+and)"
)
_DULL = {"is", "are", "to", "by", "or", "and", "than", "of", "least", "most", "decimal", "places"}
_DULL |= {"status", "decimals", "digits", "it", "value", "result", "amount", "with", "for", "if"}
_BASE = re.compile(
    r"(?i:\bbase(?: currency)?(?: is|:)?|\bper|\bfor (?:1|one)|\brelative to|\b1) ([A-Z]{3})\b"
)
_LONG = {
    **dict.fromkeys(("meter", "metre"), "m"),
    **dict.fromkeys(("kilometer", "kilometre"), "km"),
    **dict.fromkeys(("centimeter", "centimetre"), "cm"),
    **dict.fromkeys(("millimeter", "millimetre"), "mm"),
    "mile": "mi",
    "yard": "yd",
    "foot": "ft",
    "feet": "ft",
    "inch": "in",
    "inche": "in",
    "gram": "g",
    "kilogram": "kg",
    "kilo": "kg",
    "milligram": "mg",
    "tonne": "t",
    "pound": "lb",
    "lbs": "lb",
    "ounce": "oz",
    "liter": "l",
    "litre": "l",
    "milliliter": "ml",
    "millilitre": "ml",
    "gallon": "gal",
    "quart": "qt",
    "pint": "pt",
    "celsius": "C",
    "fahrenheit": "F",
    "kelvin": "K",
}


class Measure(NamedTuple):
    """A unit: what it is of, and how it is turned into the common one: (value - less) * by."""

    kind: str
    by: float
    less: float = 0.0


@dataclass(frozen=True, slots=True)
class Told:
    """All units of a goal, as it writes them."""

    units: dict[str, Measure]

    @property
    def plain(self) -> bool:
        """Whether all of them are of one kind and begin at the same place."""
        kinds = {each.kind for each in self.units.values()}
        return len(kinds) == 1 and not any(each.less for each in self.units.values())


def known(unit: str) -> Measure | None:
    """What everybody knows of a unit.

    >>> known("kg"), known("miles")
    (Measure(kind='weight', by=1000.0, less=0.0), Measure(kind='length', by=1609.344, less=0.0))
    """
    short = unit.strip("°")
    bare = short.lower()
    short = _LONG.get(bare) or _LONG.get(bare.rstrip("s")) or short
    for kind, sizes in UNITS.items():
        if short in sizes or bare in sizes:
            return Measure(kind, float(sizes.get(short) or sizes[bare]))
    for scale in SCALES:
        if short in scale:
            at = scale.index(short)
            return Measure("temperature", *((1.0, 0.0), (5 / 9, 32.0), (1.0, 273.15))[at])
    return None


def units_of(text: str, shown: tuple[str, ...]) -> Told | None:
    """The units that a text tells of; those that examples show are among them."""
    equal, formulas = _equalities(text, shown), _formulas(text)
    told = {one for one, *_ in (*equal, *formulas)}
    names = dict.fromkeys([*shown, *_listed(text)])
    pairs = [each[:2] for each in equal] + [each[:2] for each in formulas]
    names |= dict.fromkeys(one for pair in pairs for one in pair)
    found = {
        name: measure
        for name in names
        if (name not in told or not equal) and (measure := known(name)) is not None
    }
    for base, rates in _rates(text, equal):
        found = {name: Measure("currency", 1 / rate) for name, rate in rates.items()}
        found[base] = Measure("currency", 1.0)
    if not found and equal:
        found[equal[0][0]] = Measure("amount", 1.0)
    for _ in names:  # one may be told by another that is told later
        for one, other, many in equal:
            _join(found, one, other, many)
        for one, other, times, plus in formulas:
            if other in found and one not in found and times:
                found[one] = Measure(found[other].kind, found[other].by / times, plus)
    if not set(shown) <= set(found) or len(found) < 2:
        return None
    return Told({name: found[name] for name in names if name in found} | found)


def _join(found: dict[str, Measure], one: str, other: str, many: float) -> None:
    if other in found and one not in found:
        found[one] = Measure(found[other].kind, found[other].by * many)
    elif one in found and other not in found and many:
        found[other] = Measure(found[one].kind, found[one].by / many)


def _equalities(text: str, shown: tuple[str, ...]) -> list[tuple[str, str, float]]:
    """How many of another unit one of each is."""
    forms = {each.rstrip("s"): each for each in shown}
    return [
        (forms.get(one.rstrip("s"), one), forms.get(other.rstrip("s"), other), _ratio(many, each))
        for each, one, many, other in _EQUAL.findall(text)
        if one.lower() not in _DULL and other.lower() not in _DULL
    ]


def _ratio(many: str, each: str) -> float:
    return float(many) / float(each or 1)


def _formulas(text: str) -> list[tuple[str, str, float, float]]:
    """Units that are another one, times something and more."""
    made = []
    for one, other, rest in _FORMULA.findall(text):
        product = re.match(r"\s*[*×] ?(\d+(?:\.\d+)?)(?: ?[/÷] ?(\d+(?:\.\d+)?))?", rest)
        times = float(product[1]) / float(product[2] or 1) if product else 1.0
        more = re.search(r"([-+]) ?(\d+(?:\.\d+)?)", rest[product.end() if product else 0 :])
        plus = float(f"{more[1]}{more[2]}") if more else 0.0
        if product or more:
            made.append((one, other, times, plus))
    return made


def _listed(text: str) -> list[str]:
    """Units that are listed in brackets behind what they are of."""
    return [one for _, names in groups_of(text) for one in names]


def groups_of(text: str) -> list[tuple[str, list[str]]]:
    """What units are of, each with those that are listed for it: "weight: g, kg", "weight (g, kg)".

    >>> groups_of("Units of length: mm, in (2.54 cm) and ft (12 in). Has weights (g, kg).")
    [('length', ['mm', 'in', 'ft']), ('weight', ['g', 'kg'])]
    """
    found: dict[str, list[str]] = {}
    for kind, inside in (*_LINE.findall(text), *_GROUP.findall(text)):
        told = re.findall(rf"{_UNIT}( ?\([^()]*\d[^()]*\))?", _bare(inside))
        names = [name for name, defined in told if defined or known(name)]
        of = kind.lower().removesuffix("s")
        if {kind.lower(), of} & _KINDS and names:
            found.setdefault(of if of in _KINDS else kind.lower(), names)
    return list(found.items())


def _bare(listed: str) -> str:
    """A list of units without what stands in brackets for no number, and what joins them."""
    return re.sub(r"\((?![^()]*\d)[^()]*\)|\b(?:and|or)\b", " ", listed)


def _rates(text: str, equal: list[tuple[str, str, float]]) -> list[tuple[str, dict[str, float]]]:
    """A base, and how much of each other currency one of it is."""
    base = _BASE.search(text)
    pairs = {name: float(rate) for name, rate in _RATES.findall(text) if float(rate)}
    if not base or equal or len(pairs) < 2:
        ones = [name for name, rate in pairs.items() if rate == 1]
        if equal or len(ones) != 1 or len(pairs) < 2:
            return []
        return [(ones[0], pairs)]
    return [(base[1], pairs)]
