"""Vouchers: redeemed as often as they may be, and no more."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("voucher-codes", "service")

_ACTED = (200, 201, 202, 204)


def _code() -> str:
    return f"C{token_hex(5)}".upper()


def _make(service: Service, percent: int = 25, **more: Any) -> str:
    code = _code()
    service.post("/vouchers", json={"code": code, "percent": percent, **more}).created()
    return code


def _redeem(service: Service, code: str, amount: object = 80.0) -> Answer:
    return service.post(f"/vouchers/{code}/redeem", json={"amount": amount})


def _shows(service: Service, of: str, /, **wanted: Any) -> None:
    told = service.get(f"/vouchers/{of}").is_(200).json()
    equal({name: told[name] for name in wanted}, wanted, "the voucher")


def _usable(service: Service) -> list[str]:
    told = service.get("/vouchers", params={"active": "true"}).items()
    return [each["code"] for each in told]


@suite.check("without vouchers none are listed", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/vouchers").items(), [], "the vouchers")
    equal(_usable(service), [], "those that can be redeemed")


@suite.check("a voucher shows its code, percent, max_uses, uses and that it is active")
def created(service: Service) -> None:
    code = _make(service, 100, max_uses=7)
    _shows(service, code, code=code, percent=100, max_uses=7, uses=0, active=True)
    plain = _make(service, 1)
    _shows(service, plain, code=plain, percent=1, max_uses=1, uses=0, active=True)
    told = [each["code"] for each in service.get("/vouchers").items()]
    expect({code, plain} <= set(told), "both are listed")


@suite.check("a duplicate code is 409")
def unique(service: Service) -> None:
    code = _make(service)
    service.post("/vouchers", json={"code": code, "percent": 90}).is_(409)
    _shows(service, code, percent=25)


@suite.check("redeeming answers with discount, total and what remains, and counts")
def redeemed(service: Service) -> None:
    code = _make(service, max_uses=2)
    for remaining in (1, 0):
        told = _redeem(service, code).is_(200, 201).json()
        wanted = {"code": code, "amount": 80.0, "discount": 20.0, "total": 60.0}
        wanted["remaining_uses"] = remaining
        equal({name: told[name] for name in wanted}, wanted, "the answer")
        _shows(service, code, uses=2 - remaining, max_uses=2)


@suite.check("amounts are rounded to two decimals")
def rounded(service: Service) -> None:
    for amount, percent, discount, total in (
        (9.99, 15, 1.5, 8.49),
        (10.0, 33, 3.3, 6.7),
        (33.33, 10, 3.33, 30.0),
        (50, 100, 50, 0),
    ):
        told = _redeem(service, _make(service, percent), amount).is_(200, 201).json()
        equal((told["discount"], told["total"]), (discount, total), f"{percent}% of {amount}")


@suite.check("a voucher that is used up is 410")
def used_up(service: Service) -> None:
    code, other = _make(service), _make(service)
    _redeem(service, code).is_(200, 201)
    _redeem(service, code).is_(410)
    _shows(service, code, uses=1)
    _redeem(service, other).is_(200, 201)


@suite.check("many at the same moment redeem it no more often than it may be")
def race(service: Service) -> None:
    code = _make(service, max_uses=2)
    answers = at_once([lambda: _redeem(service, code)] * 6)
    taken = [answer.is_(200, 201, 410).status != 410 for answer in answers]
    equal(sum(taken), 2, "how often it was redeemed")
    _shows(service, code, uses=2)


@suite.check("a deactivated voucher is not active and redeeming it is 410")
def deactivated(service: Service) -> None:
    code, other = _make(service, max_uses=5), _make(service)
    _redeem(service, code).is_(200, 201)
    service.post(f"/vouchers/{code}/deactivate").is_(*_ACTED)
    _redeem(service, code).is_(410)
    _shows(service, code, active=False, uses=1)
    _shows(service, other, active=True)


@suite.check("active=true lists only those that can still be redeemed")
def usable(service: Service) -> None:
    good, spent, off = _make(service, max_uses=2), _make(service), _make(service)
    _redeem(service, good).is_(200, 201)
    _redeem(service, spent).is_(200, 201)
    service.post(f"/vouchers/{off}/deactivate").is_(*_ACTED)
    told = _usable(service)
    expect(good in told, "one with uses left is listed")
    expect(spent not in told, "one that is used up is not listed")
    expect(off not in told, "one that is turned off is not listed")


@suite.check("a code that is not there is 404")
def absent(service: Service) -> None:
    code = _code()
    service.get(f"/vouchers/{code}").is_(404)
    _redeem(service, code).is_(404)
    service.post(f"/vouchers/{code}/deactivate").is_(404)


@suite.check("code, percent and amount keep to their rules")
def malformed(service: Service) -> None:
    before = len(service.get("/vouchers").items())
    codes: list[object] = ["AB", "A" * 21, "abc", "AB-C", "AB C", 7, None]
    wrong: list[dict[str, Any]] = [{"code": each, "percent": 10} for each in codes]
    wrong += [{"code": _code(), "percent": each} for each in (0, 101, -5, "some")]
    wrong += [{"percent": 10}, {"code": _code()}]
    refuses_malformed(service, "/vouchers", *wrong)
    equal(len(service.get("/vouchers").items()), before, "the number of vouchers")
    short, long = f"Z{token_hex(1)}".upper(), f"Z{token_hex(9)}Z".upper()
    for code in (short, long):
        service.post("/vouchers", json={"code": code, "percent": 10}).created()
    code = _make(service)
    refuses_malformed(service, f"/vouchers/{code}/redeem", {}, {"amount": "much"})
    _shows(service, code, uses=0)
