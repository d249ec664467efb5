"""Seeds of an allotment: kept, narrowed by species, and one of them at random."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("seed-library", "service")


def _seed(service: Service, name: str, species: str = "tomato", year: int = 2024) -> dict[str, Any]:
    given = {"name": name, "species": species, "harvest_year": year}
    told: dict[str, Any] = service.post("/seeds", json=given).created()
    return told


def _told(seed: dict[str, Any]) -> tuple[Any, Any, Any]:
    return seed["name"], seed["species"], seed["harvest_year"]


@suite.check("a seed that was added can be shown")
def added(service: Service) -> None:
    made = _seed(service, "Black Krim", "tomato", 2023)
    equal(_told(made), ("Black Krim", "tomato", 2023), "what was added")
    shown = service.get(f"/seeds/{made['id']}").is_(200).json()
    equal(_told(shown), ("Black Krim", "tomato", 2023), "what is shown")
    equal(shown["id"], made["id"], "the id")


@suite.check("all seeds are listed", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/seeds").items(), [], "the list at first")
    names = {"Black Krim", "Kuri", "Genovese"}
    for name in names:
        _seed(service, name)
    equal({each["name"] for each in service.get("/seeds").items()}, names, "the names")


@suite.check("the list is narrowed down by species", fresh=True)
def narrowed(service: Service) -> None:
    _seed(service, "Kuri", "squash")
    _seed(service, "Genovese", "basil")
    _seed(service, "Crown Prince", "squash")
    told = service.get("/seeds", params={"species": "squash"}).items()
    equal(sorted(each["name"] for each in told), ["Crown Prince", "Kuri"], "the squashes")
    equal(service.get("/seeds", params={"species": "leek"}).items(), [], "the leeks")


@suite.check("one of the seeds is given at random", fresh=True)
def random(service: Service) -> None:
    ids = {_seed(service, f"seed {each}")["id"] for each in range(6)}
    got = [service.get("/seeds/random").is_(200).json()["id"] for _ in range(40)]
    expect(set(got) <= ids, "a random seed is one of those there are")
    expect(len(set(got)) > 1, "it is not always the same one")


@suite.check("a seed is changed")
def changed(service: Service) -> None:
    made = _seed(service, "Kurri", "squash", 2022)
    whole = {"name": "Kuri", "species": "squash", "harvest_year": 2025}
    service.update(f"/seeds/{made['id']}", whole).done()
    shown = service.get(f"/seeds/{made['id']}").is_(200).json()
    equal(_told(shown), ("Kuri", "squash", 2025), "after the change")


@suite.check("a seed is removed")
def removed(service: Service) -> None:
    made, kept = _seed(service, "Old"), _seed(service, "Kept")
    service.delete(f"/seeds/{made['id']}").done()
    service.get(f"/seeds/{made['id']}").is_(404)
    ids = [each["id"] for each in service.get("/seeds").items()]
    expect(made["id"] not in ids and kept["id"] in ids, "only the removed one is gone")


@suite.check("a seed that is not there is 404")
def absent(service: Service) -> None:
    never = unknown(_seed(service, "Any")["id"])
    service.get(f"/seeds/{never}").is_(404)
    whole = {"name": "Kuri", "species": "squash", "harvest_year": 2025}
    service.update(f"/seeds/{never}", whole).is_(404)
    service.delete(f"/seeds/{never}").is_(404)


@suite.check("what is no seed is refused", fresh=True)
def refused(service: Service) -> None:
    for wrong in (
        {"species": "squash", "harvest_year": 2025},
        {"name": "Kuri", "species": "squash", "harvest_year": "long ago"},
        {"name": "Kuri", "species": "squash", "harvest_year": 2024.5},
    ):
        service.post("/seeds", json=wrong).refused()
    equal(service.get("/seeds").items(), [], "the list")
