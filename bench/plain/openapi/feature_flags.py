"""Feature flags: put, read, listed by name, dropped."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("feature-flags", "service")


def _name() -> str:
    return f"flag-{token_hex(4)}"


@suite.check("a flag is created with 201 and read")
def new(service: Service) -> None:
    name = _name()
    made = service.put(f"/flags/{name}", json={"enabled": True, "description": "beta"}).is_(201)
    wanted = {"name": name, "enabled": True, "description": "beta"}
    equal(made.json(), wanted, "the flag made")
    equal(service.get(f"/flags/{name}").is_(200).json(), wanted, "the flag read")


@suite.check("putting it again replaces it with 200")
def replaced(service: Service) -> None:
    name = _name()
    service.put(f"/flags/{name}", json={"enabled": True, "description": "beta"}).is_(201)
    told = service.put(f"/flags/{name}", json={"enabled": False}).is_(200).json()
    wanted = {"name": name, "enabled": False, "description": ""}
    equal(told, wanted, "the flag put")
    equal(service.get(f"/flags/{name}").is_(200).json(), wanted, "the flag read")


@suite.check("all flags are listed, sorted by name", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/flags").is_(200).json(), [], "no flags")
    for name in ("search", "beta", "dark-mode"):
        service.put(f"/flags/{name}", json={"enabled": False}).is_(201)
    names = [each["name"] for each in service.get("/flags").is_(200).json()]
    equal(names, ["beta", "dark-mode", "search"], "the names")


@suite.check("a dropped flag is gone")
def dropped(service: Service) -> None:
    name = _name()
    service.put(f"/flags/{name}", json={"enabled": True}).is_(201)
    service.delete(f"/flags/{name}").is_(204)
    service.get(f"/flags/{name}").is_(404)
    service.delete(f"/flags/{name}").is_(404)
    service.put(f"/flags/{name}", json={"enabled": True}).is_(201)


@suite.check("enabled must be a boolean")
def malformed(service: Service) -> None:
    name = _name()
    for wrong in ({}, {"enabled": "yes"}, {"enabled": None}, {"description": "x"}):
        service.put(f"/flags/{name}", json=wrong).is_(400)
    service.get(f"/flags/{name}").is_(404)


@suite.check("flags survive a restart")
def kept(service: Service) -> None:
    name = _name()
    made = service.put(f"/flags/{name}", json={"enabled": True}).is_(201).json()
    service.restart()
    equal(service.get(f"/flags/{name}").is_(200).json(), made, "the flag")
