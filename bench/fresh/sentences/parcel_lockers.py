"""A parcel locker station: drop off, pick up with a code, block after three wrong ones."""

from __future__ import annotations

import re
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("parcel-lockers", "service")


def _add(service: Service, *lockers: tuple[int, str]) -> None:
    for number, size in lockers:
        service.post("/addLocker", json={"number": number, "size": size}).is_(201)


def _drop(service: Service, size: str = "S", recipient: str = "Jo") -> dict[str, Any]:
    given = {"recipient": recipient, "size": size}
    told: dict[str, Any] = service.post("/dropOff", json=given).is_(201).json()
    return told


def _pick(service: Service, locker: Any, code: Any) -> Answer:
    return service.post("/pickUp", json={"locker": locker, "code": code})


def _wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def _numbers(service: Service, **params: str) -> list[int]:
    told = service.get("/listLockers", params=params).is_(200).json()
    return [each["number"] for each in told]


@suite.check("lockers are listed by number and filtered by size and free", fresh=True)
def listed(service: Service) -> None:
    _add(service, (20, "M"), (3, "S"), (100, "S"))
    told = service.get("/listLockers").is_(200).json()
    wanted = [
        {"number": number, "size": size, "free": True, "blocked": False}
        for number, size in ((3, "S"), (20, "M"), (100, "S"))
    ]
    equal([{name: each[name] for name in wanted[0]} for each in told], wanted, "the lockers")
    equal(_numbers(service, size="S"), [3, 100], "the small ones")
    _drop(service, "S")
    equal(_numbers(service, free="true"), [20, 100], "the free ones")
    equal(_numbers(service, free="false"), [3], "the others")
    equal(_numbers(service, size="S", free="true"), [100], "the small and free ones")


@suite.check("a number exists once (409), and a size is S, M or L", fresh=True)
def added(service: Service) -> None:
    _add(service, (1, "L"))
    service.post("/addLocker", json={"number": 1, "size": "S"}).is_(409)
    wrongs: tuple[dict[str, Any], ...] = (
        {"number": 0, "size": "S"},
        {"number": -3, "size": "S"},
        {"number": "two", "size": "S"},
        {"number": 2, "size": "XL"},
        {"number": 2},
        {"size": "S"},
    )
    for wrong in wrongs:
        service.post("/addLocker", json=wrong).is_(422)
    equal(_numbers(service), [1], "the lockers")


@suite.check("a parcel gets the smallest locker that fits, then the lowest number", fresh=True)
def fitted(service: Service) -> None:
    _add(service, (1, "L"), (2, "M"), (9, "S"), (5, "S"))
    told = [_drop(service, "S")["locker"] for _ in range(4)]
    equal(told, [5, 9, 2, 1], "the lockers")
    service.post("/dropOff", json={"recipient": "Jo", "size": "S"}).is_(409)


@suite.check("a big parcel does not go into a small locker (409)", fresh=True)
def too_big(service: Service) -> None:
    _add(service, (1, "S"), (2, "M"))
    service.post("/dropOff", json={"recipient": "Jo", "size": "L"}).is_(409)
    equal(_drop(service, "M")["locker"], 2, "the locker")
    service.post("/dropOff", json={"recipient": "Jo", "size": "M"}).is_(409)
    equal(_numbers(service, free="true"), [1], "the free lockers")


@suite.check("a parcel is picked up with its code, and the locker is free again", fresh=True)
def picked(service: Service) -> None:
    _add(service, (7, "M"))
    made = _drop(service, "M", "Jo Meyer")
    expect(re.fullmatch(r"[0-9]{6}", made["code"]) is not None, "the code has six digits")
    params = {"parcel_id": made["parcel_id"]}
    wanted = {"parcel_id": made["parcel_id"], "recipient": "Jo Meyer", "locker": 7}
    told = service.get("/getParcel", params=params).is_(200).json()
    equal({name: told[name] for name in wanted}, wanted, "the parcel")
    equal(told["status"], "waiting", "the status")
    told = _pick(service, 7, made["code"]).is_(200).json()
    equal((told["parcel_id"], told["recipient"]), (made["parcel_id"], "Jo Meyer"), "the answer")
    told = service.get("/getParcel", params=params).is_(200).json()
    equal(told["status"], "picked_up", "the status afterwards")
    _pick(service, 7, made["code"]).is_(409)
    equal(_drop(service, "M")["locker"], 7, "the locker of the next")


@suite.check("three wrong codes in a row block a locker until it is unblocked", fresh=True)
def blocked(service: Service) -> None:
    _add(service, (1, "S"), (2, "S"))
    made, other = _drop(service), _drop(service)
    for _ in range(3):
        _pick(service, 1, _wrong(made["code"])).is_(403)
    _pick(service, 1, made["code"]).is_(423)
    _pick(service, 1, _wrong(made["code"])).is_(423)
    told = service.get("/listLockers").is_(200).json()
    equal([each["blocked"] for each in told], [True, False], "blocked")
    _pick(service, 2, other["code"]).is_(200)
    service.post("/unblock", json={"locker": 1}).is_(200)
    service.post("/unblock", json={"locker": 1}).is_(409)
    _pick(service, 1, made["code"]).is_(200)


@suite.check("one or two wrong codes do not block", fresh=True)
def not_blocked(service: Service) -> None:
    _add(service, (1, "S"))
    for _ in range(2):
        made = _drop(service)
        for _ in range(2):
            _pick(service, 1, _wrong(made["code"])).is_(403)
        _pick(service, 1, made["code"]).is_(200)


@suite.check("what is not there is 404, what is invalid is 422", fresh=True)
def absent(service: Service) -> None:
    _add(service, (1, "S"))
    _pick(service, 2, "123456").is_(404)
    _pick(service, 1, "123456").is_(409)
    service.post("/unblock", json={"locker": 2}).is_(404)
    service.post("/unblock", json={"locker": 1}).is_(409)
    made = _drop(service)
    service.get("/getParcel", params={"parcel_id": unknown(made["parcel_id"])}).is_(404)
    for wrong in ({"recipient": "Jo"}, {"size": "S"}, {"recipient": "Jo", "size": "XS"}):
        service.post("/dropOff", json=wrong).is_(422)
    service.post("/pickUp", json={"locker": 1}).is_(422)
    service.post("/pickUp", json={"code": "123456"}).is_(422)
