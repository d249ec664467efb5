"""A unit converter for masses, volumes and temperatures."""

from __future__ import annotations

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("unit-convert", "service")


def _ask(service: Service, value: object, from_: str, to: str) -> Answer:
    return service.get("/convert", params={"value": value, "from": from_, "to": to})


def _is(service: Service, value: float, from_: str, to: str, result: float) -> None:
    told = _ask(service, value, from_, to).is_(200).json()
    wanted = {"value": value, "from": from_, "to": to, "result": result}
    equal(told, wanted, f"{value} {from_} in {to}")


@suite.check("the example: 2 kg are 2000 g")
def example(service: Service) -> None:
    told = service.get("/convert?value=2&from=kg&to=g").is_(200).json()
    equal(told, {"value": 2, "from": "kg", "to": "g", "result": 2000}, "the answer")


@suite.check("masses are converted and rounded to 4 places")
def mass(service: Service) -> None:
    _is(service, 500, "g", "kg", 0.5)
    _is(service, 1, "lb", "g", 453.5924)
    _is(service, 1, "oz", "g", 28.3495)
    _is(service, 1, "lb", "oz", 16)
    _is(service, 1, "kg", "lb", 2.2046)
    _is(service, 2.5, "kg", "kg", 2.5)
    _is(service, 0, "kg", "oz", 0)


@suite.check("volumes are converted")
def volume(service: Service) -> None:
    _is(service, 1.5, "l", "ml", 1500)
    _is(service, 2, "cup", "ml", 480)
    _is(service, 1, "l", "cup", 4.1667)
    _is(service, 3, "cup", "l", 0.72)


@suite.check("temperatures are converted, negative ones too")
def temperature(service: Service) -> None:
    _is(service, 100, "C", "F", 212)
    _is(service, -40, "F", "C", -40)
    _is(service, 0, "C", "K", 273.15)
    _is(service, 212, "F", "K", 373.15)
    _is(service, 350, "F", "C", 176.6667)
    _is(service, 300, "K", "F", 80.33)


@suite.check("an unknown unit is 400 and named")
def unknown_unit(service: Service) -> None:
    for answer in (_ask(service, 1, "furlong", "g"), _ask(service, 1, "g", "furlong")):
        equal(answer.is_(400).json(), {"error": "unknown unit: furlong"}, "the answer")


@suite.check("units that do not belong together are 400 and named")
def apart(service: Service) -> None:
    told = _ask(service, 1, "kg", "ml").is_(400).json()
    equal(told, {"error": "cannot convert kg to ml"}, "the answer")
    told = _ask(service, 1, "C", "cup").is_(400).json()
    equal(told, {"error": "cannot convert C to cup"}, "the answer")


@suite.check("a value that is missing, no number, or a mass or volume below zero is 400")
def malformed(service: Service) -> None:
    service.get("/convert", params={"from": "kg", "to": "g"}).is_(400)
    _ask(service, "two", "kg", "g").is_(400)
    _ask(service, "", "kg", "g").is_(400)
    _ask(service, -1, "kg", "g").is_(400)
    _ask(service, -0.5, "cup", "ml").is_(400)


@suite.check("the units are told")
def units(service: Service) -> None:
    told = service.get("/units").is_(200).json()
    wanted = {"mass": {"g", "kg", "lb", "oz"}, "volume": {"ml", "l", "cup"}}
    wanted["temperature"] = {"C", "F", "K"}
    equal({name: set(each) for name, each in told.items()}, wanted, "the units")
