"""A veterinary practice: owners, their pets, visits, and what is still owed."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("vet-clinic", "service")


def _made(service: Service, path: str, given: dict[str, Any]) -> dict[str, Any]:
    made = service.post(path, json=given).is_(201).json()
    expect(isinstance(made["id"], int), "the id is an int")
    equal({name: made[name] for name in given}, given, f"what was made at {path}")
    return {**given, "id": made["id"]}


def _owner(service: Service, **more: str) -> dict[str, Any]:
    return _made(service, "/owners", {"name": f"o{token_hex(4)}", "phone": "030-555", **more})


def _pet(service: Service, owner: object, species: str = "dog", **more: str) -> dict[str, Any]:
    given = {"name": f"p{token_hex(4)}", "species": species, **more}
    return _made(service, f"/owners/{owner}/pets", given)


def _visit(
    service: Service, pet: object, cost: float = 20, date: str = "2024-03-01", **more: Any
) -> dict[str, Any]:
    given = {"date": date, "reason": "check-up", "cost": cost, **more}
    return _made(service, f"/pets/{pet}/visits", given)


def _balance(service: Service, owner: object) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/owners/{owner}/balance").is_(200).json()
    return told


@suite.check("an empty practice lists no owners", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/owners").items(), [], "the owners")


@suite.check("owners are created with 201, read back and listed; email is optional")
def owners(service: Service) -> None:
    plain, mailed = _owner(service), _owner(service, email="o@example.org")
    told = {each["id"]: each for each in service.get("/owners").items()}
    for each in (plain, mailed):
        read = service.get(f"/owners/{each['id']}").is_(200).json()
        for seen in (read, told[each["id"]]):
            equal({name: seen[name] for name in each}, each, "the owner")


@suite.check("a PATCH changes the fields it names and no other")
def patched(service: Service) -> None:
    made, other = _owner(service, email="o@example.org"), _owner(service)
    path = f"/owners/{made['id']}"
    equal(service.patch(path, json={"phone": "040-1"}).is_(200).json()["phone"], "040-1", "phone")
    read = service.get(path).is_(200).json()
    equal({name: read[name] for name in made}, made | {"phone": "040-1"}, "the owner")
    read = service.get(f"/owners/{other['id']}").is_(200).json()
    equal(read["phone"], "030-555", "the phone of another owner")
    service.patch(path, json={"name": "n" * 81}).is_(422)


@suite.check("pets belong to their owner; every species of the table is taken")
def pets(service: Service) -> None:
    owner, other = _owner(service)["id"], _owner(service)["id"]
    mine = [_pet(service, owner, each) for each in ("dog", "cat", "rabbit", "bird")]
    mine.append(_pet(service, owner, "cat", born="2020-02-29"))
    _pet(service, other)
    told = {each["id"]: each for each in service.get(f"/owners/{owner}/pets").items()}
    equal(sorted(told), sorted(each["id"] for each in mine), "the pets of the owner")
    for each in mine:
        read = service.get(f"/pets/{each['id']}").is_(200).json()
        wanted = {**each, "owner_id": owner}
        equal({name: read[name] for name in wanted}, wanted, "the pet")


@suite.check("an owner with pets cannot be removed (409), one without can (204)")
def removed(service: Service) -> None:
    owner = _owner(service)["id"]
    pet = _pet(service, owner)["id"]
    service.delete(f"/owners/{owner}").is_(409)
    service.get(f"/owners/{owner}").is_(200)
    service.delete(f"/pets/{pet}").is_(204)
    service.get(f"/pets/{pet}").is_(404)
    service.delete(f"/owners/{owner}").is_(204)
    service.get(f"/owners/{owner}").is_(404)
    expect(owner not in [each["id"] for each in service.get("/owners").items()], "it is gone")


@suite.check("visits are listed with the newest date first, unpaid unless said otherwise")
def visits(service: Service) -> None:
    owner = _owner(service)["id"]
    pet, other = _pet(service, owner)["id"], _pet(service, owner)["id"]
    for date in ("2024-03-01", "2025-01-15", "2023-12-31"):
        _visit(service, pet, date=date)
    _visit(service, other, paid=True)
    told = service.get(f"/pets/{pet}/visits").items()
    equal([each["date"] for each in told], ["2025-01-15", "2024-03-01", "2023-12-31"], "dates")
    equal([each["paid"] for each in told], [False] * 3, "paid")
    equal([each["pet_id"] for each in told], [pet] * 3, "pet_id")
    expect(service.get(f"/pets/{other}/visits").items()[0]["paid"] is True, "paid as given")


@suite.check("a visit is paid once; a second time is 409")
def paid(service: Service) -> None:
    pet = _pet(service, _owner(service)["id"])["id"]
    visit = _visit(service, pet)["id"]
    service.post(f"/visits/{visit}/pay").is_(200)
    expect(service.get(f"/pets/{pet}/visits").items()[0]["paid"] is True, "it is paid")
    service.post(f"/visits/{visit}/pay").is_(409)
    done = _visit(service, pet, paid=True)["id"]
    service.post(f"/visits/{done}/pay").is_(409)


@suite.check("the balance is over the unpaid visits of all pets of that owner alone")
def balance(service: Service) -> None:
    owner, other = _owner(service)["id"], _owner(service)["id"]
    equal(_balance(service, owner)["unpaid_visits"], 0, "unpaid visits of a new owner")
    equal(_balance(service, owner)["total_due"], 0, "what a new owner owes")
    dog, cat = _pet(service, owner)["id"], _pet(service, owner, "cat")["id"]
    _visit(service, dog, 40)
    _visit(service, cat, 45.5)
    paid_ = _visit(service, cat, 100)["id"]
    _visit(service, dog, 7, paid=True)
    _visit(service, _pet(service, other)["id"], 1000)
    service.post(f"/visits/{paid_}/pay").is_(200)
    told = _balance(service, owner)
    equal(told["owner_id"], owner, "owner_id")
    equal(told["unpaid_visits"], 2, "unpaid_visits")
    expect(abs(told["total_due"] - 85.5) < 1e-6, f"85.5 is due, not {told['total_due']}")
    service.delete(f"/pets/{cat}").is_(204)
    told = _balance(service, owner)
    equal(told["unpaid_visits"], 1, "unpaid visits once a pet and its visits are removed")
    expect(abs(told["total_due"] - 40) < 1e-6, "40 is due then")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    made = _owner(service)["id"]
    pet = _pet(service, made)["id"]
    visit = _visit(service, pet)["id"]
    owner, pet, visit = unknown(made), unknown(pet), unknown(visit)
    for path in (f"/owners/{owner}", f"/owners/{owner}/pets", f"/owners/{owner}/balance"):
        service.get(path).is_(404)
    for path in (f"/pets/{pet}", f"/pets/{pet}/visits"):
        service.get(path).is_(404)
    service.patch(f"/owners/{owner}", json={"phone": "1"}).is_(404)
    service.post(f"/owners/{owner}/pets", json={"name": "x", "species": "dog"}).is_(404)
    given = {"date": "2024-01-01", "reason": "x", "cost": 1}
    service.post(f"/pets/{pet}/visits", json=given).is_(404)
    service.post(f"/visits/{visit}/pay").is_(404)
    service.delete(f"/owners/{owner}").is_(404)
    service.delete(f"/pets/{pet}").is_(404)


@suite.check("a field that is missing, of the wrong type or breaks a rule is 422")
def malformed(service: Service) -> None:
    owner = _owner(service)["id"]
    pet = _pet(service, owner)["id"]
    right: dict[str, dict[str, Any]] = {
        "/owners": {"name": "x", "phone": "1"},
        f"/owners/{owner}/pets": {"name": "x", "species": "dog"},
        f"/pets/{pet}/visits": {"date": "2024-01-01", "reason": "x", "cost": 1},
    }
    wrong: dict[str, list[dict[str, Any]]] = {
        "/owners": [{"name": ""}, {"name": "n" * 81}, {"name": []}, {"phone": {}}],
        f"/owners/{owner}/pets": [{"species": "horse"}, {"species": ""}, {"born": "last year"}],
        f"/pets/{pet}/visits": [
            {"cost": -0.01},
            {"cost": "much"},
            {"reason": ""},
            {"reason": "r" * 201},
            {"date": "2024-02-30"},
        ],
    }
    for path, whole in right.items():
        refuses_malformed(service, path)
        for name in whole:
            part = {each: value for each, value in whole.items() if each != name}
            service.post(path, json=part).is_(422)
        for each in wrong[path]:
            service.post(path, json=whole | each).is_(422)
    equal(service.get(f"/pets/{pet}/visits").items(), [], "the visits")
    _made(service, "/owners", {"name": "n" * 80, "phone": "1"})
    _made(service, f"/pets/{pet}/visits", right[f"/pets/{pet}/visits"] | {"cost": 0})


@suite.check("owners, pets and visits outlive a restart")
def kept(service: Service) -> None:
    owner = _owner(service)["id"]
    pet = _pet(service, owner)["id"]
    _visit(service, pet, 12)
    visit = _visit(service, pet, 30)["id"]
    service.post(f"/visits/{visit}/pay").is_(200)
    service.restart()
    equal(_balance(service, owner)["unpaid_visits"], 1, "unpaid_visits")
    equal(len(service.get(f"/pets/{pet}/visits").items()), 2, "the number of visits")
