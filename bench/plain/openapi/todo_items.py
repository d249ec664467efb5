"""To-dos: added, ticked off, filtered, removed."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("todo-items", "service")


def _new(service: Service, title: str = "milk") -> dict[str, Any]:
    return service.post("/todos", json={"title": title}).is_(201).json()


@suite.check("a new item is not done, and is listed oldest first", fresh=True)
def new(service: Service) -> None:
    equal(service.get("/todos").is_(200).json(), [], "the empty list")
    first, second = _new(service, "milk"), _new(service, "bread")
    equal((first["title"], first["done"]), ("milk", False), "the item")
    expect(isinstance(first["id"], int), "the id is an integer")
    equal(service.get("/todos").is_(200).json(), [first, second], "the list")


@suite.check("only the fields that are sent change")
def changed(service: Service) -> None:
    item = _new(service, "walk")
    path = f"/todos/{item['id']}"
    equal(service.patch(path, json={"done": True}).is_(200).json(), item | {"done": True}, "ticked")
    wanted = {"id": item["id"], "title": "run", "done": True}
    equal(service.patch(path, json={"title": "run"}).is_(200).json(), wanted, "renamed")
    expect(wanted in service.get("/todos").is_(200).json(), "the change is listed")


@suite.check("done filters the list", fresh=True)
def filtered(service: Service) -> None:
    one, two = _new(service), _new(service)
    service.patch(f"/todos/{two['id']}", json={"done": True}).is_(200)
    for done, wanted in (("true", [two["id"]]), ("false", [one["id"]])):
        listed = service.get("/todos", params={"done": done}).is_(200).json()
        equal([each["id"] for each in listed], wanted, f"done={done}")


@suite.check("a removed item is gone")
def removed(service: Service) -> None:
    item = _new(service)
    service.delete(f"/todos/{item['id']}").is_(204)
    expect(item not in service.get("/todos").is_(200).json(), "it is no longer listed")
    service.delete(f"/todos/{item['id']}").is_(404)
    service.patch(f"/todos/{item['id']}", json={"done": True}).is_(404)


@suite.check("bad titles and wrong types are 400")
def malformed(service: Service) -> None:
    for wrong in ({}, {"title": ""}, {"title": 5}):
        service.post("/todos", json=wrong).is_(400)
    item = _new(service)
    for bad in ({"title": ""}, {"done": "maybe"}):
        service.patch(f"/todos/{item['id']}", json=bad).is_(400)
    expect(item in service.get("/todos").is_(200).json(), "nothing changed")
