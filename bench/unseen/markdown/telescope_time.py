"""Telescopes by the hour: sessions that never overlap, in UTC, and nights at the site."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("telescope-time", "service")


def _telescope(service: Service, tz: str = "Atlantic/Canary", **more: Any) -> int:
    given = {"name": f"t{token_hex(4)}", "aperture_mm": 500, "site_tz": tz, **more}
    made = service.post("/telescopes", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the telescope")
    told: int = made["id"]
    return told


def _book(service: Service, telescope: int, start: str, end: str, who: str = "Vera") -> Answer:
    given = {"observer": who, "target": "M31", "start": start, "end": end}
    return service.post(f"/telescopes/{telescope}/sessions", json=given)


def _at(hour: str, day: int = 1) -> str:
    return f"2031-03-{day:02d}T{hour}:00Z"


def _booked(service: Service, telescope: int, start: str, end: str, who: str = "Vera") -> int:
    made = _book(service, telescope, start, end, who).is_(201).json()
    equal((made["state"], made["telescope_id"]), ("booked", telescope), "state and telescope")
    told: int = made["id"]
    return told


def _ids(service: Service, telescope: int, **params: str) -> list[int]:
    told = service.get(f"/telescopes/{telescope}/sessions", params=params).items()
    return [each["id"] for each in told]


@suite.check("telescopes are listed with the largest aperture first", fresh=True)
def telescopes(service: Service) -> None:
    equal(service.get("/telescopes").items(), [], "no telescopes")
    made = {mm: _telescope(service, aperture_mm=mm) for mm in (300, 5000, 50, 1200)}
    told = [each["id"] for each in service.get("/telescopes").items()]
    equal(told, [made[mm] for mm in (5000, 1200, 300, 50)], "the telescopes")
    read = service.get(f"/telescopes/{made[300]}").is_(200).json()
    equal((read["aperture_mm"], read["max_hours"]), (300, 4), "the telescope")


@suite.check("the name of a telescope is taken once (409)")
def names(service: Service) -> None:
    name = f"t{token_hex(4)}"
    _telescope(service, name=name)
    given = {"name": name, "aperture_mm": 100, "site_tz": "UTC"}
    service.post("/telescopes", json=given).is_(409)


@suite.check("a PATCH changes what it names, and counts for new sessions")
def patched(service: Service) -> None:
    scope = _telescope(service)
    told = service.patch(f"/telescopes/{scope}", json={"max_hours": 1}).is_(200).json()
    equal((told["max_hours"], told["aperture_mm"]), (1, 500), "the telescope")
    _book(service, scope, _at("20:00"), _at("21:01")).is_(422)
    _booked(service, scope, _at("20:00"), _at("21:00"))
    service.patch(f"/telescopes/{scope}", json={"aperture_mm": 49}).is_(422)


@suite.check("times are answered in UTC with a Z")
def utc(service: Service) -> None:
    scope = _telescope(service)
    start, end = "2031-03-01T22:00:00+01:00", "2031-03-01T20:30:00-03:00"
    made = _book(service, scope, start, end).is_(201).json()
    wanted = ("2031-03-01T21:00:00Z", "2031-03-01T23:30:00Z")
    equal((made["start"], made["end"]), wanted, "the times")
    told = service.get(f"/telescopes/{scope}/sessions").items()[0]
    equal((told["start"], told["end"]), wanted, "the times in the list")
    equal((told["observer"], told["target"]), ("Vera", "M31"), "observer and target")


@suite.check("sessions of a telescope do not overlap (409 tells the one in the way)")
def overlapping(service: Service) -> None:
    scope, other = _telescope(service), _telescope(service)
    made = _booked(service, scope, _at("20:00"), _at("22:00"))
    for start, end in (
        ("20:00", "22:00"),
        ("19:00", "20:01"),
        ("21:59", "23:00"),
        ("20:30", "21:00"),
        ("19:00", "23:00"),
    ):
        told = _book(service, scope, _at(start), _at(end)).is_(409).json()
        equal(told, {"error": "overlap", "session_id": made}, "the answer")
    told = _book(service, scope, "2031-03-01T22:30:00+01:00", _at("22:30")).is_(409).json()
    equal(told["session_id"], made, "the one in the way in another offset")
    _booked(service, scope, _at("22:00"), _at("23:00"))
    _booked(service, scope, _at("18:00"), _at("20:00"))
    _booked(service, other, _at("20:00"), _at("22:00"))


@suite.check("many who want the same hour: one has it")
def race(service: Service) -> None:
    scope = _telescope(service)
    answers = at_once([lambda: _book(service, scope, _at("20:00"), _at("21:00"))] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 1, "the sessions")


@suite.check("a session ends after it starts, within max_hours, with offsets")
def lengths(service: Service) -> None:
    scope = _telescope(service, max_hours=2)
    for start, end in (
        (_at("20:00"), _at("20:00")),
        (_at("20:00"), _at("19:00")),
        (_at("20:00"), _at("22:01")),
        ("2031-03-01T20:00:00", "2031-03-01T21:00:00"),
        (_at("20:00"), "late"),
    ):
        _book(service, scope, start, end).is_(422)
    right = {"observer": "V", "target": "M1", "start": _at("20:00"), "end": _at("21:00")}
    for left in right:
        part = {name: right[name] for name in right if name != left}
        service.post(f"/telescopes/{scope}/sessions", json=part).is_(422)
    equal(_ids(service, scope), [], "the sessions")
    _booked(service, scope, _at("20:00"), _at("22:00"))


@suite.check("sessions that overlap a period are listed by start")
def period(service: Service) -> None:
    scope = _telescope(service)
    late = _booked(service, scope, _at("22:00"), _at("23:00"))
    early = _booked(service, scope, _at("18:00"), _at("19:00"))
    middle = _booked(service, scope, _at("20:00"), _at("21:00"))
    for params, wanted in (
        ({}, [early, middle, late]),
        ({"from": _at("20:30")}, [middle, late]),
        ({"to": _at("20:30")}, [early, middle]),
        ({"from": _at("18:30"), "to": _at("20:30")}, [early, middle]),
        ({"from": _at("19:10"), "to": _at("19:50")}, []),
    ):
        equal(_ids(service, scope, **params), wanted, f"the sessions of {params}")


@suite.check("a cancelled session frees its time; cancelling again is fine")
def cancelled(service: Service) -> None:
    scope = _telescope(service)
    made = _booked(service, scope, _at("20:00"), _at("22:00"))
    for _ in range(2):
        told = service.post(f"/sessions/{made}/cancel").is_(200).json()
        equal((told["id"], told["state"]), (made, "cancelled"), "the session")
    equal(_ids(service, scope), [], "the booked sessions")
    _booked(service, scope, _at("21:00"), _at("22:00"))


@suite.check("a night is from noon to noon at the site")
def night(service: Service) -> None:
    scope = _telescope(service, "America/Santiago")
    # Santiago is at UTC-3 in January and at UTC-4 in July.
    path = f"/telescopes/{scope}/nights"
    told = service.get(f"{path}/2025-01-10").is_(200).json()
    wanted = {"begins": "2025-01-10T15:00:00Z", "ends": "2025-01-11T15:00:00Z"}
    wanted["date"] = "2025-01-10"
    equal({name: told[name] for name in wanted}, wanted, "the night")
    equal((told["booked_hours"], told["sessions"]), (0, []), "an empty night")
    told = service.get(f"{path}/2025-07-10").is_(200).json()
    equal(told["begins"], "2025-07-10T16:00:00Z", "the begin in winter")
    service.get(f"{path}/2025-02-30").is_(422, 404)


@suite.check("a session belongs to the night it starts in")
def nights(service: Service) -> None:
    scope = _telescope(service, "Asia/Tokyo")
    # Noon in Tokyo is 03:00 in UTC.
    path = f"/telescopes/{scope}/nights/2031-03-01"
    second = _booked(service, scope, _at("14:00"), _at("15:30"))
    first = _booked(service, scope, _at("03:00"), _at("04:00"))
    last = _booked(service, scope, _at("02:30", 2), _at("04:30", 2))
    _booked(service, scope, _at("01:59"), _at("02:59"))
    gone = _booked(service, scope, _at("17:00"), _at("18:00"))
    service.post(f"/sessions/{gone}/cancel").is_(200)
    told = service.get(path).is_(200).json()
    equal([each["id"] for each in told["sessions"]], [first, second, last], "the sessions")
    expect(abs(told["booked_hours"] - 4.5) < 1e-6, f"4.5 hours, not {told['booked_hours']}")


@suite.check("the hours of an observer over all telescopes, without cancelled ones")
def hours(service: Service) -> None:
    one, two, who = _telescope(service), _telescope(service), f"v{token_hex(4)}"
    _booked(service, one, _at("20:00"), _at("21:30"), who)
    _booked(service, two, _at("20:00"), _at("22:00"), who)
    gone = _booked(service, two, _at("23:00"), _at("23:30"), who)
    _booked(service, one, _at("22:00"), _at("23:00"), "other")
    service.post(f"/sessions/{gone}/cancel").is_(200)
    told = service.get(f"/observers/{who}/hours").is_(200).json()
    equal(told, {"observer": who, "sessions": 2, "hours": 3.5}, "the hours")
    told = service.get("/observers/nobody-yet/hours").is_(200).json()
    equal((told["sessions"], told["hours"]), (0, 0), "the hours of nobody")


@suite.check("what is unknown is 404")
def absent(service: Service) -> None:
    known = _telescope(service)
    scope = unknown(known)
    session = unknown(_booked(service, known, _at("20:00"), _at("21:00")))
    service.get(f"/telescopes/{scope}").is_(404)
    service.patch(f"/telescopes/{scope}", json={"max_hours": 2}).is_(404)
    service.get(f"/telescopes/{scope}/sessions").is_(404)
    service.get(f"/telescopes/{scope}/nights/2031-03-01").is_(404)
    _book(service, scope, _at("20:00"), _at("21:00")).is_(404)
    service.post(f"/sessions/{session}/cancel").is_(404)


@suite.check("a telescope that breaks a rule is 422")
def malformed(service: Service) -> None:
    right: dict[str, Any] = {"name": "x", "aperture_mm": 500, "site_tz": "UTC"}
    for each in (
        {"aperture_mm": 49},
        {"aperture_mm": 5001},
        {"aperture_mm": "big"},
        {"site_tz": "Moon/Crater"},
        {"max_hours": "long"},
    ):
        service.post("/telescopes", json={**right, **each}).is_(422)
    for left in right:
        part = {name: right[name] for name in right if name != left}
        service.post("/telescopes", json=part).is_(422)
