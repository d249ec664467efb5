"""A choir: singers, also from CSV, rehearsals, who was there, and how often."""

from __future__ import annotations

import csv
import io
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("choir-register", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _text(answer: Answer) -> str:
    told = _told(answer, "text", "content", "body")
    return told.decode() if isinstance(told, bytes) else str(told)


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


def _send(service: Service, path: str, body: str | bytes, kind: str) -> Answer:
    """POST a body that is not JSON."""
    raw = body.encode() if isinstance(body, str) else body
    try:
        return service.post(path, content=raw, headers={"Content-Type": kind})
    except TypeError:
        return service.post(path, data=raw, headers={"Content-Type": kind})


def _singer(service: Service, voice: str = "alto", **more: Any) -> int:
    given = {"name": f"n{token_hex(4)}", "voice": voice, **more}
    made = service.post("/singers/", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the singer")
    told: int = made["id"]
    return told


def _rehearsal(service: Service, date: str, piece: str = "Messiah") -> int:
    given = {"date": date, "piece": piece}
    made = service.post("/rehearsals/", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the rehearsal")
    told: int = made["id"]
    return told


def _write(service: Service, rehearsal: int, present: list[int], excused: list[int]) -> Answer:
    given = {"present": present, "excused": excused}
    return service.put(f"/rehearsals/{rehearsal}/attendance/", json=given)


def _ids(service: Service, **params: str) -> list[int]:
    return [each["id"] for each in service.get("/singers/", params=params).items()]


@suite.check("a new choir has nobody and no rehearsals", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/singers/").items(), [], "the singers")
    equal(service.get("/rehearsals/").items(), [], "the rehearsals")


@suite.check("singers are active at first, and read back")
def singers(service: Service) -> None:
    id_ = _singer(service, "bass", email="b@example.org")
    told = service.get(f"/singers/{id_}/").is_(200).json()
    seen = (told["voice"], told["email"], told["active"])
    equal(seen, ("bass", "b@example.org", True), "the singer")
    told = service.patch(f"/singers/{id_}/", json={"voice": "tenor"}).is_(200).json()
    equal((told["voice"], told["email"]), ("tenor", "b@example.org"), "the singer")
    service.patch(f"/singers/{id_}/", json={"voice": "mezzo"}).is_(400)
    service.delete(f"/singers/{id_}/").is_(404, 405)


@suite.check("singers are listed by name, by voice and by being active", fresh=True)
def listed(service: Service) -> None:
    zoe, ann = _singer(service, name="Zoe"), _singer(service, "bass", name="Ann")
    kim = _singer(service, name="Kim")
    service.patch(f"/singers/{kim}/", json={"active": False}).is_(200)
    equal(_ids(service), [ann, kim, zoe], "the singers")
    equal(_ids(service, voice="alto"), [kim, zoe], "the altos")
    equal(_ids(service, active="false"), [kim], "those who left")
    equal(_ids(service, active="true", voice="alto"), [zoe], "the altos who are here")


@suite.check("a CSV is imported line by line, and bad lines are told", fresh=True)
def imported(service: Service) -> None:
    body = (
        "voice,name,email\n"
        'alto,"Berg, Ida",ida@example.org\n'
        "mezzo,Max,\n"
        "bass,Ben,\n"
        "tenor,,t@example.org\n"
        "tenor,Tim,no-mail\n"
    )
    told = _send(service, "/singers/import/", body, "text/csv").is_(200).json()
    equal(told["imported"], 2, "the number of those imported")
    equal([each["line"] for each in told["errors"]], [3, 5, 6], "the lines with errors")
    for each in told["errors"]:
        expect(isinstance(each["error"], str) and each["error"] != "", "the error is a text")
    seen = [(each["name"], each["voice"]) for each in service.get("/singers/").items()]
    equal(seen, [("Ben", "bass"), ("Berg, Ida", "alto")], "the singers")


@suite.check("a CSV without name or voice is 400 and imports nothing", fresh=True)
def not_imported(service: Service) -> None:
    for body in ("name,email\nIda,i@example.org\n", "voice,email\nalto,\n"):
        _send(service, "/singers/import/", body, "text/csv").is_(400)
    equal(_ids(service), [], "the singers")


@suite.check("one rehearsal a day, by date, within days if wanted", fresh=True)
def rehearsals(service: Service) -> None:
    for date in ("2024-03-10", "2024-03-03", "2024-03-17"):
        _rehearsal(service, date)
    service.post("/rehearsals/", json={"date": "2024-03-03", "piece": "x"}).is_(409)
    for params, wanted in (
        ({}, ["03", "10", "17"]),
        ({"from": "2024-03-10"}, ["10", "17"]),
        ({"to": "2024-03-10"}, ["03", "10"]),
        ({"from": "2024-03-04", "to": "2024-03-16"}, ["10"]),
    ):
        told = service.get("/rehearsals/", params=params).items()
        equal([each["date"][-2:] for each in told], wanted, f"the days of {params}")


@suite.check("who was there, who was excused, and all others who are active", fresh=True)
def attendance(service: Service) -> None:
    a, b, c, d, gone = (_singer(service) for _ in range(5))
    service.patch(f"/singers/{gone}/", json={"active": False}).is_(200)
    rehearsal = _rehearsal(service, "2024-03-03")
    path = f"/rehearsals/{rehearsal}/attendance/"
    service.get(path).is_(404)
    told = _write(service, rehearsal, [c, a], [b]).is_(200).json()
    equal(told, {"present": 2, "excused": 1, "absent": 1}, "the numbers")
    wanted = {"present": sorted([a, c]), "excused": [b], "absent": [d]}
    equal(service.get(path).is_(200).json(), wanted, "who was there")
    told = _write(service, rehearsal, [d], []).is_(200).json()
    equal(told, {"present": 1, "excused": 0, "absent": 3}, "the numbers")
    wanted = {"present": [d], "excused": [], "absent": sorted([a, b, c])}
    equal(service.get(path).is_(200).json(), wanted, "who was there")


@suite.check("only active singers are written down, and in one list", fresh=True)
def refused(service: Service) -> None:
    a, gone = _singer(service), _singer(service)
    service.patch(f"/singers/{gone}/", json={"active": False}).is_(200)
    rehearsal = _rehearsal(service, "2024-03-03")
    _write(service, rehearsal, [a, gone], []).is_(400)
    _write(service, rehearsal, [unknown(gone) + 1000], []).is_(400)
    _write(service, rehearsal, [a], [a]).is_(400)
    service.get(f"/rehearsals/{rehearsal}/attendance/").is_(404)


@suite.check("how often a singer was there", fresh=True)
def statistics(service: Service) -> None:
    a, b = _singer(service), _singer(service)
    days = [_rehearsal(service, f"2024-03-0{day}") for day in (1, 2, 3, 4)]
    path = f"/singers/{a}/attendance/"
    wanted: dict[str, Any] = {"present": 0, "excused": 0, "absent": 0, "rate": None}
    equal(service.get(path).is_(200).json(), wanted, "nothing to count")
    _write(service, days[0], [a, b], []).is_(200)
    _write(service, days[1], [a], []).is_(200)
    _write(service, days[2], [b], [a]).is_(200)
    wanted = {"present": 2, "excused": 1, "absent": 0, "rate": 0.67}
    equal(service.get(path).is_(200).json(), wanted, "the attendance")
    told = service.get(f"/singers/{b}/attendance/").is_(200).json()
    equal((told["present"], told["absent"], told["rate"]), (2, 1, 0.67), "that of the other")


@suite.check("the export has a line for each singer and rehearsal written down", fresh=True)
def exported(service: Service) -> None:
    zoe, ann = _singer(service, name="Zoe"), _singer(service, name="Berg, Ann")
    late = _rehearsal(service, "2024-03-10", 'The "Creation"')
    early = _rehearsal(service, "2024-03-03")
    _rehearsal(service, "2024-03-17")
    _write(service, late, [zoe], [ann]).is_(200)
    _write(service, early, [ann], []).is_(200)
    answer = service.get("/export/attendance.csv").is_(200)
    expect(_header(answer, "content-type").startswith("text/csv"), "it is text/csv")
    told = list(csv.reader(io.StringIO(_text(answer), newline="")))
    wanted = [
        ["date", "piece", "name", "status"],
        ["2024-03-03", "Messiah", "Berg, Ann", "present"],
        ["2024-03-03", "Messiah", "Zoe", "absent"],
        ["2024-03-10", 'The "Creation"', "Berg, Ann", "excused"],
        ["2024-03-10", 'The "Creation"', "Zoe", "present"],
    ]
    equal([each for each in told if each], wanted, "the export")


@suite.check("unknown ids are 404")
def absent(service: Service) -> None:
    singer = unknown(_singer(service))
    rehearsal = unknown(_rehearsal(service, "2024-05-05"))
    service.get(f"/singers/{singer}/").is_(404)
    service.patch(f"/singers/{singer}/", json={"active": False}).is_(404)
    service.get(f"/singers/{singer}/attendance/").is_(404)
    service.get(f"/rehearsals/{rehearsal}/attendance/").is_(404)
    _write(service, rehearsal, [], []).is_(404)


@suite.check("invalid input is 400")
def malformed(service: Service) -> None:
    for given in (
        {},
        {"name": "x"},
        {"voice": "alto"},
        {"name": "x", "voice": "mezzo"},
        {"name": "x", "voice": "alto", "email": "nobody"},
        {"name": "x", "voice": "alto", "active": "sometimes"},
    ):
        service.post("/singers/", json=given).is_(400)
    for given in ({"piece": "x"}, {"date": "2024-02-30", "piece": "x"}, {"date": "soon"}):
        service.post("/rehearsals/", json=given).is_(400)
