"""Tools, lent and returned."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("tool-library", "service")


def _tool(service: Service, name: str) -> int:
    return service.post("/tools", json={"name": name}).is_(201).json()["id"]


def _lend(service: Service, tool: int, borrower: str = "Ida") -> Any:
    return service.post(f"/tools/{tool}/borrow", json={"borrower": borrower}).is_(200).json()


def _seen(service: Service, tool: int) -> tuple[Any, Any]:
    (told,) = [each for each in service.get("/tools").is_(200).json() if each["id"] == tool]
    return told["available"], told["borrower"]


@suite.check("a new tool is on the shelf", fresh=True)
def shelved(service: Service) -> None:
    equal(service.get("/tools").is_(200).json(), [], "an empty library")
    told = service.post("/tools", json={"name": "Drill"}).is_(201).json()
    wanted = {"id": told["id"], "name": "Drill", "available": True, "borrower": None}
    equal({name: told[name] for name in wanted}, wanted, "the answer")
    (told,) = service.get("/tools").is_(200).json()
    equal({name: told[name] for name in wanted}, wanted, "the tool listed")


@suite.check("borrowing and returning change the tool")
def lent(service: Service) -> None:
    tool = _tool(service, "Ladder")
    told = _lend(service, tool, "Mrs. Okafor")
    equal((told["id"], told["name"]), (tool, "Ladder"), "the tool")
    equal((told["available"], told["borrower"]), (False, "Mrs. Okafor"), "the tool lent")
    equal(_seen(service, tool), (False, "Mrs. Okafor"), "the tool listed")
    told = service.post(f"/tools/{tool}/return").is_(200).json()
    equal((told["available"], told["borrower"]), (True, None), "the tool returned")
    equal(_seen(service, tool), (True, None), "the tool listed")
    _lend(service, tool, "Next")


@suite.check("a lent tool is not lent again")
def twice(service: Service) -> None:
    tool = _tool(service, "Saw")
    _lend(service, tool)
    service.post(f"/tools/{tool}/borrow", json={"borrower": "Olaf"}).is_(409)
    equal(_seen(service, tool), (False, "Ida"), "the tool")


@suite.check("a tool on the shelf is not returned")
def unreturned(service: Service) -> None:
    tool = _tool(service, "Saw")
    service.post(f"/tools/{tool}/return").is_(409)
    _lend(service, tool)
    service.post(f"/tools/{tool}/return").is_(200)
    service.post(f"/tools/{tool}/return").is_(409)


@suite.check("the list shows what is available, or what is not", fresh=True)
def filtered(service: Service) -> None:
    one, two, three = (_tool(service, name) for name in ("a", "b", "c"))
    _lend(service, two)
    for value, wanted in (("true", [one, three]), ("false", [two])):
        told = service.get("/tools", params={"available": value}).is_(200).json()
        equal(sorted(each["id"] for each in told), wanted, f"the tools with available={value}")
    equal(len(service.get("/tools").is_(200).json()), 3, "the number of tools")


@suite.check("a tool leaves the library only from the shelf")
def deleted(service: Service) -> None:
    tool = _tool(service, "Axe")
    _lend(service, tool)
    service.delete(f"/tools/{tool}").is_(409)
    service.post(f"/tools/{tool}/return").is_(200)
    service.delete(f"/tools/{tool}").is_(204)
    service.delete(f"/tools/{tool}").is_(404)
    equal([each for each in service.get("/tools").is_(200).json() if each["id"] == tool], [], "it is gone")


@suite.check("an unknown tool is 404")
def absent(service: Service) -> None:
    service.post("/tools/999999/borrow", json={"borrower": "Ida"}).is_(404)
    service.post("/tools/999999/return").is_(404)
    service.delete("/tools/999999").is_(404)


@suite.check("a missing name or borrower is 422")
def malformed(service: Service) -> None:
    tool = _tool(service, "Hoe")
    before = len(service.get("/tools").is_(200).json())
    service.post("/tools", json={}).is_(422)
    service.post(f"/tools/{tool}/borrow", json={}).is_(422)
    equal(len(service.get("/tools").is_(200).json()), before, "the number of tools")
    equal(_seen(service, tool), (True, None), "the tool")
