"""Entries are logged to a file, listed by severity, and summed up."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("log-keeper", "service")


def _log(service: Service, level: str, message: str, **more: str) -> dict[str, Any]:
    told: dict[str, Any] = (
        service.post("/log", json={"level": level, "message": message, **more}).is_(201).json()
    )
    return told


def _listed(service: Service, **params: Any) -> list[str]:
    return [each["message"] for each in service.get("/log", params=params).is_(200).json()]


def _four(service: Service) -> None:
    _log(service, "debug", "d", source="web")
    _log(service, "warning", "w", source="backup")
    _log(service, "info", "i", source="backup")
    _log(service, "error", "e", source="web")


@suite.check("an entry is logged", fresh=True)
def logged(service: Service) -> None:
    told = _log(service, "info", "started", source="backup")
    wanted = {"id": 1, "level": "info", "source": "backup", "message": "started"}
    equal({name: told[name] for name in wanted}, wanted, "the entry")
    when = datetime.fromisoformat(told["time"].replace("Z", "+00:00"))
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    expect(
        abs((datetime.now(UTC) - when).total_seconds()) < 60, f"the time of now, not {told['time']}"
    )
    told = _log(service, "error", "ouch")
    equal((told["id"], told["source"]), (2, "unknown"), "the other entry")


@suite.check("the file has one line for each", fresh=True)
def raw(service: Service) -> None:
    _log(service, "warning", "disk fäst full", source="web-1")
    _log(service, "error", "line one\nline two")
    answer = service.get("/log/raw").is_(200)
    expect(answer.headers["content-type"].startswith("text/plain"), "plain text")
    lines = answer.text.splitlines()
    equal(len(lines), 2, "the number of lines")
    stamp = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    expect(
        re.fullmatch(stamp + r" WARNING \[web-1\] disk fäst full", lines[0]),
        f"the first line, not {lines[0]}",
    )
    expect(
        re.fullmatch(stamp + r" ERROR \[unknown\] line one line two", lines[1]),
        f"the second line, not {lines[1]}",
    )


@suite.check("entries are listed, newest first", fresh=True)
def listed(service: Service) -> None:
    equal(_listed(service), [], "nothing yet")
    _four(service)
    equal(_listed(service), ["e", "i", "w", "d"], "the entries")
    equal(_listed(service, limit=2), ["e", "i"], "two entries")
    for wrong in (0, 1001, "all"):
        service.get("/log", params={"limit": wrong}).is_(422)


@suite.check("a level means it and the more severe, a source only itself", fresh=True)
def filtered(service: Service) -> None:
    _four(service)
    for level, wanted in (("debug", "eiwd"), ("info", "eiw"), ("warning", "ew"), ("error", "e")):
        equal(_listed(service, level=level), list(wanted), f"from {level} on")
    equal(_listed(service, source="backup"), ["i", "w"], "those of backup")
    equal(_listed(service, source="backup", level="warning"), ["w"], "both")
    equal(_listed(service, source="nobody"), [], "those of nobody")
    service.get("/log", params={"level": "fatal"}).is_(422)


@suite.check("the levels are counted", fresh=True)
def summary(service: Service) -> None:
    equal(
        service.get("/log/summary").is_(200).json(),
        {"debug": 0, "info": 0, "warning": 0, "error": 0},
        "nothing",
    )
    for level in ("info", "error", "info"):
        _log(service, level, "x")
    equal(
        service.get("/log/summary").is_(200).json(),
        {"debug": 0, "info": 2, "warning": 0, "error": 1},
        "the levels",
    )


@suite.check("anything else is 422", fresh=True)
def wrong(service: Service) -> None:
    for body in (
        {"message": "x"},
        {"level": "info"},
        {"level": "fatal", "message": "x"},
        {"level": "info", "message": ""},
        {"level": "info", "message": 5},
        {"level": "info", "message": "x", "source": 5},
    ):
        service.post("/log", json=body).is_(422)
    equal(_listed(service), [], "nothing was logged")


@suite.check(
    "more than a hundred are there, a hundred are listed, also after a restart", fresh=True
)
def kept(service: Service) -> None:
    for number in range(103):
        _log(service, "info", f"m{number}")
    service.restart()
    told = _listed(service)
    equal((len(told), told[0], told[-1]), (100, "m102", "m3"), "the entries")
    equal(len(_listed(service, limit=1000)), 103, "all entries")
    equal(_log(service, "info", "next")["id"], 104, "the next id")
    equal(len(service.get("/log/raw").is_(200).text.splitlines()), 104, "the lines")
