"""Routes of a climbing gym: guarded against lost edits, paged, and talked about."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("climbing-routes", "service")


def _given(name: str = "Pump", wall: str = "cave", grade: int = 6, **more: Any) -> dict[str, Any]:
    return {"name": name, "wall": wall, "grade": grade, **more}


def _route(service: Service, *fields: Any, **more: Any) -> int:
    made: int = service.post("/routes", json=_given(*fields, **more)).is_(201).json()["id"]
    return made


def _problem(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()
    equal(told["status"], status, "the status of the problem")
    expect(isinstance(told["title"], str), "the problem has a title")
    expect(answer.headers["content-type"].startswith("application/problem+json"), "problem+json")


def _names(service: Service, **params: Any) -> list[str]:
    return [each["name"] for each in service.get("/routes", params=params).is_(200).json()]


def _tag(service: Service, route: int) -> str:
    return service.get(f"/routes/{route}").is_(200).headers["etag"]


@suite.check("a new route says where it is")
def created(service: Service) -> None:
    answer = service.post("/routes", json=_given(tags=["overhang"])).is_(201)
    told = answer.json()
    equal(told, {"id": told["id"], **_given(tags=["overhang"])}, "the route")
    expect(answer.headers["location"].endswith(f"/routes/{told['id']}"), "the Location")
    got = service.get(f"/routes/{told['id']}").is_(200)
    equal(got.json(), told, "what is shown")
    equal(got.headers["etag"], answer.headers["etag"], "the ETag")
    equal(service.post("/routes", json=_given()).is_(201).json()["tags"], [], "tags by default")


@suite.check("routes are filtered by wall and tag", fresh=True)
def filtered(service: Service) -> None:
    _route(service, "A", "cave", tags=["overhang", "crimps"])
    _route(service, "B", "slab", tags=["crimps"])
    _route(service, "C", "slab")
    equal(_names(service, wall="slab"), ["B", "C"], "on the slab")
    equal(_names(service, tag="crimps"), ["A", "B"], "with crimps")
    equal(_names(service, tag="crimps", wall="slab"), ["B"], "with both")
    equal(_names(service, tag="crimp"), [], "with part of a tag")


@suite.check("routes are sorted and paged", fresh=True)
def paged(service: Service) -> None:
    for name, grade in (("M", 5), ("A", 7), ("Z", 5), ("B", 4)):
        _route(service, name, "cave", grade)
    equal(_names(service), ["M", "A", "Z", "B"], "by id")
    equal(_names(service, sort="name"), ["A", "B", "M", "Z"], "by name")
    equal(_names(service, sort="-grade"), ["A", "M", "Z", "B"], "by grade, descending")
    answer = service.get("/routes", params={"sort": "grade", "per_page": 3, "page": 2}).is_(200)
    equal([each["name"] for each in answer.json()], ["A"], "the second page")
    equal(answer.headers["x-total-count"], "4", "the total")
    for number in range(8):
        _route(service, f"N{number}", "slab")
    equal(len(_names(service)), 10, "a page by default")
    equal(service.get("/routes", params={"wall": "slab"}).headers["x-total-count"], "8", "the slab")
    for wrong in ({"page": 0}, {"per_page": 51}, {"sort": "wall"}, {"page": "two"}):
        _problem(service.get("/routes", params=wrong), 422)


@suite.check("a route is replaced, with defaults for what is left out")
def replaced(service: Service) -> None:
    made = _route(service, tags=["overhang"])
    told = service.put(f"/routes/{made}", json=_given("Slump", "slab", 5)).is_(200).json()
    equal(told, {"id": made, **_given("Slump", "slab", 5, tags=[])}, "the route")
    equal(service.get(f"/routes/{made}").is_(200).json(), told, "what is shown")
    _problem(service.put(f"/routes/{made}", json={"name": "Slump"}), 422)


@suite.check("some fields are changed")
def changed(service: Service) -> None:
    made = _route(service, tags=["overhang"])
    told = service.patch(f"/routes/{made}", json={"grade": 8}).is_(200).json()
    equal(told, {"id": made, **_given("Pump", "cave", 8, tags=["overhang"])}, "the route")
    for wrong in ({}, {"colour": "red"}, {"grade": 10}, {"tags": ["Loud"]}):
        _problem(service.patch(f"/routes/{made}", json=wrong), 422)
    equal(service.get(f"/routes/{made}").is_(200).json(), told, "what is shown")


@suite.check("an edit of a stale route changes nothing")
def stale(service: Service) -> None:
    made = _route(service)
    old = _tag(service, made)
    answer = service.patch(f"/routes/{made}", json={"grade": 7}, headers={"If-Match": old}).is_(200)
    new = answer.headers["etag"]
    expect(new != old and new == _tag(service, made), "another ETag")
    _problem(service.put(f"/routes/{made}", json=_given("X"), headers={"If-Match": old}), 412)
    _problem(service.patch(f"/routes/{made}", json={"name": "X"}, headers={"If-Match": old}), 412)
    _problem(service.delete(f"/routes/{made}", headers={"If-Match": old}), 412)
    equal(service.get(f"/routes/{made}").is_(200).json()["name"], "Pump", "the name")
    service.put(f"/routes/{made}", json=_given("Y"), headers={"If-Match": new}).is_(200)
    service.delete(f"/routes/{made}", headers={"If-Match": _tag(service, made)}).is_(204)
    _problem(service.get(f"/routes/{made}"), 404)


@suite.check("comments are threads")
def threads(service: Service) -> None:
    made = _route(service)

    def say(text: str, parent: object = None) -> dict[str, Any]:
        given = {"author": "Lea", "text": text, "parent_id": parent}
        told: dict[str, Any] = service.post(f"/routes/{made}/comments", json=given).is_(201).json()
        return told

    first, second = say("great"), say("hard")
    wanted = {"id": first["id"], "author": "Lea", "text": "great", "parent_id": None}
    equal({key: first[key] for key in wanted}, wanted, "the comment")
    reply = say("why?", first["id"])
    say("because", reply["id"])
    say("agreed", first["id"])

    def told(threads: list[dict[str, Any]]) -> list[Any]:
        return [(each["text"], told(each["replies"])) for each in threads]

    wanted_threads: list[Any] = [
        ("great", [("why?", [("because", [])]), ("agreed", [])]),
        ("hard", []),
    ]
    equal(
        told(service.get(f"/routes/{made}/comments").is_(200).json()), wanted_threads, "the threads"
    )
    expect(second["id"] != first["id"], "every comment has its id")


@suite.check("a reply is to a comment of the same route")
def same_route(service: Service) -> None:
    made, other = _route(service), _route(service)
    given = {"author": "Lea", "text": "hi"}
    there = service.post(f"/routes/{other}/comments", json=given).is_(201).json()["id"]
    for parent in (there, unknown(there)):
        _problem(service.post(f"/routes/{made}/comments", json={**given, "parent_id": parent}), 422)
    for wrong in (
        {"text": "hi"},
        {"author": "Lea", "text": ""},
        {"author": "Lea", "text": "x" * 501},
    ):
        _problem(service.post(f"/routes/{made}/comments", json=wrong), 422)
    equal(service.get(f"/routes/{made}/comments").is_(200).json(), [], "the threads")


@suite.check("the gym is stripped", fresh=True)
def stripped(service: Service) -> None:
    made = _route(service)
    _route(service)
    equal(service.delete("/routes").is_(200).json(), {"deleted": 2}, "how many")
    equal(_names(service), [], "the routes")
    _problem(service.get(f"/routes/{made}"), 404)
    equal(service.delete("/routes").is_(200).json(), {"deleted": 0}, "how many then")


@suite.check("what is not valid is 422")
def invalid(service: Service) -> None:
    for wrong in (
        {"name": ""},
        {"name": "x" * 61},
        {"grade": 2},
        {"grade": 6.5},
        {"grade": "6a"},
        {"tags": ["crimps", "crimps"]},
        {"tags": "crimps"},
        {"tags": ["x"]},
    ):
        _problem(service.post("/routes", json={**_given(), **wrong}), 422)
    _problem(service.post("/routes", json={"name": "A", "grade": 5}), 422)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    never = unknown(_route(service))
    _problem(service.get(f"/routes/{never}"), 404)
    _problem(service.put(f"/routes/{never}", json=_given()), 404)
    _problem(service.patch(f"/routes/{never}", json={"grade": 5}), 404)
    _problem(service.delete(f"/routes/{never}"), 404)
    _problem(service.get(f"/routes/{never}/comments"), 404)
    _problem(service.post(f"/routes/{never}/comments", json={"author": "A", "text": "B"}), 404)
