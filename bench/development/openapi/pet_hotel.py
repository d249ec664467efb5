"""A hotel for pets: kennels by size, guests that get one, and their meals."""

from __future__ import annotations

from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("pet-hotel", "service")

_ACTED = (200, 201, 204)


def _document(**more: Any) -> dict[str, Any]:
    given = {"name": f"n{token_hex(4)}", "species": "dog", "size": "small"}
    return {**given, "owner_phone": "030-555", "notes": "shy", **more}


def _kennel(service: Service, size: str = "small") -> int:
    number = 10 + randbelow(10**6)
    service.post("/kennels", json={"number": number, "size": size}).is_(201)
    return number


def _in(service: Service, **more: Any) -> dict[str, Any]:
    """A guest with a kennel that was made for it."""
    given = _document(**more)
    _kennel(service, given["size"])
    made: dict[str, Any] = service.post("/guests", json=given).is_(201).json()
    return made


def _kennels(service: Service) -> dict[int, dict[str, Any]]:
    return {each["number"]: each for each in service.get("/kennels").items()}


def _guest(service: Service, guest: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/guests/{guest['id']}").is_(200).json()
    return told


def _out(service: Service, guest: dict[str, Any]) -> Answer:
    return service.post(f"/guests/{guest['id']}/checkout")


@suite.check("an empty hotel has no kennels and no guests, and takes nobody in", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/guests").items(), [], "the guests")
    equal(service.get("/kennels").items(), [], "the kennels")
    service.post("/guests", json=_document()).is_(409)
    equal(service.get("/guests").items(), [], "the guests")


@suite.check("kennels are sorted by number, free at first, and a number is unique")
def kennels(service: Service) -> None:
    for number, size in ((12, "large"), (4, "large"), (9, "large")):
        service.post("/kennels", json={"number": number, "size": size}).is_(201)
    told = service.get("/kennels").items()
    numbers = [each["number"] for each in told]
    equal(numbers, sorted(numbers), "the order of kennels")
    wanted = {"number": 4, "size": "large", "guest_id": None}
    equal({name: _kennels(service)[4][name] for name in wanted}, wanted, "the kennel")
    service.post("/kennels", json={"number": 4, "size": "medium"}).is_(409)
    equal(_kennels(service)[4]["size"], "large", "the size of the first one")


@suite.check("a guest gets a free kennel of its size; none free is 409", fresh=True)
def checked_in(service: Service) -> None:
    small, medium = _kennel(service), _kennel(service, "medium")
    given = _document()
    made = service.post("/guests", json=given).is_(201).json()
    wanted = {**given, "kennel": small, "checked_in": True}
    equal({name: made[name] for name in wanted}, wanted, "the guest")
    equal({name: _guest(service, made)[name] for name in wanted}, wanted, "the guest read back")
    equal(_kennels(service)[small]["guest_id"], made["id"], "the guest of its kennel")
    service.post("/guests", json=_document()).is_(409)
    service.post("/guests", json=_document(size="large")).is_(409)
    equal(_kennels(service)[medium]["guest_id"], None, "the guest of the other kennel")
    other = service.post("/guests", json=_document(size="medium")).is_(201).json()
    equal(other["kennel"], medium, "the kennel of another size")


@suite.check("checking out frees the kennel; a second time is 409")
def checked_out(service: Service) -> None:
    guest, stays = _in(service), _in(service)
    _out(service, guest).is_(*_ACTED)
    told = _guest(service, guest)
    equal((told["kennel"], told["checked_in"]), (None, False), "kennel and checked_in")
    equal(_kennels(service)[guest["kennel"]]["guest_id"], None, "the guest of the kennel")
    equal(_kennels(service)[stays["kennel"]]["guest_id"], stays["id"], "another kennel's guest")
    _out(service, guest).is_(409)
    while (new := service.post("/guests", json=_document()).is_(201).json())["kennel"]:
        if new["kennel"] == guest["kennel"]:
            break


@suite.check("guests are listed, by species if wanted; notes are optional")
def listed(service: Service) -> None:
    cat, rabbit = _in(service, species="cat"), _in(service, species="rabbit")
    _kennel(service)
    plain = {name: value for name, value in _document().items() if name != "notes"}
    dog = service.post("/guests", json=plain).is_(201).json()
    told = [each["id"] for each in service.get("/guests").items()]
    expect({cat["id"], rabbit["id"], dog["id"]} <= set(told), "all guests are listed")
    told = service.get("/guests", params={"species": "cat"}).items()
    expect(cat["id"] in [each["id"] for each in told], "the cat is listed")
    equal({each["species"] for each in told}, {"cat"}, "the species listed")


@suite.check("a PATCH changes owner_phone or notes and nothing else")
def patched(service: Service) -> None:
    guest = _in(service)
    path = f"/guests/{guest['id']}"
    wanted = {name: guest[name] for name in (*_document(), "id", "kennel", "checked_in")}
    for change in ({"owner_phone": "040-1"}, {"notes": "calm"}):
        service.patch(path, json=change).done()
        wanted |= change
        equal({name: _guest(service, guest)[name] for name in wanted}, wanted, "the guest")


@suite.check("meals are written down for the guest, as long as it is there")
def meals(service: Service) -> None:
    guest, other = _in(service), _in(service)
    path = f"/guests/{guest['id']}/meals"
    equal(service.get(path).items(), [], "the meals at first")
    for food, grams in (("dry food", 120), ("carrot", 1)):
        made = service.post(path, json={"food": food, "grams": grams}).is_(201).json()
        expect(made["id"] is not None, "a meal has an id")
        equal((made["food"], made["grams"]), (food, grams), "food and grams")
    told = sorted((each["food"], each["grams"]) for each in service.get(path).items())
    equal(told, [("carrot", 1), ("dry food", 120)], "the meals")
    equal(service.get(f"/guests/{other['id']}/meals").items(), [], "the meals of another guest")
    for wrong in (0, -5, "much"):
        service.post(path, json={"food": "x", "grams": wrong}).refused()
    _out(service, guest).is_(*_ACTED)
    service.post(path, json={"food": "x", "grams": 5}).is_(409)
    equal(len(service.get(path).items()), 2, "the number of meals")


@suite.check("a guest that is not there is 404")
def absent(service: Service) -> None:
    path = f"/guests/{unknown(_in(service)['id'])}"
    service.get(path).is_(404)
    service.patch(path, json={"notes": "x"}).is_(404)
    service.post(f"{path}/checkout").is_(404)
    service.get(f"{path}/meals").is_(404)
    service.post(f"{path}/meals", json={"food": "x", "grams": 5}).is_(404)


@suite.check("a guest of another species or size is refused")
def malformed(service: Service) -> None:
    _kennel(service)
    before = len(service.get("/guests").items())
    wrong = [_document(species="snake"), _document(size="huge")]
    refuses_malformed(service, "/guests", *wrong)
    equal(len(service.get("/guests").items()), before, "the number of guests")
