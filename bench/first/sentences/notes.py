"""Notes that can be pinned and searched."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("notes", "service")


def _add(service: Service, title: str, **more: object) -> dict[str, Any]:
    return service.post("/notes", json={"title": title, **more}).is_(201).json()


def _seen(note: dict[str, Any]) -> tuple[Any, Any, Any]:
    return note["title"], note["text"], note["pinned"]


def _gone(service: Service) -> Any:
    note = _add(service, "gone")
    service.delete(f"/notes/{note['id']}").is_(204)
    return note["id"]


@suite.check("a note is stored and read back")
def stored(service: Service) -> None:
    note = _add(service, "Shopping", text="milk, eggs", pinned=True)
    equal(_seen(note), ("Shopping", "milk, eggs", True), "the note")
    expect(bool(note["created_at"]), "created_at is set")
    read = service.get(f"/notes/{note['id']}").is_(200).json()
    equal(_seen(read), ("Shopping", "milk, eggs", True), "the note read")
    equal(read["id"], note["id"], "the id")


@suite.check("text and pinned have defaults")
def defaults(service: Service) -> None:
    equal(_seen(_add(service, "Only a title")), ("Only a title", "", False), "the note")


@suite.check("a missing or blank title is 400", fresh=True)
def malformed(service: Service) -> None:
    for given in ({"text": "no title"}, {"title": ""}, {"title": "   "}):
        service.post("/notes", json=given).is_(400)
    equal(service.get("/notes").is_(200).json(), [], "the notes")


@suite.check("pinned notes come first, then the newest", fresh=True)
def ordered(service: Service) -> None:
    for title, pinned in (("a", False), ("b", True), ("c", False), ("d", True)):
        _add(service, title, pinned=pinned)
    told = [each["title"] for each in service.get("/notes").is_(200).json()]
    equal(told, ["d", "b", "c", "a"], "the titles")


@suite.check("notes are searched in title and text", fresh=True)
def searched(service: Service) -> None:
    _add(service, "Buy MILK")
    _add(service, "Breakfast", text="oats with milk")
    _add(service, "Call mum", text="on Sunday")
    told = [each["title"] for each in service.get("/notes", params={"q": "Milk"}).is_(200).json()]
    equal(told, ["Breakfast", "Buy MILK"], "the notes found")
    equal(service.get("/notes", params={"q": "zebra"}).is_(200).json(), [], "nothing found")


@suite.check("a note is changed in part")
def changed(service: Service) -> None:
    note = _add(service, "Draft", text="first")
    path = f"/notes/{note['id']}"
    told = service.patch(path, json={"pinned": True}).is_(200).json()
    equal(_seen(told), ("Draft", "first", True), "the note pinned")
    service.patch(path, json={"text": "second"}).is_(200)
    service.patch(path, json={"title": "Final"}).is_(200)
    service.patch(path, json={"title": " "}).is_(400)
    equal(_seen(service.get(path).is_(200).json()), ("Final", "second", True), "the note read")
    service.patch(f"/notes/{_gone(service)}", json={"text": "x"}).is_(404)


@suite.check("a deleted note is gone")
def deleted(service: Service) -> None:
    gone = _gone(service)
    service.get(f"/notes/{gone}").is_(404)
    service.delete(f"/notes/{gone}").is_(404)
    expect(gone not in [each["id"] for each in service.get("/notes").is_(200).json()], "not listed")


@suite.check("notes survive a restart")
def kept(service: Service) -> None:
    note = _add(service, "Keep me", text="please", pinned=True)
    service.restart()
    read = service.get(f"/notes/{note['id']}").is_(200).json()
    equal(_seen(read), ("Keep me", "please", True), "the note")
