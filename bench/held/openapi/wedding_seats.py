"""A seating plan changed in batches: step by step, or all or nothing."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("wedding-seats", "service")

_SEATS = [f"{table}{number}" for table in "ABCD" for number in range(1, 7)]


def _assign(seat: Any, guest: Any) -> dict[str, Any]:
    return {"op": "assign", "seat": seat, "guest": guest}


def _free(seat: str) -> dict[str, Any]:
    return {"op": "free", "seat": seat}


def _swap(seat: str, other: str) -> dict[str, Any]:
    return {"op": "swap", "seat": seat, "with": other}


def _batch(service: Service, *steps: Any, **more: Any) -> Answer:
    return service.post("/seats/batch", json={"steps": list(steps), **more})


def _told(answer: Answer, *errors: str, applied: int | None = None) -> None:
    """Hold an answer to these errors, one for each step; empty for a step that was ok."""
    results = [
        {"index": index, "ok": False, "error": error} if error else {"index": index, "ok": True}
        for index, error in enumerate(errors)
    ]
    count = errors.count("") if applied is None else applied
    equal(answer.json(), {"applied": count, "results": results}, "the answer")


def _plan(service: Service, **params: Any) -> dict[str, str]:
    told = service.get("/seats", params=params).is_(200).json()
    return {each["seat"]: each["guest"] for each in told if each["guest"] is not None}


def _names(service: Service, **params: Any) -> list[str]:
    return [each["seat"] for each in service.get("/seats", params=params).is_(200).json()]


@suite.check("24 empty seats are there from the start", fresh=True)
def start(service: Service) -> None:
    told = service.get("/seats").is_(200).json()
    equal(told, [{"seat": seat, "guest": None} for seat in _SEATS], "the seats")
    equal(service.get("/seats/D6").is_(200).json(), {"seat": "D6", "guest": None}, "a seat")
    for seat in ("A7", "E1", "A0", "a1", "A"):
        service.get(f"/seats/{seat}").is_(404)


@suite.check("steps are done in order, and each sees those before", fresh=True)
def in_order(service: Service) -> None:
    answer = _batch(
        service,
        _assign("A1", "Tom"),
        _assign("A2", "Eva"),
        _free("A1"),
        _assign("A1", "Kim"),
        _assign("B3", "Tom"),
        _swap("A2", "B3"),
        _swap("A1", "D6"),
        _swap("C1", "C2"),
    ).is_(200)
    _told(answer, *[""] * 8)
    equal(_plan(service), {"A2": "Tom", "B3": "Eva", "D6": "Kim"}, "the plan")
    equal(service.get("/seats/B3").is_(200).json(), {"seat": "B3", "guest": "Eva"}, "a seat")


@suite.check("a step that fails changes nothing, and the others are done", fresh=True)
def failing(service: Service) -> None:
    answer = _batch(
        service,
        _assign("A1", "Tom"),
        _assign("A1", "Eva"),
        _assign("A2", "Tom"),
        _assign("Z9", "Eva"),
        _free("B1"),
        _swap("A1", "E5"),
        _assign("A2", "Eva"),
        _assign("A2", "Eva"),
    ).is_(200)
    _told(answer, "", "taken", "seated", "unknown_seat", "empty", "unknown_seat", "", "taken")
    equal(_plan(service), {"A1": "Tom", "A2": "Eva"}, "the plan")
    answer = _batch(service, _free("C1"), _assign("A1", "Eva")).is_(200)
    _told(answer, "empty", "taken")


@suite.check("invalid steps are told, and come before other errors", fresh=True)
def invalid(service: Service) -> None:
    answer = _batch(
        service,
        "stand up",
        {},
        {"op": "dance", "seat": "A1"},
        {"op": "assign", "seat": "Z9"},
        {"op": "assign", "guest": "Tom"},
        _assign("A1", ""),
        _assign("A1", 5),
        _assign(1, "Tom"),
        {"op": "swap", "seat": "A1"},
        {"op": "free"},
        _assign("A1", "Tom"),
    ).is_(200)
    _told(answer, *["invalid"] * 10, "")
    equal(_plan(service), {"A1": "Tom"}, "the plan")


@suite.check("atomic: all or nothing", fresh=True)
def atomic(service: Service) -> None:
    answer = _batch(service, _assign("A1", "Tom"), _assign("A2", "Eva"), atomic=True).is_(200)
    _told(answer, "", "")
    plan = {"A1": "Tom", "A2": "Eva"}
    answer = _batch(
        service,
        _free("A1"),
        _assign("A1", "Kim"),
        _assign("A1", "Lou"),
        _assign("B1", "Tom"),
        _swap("B1", "A2"),
        _free("D1"),
        atomic=True,
    ).is_(409)
    _told(answer, "", "", "taken", "", "", "empty", applied=0)
    equal(_plan(service), plan, "the plan")
    service.get("/guests/Kim").is_(404)
    answer = _batch(service, _free("A1"), _free("A1"), atomic=False).is_(200)
    _told(answer, "", "empty")
    equal(_plan(service), {"A2": "Eva"}, "the plan in the end")


@suite.check("guests are found where they sit", fresh=True)
def guests(service: Service) -> None:
    _batch(service, _assign("C4", "Aunt Zoë"), _assign("A1", "Tom")).is_(200)
    found = service.get("/guests/Aunt Zoë").is_(200).json()
    equal(found, {"seat": "C4", "guest": "Aunt Zoë"}, "the aunt")
    _batch(service, _swap("C4", "B1")).is_(200)
    equal(service.get("/guests/Aunt Zoë").is_(200).json()["seat"], "B1", "the seat of the aunt")
    _batch(service, _free("B1")).is_(200)
    service.get("/guests/Aunt Zoë").is_(404)
    service.get("/guests/tom").is_(404)


@suite.check("seats of a table, empty ones, and everybody standing up", fresh=True)
def listed(service: Service) -> None:
    _batch(service, _assign("B2", "Tom"), _assign("B6", "Eva"), _assign("C1", "Kim")).is_(200)
    equal(_names(service, table="B"), [f"B{number}" for number in range(1, 7)], "table B")
    empty = [seat for seat in _SEATS if seat not in ("B2", "B6", "C1")]
    equal(_names(service, empty="true"), empty, "the empty seats")
    equal(_names(service, empty="true", table="B"), ["B1", "B3", "B4", "B5"], "those of table B")
    service.delete("/seats").is_(204)
    equal(_plan(service), {}, "the plan")
    service.get("/guests/Tom").is_(404)
    _told(_batch(service, _assign("B2", "Eva")).is_(200), "")


@suite.check("a wrong body is 422 and does nothing", fresh=True)
def wrong(service: Service) -> None:
    step = _assign("A1", "Tom")
    for given in (
        {},
        {"steps": []},
        {"steps": step},
        {"steps": "A1"},
        {"steps": [step] + [_free("A1")] * 30},
        {"steps": [step], "atomic": "perhaps"},
        {"atomic": True},
    ):
        service.post("/seats/batch", json=given).is_(422)
    equal(_plan(service), {}, "the plan")
    steps = [_assign(seat, f"guest {seat}") for seat in _SEATS]
    steps += [_free(seat) for seat in _SEATS[:6]]
    _told(_batch(service, *steps).is_(200), *[""] * 30)
    equal(len(_plan(service)), 18, "the number of guests")
