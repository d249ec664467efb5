"""A log collector: entries of many services, filtered, summed up and cleared."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("log-collector", "service")


def _name() -> str:
    return f"s{token_hex(4)}"


def _entry(of: str, level: str = "info", message: str = "m", hour: int = 12) -> dict[str, str]:
    time = f"2024-05-01T{hour:02d}:00:00Z"
    return {"service": of, "level": level, "message": message, "time": time}


def _store(service: Service, *entries: dict[str, str]) -> None:
    told = service.post("/logs", json=list(entries)).is_(201).json()
    equal(told, {"stored": len(entries)}, "the answer")


def _logs(service: Service, **params: Any) -> Any:
    return service.get("/logs", params=params).is_(200).json()


def _messages(service: Service, **params: Any) -> list[str]:
    return [each["message"] for each in _logs(service, **params)]


def _refused(service: Service, entry: Any) -> Answer:
    return service.post("/logs", json=entry).is_(422)


@suite.check("at first there is nothing", fresh=True)
def empty(service: Service) -> None:
    equal(_logs(service), [], "the entries")
    equal(service.get("/logs/summary").is_(200).json(), {}, "the summary")


@suite.check("one entry or an array of them is stored")
def stored(service: Service) -> None:
    name = _name()
    told = service.post("/logs", json=_entry(name, "error", "Größe", 1)).is_(201).json()
    equal(told, {"stored": 1}, "the answer")
    _store(service, _entry(name, "info", "b", 2), _entry(name, "debug", "c", 3))
    seen = _logs(service, service=name)
    equal([each["message"] for each in seen], ["c", "b", "Größe"], "the messages")
    told = {key: seen[2][key] for key in ("service", "level", "message")}
    equal(told, {"service": name, "level": "error", "message": "Größe"}, "an entry")


@suite.check("the latest time comes first, whatever came in first")
def order(service: Service) -> None:
    name = _name()
    _store(service, *(_entry(name, message=f"h{hour}", hour=hour) for hour in (5, 9, 1, 7)))
    equal(_messages(service, service=name), ["h9", "h7", "h5", "h1"], "the messages")


@suite.check("a level gives everything more serious too")
def levels(service: Service) -> None:
    name, other = _name(), _name()
    for hour, level in enumerate(("debug", "info", "warning", "error")):
        _store(service, _entry(name, level, level, hour), _entry(other, level))
    wanted = ["error", "warning", "info", "debug"]
    for n, level in enumerate(wanted, 1):
        told = _messages(service, service=name, level=level)
        equal(told, wanted[:n], f"from {level} on")
    service.get("/logs", params={"level": "fatal"}).is_(422)


@suite.check("entries are found by a part of the message and by time, both ends inclusive")
def filtered(service: Service) -> None:
    name = _name()
    for hour in range(6):
        word = "FAILED" if hour % 2 else "ok"
        _store(service, _entry(name, message=f"Request {hour} {word}", hour=hour))
    wanted = ["Request 5 FAILED", "Request 3 FAILED", "Request 1 FAILED"]
    equal(_messages(service, service=name, contains="failed"), wanted, "by message")
    span = {"since": "2024-05-01T01:00:00Z", "until": "2024-05-01T03:00:00Z"}
    wanted = ["Request 3 FAILED", "Request 2 ok", "Request 1 FAILED"]
    equal(_messages(service, service=name, **span), wanted, "by time")
    told = _messages(service, service=name, contains="Failed", level="info", **span)
    equal(told, [wanted[0], wanted[2]], "by all")


@suite.check("100 entries are told, or as many as the limit says")
def limited(service: Service) -> None:
    name = _name()
    _store(service, *(_entry(name, message=str(n), hour=n % 24) for n in range(105)))
    equal(len(_logs(service, service=name)), 100, "the number without a limit")
    equal(len(_logs(service, service=name, limit=1000)), 105, "the number with a high limit")
    equal(len(_logs(service, service=name, limit=1)), 1, "the number with a low limit")
    for limit in (0, 1001, "many"):
        service.get("/logs", params={"limit": limit}).is_(422)


@suite.check("the summary counts per service, always with all four levels", fresh=True)
def summary(service: Service) -> None:
    _store(service, _entry("shop", "info"), _entry("shop", "info"), _entry("shop", "error"))
    _store(service, _entry("mail", "debug"))
    wanted = {
        "shop": {"debug": 0, "info": 2, "warning": 0, "error": 1},
        "mail": {"debug": 1, "info": 0, "warning": 0, "error": 0},
    }
    equal(service.get("/logs/summary").is_(200).json(), wanted, "the summary")


@suite.check("older entries are removed, and counted", fresh=True)
def cleared(service: Service) -> None:
    _store(service, *(_entry("shop", message=f"h{hour}", hour=hour) for hour in range(4)))
    params = {"before": "2024-05-01T02:00:00Z"}
    equal(service.delete("/logs", params=params).is_(200).json(), {"deleted": 2}, "the answer")
    equal(_messages(service), ["h3", "h2"], "what is left")
    equal(service.delete("/logs", params=params).is_(200).json(), {"deleted": 0}, "the answer")
    service.delete("/logs").is_(422)
    equal(len(_logs(service)), 2, "the number left")


@suite.check("an invalid entry is 422, and in an array nothing is stored")
def malformed(service: Service) -> None:
    name = _name()
    right = _entry(name)
    for key in right:
        _refused(service, {each: value for each, value in right.items() if each != key})
    _refused(service, right | {"level": "fatal"})
    _refused(service, right | {"time": "yesterday"})
    _refused(service, [right, right | {"level": "fatal"}])
    equal(_logs(service, service=name), [], "the entries")
