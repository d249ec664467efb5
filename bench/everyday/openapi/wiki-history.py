"""Pages and their revisions."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("wiki-history", "service")


def _save(service: Service, name: str, text: str, author: str = "kim", **more: Any) -> Answer:
    return service.put(f"/pages/{name}", json={"text": text, "author": author, **more})


def _seen(told: dict[str, Any]) -> tuple[Any, ...]:
    expect(told["saved_at"], "it says when it was saved")
    return told["name"], told["revision"], told["text"], told["author"]


def _name() -> str:
    return f"page-{token_hex(4)}"


def _three(service: Service) -> str:
    name = _name()
    _save(service, name, "one", "kim").is_(201)
    _save(service, name, "two", "lee", base_revision=1).is_(200)
    _save(service, name, "three", "kim", base_revision=2).is_(200)
    return name


@suite.check("a new page is revision 1")
def created(service: Service) -> None:
    name = _name()
    service.get(f"/pages/{name}").is_(404)
    told = _save(service, name, "Hello\n\nwörld").is_(201).json()
    for each in (told, service.get(f"/pages/{name}").is_(200).json()):
        equal(_seen(each), (name, 1, "Hello\n\nwörld", "kim"), "the page")


@suite.check("an edit makes the next revision")
def edited(service: Service) -> None:
    name = _name()
    _save(service, name, "one").is_(201)
    told = _save(service, name, "two", "lee", base_revision=1).is_(200).json()
    for each in (told, service.get(f"/pages/{name}").is_(200).json()):
        equal(_seen(each), (name, 2, "two", "lee"), "the page")


@suite.check("an edit of an old revision, or of none, is 409 and saves nothing")
def slower(service: Service) -> None:
    name = _three(service)
    for more in ({"base_revision": 2}, {"base_revision": 1}, {"base_revision": 4}, {}):
        _save(service, name, "mine", **more).is_(409)
    equal(_seen(service.get(f"/pages/{name}").is_(200).json()), (name, 3, "three", "kim"), "the page")
    equal(len(service.get(f"/pages/{name}/history").is_(200).json()), 3, "the number of revisions")
    _save(service, name, "four", base_revision=3).is_(200)


@suite.check("the history has all revisions, latest first, without texts")
def history(service: Service) -> None:
    told = service.get(f"/pages/{_three(service)}/history").is_(200).json()
    equal([(each["revision"], each["author"]) for each in told], [(3, "kim"), (2, "lee"), (1, "kim")], "it")
    expect(all("text" not in each and each["saved_at"] for each in told), "times are told, texts are not")


@suite.check("an old revision is read as it was")
def old(service: Service) -> None:
    name = _three(service)
    for number, text, author in ((1, "one", "kim"), (2, "two", "lee"), (3, "three", "kim")):
        told = service.get(f"/pages/{name}/history/{number}").is_(200).json()
        equal(_seen(told), (name, number, text, author), "the revision")


@suite.check("no such page or revision is 404")
def absent(service: Service) -> None:
    name, other = _three(service), _name()
    for number in (0, 4, 999):
        service.get(f"/pages/{name}/history/{number}").is_(404)
    for path in (f"/pages/{other}", f"/pages/{other}/history", f"/pages/{other}/history/1"):
        service.get(path).is_(404)


@suite.check("the pages are listed by name with their latest revision", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/pages").is_(200).json(), [], "no pages")
    for name in ("members", "about", "rules"):
        _save(service, name, "x").is_(201)
    _save(service, "members", "y", base_revision=1).is_(200)
    told = [(each["name"], each["revision"]) for each in service.get("/pages").is_(200).json()]
    equal(told, [("about", 1), ("members", 2), ("rules", 1)], "the pages")


@suite.check("an invalid body is 422")
def malformed(service: Service) -> None:
    name = _name()
    for bad in ({"text": "x"}, {"author": "kim"}, {"text": "x", "author": ""}, {"text": 5, "author": "kim"}):
        service.put(f"/pages/{name}", json=bad).is_(422)
    service.get(f"/pages/{name}").is_(404)


@suite.check("revisions outlive a restart")
def kept(service: Service) -> None:
    name = _three(service)
    service.restart()
    equal(_seen(service.get(f"/pages/{name}").is_(200).json()), (name, 3, "three", "kim"), "the page")
    equal(service.get(f"/pages/{name}/history/1").is_(200).json()["text"], "one", "the first text")
    equal(_save(service, name, "four", base_revision=3).is_(200).json()["revision"], 4, "the next revision")
