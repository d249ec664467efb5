"""Expenses of a shared flat: who paid, who shares, and the balances."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("flat-expenses", "service")


def _mate(service: Service) -> Any:
    return service.post("/flatmates", json={"name": f"m{token_hex(5)}"}).is_(201).json()["id"]


def _post(service: Service, payer: Any, sharers: Any, amount: Any = 900, **more: Any) -> Answer:
    given = {
        "description": "food",
        "amount": amount,
        "paid_by": payer,
        "shared_by": sharers,
        **more,
    }
    return service.post("/expenses", json=given)


def _spend(service: Service, payer: Any, sharers: list[Any], amount: int = 900) -> Any:
    return _post(service, payer, sharers, amount).is_(201).json()["id"]


def _balances(service: Service) -> dict[Any, int]:
    told = service.get("/balances").is_(200).json()
    return {each["flatmate_id"]: each["balance"] for each in told}


def _ids(service: Service, **params: Any) -> list[Any]:
    return [each["id"] for each in service.get("/expenses", params=params).items()]


@suite.check("flatmates have balances of zero in the order they were added", fresh=True)
def ordered(service: Service) -> None:
    equal(service.get("/balances").is_(200).json(), [], "the balances of nobody")
    made = []
    for name in ("Zoe", "Adam", "Mia"):
        told = service.post("/flatmates", json={"name": name}).is_(201).json()
        equal(told["name"], name, "the name")
        made.append({"flatmate_id": told["id"], "name": name, "balance": 0})
    told = service.get("/balances").is_(200).json()
    names = ("flatmate_id", "name", "balance")
    equal([{name: each[name] for name in names} for each in told], made, "the balances")


@suite.check("a name is there once (409) and not empty (422)")
def named(service: Service) -> None:
    name = f"m{token_hex(5)}"
    service.post("/flatmates", json={"name": name}).is_(201)
    service.post("/flatmates", json={"name": name}).is_(409)
    for wrong in ({}, {"name": ""}, {"name": None}, {"name": ["x"]}):
        service.post("/flatmates", json=wrong).is_(422)


@suite.check("an expense is stored as given")
def stored(service: Service) -> None:
    a, b = _mate(service), _mate(service)
    told = _post(service, a, [b, a], 1234, description="Käse & Brot").is_(201).json()
    wanted = {"description": "Käse & Brot", "amount": 1234, "paid_by": a, "shared_by": [b, a]}
    equal({name: told[name] for name in wanted}, wanted, "the answer")
    seen = next(each for each in service.get("/expenses").items() if each["id"] == told["id"])
    equal({name: seen[name] for name in wanted}, wanted, "the expense in the list")


@suite.check("the balance is what was paid minus the shares")
def balanced(service: Service) -> None:
    a, b, c = (_mate(service) for _ in range(3))
    _spend(service, a, [a, b, c], 900)
    _spend(service, b, [c], 250)
    told = _balances(service)
    equal([told[each] for each in (a, b, c)], [600, -50, -550], "the balances")
    equal(sum(told.values()), 0, "the sum of all balances")


@suite.check("the first in the list bears the cents left over")
def rounded(service: Service) -> None:
    a, b, c = (_mate(service) for _ in range(3))
    _spend(service, a, [b, a, c], 1001)
    told = _balances(service)
    equal([told[each] for each in (a, b, c)], [668, -335, -333], "the balances")
    _spend(service, c, [c, a, b], 1)
    told = _balances(service)
    equal([told[each] for each in (a, b, c)], [668, -335, -333], "the balances after a cent")


@suite.check("expenses are listed newest first, and by who paid", fresh=True)
def listed(service: Service) -> None:
    a, b = _mate(service), _mate(service)
    made = [_spend(service, payer, [a, b]) for payer in (a, b, a)]
    equal(_ids(service), made[::-1], "the list")
    equal(_ids(service, paid_by=a), [made[2], made[0]], "those a paid")
    equal(_ids(service, paid_by=b), [made[1]], "those b paid")


@suite.check("a deleted expense is undone")
def undone(service: Service) -> None:
    a, b = _mate(service), _mate(service)
    gone, stays = _spend(service, a, [a, b], 500), _spend(service, a, [b], 70)
    service.delete(f"/expenses/{gone}").is_(204)
    told = _balances(service)
    equal((told[a], told[b]), (70, -70), "the balances")
    equal(_ids(service, paid_by=a), [stays], "the list")
    service.delete(f"/expenses/{gone}").is_(404)
    service.delete(f"/expenses/{unknown(stays)}").is_(404)


@suite.check("an expense that breaks a rule is 422 and changes nothing")
def refused(service: Service) -> None:
    a, b = _mate(service), _mate(service)
    nobody = unknown(b)
    for amount in (0, -5, 1.5, "much", None):
        _post(service, a, [a, b], amount).is_(422)
    for payer, sharers in (
        (nobody, [a]),
        (a, [b, nobody]),
        (a, []),
        (a, [b, b]),
        (a, None),
        (None, [a]),
    ):
        _post(service, payer, sharers).is_(422)
    service.post("/expenses", json={"amount": 5, "paid_by": a, "shared_by": [a]}).is_(422)
    told = _balances(service)
    equal((told[a], told[b]), (0, 0), "the balances")
