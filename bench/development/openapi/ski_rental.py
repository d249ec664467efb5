"""Ski rental: equipment by the day, never twice, and cheaper by the week."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("ski-rental", "service")


def _equipment(service: Service, type_: str = "ski", **more: Any) -> dict[str, Any]:
    given = {"label": f"l{token_hex(4)}", "type": type_, "daily_price": 20, **more}
    made: dict[str, Any] = service.post("/equipment", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the equipment")
    return made


def _day(day: int) -> str:
    return f"2031-01-{day:02d}"


def _reserve(
    service: Service, equipment: dict[str, Any], first: int, last: int, customer: str = "c"
) -> Answer:
    given = {"equipment_id": equipment["id"], "customer": customer}
    given |= {"from": _day(first), "to": _day(last)}
    return service.post("/reservations", json=given)


def _free(service: Service, first: int, last: int, **more: str) -> list[int]:
    params = {"from": _day(first), "to": _day(last), **more}
    told = service.get("/equipment/available", params=params).is_(200).json()
    return [each["id"] for each in told]


def _taken(answer: Answer) -> None:
    equal(answer.is_(409).json(), {"error": "not available"}, "the answer")


@suite.check("an empty shop lists nothing", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/equipment").is_(200).json(), [], "the equipment")
    equal(service.get("/reservations").is_(200).json(), [], "the reservations")
    equal(_free(service, 1, 2), [], "what is free")


@suite.check("equipment is read back and listed, by type if wanted; size is optional")
def equipment(service: Service) -> None:
    sized, plain = _equipment(service, "boots", size="42"), _equipment(service, "helmet")
    for each in (sized, plain):
        read = service.get(f"/equipment/{each['id']}").is_(200).json()
        equal({name: read[name] for name in each}, each, "the equipment")
    told = [each["id"] for each in service.get("/equipment").is_(200).json()]
    expect({sized["id"], plain["id"]} <= set(told), "both are listed")
    told = service.get("/equipment", params={"type": "boots"}).is_(200).json()
    equal([each["id"] for each in told], [sized["id"]], "the boots")


@suite.check("a reservation has its days, its price and is active")
def reserved(service: Service) -> None:
    ski = _equipment(service)
    made = _reserve(service, ski, 4, 6, "cabin 3").is_(201).json()
    wanted = {"equipment_id": ski["id"], "customer": "cabin 3", "from": _day(4), "to": _day(6)}
    wanted |= {"days": 3, "price": 60, "status": "active"}
    equal({name: made[name] for name in wanted}, wanted, "the reservation")
    read = service.get(f"/reservations/{made['id']}").is_(200).json()
    equal({name: read[name] for name in wanted}, wanted, "the reservation read back")


@suite.check("the price is by the day, with 20 percent off from 7 days on")
def priced(service: Service) -> None:
    ski = _equipment(service, daily_price=12.5)
    for first, last, days, price in (
        (1, 1, 1, 12.5),
        (2, 7, 6, 75),
        (8, 14, 7, 70),
        (15, 24, 10, 100),
    ):
        told = _reserve(service, ski, first, last).is_(201).json()
        equal(told["days"], days, "the days")
        expect(abs(told["price"] - price) < 1e-6, f"{price} for {days} days, not {told['price']}")


@suite.check('the same day twice is 409 {"error": "not available"}, however it overlaps')
def overlapping(service: Service) -> None:
    ski, other = _equipment(service), _equipment(service)
    _reserve(service, ski, 10, 12).is_(201)
    for first, last in ((10, 12), (8, 10), (12, 15), (11, 11), (8, 15)):
        _taken(_reserve(service, ski, first, last))
    _reserve(service, ski, 13, 14).is_(201)
    _reserve(service, ski, 9, 9).is_(201)
    _reserve(service, other, 10, 12).is_(201)


@suite.check("many who want the same day at the same moment: one has it")
def race(service: Service) -> None:
    ski = _equipment(service)
    answers = at_once([lambda: _reserve(service, ski, 20, 21)] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 1, "the reservations made")


@suite.check("cancelling frees the days, once, and the reservation stays readable")
def cancelled(service: Service) -> None:
    ski = _equipment(service)
    made = _reserve(service, ski, 3, 5).is_(201).json()
    path = f"/reservations/{made['id']}"
    equal(service.post(f"{path}/cancel").is_(200).json()["status"], "cancelled", "the status")
    service.post(f"{path}/cancel").is_(409)
    equal(service.get(path).is_(200).json()["status"], "cancelled", "the status")
    _reserve(service, ski, 4, 4).is_(201)


@suite.check("what is free on every day is available, by type if wanted")
def available(service: Service) -> None:
    busy, idle, board = _equipment(service), _equipment(service), _equipment(service, "snowboard")
    reservation = _reserve(service, busy, 10, 12).is_(201).json()["id"]
    for first, last in ((12, 20), (5, 10), (11, 11), (1, 28)):
        told = _free(service, first, last)
        expect(busy["id"] not in told, f"it is not free from {first} to {last}")
        expect({idle["id"], board["id"]} <= set(told), "the others are")
    expect(busy["id"] in _free(service, 13, 20), "it is free afterwards")
    equal(_free(service, 10, 12, type="snowboard"), [board["id"]], "boards")
    service.post(f"/reservations/{reservation}/cancel").is_(200)
    expect(busy["id"] in _free(service, 10, 12), "it is free once cancelled")


@suite.check("reservations are listed, those of a customer if wanted")
def listed(service: Service) -> None:
    ski, who = _equipment(service), f"c{token_hex(4)}"
    mine = [_reserve(service, ski, day, day, who).is_(201).json()["id"] for day in (1, 2)]
    other = _reserve(service, ski, 3, 3).is_(201).json()["id"]
    told = [each["id"] for each in service.get("/reservations").is_(200).json()]
    expect({*mine, other} <= set(told), "all are listed")
    told = service.get("/reservations", params={"customer": who}).is_(200).json()
    equal(sorted(each["id"] for each in told), sorted(mine), "those of the customer")


@suite.check("equipment with reservations that are not cancelled is not deleted (409)")
def deleted(service: Service) -> None:
    ski, idle = _equipment(service), _equipment(service)
    made = _reserve(service, ski, 3, 5).is_(201).json()["id"]
    service.delete(f"/equipment/{ski['id']}").is_(409)
    service.get(f"/equipment/{ski['id']}").is_(200)
    service.delete(f"/equipment/{idle['id']}").is_(204)
    service.get(f"/equipment/{idle['id']}").is_(404)
    service.post(f"/reservations/{made}/cancel").is_(200)
    service.delete(f"/equipment/{ski['id']}").is_(204)
    service.get(f"/equipment/{ski['id']}").is_(404)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    ski = _equipment(service)
    nothing = {"id": unknown(ski["id"])}
    service.get(f"/equipment/{nothing['id']}").is_(404)
    service.delete(f"/equipment/{nothing['id']}").is_(404)
    _reserve(service, nothing, 1, 2).is_(404)
    made = unknown(_reserve(service, ski, 1, 2).is_(201).json()["id"])
    service.get(f"/reservations/{made}").is_(404)
    service.post(f"/reservations/{made}/cancel").is_(404)


@suite.check("what breaks a rule is refused; `to` before `from` is 422")
def malformed(service: Service) -> None:
    right: dict[str, Any] = {"label": "x", "type": "ski", "daily_price": 1}
    wrong = [{name: right[name] for name in right if name != left} for left in right]
    wrong += [right | {"type": "sled"}, right | {"label": ""}]
    wrong += [right | {"daily_price": each} for each in (-1, "much")]
    refuses_malformed(service, "/equipment", *wrong)
    ski = _equipment(service, daily_price=0)
    _reserve(service, ski, 9, 8).is_(422)
    right = {"equipment_id": ski["id"], "customer": "c", "from": _day(1), "to": _day(2)}
    wrong = [{name: right[name] for name in right if name != left} for left in right]
    wrong += [right | {"customer": ""}, right | {"from": "soon"}, right | {"to": "2031-02-30"}]
    refuses_malformed(service, "/reservations", *wrong)
    service.get("/equipment/available", params={"from": _day(1)}).refused()
    expect(ski["id"] in _free(service, 1, 28), "nothing was reserved")
