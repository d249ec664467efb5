"""Gift lists: kept by an owner with a token, shared by a link, and gifts reserved by guests."""

from __future__ import annotations

import uuid
from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("gift-registry", "service")

_LIST = {"title": "Our list", "occasion": "wedding"}


def _list(service: Service, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = service.post("/lists", json=_LIST | more).is_(201).json()
    return made


def _key(made: dict[str, Any]) -> dict[str, str]:
    return {"X-Owner-Token": made["owner_token"]}


def _add(service: Service, made: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = {"name": f"g{token_hex(4)}", **more}
    answer = service.post(f"/lists/{made['id']}/gifts", json=given, headers=_key(made))
    gift: dict[str, Any] = answer.is_(201).json()
    return gift


def _gifts(service: Service, made: dict[str, Any]) -> dict[str, dict[str, Any]]:
    told = service.get(f"/lists/{made['id']}", headers=_key(made)).is_(200).json()
    return {each["id"]: each for each in told["gifts"]}


def _shared(service: Service, made: dict[str, Any]) -> dict[str, dict[str, Any]]:
    told = service.get(f"/shared/{made['share_token']}").is_(200).json()
    return {each["id"]: each for each in told["gifts"]}


def _reserve(service: Service, made: dict[str, Any], gift: object, **more: Any) -> Answer:
    path = f"/shared/{made['share_token']}/gifts/{gift}/reserve"
    return service.post(path, json={"guest": "aunt", **more})


@suite.check("a list is made with an id and two tokens that differ", fresh=True)
def lists(service: Service) -> None:
    made, dated = _list(service), _list(service, occasion="baby", date="2031-04-05")
    for each in (made, dated):
        uuid.UUID(each["id"])
        expect(len(each["share_token"]) >= 16, "the share token has at least 16 characters")
        expect(len(each["owner_token"]) >= 16, "the owner token has at least 16 characters")
    tokens = {each[name] for each in (made, dated) for name in ("share_token", "owner_token")}
    equal(len(tokens), 4, "the number of different tokens")
    wanted = {**_LIST, "date": None}
    equal({name: made[name] for name in wanted}, wanted, "the list")
    equal((dated["occasion"], dated["date"]), ("baby", "2031-04-05"), "occasion and date")


@suite.check("the owner reads the list with its gifts, and the owner token is not in it")
def read(service: Service) -> None:
    made = _list(service)
    gift = _add(service, made)
    answer = service.get(f"/lists/{made['id']}", headers=_key(made)).is_(200)
    expect(made["owner_token"] not in answer.text, "the owner token is not told again")
    told = answer.json()
    wanted = {name: made[name] for name in ("id", "title", "occasion", "date")}
    equal({name: told[name] for name in wanted}, wanted, "the list")
    equal([each["id"] for each in told["gifts"]], [gift["id"]], "the gifts")


@suite.check("managing needs the owner token of that list: 401, 403, 404")
def guarded(service: Service) -> None:
    made, other = _list(service), _list(service)
    gift = _add(service, made)["id"]
    base = f"/lists/{made['id']}"
    asks: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", base, {}),
        ("POST", f"{base}/gifts", {"json": {"name": "x"}}),
        ("PATCH", f"{base}/gifts/{gift}", {"json": {"name": "x"}}),
        ("DELETE", f"{base}/gifts/{gift}", {}),
    ]
    for method, path, given in asks:
        service.ask(method, path, **given).is_(401)
        service.ask(method, path, headers=_key(other), **given).is_(403)
        service.ask(method, path, headers={"X-Owner-Token": "x"}, **given).is_(403)
        nowhere = path.replace(made["id"], str(uuid.uuid4()))
        service.ask(method, nowhere, headers=_key(made), **given).is_(404)
    equal(list(_gifts(service, made)), [gift], "the gifts")


@suite.check("a gift has what was given, one of it unless said, and none reserved")
def gifts(service: Service) -> None:
    made = _list(service)
    plain = _add(service, made)
    uuid.UUID(plain["id"])
    wanted: dict[str, Any] = {"price": None, "url": None, "quantity": 1, "reserved": 0}
    equal({name: plain[name] for name in wanted}, wanted, "a gift by its name alone")
    full = {"name": "Kettle", "price": 39.5, "url": "https://example.org/k", "quantity": 20}
    told = _add(service, made, **full)
    equal({name: told[name] for name in full}, full, "the gift")
    equal(_gifts(service, made)[told["id"]], told, "the gift in the list")


@suite.check("guests see the list by its share token, with what is available and no token")
def shared(service: Service) -> None:
    made = _list(service, date="2031-01-01")
    gift = _add(service, made, quantity=3, price=5)
    _reserve(service, made, gift["id"], count=2).is_(201)
    answer = service.get(f"/shared/{made['share_token']}").is_(200)
    expect(made["owner_token"] not in answer.text, "the owner token is not told")
    told = answer.json()
    wanted: dict[str, Any] = {**_LIST, "date": "2031-01-01"}
    equal({name: told[name] for name in wanted}, wanted, "the shared list")
    wanted = {"id": gift["id"], "name": gift["name"], "price": 5, "url": None, "available": 1}
    equal({name: told["gifts"][0][name] for name in wanted}, wanted, "the shared gift")
    service.get(f"/shared/{unknown(made['share_token'])}").is_(404)
    service.get(f"/shared/{made['owner_token']}").is_(404)


@suite.check("reserving takes from what is available; too much is 409 and takes nothing")
def reserved(service: Service) -> None:
    made = _list(service)
    gift = _add(service, made, quantity=3)["id"]
    told = _reserve(service, made, gift).is_(201).json()
    uuid.UUID(told["reservation_id"])
    equal((told["guest"], told["count"]), ("aunt", 1), "guest and count")
    told = _reserve(service, made, gift, count=3).is_(409).json()
    equal(told, {"error": "not enough left"}, "the answer")
    equal(_gifts(service, made)[gift]["reserved"], 1, "how many are reserved")
    _reserve(service, made, gift, count=2, guest="uncle").is_(201)
    _reserve(service, made, gift).is_(409)
    equal(_gifts(service, made)[gift]["reserved"], 3, "how many are reserved")
    equal(_shared(service, made)[gift]["available"], 0, "how many are available")


@suite.check("a reservation that is given back makes the gifts available again")
def given_back(service: Service) -> None:
    made = _list(service)
    gift = _add(service, made, quantity=2)["id"]
    told = _reserve(service, made, gift, count=2).is_(201).json()
    path = f"/shared/{made['share_token']}/reservations"
    service.delete(f"{path}/{uuid.uuid4()}").is_(404)
    service.delete(f"{path}/{told['reservation_id']}").is_(204)
    equal(_shared(service, made)[gift]["available"], 2, "how many are available")
    equal(_gifts(service, made)[gift]["reserved"], 0, "how many are reserved")
    service.delete(f"{path}/{told['reservation_id']}").is_(404)


@suite.check("the last one goes to one guest, also when many ask at the same moment")
def race(service: Service) -> None:
    made = _list(service)
    gift = _add(service, made, quantity=2)["id"]
    answers = at_once([lambda: _reserve(service, made, gift)] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 2, "reservations taken")
    equal(_shared(service, made)[gift]["available"], 0, "how many are available")


@suite.check("a gift is changed, but not to fewer than are reserved (409)")
def patched(service: Service) -> None:
    made = _list(service)
    gift = _add(service, made, quantity=5, price=9)
    _reserve(service, made, gift["id"], count=3).is_(201)
    path = f"/lists/{made['id']}/gifts/{gift['id']}"
    service.patch(path, json={"quantity": 2}, headers=_key(made)).is_(409)
    service.patch(path, json={"quantity": 0}, headers=_key(made)).refused()
    service.patch(path, json={"quantity": 3}, headers=_key(made)).is_(200)
    told = service.patch(path, json={"name": "Lamp"}, headers=_key(made)).is_(200).json()
    wanted = {"name": "Lamp", "quantity": 3, "price": 9, "reserved": 3}
    equal({name: told[name] for name in wanted}, wanted, "the gift")
    service.patch(f"{path[:-36]}{uuid.uuid4()}", json={"name": "x"}, headers=_key(made)).is_(404)


@suite.check("a gift with reservations cannot be deleted (409), one without can")
def deleted(service: Service) -> None:
    made = _list(service)
    gift = _add(service, made)["id"]
    path = f"/lists/{made['id']}/gifts/{gift}"
    told = _reserve(service, made, gift).is_(201).json()
    service.delete(path, headers=_key(made)).is_(409)
    service.delete(f"/shared/{made['share_token']}/reservations/{told['reservation_id']}").is_(204)
    service.delete(path, headers=_key(made)).is_(204)
    equal(_gifts(service, made), {}, "the gifts")
    equal(_shared(service, made), {}, "the shared gifts")
    service.delete(path, headers=_key(made)).is_(404)


@suite.check("a gift is reserved by the link of its own list only; what is not there is 404")
def absent(service: Service) -> None:
    made, other = _list(service), _list(service)
    gift = _add(service, made)["id"]
    _reserve(service, made, uuid.uuid4()).is_(404)
    _reserve(service, other, gift).is_(404)
    _reserve(service, {"share_token": unknown(made["share_token"])}, gift).is_(404)


@suite.check("what breaks the rules of a field is refused")
def malformed(service: Service) -> None:
    wrong: list[dict[str, Any]] = [
        _LIST | {"title": "ab"},
        _LIST | {"title": "t" * 61},
        _LIST | {"occasion": "funeral"},
        _LIST | {"date": "soon"},
        {"title": "Our list"},
        {"occasion": "baby"},
    ]
    refuses_malformed(service, "/lists", *wrong)
    _list(service, title="abc")
    made = _list(service, title="t" * 60)
    path, key = f"/lists/{made['id']}/gifts", _key(made)
    gifts_: list[dict[str, Any]] = [
        {},
        {"name": ""},
        {"name": "n" * 101},
        {"name": "x", "price": -1},
        {"name": "x", "quantity": 0},
        {"name": "x", "quantity": 21},
    ]
    for each in gifts_:
        service.post(path, json=each, headers=key).refused()
    gift = _add(service, made, quantity=9)["id"]
    for more in ({"guest": ""}, {"guest": "g" * 51}, {"count": 0}, {"guest": None}):
        _reserve(service, made, gift, **more).refused()
    equal(_gifts(service, made)[gift]["reserved"], 0, "how many are reserved")
