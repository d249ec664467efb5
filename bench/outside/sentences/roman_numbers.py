"""Roman numerals, there and back."""

from __future__ import annotations

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("roman-numbers", "service")

_PAIRS = (
    (1, "I"),
    (4, "IV"),
    (9, "IX"),
    (14, "XIV"),
    (40, "XL"),
    (49, "XLIX"),
    (90, "XC"),
    (400, "CD"),
    (944, "CMXLIV"),
    (1994, "MCMXCIV"),
    (2026, "MMXXVI"),
    (3888, "MMMDCCCLXXXVIII"),
    (3999, "MMMCMXCIX"),
)


def _to(service: Service, number: object) -> Answer:
    return service.post("/to_roman", json={"number": number})


def _from(service: Service, roman: object) -> Answer:
    return service.post("/from_roman", json={"roman": roman})


@suite.check("numbers become numerals")
def to_roman(service: Service) -> None:
    for number, roman in _PAIRS:
        equal(_to(service, number).is_(200).json(), {"roman": roman}, f"{number}")


@suite.check("numerals become numbers")
def from_roman(service: Service) -> None:
    for number, roman in _PAIRS:
        equal(_from(service, roman).is_(200).json(), {"number": number}, roman)


@suite.check("numerals may be in lower or mixed case")
def cases(service: Service) -> None:
    for roman in ("mcmxciv", "McmXciV"):
        equal(_from(service, roman).is_(200).json(), {"number": 1994}, roman)


@suite.check("numbers that are not from 1 to 3999 are invalid")
def numbers(service: Service) -> None:
    for number in (0, -1, 4000, 1.5, "many", None, []):
        equal(_to(service, number).is_(400).json(), {"error": "invalid number"}, f"{number}")


@suite.check("numerals that are not written the proper way are invalid")
def improper(service: Service) -> None:
    for roman in ("IIII", "IC", "VX", "IIV", "VV", "XXXX", "MMMM", "LC", "IXI", "CMC"):
        equal(_from(service, roman).is_(400).json(), {"error": "invalid numeral"}, roman)


@suite.check("any other text is no numeral")
def texts(service: Service) -> None:
    for roman in ("", "hello", "X I", "12", None, 5):
        equal(_from(service, roman).is_(400).json(), {"error": "invalid numeral"}, f"{roman}")


@suite.check("a missing field is invalid too")
def missing(service: Service) -> None:
    told = service.post("/to_roman", json={}).is_(400).json()
    equal(told, {"error": "invalid number"}, "the error")
    told = service.post("/from_roman", json={}).is_(400).json()
    equal(told, {"error": "invalid numeral"}, "the error")
