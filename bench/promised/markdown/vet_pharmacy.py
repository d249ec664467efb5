"""A medicine cupboard: stock is the sum of its movements, and alerts say what is missing."""

from __future__ import annotations

import csv
import io

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("vet-pharmacy", "service")


def _medicine(service: Service, name: str, unit: str = "tablet", **more: int) -> int:
    told = service.post("/medicines", json={"name": name, "unit": unit, **more}).is_(201).json()
    made: int = told["id"]
    return made


def _move(service: Service, medicine: object, kind: str, quantity: object, **more: str) -> Answer:
    given = {"type": kind, "quantity": quantity, **more}
    return service.post(f"/medicines/{medicine}/movements", json=given)


def _stock(service: Service, medicine: int) -> int:
    told: int = service.get(f"/medicines/{medicine}").is_(200).json()["stock"]
    return told


@suite.check("a medicine starts without stock, with a reorder level of 5")
def added(service: Service) -> None:
    told = service.post("/medicines", json={"name": "Meloxicam", "unit": "ml"}).is_(201).json()
    wanted = {"id": told["id"], "name": "Meloxicam", "unit": "ml", "reorder_level": 5, "stock": 0}
    equal({key: told[key] for key in wanted}, wanted, "the medicine")
    shown = service.get(f"/medicines/{told['id']}").is_(200).json()
    equal({key: shown[key] for key in wanted}, wanted, "what is shown")
    service.post("/medicines", json={"name": "Meloxicam", "unit": "vial"}).is_(409)


@suite.check("medicines are sorted by name", fresh=True)
def sorted_(service: Service) -> None:
    for name in ("Prednisolone", "Amoxicillin", "Insulin"):
        _medicine(service, name)
    told = [each["name"] for each in service.get("/medicines").is_(200).json()]
    equal(told, ["Amoxicillin", "Insulin", "Prednisolone"], "the names")


@suite.check("stock is the sum of the movements")
def moved(service: Service) -> None:
    made = _medicine(service, "Summed")
    told = _move(service, made, "in", 30, note="delivery").is_(201).json()
    wanted = {
        "medicine_id": made,
        "type": "in",
        "quantity": 30,
        "note": "delivery",
        "stock_after": 30,
    }
    equal({key: told[key] for key in wanted}, wanted, "the movement")
    expect(told["created_at"], "when it was is said")
    told = _move(service, made, "out", 12).is_(201).json()
    equal((told["stock_after"], told["note"]), (18, ""), "the second movement")
    equal(_stock(service, made), 18, "the stock")


@suite.check("stock never goes below zero")
def never_below(service: Service) -> None:
    made = _medicine(service, "Scarce")
    _move(service, made, "out", 1).is_(409)
    _move(service, made, "in", 4).is_(201)
    _move(service, made, "out", 5).is_(409)
    equal(_stock(service, made), 4, "the stock")
    equal(service.get(f"/medicines/{made}/movements").json()["total"], 1, "how many movements")
    equal(_move(service, made, "out", 4).is_(201).json()["stock_after"], 0, "the rest")


@suite.check("movements are paged, newest first")
def paged(service: Service) -> None:
    made = _medicine(service, "Paged")
    for quantity in range(1, 24):
        _move(service, made, "in", quantity).is_(201)

    def page(**params: int) -> tuple[int, list[int]]:
        told = service.get(f"/medicines/{made}/movements", params=params).is_(200).json()
        return told["total"], [each["quantity"] for each in told["items"]]

    equal(page(), (23, list(range(23, 3, -1))), "the first page")
    equal(page(limit=2, offset=1), (23, [22, 21]), "two of them")
    equal(page(offset=20), (23, [3, 2, 1]), "the last page")
    for wrong in ({"limit": 0}, {"limit": 101}, {"offset": -1}):
        service.get(f"/medicines/{made}/movements", params=wrong).is_(400)


@suite.check("alerts say what is missing, most first", fresh=True)
def alerted(service: Service) -> None:
    low = _medicine(service, "Low", reorder_level=10)
    even = _medicine(service, "Even", reorder_level=3)
    fine = _medicine(service, "Fine", reorder_level=0)
    empty = _medicine(service, "Empty", reorder_level=20)
    for medicine, quantity in ((low, 4), (even, 3), (fine, 1)):
        _move(service, medicine, "in", quantity).is_(201)
    wanted = [
        {"medicine_id": empty, "name": "Empty", "stock": 0, "reorder_level": 20, "missing": 20},
        {"medicine_id": low, "name": "Low", "stock": 4, "reorder_level": 10, "missing": 6},
        {"medicine_id": even, "name": "Even", "stock": 3, "reorder_level": 3, "missing": 0},
    ]
    equal(service.get("/alerts").is_(200).json(), wanted, "the alerts")
    _move(service, low, "in", 7).is_(201)
    told = [each["name"] for each in service.get("/alerts").is_(200).json()]
    equal(told, ["Empty", "Even"], "the alerts after a delivery")


@suite.check("a medicine is changed, but not its stock")
def changed(service: Service) -> None:
    made = _medicine(service, "Misspelt")
    _medicine(service, "Taken")
    told = service.patch(f"/medicines/{made}", json={"reorder_level": 9}).is_(200).json()
    equal((told["name"], told["unit"], told["reorder_level"]), ("Misspelt", "tablet", 9), "it")
    told = service.patch(f"/medicines/{made}", json={"name": "Spelt"}).is_(200).json()
    equal((told["name"], told["reorder_level"]), ("Spelt", 9), "it then")
    service.patch(f"/medicines/{made}", json={"name": "Taken"}).is_(409)
    service.patch(f"/medicines/{made}", json={"stock": 100}).is_(400)
    service.patch(f"/medicines/{made}", json={"unit": "spoon"}).is_(400)
    equal(_stock(service, made), 0, "the stock")


@suite.check("the stock is exported as CSV", fresh=True)
def exported(service: Service) -> None:
    _move(service, _medicine(service, "Saline, sterile", "ml"), "in", 500).is_(201)
    _medicine(service, "Insulin", "vial")
    answer = service.get("/stock.csv").is_(200)
    expect(answer.headers["content-type"].startswith("text/csv"), "text/csv")
    expect(answer.text.splitlines()[0].strip() == "name,unit,stock", "the header line")
    wanted = [["name", "unit", "stock"], ["Insulin", "vial", "0"], ["Saline, sterile", "ml", "500"]]
    equal([row for row in csv.reader(io.StringIO(answer.text)) if row], wanted, "the rows")


@suite.check("validation is 400")
def invalid(service: Service) -> None:
    for wrong in (
        {"unit": "ml"},
        {"name": "", "unit": "ml"},
        {"name": "x" * 81, "unit": "ml"},
        {"name": "Wrong", "unit": "spoon"},
        {"name": "Wrong", "unit": "ml", "reorder_level": -1},
        {"name": "Wrong"},
    ):
        service.post("/medicines", json=wrong).is_(400)
    made = _medicine(service, "Right")
    for kind, quantity in (("in", 0), ("in", -3), ("lost", 3), ("in", "3 boxes"), ("in", 1.5)):
        _move(service, made, kind, quantity).is_(400)


@suite.check("no such medicine is 404")
def absent(service: Service) -> None:
    never = unknown(_medicine(service, "There"))
    service.get(f"/medicines/{never}").is_(404)
    service.patch(f"/medicines/{never}", json={"reorder_level": 1}).is_(404)
    service.get(f"/medicines/{never}/movements").is_(404)
    _move(service, never, "in", 1).is_(404)
