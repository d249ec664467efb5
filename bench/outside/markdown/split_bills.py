"""Expenses of a group, shared to the cent."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("split-bills", "service")

_PEOPLE = ["ann", "bob", "cleo"]


def _group(service: Service, *people: str) -> str:
    given = {"name": "trip", "people": list(people) or _PEOPLE}
    return f"/groups/{service.post('/groups', json=given).is_(201).json()['id']}"


def _spend(service: Service, group: str, paid_by: str, amount: object, *shared: str) -> Answer:
    given: dict[str, object] = {"what": "food", "paid_by": paid_by, "amount": amount}
    if shared:
        given["shared_by"] = list(shared)
    return service.post(f"{group}/expenses", json=given)


def _balances(service: Service, group: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"{group}/balances").is_(200).json()
    return told


@suite.check("a group has a name and people")
def made(service: Service) -> None:
    given = {"name": "Lisbon trip", "people": ["cleo", "ann", "bob"]}
    told = service.post("/groups", json=given).is_(201).json()
    equal({name: told[name] for name in given}, given, "the group")
    equal(service.get(f"/groups/{told['id']}").is_(200).json(), told, "the group again")


@suite.check("in a new group nobody owes anything")
def even(service: Service) -> None:
    group = _group(service)
    equal(service.get(f"{group}/expenses").items(), [], "the expenses")
    equal(_balances(service, group), {"ann": 0, "bob": 0, "cleo": 0}, "the balances")


@suite.check("an expense is for everybody unless it is said for whom")
def spent(service: Service) -> None:
    group = _group(service)
    first = _spend(service, group, "bob", 900).is_(201).json()
    wanted = {"what": "food", "paid_by": "bob", "amount": 900, "shared_by": _PEOPLE}
    equal({name: first[name] for name in wanted}, wanted, "the expense")
    second = _spend(service, group, "ann", 400, "cleo", "ann").is_(201).json()
    equal(second["shared_by"], ["ann", "cleo"], "who shares, in the order of the group")
    equal(service.get(f"{group}/expenses").items(), [first, second], "the expenses")
    equal(_balances(service, group), {"ann": -100, "bob": 600, "cleo": -500}, "the balances")


@suite.check("cents that are left over are paid by the first, in the order of the group")
def cents(service: Service) -> None:
    group = _group(service)
    _spend(service, group, "bob", 1000).is_(201)
    equal(_balances(service, group), {"ann": -334, "bob": 667, "cleo": -333}, "the balances")
    group = _group(service, "zed", "amy", "kim", "lou")
    _spend(service, group, "amy", 103, "lou", "kim", "zed", "amy").is_(201)
    wanted = {"zed": -26, "amy": 103 - 26, "kim": -26, "lou": -25}
    equal(_balances(service, group), wanted, "the balances of four")


@suite.check("the payer need not share")
def treated(service: Service) -> None:
    group = _group(service)
    _spend(service, group, "ann", 501, "cleo", "bob").is_(201)
    equal(_balances(service, group), {"ann": 501, "bob": -251, "cleo": -250}, "the balances")


@suite.check("an expense that is taken out is as if it had never been")
def taken(service: Service) -> None:
    group, other = _group(service), _group(service)
    first = _spend(service, group, "ann", 300).is_(201).json()
    second = _spend(service, group, "bob", 600).is_(201).json()
    service.delete(f"{other}/expenses/{first['id']}").is_(404)
    service.delete(f"{group}/expenses/{first['id']}").is_(204)
    service.delete(f"{group}/expenses/{first['id']}").is_(404)
    equal(service.get(f"{group}/expenses").items(), [second], "the expenses")
    equal(_balances(service, group), {"ann": -200, "bob": 400, "cleo": -200}, "the balances")


@suite.check("who is not in the group neither pays nor shares")
def strangers(service: Service) -> None:
    group = _group(service)
    _spend(service, group, "dan", 100).is_(400)
    _spend(service, group, "ann", 100, "bob", "dan").is_(400)
    equal(service.get(f"{group}/expenses").items(), [], "the expenses")


@suite.check("what makes no sense is 400")
def malformed(service: Service) -> None:
    group = _group(service)
    for amount in (0, -5, 12.5, "much", None):
        _spend(service, group, "ann", amount).is_(400)
    right: dict[str, object] = {"what": "food", "paid_by": "ann", "amount": 100}
    service.post(f"{group}/expenses", json=right | {"shared_by": []}).is_(400)
    for name in right:
        part = {k: v for k, v in right.items() if k != name}
        service.post(f"{group}/expenses", json=part).is_(400)
    equal(service.get(f"{group}/expenses").items(), [], "the expenses")


@suite.check("a group needs two different people or more")
def groups(service: Service) -> None:
    for people in ([], ["ann"], ["ann", "ann"]):
        service.post("/groups", json={"name": "x", "people": people}).is_(400, 422)
    service.post("/groups", json={"name": "x"}).is_(400, 422)


@suite.check("a group that is not there is 404")
def absent(service: Service) -> None:
    group = f"/groups/{unknown(int(_group(service).rpartition('/')[2]))}"
    service.get(group).is_(404)
    service.get(f"{group}/expenses").is_(404)
    service.get(f"{group}/balances").is_(404)
    _spend(service, group, "ann", 100).is_(404)
