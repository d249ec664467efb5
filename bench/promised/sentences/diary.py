"""A private diary: tokens, entries of one's own, and Markdown shown as HTML."""

from __future__ import annotations

import itertools
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("diary", "service")

_count = itertools.count(1)
_WORD = "ink-and-quill"
_ENTRY = {"title": "Monday", "body": "Rain all day.", "mood": 3}


def _name() -> str:
    return f"writer{next(_count)}"


def _login(service: Service, name: str) -> dict[str, str]:
    given = {"username": name, "password": _WORD}
    token = service.post("/login", json=given).is_(200).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def _writer(service: Service) -> dict[str, str]:
    name = _name()
    service.post("/register", json={"username": name, "password": _WORD}).is_(201)
    return _login(service, name)


def _entry(service: Service, who: dict[str, str], **other: Any) -> Any:
    return service.post("/entries", json={**_ENTRY, **other}, headers=who).is_(201).json()


def _titles(service: Service, who: dict[str, str], **asked: str) -> list[str]:
    told = service.get("/entries", params=asked, headers=who).items("entries")
    return [each["title"] for each in told]


@suite.check("an account is made once per name, and not with a bad name or password")
def registered(service: Service) -> None:
    name = _name()
    given = {"username": name, "password": _WORD}
    answer = service.post("/register", json=given).is_(201)
    equal(answer.json()["username"], name, "username")
    expect(answer.json()["id"] and _WORD not in answer.text, "an id and no password")
    service.post("/register", json=given).is_(409)
    for wrong in ({"username": "ab"}, {"username": "a" * 21}, {"username": "a b c"}):
        service.post("/register", json={**given, **wrong}).is_(400)
    service.post("/register", json={"username": _name(), "password": "short"}).is_(400)
    service.post("/register", json={"username": _name()}).is_(400)


@suite.check("only the right password gives a token, and logging out ends it")
def sessions(service: Service) -> None:
    name = _name()
    service.post("/register", json={"username": name, "password": _WORD}).is_(201)
    service.post("/login", json={"username": name, "password": _WORD + "x"}).is_(401)
    service.post("/login", json={"username": _name(), "password": _WORD}).is_(401)
    first, second = _login(service, name), _login(service, name)
    service.get("/entries", headers=first).is_(200)
    service.post("/logout", headers=first).is_(204)
    service.get("/entries", headers=first).is_(401)
    if first != second:
        service.get("/entries", headers=second).is_(200)


@suite.check("without a token it is 401")
def closed(service: Service) -> None:
    entry = _entry(service, _writer(service))["id"]
    for bad in ({}, {"Authorization": "Bearer nonsense"}):
        service.get("/entries", headers=bad).is_(401)
        service.post("/entries", json=_ENTRY, headers=bad).is_(401)
        service.get(f"/entries/{entry}", headers=bad).is_(401)
        service.get(f"/entries/{entry}/html", headers=bad).is_(401)
        service.get("/stats", headers=bad).is_(401)


@suite.check("an entry is written, read, changed and deleted")
def entries(service: Service) -> None:
    who = _writer(service)
    told = _entry(service, who)
    equal({key: told[key] for key in _ENTRY}, _ENTRY, "the entry")
    expect(isinstance(told["created_at"], str), "it says when it was created")
    path = f"/entries/{told['id']}"
    equal(service.get(path, headers=who).is_(200).json(), told, "the entry read")
    service.patch(path, json={"mood": 5}, headers=who).is_(200, 204)
    read = service.get(path, headers=who).is_(200).json()
    equal({key: read[key] for key in _ENTRY}, {**_ENTRY, "mood": 5}, "the entry changed")
    service.delete(path, headers=who).is_(204)
    service.get(path, headers=who).is_(404)


@suite.check("entries are listed with the newest first, by mood and by text")
def listed(service: Service) -> None:
    who = _writer(service)
    _entry(service, who, title="A", body="It RAINED.", mood=4)
    _entry(service, who, title="B", body="Sun", mood=2)
    _entry(service, who, title="Train ride", body="Sun", mood=4)
    equal(_titles(service, who), ["Train ride", "B", "A"], "all")
    equal(_titles(service, who, mood="4"), ["Train ride", "A"], "of mood 4")
    equal(_titles(service, who, q="rain"), ["Train ride", "A"], "with rain")
    equal(_titles(service, who, q="snow"), [], "with snow")


@suite.check("somebody else's entry is 404")
def foreign(service: Service) -> None:
    who, other = _writer(service), _writer(service)
    entry = _entry(service, who)["id"]
    for gone in (entry, unknown(entry)):
        path = f"/entries/{gone}"
        service.get(path, headers=other).is_(404)
        service.patch(path, json={"mood": 1}, headers=other).is_(404)
        service.delete(path, headers=other).is_(404)
        service.get(f"{path}/html", headers=other).is_(404)
    equal(_titles(service, other), [], "the other's entries")
    equal(service.get(f"/entries/{entry}", headers=who).is_(200).json()["mood"], 3, "mood")


@suite.check("an invalid entry is 400")
def invalid(service: Service) -> None:
    who = _writer(service)
    for wrong in ({"mood": 0}, {"mood": 6}, {"mood": 2.5}, {"mood": "good"}):
        service.post("/entries", json={**_ENTRY, **wrong}, headers=who).is_(400)
    service.post("/entries", json={"body": "x", "mood": 3}, headers=who).is_(400)
    entry = _entry(service, who)["id"]
    service.patch(f"/entries/{entry}", json={"mood": 9}, headers=who).is_(400)
    equal(_titles(service, who), ["Monday"], "the entries")


@suite.check("the Markdown of the body is shown as HTML, and HTML in it escaped")
def shown(service: Service) -> None:
    who = _writer(service)
    lines = ["# My day", "", "## Morning", "", "It was **very** *grey* today.", ""]
    lines += ["- tea", "- toast", "", "<script>alert(1)</script>", ""]
    entry = _entry(service, who, body="\n".join(lines))["id"]
    answer = service.get(f"/entries/{entry}/html", headers=who).is_(200)
    expect(answer.headers.get("content-type", "").startswith("text/html"), "it is text/html")
    for part in (
        "<h1>My day</h1>",
        "<h2>Morning</h2>",
        "<strong>very</strong>",
        "<em>grey</em>",
        "<ul>",
        "<li>tea</li>",
        "<li>toast</li>",
        "<p>It was ",
        "&lt;script&gt;",
    ):
        expect(part in answer.text, f"{part} is in {answer.text!r}")
    expect("<script>" not in answer.text, "no script is passed on")


@suite.check("the statistics are of whoever asks")
def stats(service: Service) -> None:
    who, other = _writer(service), _writer(service)
    none = {str(mood): 0 for mood in range(1, 6)}
    wanted = {"entries": 0, "average_mood": None, "by_mood": none}
    equal(service.get("/stats", headers=who).is_(200).json(), wanted, "at first")
    for mood in (3, 4, 4):
        _entry(service, who, mood=mood)
    _entry(service, other, mood=1)
    wanted = {"entries": 3, "average_mood": 3.7, "by_mood": {**none, "3": 1, "4": 2}}
    equal(service.get("/stats", headers=who).is_(200).json(), wanted, "the statistics")
