"""Sheet music of a choir: pieces, found by a text, counted by voicing."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("sheet-music", "service")


def _piece(service: Service, title: str, composer: str, voicing: str = "SATB") -> Any:
    given = {"title": title, "composer": composer, "voicing": voicing}
    return service.post("/pieces", json=given).created()["id"]


def _some(service: Service) -> None:
    _piece(service, "Locus iste", "Anton Bruckner")
    _piece(service, "Ave Maria", "Anton Bruckner", "TTBB")
    _piece(service, "Ave verum corpus", "W. A. Mozart")
    _piece(service, "Ceremony of Carols", "Benjamin Britten", "SSA")


def _found(service: Service, text: str) -> list[str]:
    return sorted(each["title"] for each in service.get("/pieces", params={"q": text}).items())


@suite.check("a piece is created and read")
def created(service: Service) -> None:
    made = _piece(service, "Locus iste", "Anton Bruckner")
    told = service.get(f"/pieces/{made}").is_(200).json()
    wanted = ("Locus iste", "Anton Bruckner", "SATB")
    equal((told["title"], told["composer"], told["voicing"]), wanted, "the piece")


@suite.check("all pieces are listed without q", fresh=True)
def listed(service: Service) -> None:
    _some(service)
    equal(len(service.get("/pieces").items()), 4, "how many are listed")


@suite.check("q finds in title and in composer, whatever the case", fresh=True)
def found(service: Service) -> None:
    _some(service)
    equal(_found(service, "ave"), ["Ave Maria", "Ave verum corpus"], "for ave")
    equal(_found(service, "BRUCK"), ["Ave Maria", "Locus iste"], "for BRUCK")
    equal(
        _found(service, "o"),
        sorted(["Locus iste", "Ave Maria", "Ave verum corpus", "Ceremony of Carols"]),
        "for o",
    )
    equal(_found(service, "handel"), [], "for handel")


@suite.check("stats count every voicing, also one without pieces", fresh=True)
def counted(service: Service) -> None:
    equal(
        service.get("/pieces/stats").is_(200).json(), {"SATB": 0, "SSA": 0, "TTBB": 0}, "at first"
    )
    _some(service)
    equal(service.get("/pieces/stats").is_(200).json(), {"SATB": 2, "SSA": 1, "TTBB": 1}, "then")


@suite.check("a piece is updated, and counted as what it is now", fresh=True)
def updated(service: Service) -> None:
    made = _piece(service, "Ave Maria", "Brukner", "SATB")
    whole = {"title": "Ave Maria", "composer": "Bruckner", "voicing": "TTBB"}
    service.update(f"/pieces/{made}", whole).done()
    equal(service.get(f"/pieces/{made}").is_(200).json()["composer"], "Bruckner", "the composer")
    equal(service.get("/pieces/stats").is_(200).json(), {"SATB": 0, "SSA": 0, "TTBB": 1}, "stats")


@suite.check("a piece is deleted", fresh=True)
def deleted(service: Service) -> None:
    made = _piece(service, "Ave Maria", "Bruckner")
    service.delete(f"/pieces/{made}").done()
    service.get(f"/pieces/{made}").is_(404)
    equal(service.get("/pieces").items(), [], "the list")


@suite.check("another voicing or a missing title is refused", fresh=True)
def refused(service: Service) -> None:
    service.post("/pieces", json={"title": "A", "composer": "B", "voicing": "SAB"}).refused()
    service.post("/pieces", json={"composer": "B", "voicing": "SSA"}).refused()
    made = _piece(service, "Ave Maria", "Bruckner")
    service.update(f"/pieces/{made}", {"title": "A", "composer": "B", "voicing": "solo"}).refused()
    equal(len(service.get("/pieces").items()), 1, "how many are listed")


@suite.check("a piece that is not there is 404")
def absent(service: Service) -> None:
    never = unknown(_piece(service, "Ave Maria", "Bruckner"))
    service.get(f"/pieces/{never}").is_(404)
    service.delete(f"/pieces/{never}").is_(404)
