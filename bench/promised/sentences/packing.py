"""A packing list: defaults, a filter by a flag, and emptying everything."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("packing", "service")


def _add(service: Service, **given: Any) -> Any:
    return service.post("/items", json=given).created()


def _names(service: Service, **asked: str) -> list[str]:
    return sorted(each["name"] for each in service.get("/items", params=asked).items("items"))


def _told(thing: Any) -> tuple[Any, Any, Any]:
    return thing["name"], thing["quantity"], thing["packed"]


@suite.check("a thing has quantity 1 and is not packed unless said otherwise")
def defaults(service: Service) -> None:
    told = _add(service, name="passport")
    equal(_told(told), ("passport", 1, False), "what was added")
    equal(_told(service.get(f"/items/{told['id']}").is_(200).json()), ("passport", 1, False), "it")


@suite.check("a quantity that is given is kept")
def quantity(service: Service) -> None:
    told = _add(service, name="socks", quantity=7)
    equal(_told(service.get(f"/items/{told['id']}").is_(200).json()), ("socks", 7, False), "it")


@suite.check("a PATCH changes only what it names")
def patched(service: Service) -> None:
    item = _add(service, name="towel", quantity=4)["id"]
    service.patch(f"/items/{item}", json={"packed": True}).is_(200, 204)
    equal(_told(service.get(f"/items/{item}").is_(200).json()), ("towel", 4, True), "packed")
    service.patch(f"/items/{item}", json={"quantity": 2}).is_(200, 204)
    equal(_told(service.get(f"/items/{item}").is_(200).json()), ("towel", 2, True), "fewer")


@suite.check("the list shows all, or only what is packed, or only what is not", fresh=True)
def filtered(service: Service) -> None:
    equal(_names(service), [], "the list at first")
    for name in ("tent", "lamp", "rope"):
        item = _add(service, name=name)["id"]
        if name == "lamp":
            service.patch(f"/items/{item}", json={"packed": True}).is_(200, 204)
    equal(_names(service), ["lamp", "rope", "tent"], "all")
    equal(_names(service, packed="true"), ["lamp"], "what is packed")
    equal(_names(service, packed="false"), ["rope", "tent"], "what is not packed")


@suite.check("one thing can be deleted")
def deleted(service: Service) -> None:
    gone, kept = _add(service, name="ball")["id"], _add(service, name="bat")["id"]
    service.delete(f"/items/{gone}").done()
    service.get(f"/items/{gone}").is_(404)
    service.get(f"/items/{kept}").is_(200)


@suite.check("DELETE /items empties the whole list")
def emptied(service: Service) -> None:
    item = _add(service, name="map")["id"]
    _add(service, name="pen")
    service.delete("/items").done()
    equal(_names(service), [], "the list")
    service.get(f"/items/{item}").is_(404)
    _add(service, name="hat")
    equal(_names(service), ["hat"], "the list afterwards")


@suite.check("a thing needs a name")
def nameless(service: Service) -> None:
    service.post("/items", json={"quantity": 2}).refused()


@suite.check("a thing that is not there is 404")
def absent(service: Service) -> None:
    gone = unknown(_add(service, name="cup")["id"])
    service.get(f"/items/{gone}").is_(404)
    service.patch(f"/items/{gone}", json={"packed": True}).is_(404)
    service.delete(f"/items/{gone}").is_(404)
