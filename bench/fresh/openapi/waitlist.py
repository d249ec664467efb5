"""A waiting list: positions in line, seating the first that fits, giving up."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("waitlist", "service")


def _post(service: Service, **more: Any) -> Answer:
    return service.post("/parties", json={"name": "Kim", "size": 2, **more})


def _party(service: Service, size: int = 2, **more: Any) -> Any:
    return _post(service, size=size, **more).is_(201).json()["id"]


def _seat(service: Service, table_size: Any) -> Answer:
    return service.post("/seat", json={"table_size": table_size})


def _line(service: Service, **params: str) -> list[tuple[Any, str, Any]]:
    told = service.get("/parties", params=params).is_(200).json()
    return [(each["id"], each["status"], each["position"]) for each in told]


def _phone() -> str:
    return f"55{randbelow(10**9):09d}"


@suite.check("parties join at the end of the line", fresh=True)
def joined(service: Service) -> None:
    equal(_line(service), [], "the line at first")
    told = _post(service, name="Kim", size=3).is_(201).json()
    wanted = {"name": "Kim", "size": 3, "phone": None, "status": "waiting", "position": 1}
    equal({name: told[name] for name in wanted}, wanted, "the first party")
    phone = _phone()
    other = _post(service, phone=phone).is_(201).json()
    equal((other["phone"], other["position"]), (phone, 2), "the second party")
    seen = service.get(f"/parties/{told['id']}").is_(200).json()
    equal({name: seen[name] for name in wanted}, wanted, "the first party, read")
    wanted_line = [(told["id"], "waiting", 1), (other["id"], "waiting", 2)]
    equal(_line(service), wanted_line, "the line")


@suite.check("a party that breaks a rule is 422, the limits themselves are fine", fresh=True)
def rules(service: Service) -> None:
    wrongs: tuple[dict[str, Any], ...] = (
        {"size": 0},
        {"size": 13},
        {"size": "many"},
        {"name": None},
        {"phone": "1234"},
        {"phone": "1" * 16},
        {"phone": "555-1234"},
    )
    for wrong in wrongs:
        _post(service, **wrong).is_(422)
    service.post("/parties", json={"name": "Kim"}).is_(422)
    service.post("/parties", json={"size": 2}).is_(422)
    equal(_line(service), [], "the line")
    for good in ({"size": 1}, {"size": 12}, {"phone": "12345"}, {"phone": "1" * 15}):
        _post(service, **good).is_(201)


@suite.check("the first that fits is seated, and the rest moves up", fresh=True)
def seated(service: Service) -> None:
    big, small, other = (_party(service, size) for size in (5, 2, 4))
    told = _seat(service, 4).is_(200).json()
    equal((told["id"], told["status"], told["position"]), (small, "seated", None), "the party")
    equal(_line(service), [(big, "waiting", 1), (other, "waiting", 2)], "the line")
    _seat(service, 3).is_(404)
    equal(_seat(service, 5).is_(200).json()["id"], big, "the next")
    equal(_line(service), [(other, "waiting", 1)], "the line later")
    equal(_seat(service, 12).is_(200).json()["id"], other, "the last")
    _seat(service, 12).is_(404)


@suite.check("a party gives up and stays in the data as left", fresh=True)
def left(service: Service) -> None:
    first, second, third = (_party(service) for _ in range(3))
    service.delete(f"/parties/{second}").is_(204)
    equal(_line(service), [(first, "waiting", 1), (third, "waiting", 2)], "the line")
    told = service.get(f"/parties/{second}").is_(200).json()
    equal((told["status"], told["position"]), ("left", None), "the party")
    service.delete(f"/parties/{second}").is_(409)
    _seat(service, 2).is_(200)
    service.delete(f"/parties/{first}").is_(409)


@suite.check("the list shows parties by status", fresh=True)
def by_status(service: Service) -> None:
    first, second, third = (_party(service) for _ in range(3))
    _seat(service, 2).is_(200)
    service.delete(f"/parties/{second}").is_(204)
    wanted = [(first, "seated", None), (second, "left", None), (third, "waiting", 1)]
    equal(_line(service, status="all"), wanted, "everybody")
    equal(_line(service, status="seated"), wanted[:1], "the seated")
    equal(_line(service, status="left"), wanted[1:2], "those who left")
    equal(_line(service, status="waiting"), wanted[2:], "the waiting")
    service.get("/parties", params={"status": "hungry"}).is_(422)


@suite.check("a phone number waits once, and may come again afterwards", fresh=True)
def phones(service: Service) -> None:
    phone = _phone()
    first = _party(service, phone=phone)
    _post(service, phone=phone).is_(409)
    service.delete(f"/parties/{first}").is_(204)
    second = _party(service, phone=phone)
    _post(service, phone=phone).is_(409)
    equal(_seat(service, 2).is_(200).json()["id"], second, "the seated")
    _party(service, phone=phone)
    _party(service)
    _party(service)


@suite.check("the screen shows the numbers", fresh=True)
def stats(service: Service) -> None:
    names = ("waiting", "guests_waiting", "seated", "left")
    told = service.get("/stats").is_(200).json()
    equal([told[name] for name in names], [0, 0, 0, 0], "the numbers at first")
    gone = [_party(service, size) for size in (2, 6, 3, 4, 5)][1]
    service.delete(f"/parties/{gone}").is_(204)
    _seat(service, 2).is_(200)
    told = service.get("/stats").is_(200).json()
    equal([told[name] for name in names], [3, 12, 1, 1], "the numbers")


@suite.check("what is not there is 404, a table is for 1 to 12")
def absent(service: Service) -> None:
    nowhere = unknown(_party(service))
    service.get(f"/parties/{nowhere}").is_(404)
    service.delete(f"/parties/{nowhere}").is_(404)
    for wrong in (0, 13, "big", None):
        _seat(service, wrong).is_(422)
    service.post("/seat", json={}).is_(422)
