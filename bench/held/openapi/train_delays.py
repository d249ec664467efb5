"""A diary of late trains, and the figures that come out of it."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("train-delays", "service")

# 2024-06-03 was a Monday.
_RIDES = (
    ("S1", "2024-06-03", 0),
    ("RE5", "2024-06-03", 12),
    ("S1", "2024-06-04", 5),
    ("S1", "2024-06-08", 6),
    ("IC", "2024-06-10", 12),
    ("RE5", "2024-06-09", 0),
)


def _ride(service: Service, line: str, date: str, delay: int) -> Any:
    given = {
        "line": line,
        "date": date,
        "planned": "08:30",
        "actual": f"{8 + (30 + delay) // 60:02d}:{(30 + delay) % 60:02d}",
    }
    made = service.post("/rides", json=given).is_(201).json()
    wanted = {**given, "delay": delay}
    equal({key: made[key] for key in wanted}, wanted, "the ride")
    return made["id"]


def _rides(service: Service) -> None:
    for line, date, delay in _RIDES:
        _ride(service, line, date, delay)


def _ids(service: Service, **params: Any) -> list[int]:
    return [each["id"] for each in service.get("/rides", params=params).is_(200).json()]


def _stats(service: Service, **params: Any) -> tuple[Any, ...]:
    told = service.get("/stats", params=params).is_(200).json()
    names = ("rides", "on_time_percent", "mean_delay", "median_delay", "longest_delay")
    return tuple(told[name] for name in names)


@suite.check("an empty diary has no figures", fresh=True)
def empty(service: Service) -> None:
    equal(_ids(service), [], "the rides")
    equal(_stats(service), (0, None, None, None, None), "the figures")
    equal(service.get("/stats/lines").is_(200).json(), [], "the lines")
    told = service.get("/stats/weekdays").is_(200).json()
    equal([(each["rides"], each["mean_delay"]) for each in told], [(0, None)] * 7, "the days")


@suite.check("the delay is the minutes from planned to actual, also past midnight", fresh=True)
def delays(service: Service) -> None:
    for planned, actual, delay in (
        ("08:30", "08:30", 0),
        ("08:59", "09:01", 2),
        ("23:50", "00:10", 20),
        ("00:00", "23:59", 1439),
        ("12:00", "11:59", 1439),
    ):
        given = {"line": "S1", "date": "2024-06-03", "planned": planned, "actual": actual}
        told = service.post("/rides", json=given).is_(201).json()
        equal(told["delay"], delay, f"the delay from {planned} to {actual}")
    equal(told["id"], 5, "the fifth id")


@suite.check("rides are listed latest first, of a line and within dates", fresh=True)
def listed(service: Service) -> None:
    _rides(service)
    for params, wanted in (
        ({}, [5, 6, 4, 3, 2, 1]),
        ({"line": "S1"}, [4, 3, 1]),
        ({"line": "s1"}, []),
        ({"from": "2024-06-08"}, [5, 6, 4]),
        ({"to": "2024-06-04"}, [3, 2, 1]),
        ({"from": "2024-06-04", "to": "2024-06-09", "line": "RE5"}, [6]),
    ):
        equal(_ids(service, **params), wanted, f"the rides of {params}")
    for params in ({"from": "June"}, {"to": "2024-06-31"}):
        service.get("/rides", params=params).is_(422)


@suite.check("the figures at a glance, within dates")
def glance(service: Service) -> None:
    equal(_stats(service), (6, 50.0, 5.8, 5.5, 12), "all figures")
    equal(_stats(service, **{"from": "2024-06-04"}), (4, 50.0, 5.8, 5.5, 12), "the later ones")
    equal(_stats(service, to="2024-06-04"), (3, 66.7, 5.7, 5, 12), "the earlier ones")
    only = {"from": "2024-06-08", "to": "2024-06-08"}
    equal(_stats(service, **only), (1, 0, 6, 6, 6), "one day")
    equal(_stats(service, to="2020-01-01"), (0, None, None, None, None), "none")
    service.get("/stats", params={"from": "then"}).is_(422)


@suite.check("line by line, the worst first")
def lines(service: Service) -> None:
    told = service.get("/stats/lines").is_(200).json()
    names = ("line", "rides", "mean_delay", "longest_delay")
    seen = [tuple(each[name] for name in names) for each in told]
    equal(seen, [("IC", 1, 12, 12), ("RE5", 2, 6, 12), ("S1", 3, 3.7, 6)], "the lines")
    _ride(service, "AB", "2024-06-11", 6)
    told = service.get("/stats/lines").is_(200).json()
    equal([each["line"] for each in told], ["IC", "AB", "RE5", "S1"], "the lines with one more")


@suite.check("the order of lines is that before rounding", fresh=True)
def unrounded(service: Service) -> None:
    for line, delays_ in (("A", [1] * 32 + [2]), ("B", [1] * 31 + [2])):
        for delay in delays_:
            _ride(service, line, "2024-06-03", delay)
    told = service.get("/stats/lines").is_(200).json()
    seen = [(each["line"], each["mean_delay"]) for each in told]
    equal(seen, [("B", 1.0), ("A", 1.0)], "the lines")


@suite.check("the days of the week, of a line if wanted", fresh=True)
def weekdays(service: Service) -> None:
    _rides(service)
    names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    none = (0, None)
    for params, wanted in (
        ({}, [(3, 8), (1, 5), none, none, none, (1, 6), (1, 0)]),
        ({"line": "S1"}, [(1, 0), (1, 5), none, none, none, (1, 6), none]),
        ({"line": "U9"}, [none] * 7),
    ):
        told = service.get("/stats/weekdays", params=params).is_(200).json()
        equal([each["weekday"] for each in told], names, "the names")
        seen = [(each["rides"], each["mean_delay"]) for each in told]
        equal(seen, wanted, f"the days of {params}")


@suite.check("a ride struck out counts no more and its id is not used again", fresh=True)
def deleted(service: Service) -> None:
    _rides(service)
    service.delete("/rides/6").is_(204)
    service.delete("/rides/6").is_(404)
    service.delete("/rides/9999").is_(404)
    equal(_ids(service), [5, 4, 3, 2, 1], "the rides")
    equal(_stats(service), (5, 40.0, 7.0, 6, 12), "the figures")
    equal(_ride(service, "S1", "2024-06-03", 0), 7, "the next id")


@suite.check("what breaks the schema is 422", fresh=True)
def wrong(service: Service) -> None:
    right = {"line": "S1", "date": "2024-06-03", "planned": "08:30", "actual": "08:31"}
    for name in right:
        given = {key: value for key, value in right.items() if key != name}
        service.post("/rides", json=given).is_(422)
    for name, value in (
        ("line", ""),
        ("line", "x" * 21),
        ("date", "2024-02-30"),
        ("date", "03.06.2024"),
        ("planned", "24:00"),
        ("planned", "8:30"),
        ("actual", "08:60"),
        ("actual", "late"),
    ):
        service.post("/rides", json={**right, name: value}).is_(422)
    refuses_malformed(service, "/rides")
    equal(_ids(service), [], "the rides")
