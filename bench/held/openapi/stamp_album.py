"""A stamp album: one by one, by CSV in and by CSV out."""

from __future__ import annotations

import csv
import io
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("stamp-album", "service")

_HEADER = "country,year,face_cents,condition"


def _stamp(service: Service, country: str = "Italy", year: int = 1951, **more: Any) -> int:
    given = {"country": country, "year": year, "face_cents": 25, "condition": "used", **more}
    made = service.post("/stamps", json=given).is_(201).json()
    equal({key: made[key] for key in given}, given, "the stamp")
    number: int = made["id"]
    return number


def _import(service: Service, text: str) -> Answer:
    body = text.encode()
    return service.post("/stamps/import", content=body, headers={"content-type": "text/csv"})


def _ids(service: Service, **params: Any) -> list[int]:
    return [each["id"] for each in service.get("/stamps", params=params).is_(200).json()]


def _export(service: Service, **params: Any) -> list[list[str]]:
    answer = service.get("/stamps/export", params=params).is_(200)
    equal(answer.headers["content-type"].split(";")[0].strip(), "text/csv", "the content type")
    return list(csv.reader(io.StringIO(answer.body.decode("utf-8"), newline="")))


@suite.check("stamps are stuck in one by one and read back", fresh=True)
def single(service: Service) -> None:
    equal(_ids(service), [], "the stamps at first")
    equal([_stamp(service), _stamp(service, "Malta", 1840, face_cents=0)], [1, 2], "the ids")
    told = service.get("/stamps/2").is_(200).json()
    wanted = {"id": 2, "country": "Malta", "year": 1840, "face_cents": 0, "condition": "used"}
    equal(told, wanted, "the stamp")
    service.delete("/stamps/2").is_(204)
    for number in (2, 9999):
        service.get(f"/stamps/{number}").is_(404)
        service.delete(f"/stamps/{number}").is_(404)
    equal(_ids(service), [1], "the stamps left")


@suite.check("the list goes by year and id, filtered if wanted", fresh=True)
def listed(service: Service) -> None:
    for country, year, condition in (
        ("Italy", 1960, "used"),
        ("Malta", 1951, "mint"),
        ("Italy", 1951, "mint"),
        ("Malta", 1840, "used"),
    ):
        _stamp(service, country, year, condition=condition)
    for params, wanted in (
        ({}, [4, 2, 3, 1]),
        ({"country": "Malta"}, [4, 2]),
        ({"country": "malta"}, []),
        ({"condition": "mint"}, [2, 3]),
        ({"condition": "new"}, []),
        ({"country": "Italy", "condition": "used"}, [1]),
    ):
        equal(_ids(service, **params), wanted, f"the stamps of {params}")
        told = [row[0] for row in _export(service, **params)[1:]]
        equal(told, [str(each) for each in wanted], f"the exported stamps of {params}")


@suite.check("the first bad field of a stamp is told", fresh=True)
def bad_fields(service: Service) -> None:
    right = {"country": "Italy", "year": 1951, "face_cents": 5, "condition": "mint"}
    for field, value in (
        ("country", ""),
        ("country", "x" * 51),
        ("country", 5),
        ("year", 1839),
        ("year", 2101),
        ("year", "old"),
        ("face_cents", -1),
        ("face_cents", 2.5),
        ("condition", "new"),
    ):
        answer = service.post("/stamps", json={**right, field: value})
        equal(answer.is_(400).json(), {"error": field}, f"the error of {value!r}")
    for field in right:
        given = {key: value for key, value in right.items() if key != field}
        equal(service.post("/stamps", json=given).is_(400).json(), {"error": field}, "the error")
    answer = service.post("/stamps", json={"condition": "new", "face_cents": -1, "country": "x"})
    equal(answer.is_(400).json(), {"error": "year"}, "the first error")
    equal(_ids(service), [], "the stamps")


@suite.check("the example of the import", fresh=True)
def example(service: Service) -> None:
    text = f'{_HEADER}\nItaly,1951,25,used\n"Trinidad, Tobago",1960,5,mint\nSpain,eighty,10,used\n'
    told = _import(service, text).is_(200).json()
    wanted = {"imported": 2, "ids": [1, 2], "rejected": [{"line": 4, "field": "year"}]}
    equal(told, wanted, "what was imported")
    told = service.get("/stamps/2").is_(200).json()
    wanted = {
        "id": 2,
        "country": "Trinidad, Tobago",
        "year": 1960,
        "face_cents": 5,
        "condition": "mint",
    }
    equal(told, wanted, "the stamp")


@suite.check("columns come in any order, with CRLF, quotes and spaces", fresh=True)
def columns(service: Service) -> None:
    _stamp(service)
    text = 'condition,country,face_cents,year\r\nmint, Åland ,  7,1999\r\nused,"The ""Isle"" of Man",3,2000'
    told = _import(service, text).is_(200).json()
    equal(told, {"imported": 2, "ids": [2, 3], "rejected": []}, "what was imported")
    told = service.get("/stamps/2").is_(200).json()
    wanted = {"id": 2, "country": "Åland", "year": 1999, "face_cents": 7, "condition": "mint"}
    equal(told, wanted, "the first stamp")
    country = service.get("/stamps/3").is_(200).json()["country"]
    equal(country, 'The "Isle" of Man', "the country of the second")


@suite.check("lines with a mistake are left out and told", fresh=True)
def rejected(service: Service) -> None:
    lines = [
        _HEADER,
        ",1951,5,mint",
        "Italy,1839,5,mint",
        "Italy,1951,-5,mint",
        "Italy,1951,5,new",
        "Italy,1951,5",
        "Malta,1951,5,mint",
        "Italy,1951,5,mint,extra",
        "Italy,x,y,z",
        f"{'x' * 51},1951,5,mint",
        "Malta,1952,5,damaged",
    ]
    told = _import(service, "\n".join(lines) + "\n").is_(200).json()
    fields = [
        "country",
        "year",
        "face_cents",
        "condition",
        "columns",
        "",
        "columns",
        "year",
        "country",
    ]
    wanted = [{"line": line, "field": field} for line, field in enumerate(fields, 2) if field]
    equal(told["rejected"], wanted, "what was rejected")
    equal((told["imported"], told["ids"]), (2, [1, 2]), "what was imported")
    equal(_ids(service), [1, 2], "the stamps")


@suite.check("a wrong header imports nothing", fresh=True)
def header(service: Service) -> None:
    for text in (
        "",
        "country,year,face_cents\nItaly,1951,25\n",
        f"{_HEADER},colour\nItaly,1951,25,used,red\n",
        "country,year,face_cents,state\nItaly,1951,25,used\n",
        "Italy,1951,25,used\n",
    ):
        equal(_import(service, text).is_(400).json(), {"error": "header"}, "the error")
    equal(_ids(service), [], "the stamps")
    told = _import(service, f"{_HEADER}\n").is_(200).json()
    equal(told, {"imported": 0, "ids": [], "rejected": []}, "a header alone")


@suite.check("the export gives the exact values back, and can be imported", fresh=True)
def export(service: Service) -> None:
    names = ["id", "country", "year", "face_cents", "condition"]
    equal(_export(service), [names], "the export of nothing")
    countries = ["Trinidad, Tobago", 'The "Isle" of Man', "Åland", "Côte d'Ivoire"]
    for number, country in enumerate(countries):
        _stamp(service, country, 1990 - number)
    wanted = [
        [str(number), countries[number - 1], str(1991 - number), "25", "used"]
        for number in (4, 3, 2, 1)
    ]
    equal(_export(service), [names, *wanted], "the export")
    text = io.StringIO()
    csv.writer(text).writerows(row[1:] for row in _export(service))
    told = _import(service, text.getvalue()).is_(200).json()
    equal((told["imported"], told["ids"]), (4, [5, 6, 7, 8]), "what was imported again")
    told = service.get("/stamps", params={"country": countries[1]}).is_(200).json()
    equal([each["id"] for each in told], [2, 7], "the isles")
