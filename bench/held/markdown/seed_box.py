"""A catalogue of seeds: filters, sorting, pages, and all bad fields named."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("seed-box", "service")

_STOCK = (
    ("Basil", "herb", 4, 3),
    ("carrot", "vegetable", 3, 0),
    ("Beet", "vegetable", 4, 12),
    ("Dill", "herb", 4, 0),
    ("Aster", "flower", 3, 3),
)


def _seed(service: Service, name: str = "Leek", **more: Any) -> Any:
    given = {"name": name, "kind": "vegetable", "sow_month": 5, **more}
    made = service.post("/seeds", json=given).is_(201).json()
    equal({key: made[key] for key in given}, given, "the seed")
    return made


def _stock(service: Service) -> None:
    for name, kind, month, packets in _STOCK:
        _seed(service, name, kind=kind, sow_month=month, packets=packets)


def _ids(service: Service, **params: Any) -> list[int]:
    told = service.get("/seeds", params=params).is_(200).json()
    return [each["id"] for each in told["items"]]


def _bad(answer: Answer, *fields: str) -> None:
    equal(answer.is_(422).json(), {"error": "invalid", "fields": list(fields)}, "the error")


def _missing(answer: Answer) -> None:
    equal(answer.is_(404).json(), {"error": "not found"}, "the error")


@suite.check("seeds are made from 1 on, with one packet unless said", fresh=True)
def made(service: Service) -> None:
    equal(_seed(service)["packets"], 1, "the packets")
    told = _seed(service, "n" * 50, packets=500, sow_month=12)
    equal(told["id"], 2, "the id")
    told = service.get("/seeds/2").is_(200).json()
    wanted = {"id": 2, "name": "n" * 50, "kind": "vegetable", "sow_month": 12, "packets": 500}
    equal(told, wanted, "the seed")
    _missing(service.get("/seeds/3"))


@suite.check("an empty box is one page of nothing", fresh=True)
def empty(service: Service) -> None:
    wanted = {"items": [], "total": 0, "page": 1, "pages": 0}
    equal(service.get("/seeds").is_(200).json(), wanted, "the page")


@suite.check("filters, alone and together", fresh=True)
def filtered(service: Service) -> None:
    _stock(service)
    for params, wanted in (
        ({}, [1, 2, 3, 4, 5]),
        ({"kind": "herb"}, [1, 4]),
        ({"sow_month": 3}, [2, 5]),
        ({"in_stock": "true"}, [1, 3, 5]),
        ({"in_stock": "false"}, [2, 4]),
        ({"q": "B"}, [1, 3]),
        ({"q": "eR"}, [5]),
        ({"q": "CARROT"}, [2]),
        ({"q": "zz"}, []),
        ({"kind": "herb", "in_stock": "true", "sow_month": 4, "q": "a"}, [1]),
    ):
        equal(_ids(service, **params), wanted, f"the seeds of {params}")


@suite.check("sorted by name or packets, up or down, ties by id")
def ordered(service: Service) -> None:
    for sort, wanted in (
        ("name", [5, 1, 3, 4, 2]),
        ("-name", [2, 4, 3, 1, 5]),
        ("packets", [2, 4, 1, 5, 3]),
        ("-packets", [3, 1, 5, 2, 4]),
    ):
        equal(_ids(service, sort=sort), wanted, f"the seeds by {sort}")


@suite.check("pages with total and number of pages", fresh=True)
def paged(service: Service) -> None:
    for number in range(23):
        _seed(service, kind="herb" if number % 2 else "flower")

    def page(**params: Any) -> tuple[Any, ...]:
        told = service.get("/seeds", params=params).is_(200).json()
        ids = [each["id"] for each in told["items"]]
        return ids, told["total"], told["page"], told["pages"]

    equal(page(), (list(range(1, 11)), 23, 1, 3), "the first page")
    equal(page(page=3), ([21, 22, 23], 23, 3, 3), "the last page")
    equal(page(page=4), ([], 23, 4, 3), "a page beyond")
    equal(page(per_page=23), (list(range(1, 24)), 23, 1, 1), "all on a page")
    equal(page(per_page=5, page=2, kind="herb"), ([12, 14, 16, 18, 20], 11, 2, 3), "the herbs")


@suite.check("PATCH changes only what is sent")
def patched(service: Service) -> None:
    number = _seed(service, "Kale", packets=4)["id"]
    told = service.patch(f"/seeds/{number}", json={"packets": 0, "id": 77}).is_(200).json()
    seen = (told["id"], told["name"], told["packets"], told["sow_month"])
    equal(seen, (number, "Kale", 0, 5), "the seed")
    told = service.patch(f"/seeds/{number}", json={"name": "Kohl", "kind": "flower"}).is_(200)
    equal(service.get(f"/seeds/{number}").is_(200).json(), told.json(), "the seed read back")
    _bad(service.patch(f"/seeds/{number}", json={"sow_month": 13, "name": ""}), "name", "sow_month")
    equal(service.get(f"/seeds/{number}").is_(200).json(), told.json(), "the seed afterwards")
    _missing(service.patch("/seeds/9999", json={"packets": 1}))


@suite.check("a deleted seed is gone and its id not used again", fresh=True)
def deleted(service: Service) -> None:
    _stock(service)
    service.delete("/seeds/5").is_(204)
    _missing(service.get("/seeds/5"))
    _missing(service.delete("/seeds/5"))
    equal(_ids(service), [1, 2, 3, 4], "the seeds")
    equal(_seed(service)["id"], 6, "the next id")


@suite.check("all bad fields are named, by alphabet")
def bad_fields(service: Service) -> None:
    right = {"name": "x", "kind": "herb", "sow_month": 1}
    _bad(service.post("/seeds", json={}), "kind", "name", "sow_month")
    wrong = {"name": "", "kind": "tree", "sow_month": 0, "packets": 501}
    _bad(service.post("/seeds", json=wrong), "kind", "name", "packets", "sow_month")
    for field, value in (
        ("name", "x" * 51),
        ("name", 5),
        ("kind", "Herb"),
        ("sow_month", 13),
        ("sow_month", 1.5),
        ("packets", -1),
        ("packets", "many"),
    ):
        _bad(service.post("/seeds", json={**right, field: value}), field)


@suite.check("all bad query values are named")
def bad_query(service: Service) -> None:
    for params, fields in (
        ({"kind": "tree"}, ["kind"]),
        ({"sort": "kind"}, ["sort"]),
        ({"sow_month": 13}, ["sow_month"]),
        ({"page": 0}, ["page"]),
        ({"page": "x"}, ["page"]),
        ({"per_page": 51}, ["per_page"]),
        ({"per_page": 0, "in_stock": "maybe"}, ["in_stock", "per_page"]),
    ):
        _bad(service.get("/seeds", params=params), *fields)
