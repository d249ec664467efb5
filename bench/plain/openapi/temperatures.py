"""Temperature readings: stored, in order, averaged."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("temperatures", "service")


def _sensor() -> str:
    return f"room-{token_hex(4)}"


def _store(service: Service, sensor: str, celsius: object, day: int = 1) -> Answer:
    given = {"celsius": celsius, "at": f"2024-05-{day:02}T10:00:00Z"}
    return service.post(f"/sensors/{sensor}/readings", json=given)


@suite.check("a reading is stored and told")
def stored(service: Service) -> None:
    sensor = _sensor()
    told = _store(service, sensor, 21.5).is_(201).json()
    equal((told["celsius"], told["at"]), (21.5, "2024-05-01T10:00:00Z"), "the reading")
    listed = service.get(f"/sensors/{sensor}/readings").is_(200).json()
    equal([each["celsius"] for each in listed], [21.5], "the readings")


@suite.check("readings come earliest first, and by sensor")
def ordered(service: Service) -> None:
    sensor = _sensor()
    for celsius, day in ((20, 5), (18, 2), (25, 9)):
        _store(service, sensor, celsius, day).is_(201)
    _store(service, _sensor(), 99, 3).is_(201)
    listed = service.get(f"/sensors/{sensor}/readings").is_(200).json()
    equal([each["celsius"] for each in listed], [18, 20, 25], "the readings")


@suite.check("the average is of all readings of that sensor")
def average(service: Service) -> None:
    sensor = _sensor()
    for celsius in (20, 21, 21):
        _store(service, sensor, celsius).is_(201)
    _store(service, _sensor(), 99).is_(201)
    told = service.get(f"/sensors/{sensor}/average").is_(200).json()
    equal(told, {"count": 3, "average": 20.67, "min": 20, "max": 21}, "the statistics")
    _store(service, sensor, -10.5).is_(201)
    told = service.get(f"/sensors/{sensor}/average").is_(200).json()
    equal((told["count"], told["min"]), (4, -10.5), "count and min with one more")


@suite.check("a sensor without readings is 404")
def unknown(service: Service) -> None:
    sensor = _sensor()
    service.get(f"/sensors/{sensor}/readings").is_(404)
    service.get(f"/sensors/{sensor}/average").is_(404)


@suite.check("bad readings are 400 and not stored")
def malformed(service: Service) -> None:
    sensor = _sensor()
    for wrong in ("warm", None, 200.1, -101):
        _store(service, sensor, wrong).is_(400)
    service.post(f"/sensors/{sensor}/readings", json={"celsius": 3}).is_(400)
    service.post(f"/sensors/{sensor}/readings", json={"at": "2024-05-01T10:00:00Z"}).is_(400)
    service.get(f"/sensors/{sensor}/readings").is_(404)
    for right in (200, -100):
        _store(service, sensor, right).is_(201)
