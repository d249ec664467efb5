"""Hives that are retired and restored, and what was found in them."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("beehives", "service")


def _hive(service: Service, name: str = "Linden 3") -> int:
    told = service.post("/hives", json={"name": name, "apiary": "Old orchard"}).is_(201).json()
    made: int = told["id"]
    return made


def _looked(service: Service, hive: int, date: str, frames: int, varroa: float) -> dict[str, Any]:
    given = {"date": date, "frames": frames, "varroa": varroa}
    told: dict[str, Any] = service.post(f"/hives/{hive}/inspections", json=given).is_(201).json()
    return told


def _year(service: Service) -> int:
    hive = _hive(service)
    _looked(service, hive, "2025-06-01", 9, 4)
    _looked(service, hive, "2025-04-10", 5, 1.5)
    _looked(service, hive, "2025-08-20", 8, 4.5)
    return hive


def _dates(service: Service, hive: int, **between: str) -> list[str]:
    return [e["date"] for e in service.get(f"/hives/{hive}/inspections", params=between).items()]


def _names(service: Service, **params: str) -> list[str]:
    return sorted(each["name"] for each in service.get("/hives", params=params).items())


@suite.check("a hive is entered, shown and listed", fresh=True)
def entered(service: Service) -> None:
    given = {"name": "Linden 3", "apiary": "Old orchard"}
    told = service.post("/hives", json=given).is_(201).json()
    expect(isinstance(told["id"], int), "the id is a number")
    shown = service.get(f"/hives/{told['id']}").is_(200).json()
    equal(
        (shown["id"], shown["name"], shown["apiary"]), (told["id"], "Linden 3", "Old orchard"), "it"
    )
    equal(_names(service), ["Linden 3"], "the list")


@suite.check("a deleted hive is retired: listed only among the retired", fresh=True)
def retired(service: Service) -> None:
    _hive(service, "Kept")
    gone = _hive(service, "Gone")
    equal(_names(service, retired="true"), [], "the retired ones at first")
    service.delete(f"/hives/{gone}").is_(204)
    equal(_names(service), ["Kept"], "the list")
    equal(_names(service, retired="true"), ["Gone"], "the retired ones")


@suite.check("everything about a retired hive is 404")
def hidden(service: Service) -> None:
    hive = _year(service)
    service.delete(f"/hives/{hive}").is_(204)
    service.get(f"/hives/{hive}").is_(404)
    service.get(f"/hives/{hive}/inspections").is_(404)
    service.get(f"/hives/{hive}/summary").is_(404)
    given = {"date": "2025-05-05", "frames": 3, "varroa": 0}
    service.post(f"/hives/{hive}/inspections", json=given).is_(404)
    service.delete(f"/hives/{hive}").is_(404)


@suite.check("a restored hive is back with its inspections", fresh=True)
def restored(service: Service) -> None:
    hive = _year(service)
    service.post(f"/hives/{hive}/restore").is_(409)
    service.delete(f"/hives/{hive}").is_(204)
    told = service.post(f"/hives/{hive}/restore").is_(200).json()
    equal((told["id"], told["name"]), (hive, "Linden 3"), "the hive")
    equal(_names(service), ["Linden 3"], "the list")
    equal(_names(service, retired="true"), [], "the retired ones")
    equal(len(_dates(service, hive)), 3, "how many inspections")


@suite.check("inspections come with the oldest date first")
def inspected(service: Service) -> None:
    hive = _hive(service)
    told = _looked(service, hive, "2025-06-01", 9, 2.5)
    equal((told["date"], told["frames"], told["varroa"]), ("2025-06-01", 9, 2.5), "the inspection")
    _looked(service, hive, "2024-09-30", 0, 0)
    equal(_dates(service, hive), ["2024-09-30", "2025-06-01"], "the dates")


@suite.check("from and to are both included")
def ranged(service: Service) -> None:
    hive = _year(service)
    equal(_dates(service, hive, **{"from": "2025-06-01"}), ["2025-06-01", "2025-08-20"], "from")
    equal(_dates(service, hive, to="2025-06-01"), ["2025-04-10", "2025-06-01"], "to")
    both = {"from": "2025-04-11", "to": "2025-08-19"}
    equal(_dates(service, hive, **both), ["2025-06-01"], "from and to")


@suite.check("the summary is over the range")
def summed(service: Service) -> None:
    hive = _year(service)
    _looked(service, _hive(service), "2025-06-02", 20, 40)
    told = service.get(f"/hives/{hive}/summary").is_(200).json()
    equal(told, {"count": 3, "average_varroa": 3.33, "max_frames": 9}, "of all")
    told = service.get(f"/hives/{hive}/summary", params={"from": "2025-06-02"}).is_(200).json()
    equal(told, {"count": 1, "average_varroa": 4.5, "max_frames": 8}, "of the range")
    told = service.get(f"/hives/{hive}/summary", params={"to": "2025-01-01"}).is_(200).json()
    equal(told, {"count": 0, "average_varroa": None, "max_frames": None}, "of nothing")


@suite.check("a hive that does not exist is 404")
def absent(service: Service) -> None:
    never = unknown(_hive(service))
    service.get(f"/hives/{never}").is_(404)
    service.delete(f"/hives/{never}").is_(404)
    service.post(f"/hives/{never}/restore").is_(404)
    service.get(f"/hives/{never}/inspections").is_(404)
    service.get(f"/hives/{never}/summary").is_(404)


@suite.check("wrong or missing data is 400")
def wrong(service: Service) -> None:
    service.post("/hives", json={"name": "Linden 3"}).is_(400)
    service.post("/hives", json={"apiary": "Old orchard"}).is_(400)
    hive = _hive(service)
    for given in (
        {"date": "2025-02-30", "frames": 3, "varroa": 0},
        {"date": "spring", "frames": 3, "varroa": 0},
        {"date": "2025-02-20", "frames": -1, "varroa": 0},
        {"date": "2025-02-20", "frames": 1.5, "varroa": 0},
        {"date": "2025-02-20", "frames": 3, "varroa": -0.1},
        {"date": "2025-02-20", "frames": 3},
    ):
        service.post(f"/hives/{hive}/inspections", json=given).is_(400)
    equal(_dates(service, hive), [], "the dates")
    service.get(f"/hives/{hive}/summary", params={"from": "june"}).is_(400)
    service.get(f"/hives/{hive}/inspections", params={"to": "2025-13-01"}).is_(400)
