"""Stock of a café: movements, batches with a result for each, alerts, and a PDF."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("cafe-stock", "service")


def _article(service: Service, sku: str, minimum: float = 0, **other: Any) -> Any:
    given = {"sku": sku, "name": f"the {sku}", "unit": "kg", "minimum": minimum, **other}
    return service.post("/articles", json=given).is_(201).json()


def _move(service: Service, sku: str, kind: str, quantity: Any) -> Answer:
    return service.post(f"/articles/{sku}/movements", json={"type": kind, "quantity": quantity})


def _stock(service: Service, sku: str) -> Any:
    return service.get(f"/articles/{sku}").is_(200).json()["quantity"]


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("articles are created with quantity 0 and listed by sku", fresh=True)
def created(service: Service) -> None:
    told = _article(service, "MILK-1", 4, unit="l")
    wanted = {"sku": "MILK-1", "name": "the MILK-1", "unit": "l", "minimum": 4, "quantity": 0}
    equal(told, wanted, "the article")
    _article(service, "BEANS")
    equal(service.get("/articles/MILK-1").is_(200).json(), wanted, "the article read")
    skus = [each["sku"] for each in service.get("/articles").is_(200).json()]
    equal(skus, ["BEANS", "MILK-1"], "the skus")
    again = {"sku": "BEANS", "name": "Beans", "unit": "kg", "minimum": 1}
    _error(service.post("/articles", json=again), 409)


@suite.check("an invalid article is 400")
def invalid(service: Service) -> None:
    good = {"sku": "SALT", "name": "Salt", "unit": "kg", "minimum": 1}
    for wrong in (
        {"sku": "S"},
        {"sku": "salt"},
        {"sku": "SALT AND OIL"},
        {"sku": "S" * 13},
        {"name": ""},
        {"unit": "oz"},
        {"minimum": -1},
        {"minimum": "few"},
    ):
        _error(service.post("/articles", json={**good, **wrong}), 400)
    _error(service.post("/articles", json={"sku": "SALT", "unit": "kg", "minimum": 1}), 400)
    _error(service.get("/articles/SALT"), 404)


@suite.check("in adds, out takes away, count sets")
def moved(service: Service) -> None:
    _article(service, "FLOUR")
    told = _move(service, "FLOUR", "in", 10).is_(201).json()
    wanted = {"id": told["id"], "sku": "FLOUR", "type": "in", "quantity": 10, "balance": 10}
    equal(told, wanted, "the movement")
    equal(_move(service, "FLOUR", "out", 2.5).is_(201).json()["balance"], 7.5, "after out")
    equal(_move(service, "FLOUR", "count", 7).is_(201).json()["balance"], 7, "after count")
    equal(_stock(service, "FLOUR"), 7, "the quantity")
    listed = service.get("/articles/FLOUR/movements").is_(200).json()
    told_all = [(each["type"], each["quantity"], each["balance"]) for each in listed]
    equal(told_all, [("count", 7, 7), ("out", 2.5, 7.5), ("in", 10, 10)], "the movements")
    equal(_move(service, "FLOUR", "count", 0).is_(201).json()["balance"], 0, "counted none")


@suite.check("no more is taken out than there is")
def too_much(service: Service) -> None:
    _article(service, "SUGAR")
    _move(service, "SUGAR", "in", 3).is_(201)
    _error(_move(service, "SUGAR", "out", 4), 409)
    equal(_stock(service, "SUGAR"), 3, "the quantity")
    equal(len(service.get("/articles/SUGAR/movements").is_(200).json()), 1, "the movements")
    equal(_move(service, "SUGAR", "out", 3).is_(201).json()["balance"], 0, "all of it")


@suite.check("an invalid movement is 400, an unknown article 404")
def wrong_moves(service: Service) -> None:
    _article(service, "TEA")
    for kind, quantity in (("in", 0), ("out", -1), ("count", -1), ("in", "two"), ("lend", 1)):
        _error(_move(service, "TEA", kind, quantity), 400)
    _error(service.post("/articles/TEA/movements", json={"type": "in"}), 400)
    _error(_move(service, "NONE", "in", 1), 404)
    _error(service.get("/articles/NONE/movements"), 404)
    equal(_stock(service, "TEA"), 0, "the quantity")


@suite.check("a batch books what it can and says what came of each")
def batch(service: Service) -> None:
    _article(service, "RICE")
    rows = [("RICE", "in", 5), ("NONE", "in", 1), ("RICE", "out", 9), ("RICE", "eat", 1)]
    rows.append(("RICE", "out", 2))
    given = [{"sku": sku, "type": kind, "quantity": much} for sku, kind, much in rows]
    told = service.post("/movements/batch", json={"movements": given}).is_(200).json()
    wanted = {
        "booked": 2,
        "failed": 3,
        "results": [
            {"sku": "RICE", "ok": True, "balance": 5},
            {"sku": "NONE", "ok": False, "error": "unknown_article"},
            {"sku": "RICE", "ok": False, "error": "not_enough"},
            {"sku": "RICE", "ok": False, "error": "invalid"},
            {"sku": "RICE", "ok": True, "balance": 3},
        ],
    }
    equal(told, wanted, "the answer")
    equal(_stock(service, "RICE"), 3, "the quantity")
    equal(len(service.get("/articles/RICE/movements").is_(200).json()), 2, "the movements")


@suite.check("a batch of none, of more than 50, or of no list is 400")
def wrong_batches(service: Service) -> None:
    _article(service, "OIL")
    one = {"sku": "OIL", "type": "in", "quantity": 1}
    for wrong in ({}, {"movements": []}, {"movements": [one] * 51}, {"movements": "OIL"}):
        _error(service.post("/movements/batch", json=wrong), 400)
    equal(_stock(service, "OIL"), 0, "the quantity")
    told = service.post("/movements/batch", json={"movements": [one] * 50}).is_(200).json()
    equal((told["booked"], told["failed"]), (50, 0), "a batch of 50")


@suite.check("alerts tell what is below its minimum, the largest missing first", fresh=True)
def alerts(service: Service) -> None:
    equal(service.get("/alerts").is_(200).json(), [], "alerts at first")
    for sku, minimum, there in (("A1", 5, 4), ("B1", 10, 2), ("C1", 3, 3), ("D1", 0, 1)):
        _article(service, sku, minimum)
        _move(service, sku, "in", there).is_(201)
    wanted = [
        {"sku": "B1", "name": "the B1", "quantity": 2, "minimum": 10, "missing": 8},
        {"sku": "A1", "name": "the A1", "quantity": 4, "minimum": 5, "missing": 1},
    ]
    equal(service.get("/alerts").is_(200).json(), wanted, "the alerts")
    _move(service, "B1", "in", 8).is_(201)
    equal([e["sku"] for e in service.get("/alerts").is_(200).json()], ["A1"], "after a delivery")


@suite.check("the printout is a PDF")
def printed(service: Service) -> None:
    _article(service, "JAM")
    answer = service.get("/report.pdf").is_(200)
    kind = answer.headers.get("content-type", "")
    equal(kind.split(";")[0].strip(), "application/pdf", "Content-Type")
    expect(answer.body.startswith(b"%PDF-"), "it begins as a PDF does")
    expect(b"%%EOF" in answer.body[-64:], "it ends as a PDF does")
