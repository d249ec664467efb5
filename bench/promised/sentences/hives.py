"""Hives of a beekeeper and the inspections of each."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("hives", "service")

_HIVE = {"name": "Linden", "location": "orchard", "queen_year": 2024}
_LOOK = {"date": "2025-05-04", "honey_kg": 2.5, "note": "calm, many eggs"}


def _hive(service: Service, **other: Any) -> Any:
    return service.post("/hives", json={**_HIVE, **other}).created()["id"]


def _has(told: Any, wanted: dict[str, Any]) -> None:
    equal({key: told.get(key) for key in wanted}, wanted, "what is told")


@suite.check("a hive that was created is told as it was given")
def made(service: Service) -> None:
    told = service.post("/hives", json=_HIVE).created()
    _has(told, _HIVE)
    _has(service.get(f"/hives/{told['id']}").is_(200).json(), {**_HIVE, "id": told["id"]})


@suite.check("all hives are listed", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/hives").items("hives"), [], "the hives at first")
    made = [_hive(service, name="A"), _hive(service, name="B")]
    told = service.get("/hives").items("hives")
    equal(sorted((e["id"], e["name"]) for e in told), sorted(zip(made, "AB", strict=True)), "hives")


@suite.check("a hive can be changed")
def changed(service: Service) -> None:
    hive, other = _hive(service), _hive(service)
    new = {"name": "Lime", "location": "forest edge", "queen_year": 2025}
    service.update(f"/hives/{hive}", new).is_(200, 204)
    _has(service.get(f"/hives/{hive}").is_(200).json(), new)
    _has(service.get(f"/hives/{other}").is_(200).json(), _HIVE)


@suite.check("a hive can be deleted")
def deleted(service: Service) -> None:
    hive, other = _hive(service), _hive(service)
    service.delete(f"/hives/{hive}").done()
    service.get(f"/hives/{hive}").is_(404)
    service.get(f"/hives/{other}").is_(200)
    expect(hive not in [e["id"] for e in service.get("/hives").items("hives")], "it is gone")


@suite.check("inspections are added to a hive and listed under it")
def inspected(service: Service) -> None:
    hive, other = _hive(service), _hive(service)
    _has(service.post(f"/hives/{hive}/inspections", json=_LOOK).created(), _LOOK)
    later = {**_LOOK, "date": "2025-06-01", "honey_kg": 0}
    service.post(f"/hives/{hive}/inspections", json=later).created()
    told = service.get(f"/hives/{hive}/inspections").items("inspections")
    equal(sorted(e["date"] for e in told), ["2025-05-04", "2025-06-01"], "the dates")
    equal(sorted(e["honey_kg"] for e in told), [0, 2.5], "the honey")
    equal(service.get(f"/hives/{other}/inspections").items("inspections"), [], "the other hive's")


@suite.check("a hive without a name is refused")
def nameless(service: Service) -> None:
    before = len(service.get("/hives").items("hives"))
    service.post("/hives", json={"location": "orchard", "queen_year": 2024}).refused()
    equal(len(service.get("/hives").items("hives")), before, "the number of hives")


@suite.check("an inspection with a negative honey_kg is refused")
def negative(service: Service) -> None:
    hive = _hive(service)
    service.post(f"/hives/{hive}/inspections", json={**_LOOK, "honey_kg": -0.5}).refused()
    equal(service.get(f"/hives/{hive}/inspections").items("inspections"), [], "its inspections")


@suite.check("a hive that is not there is 404")
def absent(service: Service) -> None:
    gone = unknown(_hive(service))
    service.get(f"/hives/{gone}").is_(404)
    service.delete(f"/hives/{gone}").is_(404)
    service.update(f"/hives/{gone}", _HIVE).is_(404)
    service.post(f"/hives/{gone}/inspections", json=_LOOK).is_(404)
