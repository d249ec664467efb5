"""A private mood diary."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("mood-diary", "service")
PASSWORD = "correct horse"


def _login(service: Service, name: str, password: str = PASSWORD) -> dict[str, str]:
    told = service.post("/login", json={"username": name, "password": password}).is_(200, 201).json()
    return {"Authorization": f"Bearer {told['token']}"}


def _person(service: Service) -> tuple[str, dict[str, str]]:
    name = f"user{token_hex(4)}"
    service.post("/signup", json={"username": name, "password": PASSWORD}).is_(200, 201, 204)
    return name, _login(service, name)


@suite.check("entries are written and read back by their owner")
def written(service: Service) -> None:
    _, head = _person(service)
    equal(service.get("/entries", headers=head).items(), [], "a new diary")
    service.post("/entries", json={"mood": 4, "note": "sunny"}, headers=head).created()
    service.post("/entries", json={"mood": 1}, headers=head).created()
    told = service.get("/entries", headers=head).items()
    equal(sorted(each["mood"] for each in told), [1, 4], "the moods")
    expect("sunny" in [each.get("note") for each in told], "the note is there")


@suite.check("nobody sees the entries of another")
def private(service: Service) -> None:
    (_, one), (_, two) = _person(service), _person(service)
    service.post("/entries", json={"mood": 5, "note": "mine"}, headers=one).created()
    equal(service.get("/entries", headers=two).items(), [], "the other's diary")
    service.post("/entries", json={"mood": 2, "note": "yours"}, headers=two).created()
    equal([each["note"] for each in service.get("/entries", headers=one).items()], ["mine"], "the notes")


@suite.check("without a valid token it is 401")
def stranger(service: Service) -> None:
    for head in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": token_hex(8)}):
        service.get("/entries", headers=head).is_(401)
        service.post("/entries", json={"mood": 3}, headers=head).is_(401)


@suite.check("a wrong password or an unknown user is 401")
def wrong(service: Service) -> None:
    name, _ = _person(service)
    service.post("/login", json={"username": name, "password": "wrong horse"}).is_(401)
    service.post("/login", json={"username": token_hex(6), "password": PASSWORD}).is_(401)
    _login(service, name)


@suite.check("a username is taken once, and its password stays")
def taken(service: Service) -> None:
    name, _ = _person(service)
    service.post("/signup", json={"username": name, "password": "another password"}).is_(409)
    service.post("/login", json={"username": name, "password": "another password"}).is_(401)
    _login(service, name)


@suite.check("a password has at least 8 characters")
def short(service: Service) -> None:
    name = f"user{token_hex(4)}"
    service.post("/signup", json={"username": name, "password": "seven77"}).refused()
    service.post("/signup", json={"username": name}).refused()
    service.post("/signup", json={"username": name, "password": "eight888"}).is_(200, 201, 204)
    _login(service, name, "eight888")


@suite.check("a mood is from 1 to 5")
def mood(service: Service) -> None:
    _, head = _person(service)
    for bad in (0, 6, -1, "great", None):
        service.post("/entries", json={"mood": bad}, headers=head).refused()
    service.post("/entries", json={"note": "no mood"}, headers=head).refused()
    equal(service.get("/entries", headers=head).items(), [], "the diary")
    for good in (1, 5):
        service.post("/entries", json={"mood": good}, headers=head).created()


@suite.check("no answer shows a password")
def hidden(service: Service) -> None:
    name, password = f"user{token_hex(4)}", f"pw-{token_hex(6)}"
    given = {"username": name, "password": password}
    for path in ("/signup", "/login"):
        expect(password not in service.post(path, json=given).text, f"{path} does not show the password")
