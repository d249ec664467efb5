"""Vouchers: validated without being used, redeemed so many times."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("voucher-check", "service")


def _code() -> str:
    return token_hex(5).upper()


def _new(service: Service, **more: Any) -> str:
    code = _code()
    service.post("/vouchers", json={"code": code, "percent": 25, **more}).is_(201)
    return code


def _validate(service: Service, code: str, amount: object = 50) -> Answer:
    return service.post(f"/vouchers/{code}/validate", json={"amount": amount})


def _redeem(service: Service, code: str, amount: object = 50) -> Answer:
    return service.post(f"/vouchers/{code}/redeem", json={"amount": amount})


def _used(service: Service, code: str) -> int:
    return int(service.get(f"/vouchers/{code}").is_(200).json()["used"])


def _says(answer: Answer, status: int, wanted: dict[str, Any]) -> None:
    equal(answer.is_(status).json(), wanted, "the answer")


@suite.check("a voucher is made with its defaults, and read")
def new(service: Service) -> None:
    code = _code()
    made = service.post("/vouchers", json={"code": code, "percent": 10}).is_(201).json()
    wanted = {"code": code, "percent": 10, "min_amount": 0, "max_uses": 1, "used": 0}
    for told in (made, service.get(f"/vouchers/{code}").is_(200).json()):
        equal({name: told[name] for name in wanted}, wanted, "the voucher")
        equal(told.get("expires"), None, "when it expires")
    given = {"code": _code(), "percent": 100, "min_amount": 9.5, "max_uses": 3}
    given["expires"] = "2090-12-31"
    service.post("/vouchers", json=given).is_(201)
    told = service.get(f"/vouchers/{given['code']}").is_(200).json()
    equal({name: told[name] for name in given}, given, "the other voucher")


@suite.check("a code that exists is 409, one that does not is 404")
def codes(service: Service) -> None:
    code = _new(service)
    service.post("/vouchers", json={"code": code, "percent": 5}).is_(409)
    equal(service.get(f"/vouchers/{code}").is_(200).json()["percent"], 25, "percent")
    service.get(f"/vouchers/{_code()}").is_(404)


@suite.check("a valid voucher tells discount and final, and is not used up by that")
def valid(service: Service) -> None:
    code = _new(service)
    for _ in range(3):
        wanted: dict[str, Any] = {"valid": True, "discount": 12.5, "final": 37.5}
        _says(_validate(service, code), 200, wanted)
    equal(_used(service, code), 0, "used")
    third = _new(service, percent=33)
    _says(_validate(service, third, 9.99), 200, {"valid": True, "discount": 3.3, "final": 6.69})
    _says(_validate(service, third, 0), 200, {"valid": True, "discount": 0, "final": 0})


@suite.check("a voucher that cannot be used tells the reason")
def reasons(service: Service) -> None:
    _says(_validate(service, _code()), 200, {"valid": False, "reason": "unknown"})
    old = _new(service, expires="2020-01-01")
    _says(_validate(service, old), 200, {"valid": False, "reason": "expired"})
    dear = _new(service, min_amount=50.01)
    _says(_validate(service, dear), 200, {"valid": False, "reason": "amount too low"})
    equal(_validate(service, dear, 50.01).is_(200).json()["valid"], True, "whether it is valid")


@suite.check("redeeming counts, until the voucher is used up")
def redeemed(service: Service) -> None:
    code = _new(service, max_uses=2)
    for count in (1, 2):
        wanted: dict[str, Any] = {"valid": True, "discount": 12.5, "final": 37.5}
        _says(_redeem(service, code), 200, wanted)
        equal(_used(service, code), count, "used")
    _says(_redeem(service, code), 409, {"valid": False, "reason": "used up"})
    _says(_validate(service, code), 200, {"valid": False, "reason": "used up"})
    equal(_used(service, code), 2, "used")


@suite.check("redeeming what is not valid is 409 or 404, and counts nothing")
def not_redeemed(service: Service) -> None:
    _says(_redeem(service, _code()), 404, {"valid": False, "reason": "unknown"})
    old = _new(service, expires="2020-01-01")
    _says(_redeem(service, old), 409, {"valid": False, "reason": "expired"})
    dear = _new(service, min_amount=100)
    _says(_redeem(service, dear), 409, {"valid": False, "reason": "amount too low"})
    equal((_used(service, old), _used(service, dear)), (0, 0), "used")


@suite.check("of several reasons the first is given")
def first(service: Service) -> None:
    both = _new(service, expires="2020-01-01", min_amount=100)
    _says(_validate(service, both, 1), 200, {"valid": False, "reason": "expired"})
    spent = _new(service, min_amount=10)
    _redeem(service, spent).is_(200)
    _says(_validate(service, spent, 1), 200, {"valid": False, "reason": "used up"})


@suite.check("bad input is 400")
def malformed(service: Service) -> None:
    right = {"code": _code(), "percent": 10}
    wrong: list[dict[str, Any]] = [
        {"code": right["code"]},
        {"percent": 10},
        right | {"code": "ABC"},
        right | {"code": "A" * 13},
        right | {"code": "summer"},
        right | {"percent": 0},
        right | {"percent": 101},
        right | {"percent": "ten"},
        right | {"max_uses": 0},
        right | {"expires": "soon"},
    ]
    for each in wrong:
        service.post("/vouchers", json=each).is_(400)
    code = _new(service)
    for amount in (-1, "much", None):
        _validate(service, code, amount).is_(400)
        _redeem(service, code, amount).is_(400)
    service.post(f"/vouchers/{code}/validate", json={}).is_(400)
    equal(_used(service, code), 0, "used")
