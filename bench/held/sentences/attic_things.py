"""What is in the attic: things in boxes, a bin to take them out of, and a restart."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("attic-things", "service")


def _thing(service: Service, label: str, box: int = 1) -> int:
    made = service.post("/things", json={"label": label, "box": box}).is_(201).json()
    equal((made["label"], made["box"]), (label, box), "the thing")
    number: int = made["id"]
    return number


def _ids(service: Service, path: str = "/things") -> list[Any]:
    return [each["id"] for each in service.get(path).is_(200).json()]


@suite.check("things are made, shown and listed by id", fresh=True)
def made(service: Service) -> None:
    equal((_ids(service), _ids(service, "/bin")), ([], []), "what is there at first")
    equal([_thing(service, "tent", 99), _thing(service, "skis")], [1, 2], "the ids")
    told = service.get("/things/1").is_(200).json()
    wanted = {"id": 1, "label": "tent", "box": 99}
    equal({key: told[key] for key in wanted}, wanted, "the thing")
    equal(_ids(service), [1, 2], "the things")


@suite.check("PUT replaces label and box")
def replaced(service: Service) -> None:
    number = _thing(service, "lamp")
    told = service.put(f"/things/{number}", json={"label": "big lamp", "box": 7}).is_(200).json()
    equal((told["id"], told["label"], told["box"]), (number, "big lamp", 7), "the thing")
    told = service.put(f"/things/{number}", json={"label": "big lamp", "box": 8}).is_(200).json()
    equal(told["box"], 8, "the box, under the same label")
    for given in ({"label": "x"}, {"box": 3}, {"label": "x", "box": 100}, {"label": "", "box": 1}):
        service.put(f"/things/{number}", json=given).is_(422)
    told = service.get(f"/things/{number}").is_(200).json()
    equal((told["label"], told["box"]), ("big lamp", 8), "the thing afterwards")


@suite.check("a label is there once outside the bin")
def unique(service: Service) -> None:
    one, two = _thing(service, "drum"), _thing(service, "Drum")
    service.post("/things", json={"label": "drum", "box": 4}).is_(409)
    service.put(f"/things/{two}", json={"label": "drum", "box": 1}).is_(409)
    service.delete(f"/things/{one}").is_(204)
    service.put(f"/things/{two}", json={"label": "drum", "box": 1}).is_(200)


@suite.check("the bin: last thrown first, 410 on the things in it", fresh=True)
def binned(service: Service) -> None:
    ids = [_thing(service, label) for label in ("a", "b", "c", "d")]
    for number in (ids[1], ids[3], ids[0]):
        service.delete(f"/things/{number}").is_(204)
    equal(_ids(service), [ids[2]], "the things")
    equal(_ids(service, "/bin"), [ids[0], ids[3], ids[1]], "the bin")
    told = service.get("/bin").is_(200).json()[0]
    equal((told["label"], told["box"]), ("a", 1), "the thing in the bin")
    service.get(f"/things/{ids[1]}").is_(410)
    service.put(f"/things/{ids[1]}", json={"label": "e", "box": 1}).is_(410)
    service.delete(f"/things/{ids[1]}").is_(410)
    equal(_ids(service, "/bin"), [ids[0], ids[3], ids[1]], "the bin afterwards")


@suite.check("a thing is restored unless its label is taken or it is not in the bin")
def restored(service: Service) -> None:
    one = _thing(service, "globe", 5)
    service.post(f"/things/{one}/restore").is_(409)
    service.delete(f"/things/{one}").is_(204)
    told = service.post(f"/things/{one}/restore").is_(200).json()
    equal((told["id"], told["label"], told["box"]), (one, "globe", 5), "the thing")
    service.get(f"/things/{one}").is_(200)
    service.delete(f"/things/{one}").is_(204)
    two = _thing(service, "globe")
    service.post(f"/things/{one}/restore").is_(409)
    service.get(f"/things/{one}").is_(410)
    service.delete(f"/things/{two}").is_(204)
    service.post(f"/things/{one}/restore").is_(200)
    equal(_ids(service)[-1], one, "the last thing")


@suite.check("what is thrown away for good is 404, and its id is not used again", fresh=True)
def purged(service: Service) -> None:
    one, two = _thing(service, "rug"), _thing(service, "sled")
    service.delete(f"/bin/{two}").is_(404)
    service.get(f"/things/{two}").is_(200)
    service.delete(f"/things/{two}").is_(204)
    service.delete(f"/bin/{two}").is_(204)
    service.delete(f"/bin/{two}").is_(404)
    service.get(f"/things/{two}").is_(404)
    service.delete(f"/things/{two}").is_(404)
    service.post(f"/things/{two}/restore").is_(404)
    equal((_ids(service), _ids(service, "/bin")), ([one], []), "what is left")
    equal(_thing(service, "sled"), 3, "the next id")


@suite.check("things, bin and ids survive a restart", fresh=True)
def survives(service: Service) -> None:
    for label in ("a", "b", "c", "d", "e"):
        _thing(service, label, 42)
    for number in (4, 2, 5):
        service.delete(f"/things/{number}").is_(204)
    service.delete("/bin/5").is_(204)
    service.restart()
    equal((_ids(service), _ids(service, "/bin")), ([1, 3], [2, 4]), "what is there")
    told = service.get("/things/3").is_(200).json()
    equal((told["label"], told["box"]), ("c", 42), "a thing")
    service.get("/things/2").is_(410)
    service.post("/things/2/restore").is_(200)
    equal(_thing(service, "f"), 6, "the next id")


@suite.check("wrong input is 422 and an unknown id 404")
def wrong(service: Service) -> None:
    before = _ids(service)
    for given in (
        {"label": "x"},
        {"box": 1},
        {"label": "", "box": 1},
        {"label": "x" * 61, "box": 1},
        {"label": 5, "box": 1},
        {"label": "x", "box": 0},
        {"label": "x", "box": 100},
        {"label": "x", "box": 1.5},
        {"label": "x", "box": "top"},
    ):
        service.post("/things", json=given).is_(422)
    refuses_malformed(service, "/things")
    equal(_ids(service), before, "the things")
    service.get("/things/9999").is_(404)
    service.put("/things/9999", json={"label": "x", "box": 1}).is_(404)
    service.delete("/things/9999").is_(404)
    service.post("/things/9999/restore").is_(404)
    service.delete("/bin/9999").is_(404)
