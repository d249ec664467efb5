"""A seed bank: varieties, packets that come in and go out, a CSV file and a report."""

from __future__ import annotations

import csv
import io
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("seed-bank", "service")

_NO_DOCUMENT = ("{", "[]", "null", "")


def _make(service: Service, packets: int = 0, **more: Any) -> dict[str, Any]:
    given = {"name": f"n{token_hex(5)}", "species": "tomato", **more}
    made = service.post("/varieties", json=given).is_(201).json()
    equal(made["packets"], 0, "the packets at first")
    if packets:
        _deposit(service, made["id"], packets).is_(201)
    return {**given, "id": made["id"]}


def _deposit(service: Service, id_: object, packets: object, member: object = "") -> Answer:
    given = {"member": member or f"m{token_hex(4)}", "packets": packets}
    return service.post(f"/varieties/{id_}/deposits", json=given)


def _withdraw(service: Service, id_: object, packets: object, member: object = "") -> Answer:
    given = {"member": member or f"m{token_hex(4)}", "packets": packets}
    return service.post(f"/varieties/{id_}/withdrawals", json=given)


def _packets(service: Service, variety: dict[str, Any]) -> int:
    told: int = service.get(f"/varieties/{variety['id']}").is_(200).json()["packets"]
    return told


def _listed(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/varieties", params=params).items()]


def _wrong(answer: Answer) -> None:
    told = answer.is_(400).json()
    expect(isinstance(told, dict) and told.get("error"), "a 400 says what is wrong in `error`")


@suite.check("an empty bank: no varieties, an export of its header, a report of zeros", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/varieties").items(), [], "the varieties")
    equal(service.get("/export.csv").is_(200).text.split(), ["name,species,packets"], "the export")
    told = service.get("/report").is_(200).json()
    wanted = {"varieties": 0, "packets": 0, "deposited": 0, "withdrawn": 0, "top_members": []}
    equal({name: told[name] for name in wanted}, wanted, "the report")


@suite.check("the report counts varieties and packets, and names the three most generous")
def report(service: Service) -> None:
    first, second = _make(service), _make(service)
    for variety, packets, member in (
        (first, 10, "north"),
        (second, 25, "north"),
        (first, 12, "south"),
        (second, 40, "west"),
        (second, 3, "east"),
    ):
        _deposit(service, variety["id"], packets, member).is_(201)
    _withdraw(service, first["id"], 4, "south").is_(201)
    told = service.get("/report").is_(200).json()
    wanted = {"varieties": 2, "packets": 86, "deposited": 90, "withdrawn": 4}
    equal({name: told[name] for name in wanted}, wanted, "the report")
    top = [(each["member"], each["packets"]) for each in told["top_members"]]
    equal(top, [("west", 40), ("north", 35), ("south", 12)], "top_members")


@suite.check("a variety is created with 201 and read back, listed, changed")
def varieties(service: Service) -> None:
    made = _make(service, description='old, "sweet"', year_introduced=1901)
    other = _make(service)
    path = f"/varieties/{made['id']}"
    read = service.get(path).is_(200).json()
    equal({name: read[name] for name in made}, made, "the variety")
    expect({made["id"], other["id"]} <= set(_listed(service)), "both are listed")
    new = {"name": f"n{token_hex(5)}", "species": "bean", "description": "x"}
    service.update(path, {**new, "year_introduced": 1950}).done()
    read = service.get(path).is_(200).json()
    equal({name: read[name] for name in new}, new, "the variety")
    equal(read["year_introduced"], 1950, "year_introduced")


@suite.check("a name that exists, whatever its case, is 409")
def unique(service: Service) -> None:
    made = _make(service)
    for name in (made["name"], made["name"].upper()):
        service.post("/varieties", json={"name": name, "species": "bean"}).is_(409)


@suite.check("deletion answers 204 and the variety is gone")
def deleted(service: Service) -> None:
    gone, stays = _make(service), _make(service)
    service.delete(f"/varieties/{gone['id']}").is_(204)
    service.get(f"/varieties/{gone['id']}").is_(404)
    listed = _listed(service)
    expect(gone["id"] not in listed, "it is not listed")
    expect(stays["id"] in listed, "the other one is")


@suite.check("packets change by deposits and withdrawals only, with a record of each")
def moved(service: Service) -> None:
    made, other = _make(service), _make(service)
    for act, kind, packets in ((_deposit, "deposit", 7), (_withdraw, "withdrawal", 2)):
        told = act(service, made["id"], packets, "garden 4").is_(201).json()
        wanted = {"kind": kind, "member": "garden 4", "packets": packets}
        equal({name: told[name] for name in wanted}, wanted, "the record")
        expect(told["id"] is not None, "it has an id")
        expect(told["created_at"], "it has a time")
    equal(_packets(service, made), 5, "the packets")
    equal(_packets(service, other), 0, "the packets of another variety")
    service.update(f"/varieties/{made['id']}", {"name": made["name"], "species": "pea"}).done()
    equal(_packets(service, made), 5, "the packets after a change")
    given = {"name": f"n{token_hex(5)}", "species": "pea", "packets": 99}
    answer = service.post("/varieties", json=given).is_(201, 400)
    if answer.status == 201:
        equal(_packets(service, answer.json()), 0, "the packets of a variety made with packets")


@suite.check('more than there is: 409 {"error": "not enough packets"}, and nothing changes')
def not_enough(service: Service) -> None:
    made = _make(service, 3)
    told = _withdraw(service, made["id"], 4).is_(409).json()
    equal(told, {"error": "not enough packets"}, "the answer")
    equal(_packets(service, made), 3, "the packets")
    equal(len(service.get(f"/varieties/{made['id']}/history").items()), 1, "the history")
    _withdraw(service, made["id"], 3).is_(201)


@suite.check("no member withdraws more than 5 packets of one variety in total: 403")
def limited(service: Service) -> None:
    made, other = _make(service, 20), _make(service, 20)
    member = f"m{token_hex(4)}"
    _withdraw(service, made["id"], 3, member).is_(201)
    told = _withdraw(service, made["id"], 3, member).is_(403).json()
    equal(told, {"error": "withdrawal limit exceeded"}, "the answer")
    equal(_packets(service, made), 17, "the packets")
    _withdraw(service, made["id"], 2, member).is_(201)
    _withdraw(service, made["id"], 1, member).is_(403)
    _withdraw(service, other["id"], 5, member).is_(201)
    _withdraw(service, made["id"], 5).is_(201)
    equal(_packets(service, made), 10, "the packets")


@suite.check("the history has the latest first")
def history(service: Service) -> None:
    made = _make(service)
    _deposit(service, made["id"], 9).is_(201)
    _withdraw(service, made["id"], 1).is_(201)
    _deposit(service, made["id"], 4).is_(201)
    told = service.get(f"/varieties/{made['id']}/history").items()
    seen = [(each["kind"], each["packets"]) for each in told]
    equal(seen, [("deposit", 4), ("withdrawal", 1), ("deposit", 9)], "the history")


@suite.check("the list is narrowed by species and in_stock, and sorted by name or packets")
def listed(service: Service) -> None:
    species, mark = f"s{token_hex(4)}", token_hex(3)
    few = _make(service, 2, species=species, name=f"b{mark}")
    many = _make(service, 8, species=species, name=f"c{mark}")
    none = _make(service, species=species, name=f"a{mark}")
    ids = [each["id"] for each in (few, many, none)]
    equal(sorted(_listed(service, species=species)), sorted(ids), "those of the species")
    told = _listed(service, species=species, in_stock="true")
    equal(sorted(told), sorted([few["id"], many["id"]]), "those in stock")
    told = _listed(service, species=species, sort="name")
    equal(told, [none["id"], few["id"], many["id"]], "by name")
    told = _listed(service, species=species, sort="packets")
    equal(told, [many["id"], few["id"], none["id"]], "by packets")


@suite.check("the export is CSV with its header and a line per variety, ordered by name")
def exported(service: Service) -> None:
    made = _make(service, 6, name=f"comma, {token_hex(4)}")
    answer = service.get("/export.csv").is_(200)
    kind = answer.headers.get("content-type", "")
    expect(kind.startswith("text/csv"), f"text/csv, not {kind}")
    equal(answer.text.splitlines()[0], "name,species,packets", "the header line")
    rows = list(csv.reader(io.StringIO(answer.text, newline="")))[1:]
    expect([made["name"], "tomato", "6"] in rows, "the variety is in the file")
    names = sorted(each["name"] for each in service.get("/varieties").items())
    equal(sorted(row[0] for row in rows), names, "the names in the file")
    plain = [row[0] for row in rows if row[0][:1] == "n"]
    equal(plain, sorted(plain), "the order of the file")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    id_ = unknown(_make(service)["id"])
    path = f"/varieties/{id_}"
    service.get(path).is_(404)
    service.update(path, {"name": f"n{token_hex(5)}", "species": "y"}).is_(404)
    service.delete(path).is_(404)
    service.get(f"{path}/history").is_(404)
    _deposit(service, id_, 1).is_(404)
    _withdraw(service, id_, 1).is_(404)


@suite.check("wrong input is 400 with an error that says what is wrong")
def malformed(service: Service) -> None:
    made = _make(service, 9)
    headers = {"content-type": "application/json"}
    for path in ("/varieties", f"/varieties/{made['id']}/deposits"):
        for body in _NO_DOCUMENT:
            service.post(path, content=body, headers=headers).is_(400)
    wrong: list[dict[str, Any]] = [
        {"species": "x"},
        {"name": f"n{token_hex(5)}"},
        {"name": f"n{token_hex(5)}", "species": "x", "year_introduced": "long ago"},
    ]
    for each in wrong:
        _wrong(service.post("/varieties", json=each))
    packets: list[object] = [0, -2, "many", 1.5, None]
    for many in packets:
        _wrong(_deposit(service, made["id"], many))
        _wrong(_withdraw(service, made["id"], many))
    for act in ("deposits", "withdrawals"):
        _wrong(service.post(f"/varieties/{made['id']}/{act}", json={"packets": 1}))
    equal(_packets(service, made), 9, "the packets")


@suite.check("varieties and packets outlive a restart")
def kept(service: Service) -> None:
    made = _make(service, 7)
    _withdraw(service, made["id"], 5, "garden 9").is_(201)
    service.restart()
    equal(_packets(service, made), 2, "the packets")
    _withdraw(service, made["id"], 1, "garden 9").is_(403)
    equal(len(service.get(f"/varieties/{made['id']}/history").items()), 2, "the history")
