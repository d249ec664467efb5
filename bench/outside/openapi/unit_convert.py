"""A converter of units that remembers the last five conversions."""

from __future__ import annotations

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("unit-convert", "service")


def _ask(service: Service, value: object, one: str, two: str) -> Answer:
    return service.post("/convert", json={"value": value, "from": one, "to": two})


def _is(service: Service, value: float, one: str, two: str, wanted: float) -> None:
    told = _ask(service, value, one, two).is_(200).json()
    expect(abs(told["value"] - wanted) < 1e-9, f"{value} {one} is {wanted} {two}, not {told}")
    equal(told["unit"], two, "the unit")


def _error(answer: Answer, message: str = "") -> None:
    told = answer.is_(400).json()
    expect("error" in told, "an error is said in `error`")
    if message:
        equal(told["error"], message, "the error")


@suite.check("at first there is no history", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/history").items(), [], "the history")


@suite.check("lengths are converted")
def lengths(service: Service) -> None:
    _is(service, 2, "km", "m", 2000)
    _is(service, 1, "ft", "in", 12)
    _is(service, 10, "in", "cm", 25.4)
    _is(service, 0, "mm", "km", 0)
    _is(service, 5.5, "m", "m", 5.5)


@suite.check("weights are converted and rounded to 4 decimals")
def weights(service: Service) -> None:
    _is(service, 1, "lb", "g", 453.5924)
    _is(service, 32, "oz", "lb", 2)
    _is(service, 3, "kg", "lb", 6.6139)
    _is(service, 1, "oz", "g", 28.3495)


@suite.check("temperatures are converted, also those below 0")
def temperatures(service: Service) -> None:
    _is(service, 100, "C", "F", 212)
    _is(service, -40, "F", "C", -40)
    _is(service, 0, "C", "K", 273.15)
    _is(service, 0, "K", "C", -273.15)
    _is(service, 70, "F", "K", 294.2611)


@suite.check("an unknown unit is named, the one in `from` first")
def unknown_units(service: Service) -> None:
    _error(_ask(service, 1, "km", "mile"), "unknown unit: mile")
    _error(_ask(service, 1, "yard", "mile"), "unknown unit: yard")
    _error(_ask(service, 1, "KM", "m"), "unknown unit: KM")


@suite.check("units of different kinds are not converted")
def kinds(service: Service) -> None:
    _error(_ask(service, 1, "km", "kg"), "cannot convert km to kg")
    _error(_ask(service, 1, "C", "g"), "cannot convert C to g")


@suite.check("values that can not be are out of range")
def out_of_range(service: Service) -> None:
    for value, one, two in (
        (-1, "m", "km"),
        (-0.5, "lb", "kg"),
        (-274, "C", "K"),
        (-1, "K", "C"),
        (-460, "F", "C"),
    ):
        _error(_ask(service, value, one, two), "out of range")


@suite.check("missing fields and values that are no number are 400")
def malformed(service: Service) -> None:
    right = {"value": 1, "from": "m", "to": "km"}
    for name in right:
        _error(service.post("/convert", json={k: v for k, v in right.items() if k != name}))
    _error(_ask(service, "many", "m", "km"))
    _error(_ask(service, None, "m", "km"))


@suite.check("the units are listed by kind, in their order")
def units(service: Service) -> None:
    wanted = {
        "length": ["mm", "cm", "m", "km", "in", "ft"],
        "weight": ["g", "kg", "lb", "oz"],
        "temperature": ["C", "F", "K"],
    }
    equal(service.get("/units").is_(200).json(), wanted, "the units")


@suite.check("the history has the last five that worked, newest first")
def history(service: Service) -> None:
    for value in range(1, 8):
        _ask(service, value, "m", "cm").is_(200)
    _ask(service, 1, "m", "kg").is_(400)
    wanted = [
        {"value": value, "from": "m", "to": "cm", "result": value * 100}
        for value in (7, 6, 5, 4, 3)
    ]
    equal(service.get("/history").items(), wanted, "the history")
