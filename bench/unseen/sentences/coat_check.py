"""A cloakroom: coats on the lowest free hook, picked up by ticket."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("coat-check", "service")


def _hang(service: Service, owner: str = "Mia", kind: str = "coat") -> dict[str, Any]:
    given = {"owner": owner, "kind": kind}
    made: dict[str, Any] = service.post("/coats", json=given).is_(201).json()
    return made


def _free(service: Service) -> int:
    told: int = service.get("/coats/free").is_(200).json()["free"]
    return told


@suite.check("an empty cloakroom has 20 free hooks and nothing hanging", fresh=True)
def empty(service: Service) -> None:
    equal(_free(service), 20, "the free hooks")
    equal(service.get("/coats").items(), [], "what is hanging")


@suite.check("the first coat is on hook 1, with a ticket of 4 digits", fresh=True)
def first(service: Service) -> None:
    made = _hang(service, "Jörg", "umbrella")
    wanted = {"hook": 1, "owner": "Jörg", "kind": "umbrella", "status": "hanging"}
    equal({name: made[name] for name in wanted}, wanted, "the coat")
    ticket = made["ticket"]
    expect(isinstance(ticket, str) and len(ticket) == 4 and ticket.isdigit(), "4 digits")
    read = service.get(f"/coats/{ticket}").is_(200).json()
    equal({name: read[name] for name in wanted}, wanted, "the coat read back")
    equal(_free(service), 19, "the free hooks")


@suite.check("every kind is taken, and each coat has a ticket of its own", fresh=True)
def kinds(service: Service) -> None:
    made = [_hang(service, kind=each) for each in ("coat", "bag", "umbrella")]
    equal([each["hook"] for each in made], [1, 2, 3], "the hooks")
    equal(len({each["ticket"] for each in made}), 3, "the number of tickets")


@suite.check("a picked up coat frees its hook, and the lowest free hook is used next", fresh=True)
def reused(service: Service) -> None:
    made = [_hang(service) for _ in range(4)]
    told = service.post(f"/coats/{made[1]['ticket']}/pickup").is_(200).json()
    equal(told["status"], "returned", "the status")
    equal(_free(service), 17, "the free hooks")
    service.post(f"/coats/{made[3]['ticket']}/pickup").is_(200)
    equal(_hang(service)["hook"], 2, "the hook of the next coat")
    equal(_hang(service)["hook"], 4, "the hook of the one after")
    equal(_hang(service)["hook"], 5, "the hook of the one after that")


@suite.check("a coat is picked up once; again is 409")
def once(service: Service) -> None:
    ticket = _hang(service)["ticket"]
    service.post(f"/coats/{ticket}/pickup").is_(200)
    service.post(f"/coats/{ticket}/pickup").is_(409)
    equal(service.get(f"/coats/{ticket}").is_(200).json()["status"], "returned", "the status")


@suite.check("the list has only what is hanging, by hook", fresh=True)
def listed(service: Service) -> None:
    made = [_hang(service, f"o{number}") for number in range(4)]
    service.post(f"/coats/{made[0]['ticket']}/pickup").is_(200)
    service.post(f"/coats/{made[2]['ticket']}/pickup").is_(200)
    _hang(service, "late")
    told = [(each["hook"], each["owner"]) for each in service.get("/coats").items()]
    equal(told, [(1, "late"), (2, "o1"), (4, "o3")], "what is hanging")


@suite.check("the 21st coat is 503 until one is picked up", fresh=True)
def full(service: Service) -> None:
    made = [_hang(service) for _ in range(20)]
    equal(sorted(each["hook"] for each in made), list(range(1, 21)), "the hooks")
    equal(_free(service), 0, "the free hooks")
    service.post("/coats", json={"owner": "x", "kind": "bag"}).is_(503)
    equal(len(service.get("/coats").items()), 20, "what is hanging")
    service.post(f"/coats/{made[6]['ticket']}/pickup").is_(200)
    equal(_hang(service)["hook"], made[6]["hook"], "the hook that was freed")


# Fresh: the check before it leaves every hook taken, and then no coat can be hung (503).
@suite.check("an unknown ticket is 404", fresh=True)
def absent(service: Service) -> None:
    known = {each["ticket"] for each in service.get("/coats").items()}
    known.add(_hang(service)["ticket"])
    ticket = next(f"{n:04d}" for n in range(9999, 0, -1) if f"{n:04d}" not in known)
    answer = service.get(f"/coats/{ticket}")
    if answer.status == 404:
        service.post(f"/coats/{ticket}/pickup").is_(404)
    service.get("/coats/abcde").is_(404)
    service.post("/coats/abcde/pickup").is_(404)


@suite.check("owner and kind are required, and kind is one of three", fresh=True)
def malformed(service: Service) -> None:
    wrong: list[dict[str, Any]] = [{"owner": "x"}, {"kind": "coat"}, {"owner": "x", "kind": "hat"}]
    refuses_malformed(service, "/coats", *wrong, {"owner": 7, "kind": []})
    equal(_free(service), 20, "the free hooks")
