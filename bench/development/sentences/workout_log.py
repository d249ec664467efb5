"""A workout diary: what was done on which day, and sums of it."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("workout-log", "service")


def _document(date: str = "2024-05-01", type_: str = "run", **more: Any) -> dict[str, Any]:
    return {"date": date, "type": type_, "minutes": 30, **more}


def _log(service: Service, date: str = "2024-05-01", type_: str = "run", **more: Any) -> Any:
    return service.post("/workouts", json=_document(date, type_, **more)).created()["id"]


def _holds(service: Service, id_: object, wanted: dict[str, Any]) -> None:
    told = {str(each["id"]): each for each in service.get("/workouts").items()}
    seen = told.get(str(id_), {})
    equal({name: seen.get(name) for name in wanted}, wanted, "the workout in the list")


def _dates(service: Service, **params: str) -> list[str]:
    return [each["date"] for each in service.get("/workouts", params=params).items()]


def _stats(service: Service) -> dict[str, Any]:
    told: dict[str, Any] = service.get("/workouts/stats").is_(200).json()
    by_type = told["by_type"]
    if isinstance(by_type, list):
        by_type = {each["type"]: each.get("minutes", each.get("total_minutes")) for each in by_type}
    return {**told, "by_type": by_type}


@suite.check("an empty diary lists nothing and sums up to nothing", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/workouts").items(), [], "the workouts")
    told = _stats(service)
    wanted = {"count": 0, "total_minutes": 0, "total_distance_km": 0, "by_type": {}}
    equal({name: told[name] for name in wanted}, wanted, "the statistics")
    expect(told["longest_minutes"] in (0, None), "there is no longest workout")


@suite.check("statistics sum up the workouts, by type too")
def stats(service: Service) -> None:
    for type_, minutes, km in (("run", 30, 5.5), ("run", 45, 8.25), ("swim", 60, None)):
        more = {} if km is None else {"distance_km": km}
        _log(service, "2024-05-03", type_, minutes=minutes, **more)
    told = _stats(service)
    wanted = {"count": 3, "total_minutes": 135, "longest_minutes": 60}
    equal({name: told[name] for name in wanted}, wanted, "the statistics")
    expect(abs(told["total_distance_km"] - 13.75) < 1e-6, "13.75 km altogether")
    equal(told["by_type"], {"run": 75, "swim": 60}, "by_type")


@suite.check("a workout is listed as it was logged; distance and notes are optional")
def logged(service: Service) -> None:
    given = _document("2024-02-29", "bike", distance_km=12.5, notes='uphill, "windy"')
    id_ = service.post("/workouts", json=given).created()["id"]
    _holds(service, id_, given)
    plain = _log(service, type_="gym")
    _holds(service, plain, _document(type_="gym"))
    told = [each["id"] for each in service.get("/workouts").items()]
    expect({id_, plain} <= set(told), "both are listed")
    for minutes in (1, 600):
        _log(service, minutes=minutes)


@suite.check("the list is by type and date range, both days included, latest first", fresh=True)
def listed(service: Service) -> None:
    for date in ("2024-05-10", "2024-04-30", "2024-05-31", "2024-06-01", "2024-05-01"):
        _log(service, date)
    _log(service, "2024-05-20", "swim")
    days = ["2024-06-01", "2024-05-31", "2024-05-20", "2024-05-10", "2024-05-01", "2024-04-30"]
    equal(_dates(service), days, "all")
    may = {"from": "2024-05-01", "to": "2024-05-31"}
    equal(_dates(service, **may), days[1:5], "those of May")
    equal(_dates(service, type="run", **may), [days[1], *days[3:5]], "the runs of May")
    equal(_dates(service, type="swim"), ["2024-05-20"], "those of a type")
    equal(_dates(service, to="2024-05-01"), days[4:], "those until a day")
    equal(_dates(service, **{"from": "2024-05-31"}), days[:2], "those from a day on")
    equal(_dates(service, type="bike"), [], "those of a type that was not done")


@suite.check("an edited workout is changed, in the statistics too")
def edited(service: Service) -> None:
    id_, other = _log(service), _log(service, "2024-01-01", "swim", minutes=9)
    before = _stats(service)
    new = _document("2024-07-01", "bike", minutes=50, distance_km=20, notes="n")
    path = f"/workouts/{id_}"
    service.update(path, new).done()
    _holds(service, id_, new)
    _holds(service, other, _document("2024-01-01", "swim", minutes=9))
    equal(_stats(service)["count"], before["count"], "the number of workouts")
    equal(_stats(service)["total_minutes"], before["total_minutes"] + 20, "total_minutes")
    if service.patched(path, {"minutes": 51}):
        _holds(service, id_, new | {"minutes": 51})


@suite.check("a deleted workout is gone from everywhere, and no other is")
def deleted(service: Service) -> None:
    gone, stays = _log(service), _log(service)
    before = _stats(service)["count"]
    service.delete(f"/workouts/{gone}").done()
    service.delete(f"/workouts/{gone}").is_(404)
    told = [each["id"] for each in service.get("/workouts").items()]
    expect(gone not in told, "it is not listed")
    expect(stays in told, "the other one is")
    equal(_stats(service)["count"], before - 1, "the number of workouts")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/workouts/{unknown(_log(service))}"
    service.update(path, _document()).is_(404)
    service.delete(path).is_(404)


@suite.check("date, type and minutes are needed and keep to their rules")
def malformed(service: Service) -> None:
    id_ = _log(service)
    before = _stats(service)["count"]
    wrong: list[dict[str, Any]] = [
        {name: value for name, value in _document().items() if name != left} for left in _document()
    ]
    wrong += [_document() | {"minutes": each} for each in (0, 601, "long", 2.5)]
    wrong += [_document() | {"date": each} for each in ("yesterday", "2024-02-30", "01.05.2024")]
    wrong += [_document() | {"type": each} for each in ("yoga", "", 7)]
    wrong.append(_document() | {"distance_km": "far"})
    refuses_malformed(service, "/workouts", *wrong)
    service.update(f"/workouts/{id_}", _document() | {"minutes": 601}).refused()
    equal(_stats(service)["count"], before, "the number of workouts")
    _holds(service, id_, _document())


@suite.check("workouts outlive a restart")
def kept(service: Service) -> None:
    id_ = _log(service, distance_km=3.5)
    before = _stats(service)
    service.restart()
    _holds(service, id_, _document(distance_km=3.5))
    equal(_stats(service), before, "the statistics")
