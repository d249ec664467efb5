"""Reminders become due, are ticked off, repeated and snoozed."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("nudge", "service")

DUE = "2031-03-01T09:00:00Z"


def _remind(service: Service, text: str = "water the plants", due: str = DUE, **more: Any) -> Any:
    return service.post("/reminders", json={"text": text, "due": due, **more}).is_(201).json()["id"]


def _texts(service: Service, path: str = "/reminders", **params: str) -> list[str]:
    return [each["text"] for each in service.get(path, params=params).is_(200).json()]


def _due(service: Service, at: str) -> list[str]:
    return _texts(service, "/reminders/due", at=at)


@suite.check("a reminder is made")
def made(service: Service) -> None:
    told = service.post("/reminders", json={"text": "water", "due": DUE}).is_(201).json()
    wanted = {"text": "water", "due": DUE, "repeat": None, "done": False}
    equal({name: told[name] for name in wanted}, wanted, "the reminder")
    told = (
        service.post("/reminders", json={"text": "water", "due": DUE, "repeat": "weekly"})
        .is_(201)
        .json()
    )
    equal(told["repeat"], "weekly", "how it repeats")


@suite.check("they are listed, the earliest first", fresh=True)
def listed(service: Service) -> None:
    equal(_texts(service), [], "nothing yet")
    for text, due in (
        ("b", "2031-03-02T09:00:00Z"),
        ("c", "2031-12-01T00:00:00Z"),
        ("a", "2030-01-01T00:00:00Z"),
    ):
        _remind(service, text, due)
    equal(_texts(service), ["a", "b", "c"], "the reminders")


@suite.check("what is due is told", fresh=True)
def due(service: Service) -> None:
    _remind(service, "later", "2031-03-01T09:00:01Z")
    _remind(service, "now", DUE)
    _remind(service, "before", "2031-02-28T23:00:00Z")
    _remind(service, "long ago", "2020-01-01T00:00:00Z")
    equal(_due(service, DUE), ["long ago", "before", "now"], "what is due")
    equal(
        _due(service, "2031-03-01T10:00:00Z"),
        ["long ago", "before", "now", "later"],
        "what is due later",
    )
    equal(_texts(service, "/reminders/due"), ["long ago"], "what is due now")
    for wrong in ("soon", "2031-13-01T00:00:00Z"):
        service.get("/reminders/due", params={"at": wrong}).is_(422)


@suite.check("one that is ticked off is done, once", fresh=True)
def ticked(service: Service) -> None:
    number = _remind(service, "once")
    _remind(service, "other")
    told = service.post(f"/reminders/{number}/done").is_(200).json()
    equal((told["id"], told["done"], told["due"]), (number, True, DUE), "the reminder")
    service.post(f"/reminders/{number}/done").is_(409)
    equal(_texts(service), ["other"], "the reminders")
    equal(_due(service, DUE), ["other"], "what is due")


@suite.check("one that repeats moves on", fresh=True)
def repeats(service: Service) -> None:
    daily = _remind(service, "daily", "2031-02-28T09:00:00Z", repeat="daily")
    weekly = _remind(service, "weekly", "2031-12-29T23:30:00Z", repeat="weekly")
    for number, wanted in (
        (daily, ["2031-03-01T09:00:00Z", "2031-03-02T09:00:00Z"]),
        (weekly, ["2032-01-05T23:30:00Z"]),
    ):
        for each in wanted:
            told = service.post(f"/reminders/{number}/done").is_(200).json()
            equal((told["done"], told["due"]), (False, each), "the reminder")
    equal(_texts(service), ["daily", "weekly"], "the reminders")
    equal(_due(service, "2031-03-02T08:59:59Z"), [], "what is due")


@suite.check("one is snoozed", fresh=True)
def snoozed(service: Service) -> None:
    number = _remind(service, "sleepy")
    _remind(service, "other", "2031-03-01T09:10:00Z")
    told = service.post(f"/reminders/{number}/snooze", json={"minutes": 15}).is_(200).json()
    equal(told["due"], "2031-03-01T09:15:00Z", "when it is due")
    equal(_texts(service), ["other", "sleepy"], "the reminders")
    told = service.post(f"/reminders/{number}/snooze", json={"minutes": 1440}).is_(200).json()
    equal(told["due"], "2031-03-02T09:15:00Z", "when it is due")
    for body in ({}, {"minutes": 0}, {"minutes": 1441}, {"minutes": "many"}):
        service.post(f"/reminders/{number}/snooze", json=body).is_(422)


@suite.check("what is wrong is 422", fresh=True)
def wrong(service: Service) -> None:
    right = {"text": "t", "due": DUE}
    for body in (
        {"text": "t"},
        {"due": DUE},
        {**right, "text": ""},
        {**right, "text": "t" * 201},
        {**right, "due": "tomorrow"},
        {**right, "due": "2031-03-01"},
        {**right, "due": "2031-02-30T09:00:00Z"},
        {**right, "repeat": "hourly"},
    ):
        service.post("/reminders", json=body).is_(422)
    equal(_texts(service), [], "nothing was made")
    _remind(service, "t" * 200)


@suite.check("an unknown id is 404")
def unknown(service: Service) -> None:
    service.post("/reminders/99999/done").is_(404)
    service.post("/reminders/99999/snooze", json={"minutes": 5}).is_(404)
