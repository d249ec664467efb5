"""Tools of an association: conditional requests, CORS, and being on loan."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("tool-shed", "service")

_SAW = {"name": "Fretsaw", "category": "wood", "daily_fee": 1.5}


def _tool(service: Service, **other: Any) -> int:
    told: int = service.post("/tools", json={**_SAW, **other}).is_(201).json()["id"]
    return told


def _tag(service: Service, tool: int) -> str:
    tag = service.get(f"/tools/{tool}").is_(200).headers.get("etag", "")
    expect(tag, "GET of a tool has an ETag")
    return str(tag)


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("a tool is added with 201, Location, and what the service sets")
def added(service: Service) -> None:
    answer = service.post("/tools", json=_SAW).is_(201)
    told = answer.json()
    equal(told, {**_SAW, "id": told["id"], "on_loan": False}, "the tool")
    place = answer.headers.get("location", "")
    expect(place.endswith(f"/tools/{told['id']}"), "Location is /tools/{id}")
    equal(service.get(f"/tools/{told['id']}").is_(200).json(), told, "the tool read")
    less = service.post("/tools", json={"name": "Rake", "category": "garden"}).is_(201).json()
    equal(less["daily_fee"], 0, "the fee if left out")


@suite.check("the list is filtered by category and sorted either way", fresh=True)
def listed(service: Service) -> None:
    for name, category, fee in (("Plane", "wood", 2), ("Drill", "electric", 4), ("Axe", "wood", 3)):
        _tool(service, name=name, category=category, daily_fee=fee)

    def names(**asked: str) -> list[str]:
        return [e["name"] for e in service.get("/tools", params=asked).is_(200).json()]

    equal(names(), ["Plane", "Drill", "Axe"], "as added")
    equal(names(category="wood"), ["Plane", "Axe"], "wood")
    equal(names(sort="name"), ["Axe", "Drill", "Plane"], "by name")
    equal(names(sort="-daily_fee"), ["Drill", "Axe", "Plane"], "dearest first")
    equal(names(sort="daily_fee", category="wood"), ["Plane", "Axe"], "wood, cheapest first")
    _error(service.get("/tools", params={"sort": "colour"}), 400)


@suite.check("PUT replaces and PATCH changes what is sent, with the current ETag")
def changed(service: Service) -> None:
    tool = _tool(service)
    first = _tag(service, tool)
    new = {"name": "Jigsaw", "category": "electric", "daily_fee": 5}
    answer = service.put(f"/tools/{tool}", json=new, headers={"If-Match": first}).is_(200)
    equal(answer.json(), {**new, "id": tool, "on_loan": False}, "the tool replaced")
    second = answer.headers.get("etag", "")
    expect(second and second != first, "a PUT answers a new ETag")
    equal(_tag(service, tool), second, "the ETag read")
    part = {"daily_fee": 6.25}
    answer = service.patch(f"/tools/{tool}", json=part, headers={"If-Match": second}).is_(200)
    equal(answer.json(), {**new, **part, "id": tool, "on_loan": False}, "the tool patched")
    expect(answer.headers.get("etag", "") not in ("", first, second), "a PATCH answers a new ETag")


@suite.check("without If-Match it is 428, with an old one 412, and nothing is changed")
def conditional(service: Service) -> None:
    tool = _tool(service)
    old = _tag(service, tool)
    part = {"name": "Bowsaw"}
    _error(service.patch(f"/tools/{tool}", json=part), 428)
    _error(service.put(f"/tools/{tool}", json={**_SAW, **part}), 428)
    service.patch(f"/tools/{tool}", json={"daily_fee": 9}, headers={"If-Match": old}).is_(200)
    _error(service.patch(f"/tools/{tool}", json=part, headers={"If-Match": old}), 412)
    _error(service.put(f"/tools/{tool}", json={**_SAW, **part}, headers={"If-Match": old}), 412)
    told = service.get(f"/tools/{tool}").is_(200).json()
    equal((told["name"], told["daily_fee"]), ("Fretsaw", 9), "the tool")


@suite.check("If-None-Match with the current ETag is 304")
def unchanged(service: Service) -> None:
    tool = _tool(service)
    tag = _tag(service, tool)
    answer = service.get(f"/tools/{tool}", headers={"If-None-Match": tag}).is_(304)
    equal(answer.body, b"", "the body")
    service.post(f"/tools/{tool}/borrow", json={"borrower": "Ines"}).is_(200)
    service.get(f"/tools/{tool}", headers={"If-None-Match": tag}).is_(200)


@suite.check("a tool is borrowed once, returned once, and not removed meanwhile")
def borrowed(service: Service) -> None:
    tool = _tool(service)
    _error(service.post(f"/tools/{tool}/return"), 409)
    told = service.post(f"/tools/{tool}/borrow", json={"borrower": "Ines"}).is_(200).json()
    equal(told["on_loan"], True, "on_loan")
    _error(service.post(f"/tools/{tool}/borrow", json={"borrower": "Uwe"}), 409)
    _error(service.delete(f"/tools/{tool}"), 409)
    equal(service.post(f"/tools/{tool}/return").is_(200).json()["on_loan"], False, "on_loan")
    service.delete(f"/tools/{tool}").is_(204)
    _error(service.get(f"/tools/{tool}"), 404)


@suite.check("every response may be read from another host")
def shared(service: Service) -> None:
    tool = _tool(service)
    for answer in (
        service.get("/tools", headers={"Origin": "https://shed.example"}),
        service.get(f"/tools/{tool}"),
        service.post("/tools", json=_SAW),
        service.post("/tools", json={}),
        service.get(f"/tools/{unknown(tool)}"),
        service.delete(f"/tools/{tool}"),
    ):
        allowed = answer.headers.get("access-control-allow-origin")
        equal(allowed, "*", f"Access-Control-Allow-Origin of {answer.asked}")


@suite.check("an invalid field is 400, an unknown tool 404")
def wrong(service: Service) -> None:
    for part in (
        {"name": ""},
        {"name": "x" * 61},
        {"name": 7},
        {"category": "metal"},
        {"category": None},
        {"daily_fee": -1},
        {"daily_fee": "free"},
    ):
        _error(service.post("/tools", json={**_SAW, **part}), 400)
    _error(service.post("/tools", json={"name": "Rake"}), 400)
    tool = _tool(service)
    tag = {"If-Match": _tag(service, tool)}
    _error(service.patch(f"/tools/{tool}", json={"category": "metal"}, headers=tag), 400)
    _error(service.post(f"/tools/{unknown(tool)}/borrow", json={"borrower": "Uwe"}), 404)
    _error(service.put(f"/tools/{unknown(tool)}", json=_SAW, headers=tag), 404)
    _error(service.delete(f"/tools/{unknown(tool)}"), 404)
